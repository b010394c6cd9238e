//! Patch files, which change another document.

use std::collections::HashSet;

use binio::{Bytes, Fault, Findings, Limits, Path, Severity};
use urho_core::tree::{Edits, Element, XmlTree};

use crate::detect::detect;
use crate::document::Document;
use crate::error::{Error, ErrorKind, of_text};
use crate::kinds;
use crate::select::{Node, SelectError, select};

/// The longest chain of patches. In the files of the engines, there is never more than one.
const MOST_BASES: usize = 32;
/// All steps of a patch together can't read more bytes than this. A limit is needed, because each step reads the whole
/// document. Real patches have ten steps on 10 kB.
const MOST_BYTES: u64 = 8 << 20;

/// The result of [`Document::applied`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Applied {
    /// The document that the engine would read.
    pub document: Document<'static>,
    /// Findings about steps that have no effect.
    pub findings: Findings,
}

impl Document<'_> {
    /// Applies a patch file to its base, to see what the engine would read. When the base is a patch file too, it is
    /// first applied to its own base. When this document is not a patch file, it is returned as it is.
    ///
    /// The function `load` will be called with a resource name, and must return the bytes. Pass the resource name of
    /// this file as `resource`, to be told when it inherits from itself.
    ///
    /// # Errors
    /// This function will return an error when a base is missing, when it is not well-formed, or when it inherits from
    /// itself. The engines will not load such a file either.
    pub fn applied(
        &self,
        resource: Option<&str>,
        mut load: impl FnMut(&str) -> Option<Vec<u8>>,
    ) -> Result<Applied, Error> {
        let mut chain = vec![self.clone().into_owned()];
        let mut seen: HashSet<String> = resource.map(str::to_owned).into_iter().collect();
        while let Some(name) = chain.last().and_then(Document::inherited).map(|name| name.to_text().into_owned()) {
            let fault = |kind: ErrorKind| Error::new(kind, Path::from("inherit").name(name.as_bytes()));
            if !seen.insert(name.clone()) || chain.len() > MOST_BASES {
                return Err(fault(ErrorKind::Cycle));
            }
            let bytes = load(&name).ok_or_else(|| fault(ErrorKind::NoSuch(name.clone())))?;
            // The reader of the kind sees the result only, so that the base's root decides; a base of a kind that isn't known is one of this kind.
            let kind = detect(&bytes, Some(&name)).unwrap_or(self.kind());
            chain.push(Document::of(kind, Bytes::from(bytes), &Limits::default())?);
        }
        let mut findings = Findings::new();
        let mut budget = MOST_BYTES;
        let Some(mut base) = chain.pop() else { return Err(Error::new(ErrorKind::UnknownKind, Path::new())) };
        while let Some(patch) = chain.pop() {
            base = base.patched(&patch, &mut budget, &mut findings)?;
        }
        Ok(Applied { document: base, findings })
    }

    /// Returns the document with all steps of a patch applied.
    fn patched(&self, patch: &Self, budget: &mut u64, findings: &mut Findings) -> Result<Document<'static>, Error> {
        let limit = || Error::new(Fault::Limit("bytes that a patch reads"), Path::from("inherit"));
        let mut document = self.clone().into_owned();
        let Some(tree) = patch.xml() else { return Ok(document) };
        for (index, step) in tree.root(patch.text()).children().enumerate() {
            *budget = budget.checked_sub(document.text().len() as u64).ok_or_else(limit)?;
            let changed = apply(&document, &step);
            match changed {
                Ok(edits) => document.apply(edits)?,
                Err(problem) => {
                    let path = Path::from([("step", index)]);
                    let (kind, severity, message) = problem.finding();
                    findings.add_at(kind, severity, path, message, step.offset());
                }
            }
        }
        Ok(document)
    }
}

/// The reason why a step has no effect.
enum Problem {
    NoEffect(String),
    Select(SelectError),
    Text(Error),
}

impl Problem {
    fn finding(self) -> (&'static binio::FindingKind, Severity, String) {
        match self {
            Self::NoEffect(message) => (kinds::PATCH_STEP, Severity::Warning, message),
            Self::Select(SelectError::Syntax(why)) => (
                kinds::PATCH_SELECTOR,
                Severity::Error,
                format!("the expression isn't valid XPath: {why}; the engine throws an exception that nobody catches"),
            ),
            Self::Select(SelectError::Unsupported(what)) => {
                (kinds::PATCH_UNCHECKED, Severity::Note, format!("{what} isn't evaluated here; the step is left out"))
            }
            Self::Text(error) => (kinds::PATCH_STEP, Severity::Warning, error.to_string()),
        }
    }
}

/// Reports steps that can't be valid for any base.
pub(crate) fn check_steps(root: &Element<'_, '_>, findings: &mut Findings) {
    for (index, step) in root.children().enumerate() {
        let problem = match (step.name().as_bytes(), step.attribute("sel")) {
            (b"add" | b"replace" | b"remove", None) => {
                Some(Problem::NoEffect("no `sel`; the engine logs an error and goes on".to_owned()))
            }
            (b"add" | b"replace" | b"remove", Some(ref sel)) => {
                let tree = XmlTree::parse(b"<a/>");
                let checked = tree.map(|tree| select(tree.root(b"<a/>"), sel).err());
                let is_odd_type = step.name() == *"add"
                    && step.attribute("type").is_some_and(|kind| !kind.is_empty() && !kind.starts_with(b"@"));
                let is_odd_position = step.attribute("pos").is_some_and(|position| {
                    !["append", "prepend", "before", "after", ""].iter().any(|known| position == *known)
                });
                let no_effect = |what: &str| Some(Problem::NoEffect(format!("{what}; the engine does nothing")));
                match checked {
                    Ok(Some(error)) => Some(Problem::Select(error)),
                    _ if is_odd_type => no_effect("`type` doesn't begin with `@`"),
                    _ if is_odd_position => no_effect("an unknown `pos`"),
                    _ => None,
                }
            }
            _ => Some(Problem::NoEffect("not a step of a patch; the engine logs an error and goes on".to_owned())),
        };
        if let Some(problem) = problem {
            let (kind, severity, message) = problem.finding();
            findings.add_at(kind, severity, Path::from([("step", index)]), message, step.offset());
        }
    }
}

fn no_effect(message: &str) -> Problem {
    Problem::NoEffect(message.to_owned())
}

/// Returns the edits for a single step.
fn apply(document: &Document<'_>, step: &Element<'_, '_>) -> Result<Edits, Problem> {
    let name = step.name();
    if ![&b"add"[..], b"replace", b"remove"].contains(&name.as_bytes()) {
        return Err(no_effect("not a step of a patch; the engine logs an error and goes on"));
    }
    let Some(sel) = step.attribute("sel") else {
        return Err(no_effect("no `sel`; the engine logs an error and goes on"));
    };
    let Some(tree) = document.xml() else { return Err(no_effect("the base isn't XML")) };
    let text = document.text();
    let node = select(tree.root(text), &sel).map_err(Problem::Select)?;
    let Some(node) = node else {
        return Err(Problem::NoEffect(format!(
            "`{}` finds nothing; the engine logs an error and goes on",
            sel.to_text()
        )));
    };
    let mut edits = Edits::new();
    match node {
        Node::Document => return Err(no_effect("the document itself can't be changed")),
        Node::Element(index) => {
            let target = tree.element(text, index).ok_or_else(|| no_effect("no such element"))?;
            match name.as_bytes() {
                b"add" => add(step, &target, &mut edits)?,
                b"replace" => {
                    let new = step.children().next().ok_or_else(|| no_effect("no element to replace it with"))?;
                    edits.replace(target.span(), new.raw());
                }
                _ if target.index() == tree.root(text).index() => {
                    return Err(no_effect("the root can't be removed"));
                }
                _ => target.remove(&mut edits),
            }
        }
        Node::Attribute(index, attribute) => {
            let target = tree.element(text, index).ok_or_else(|| no_effect("no such element"))?;
            let attribute = String::from_utf8_lossy(&attribute).into_owned();
            match name.as_bytes() {
                b"add" => return Err(no_effect("nothing can be added to an attribute")),
                b"replace" => {
                    target
                        .set_attribute(&attribute, &step.text(), &mut edits)
                        .map_err(|error| Problem::Text(of_text(error)))?;
                }
                _ => {
                    target.remove_attribute(&attribute, &mut edits);
                }
            }
        }
    }
    Ok(edits)
}

/// Adds an attribute or child elements.
fn add(step: &Element<'_, '_>, target: &Element<'_, '_>, edits: &mut Edits) -> Result<(), Problem> {
    let kind = step.attribute("type").unwrap_or_default();
    if let Some(name) = kind.strip_prefix(b"@") {
        let name = String::from_utf8_lossy(name).into_owned();
        if target.attribute_of(&name).is_some() {
            return Err(no_effect("the attribute exists already, and the engine reads the first of two"));
        }
        return target.set_attribute(&name, &step.text(), edits).map_err(|error| Problem::Text(of_text(error)));
    }
    if !kind.is_empty() {
        return Err(no_effect("`type` doesn't begin with `@`; the engine does nothing"));
    }
    let new: Vec<u8> = step.children().flat_map(|child| child.raw().to_vec()).collect();
    let position = step.attribute("pos").unwrap_or_default();
    match position.as_bytes() {
        b"before" => edits.insert(target.span().start, new),
        b"after" => edits.insert(target.span().end, new),
        b"prepend" | b"append" | b"" => match target.content_span() {
            Some(content) => {
                edits.insert(if position == *"prepend" { content.start } else { content.end }, new);
            }
            None => {
                // `<a />` becomes `<a ></a>`.
                let head = target.raw().strip_suffix(b"/>").unwrap_or(target.raw());
                let whole = [head, b">", &new, b"</", &target.name(), b">"].concat();
                edits.replace(target.span(), whole);
            }
        },
        _ => return Err(no_effect("an unknown `pos`; the engine does nothing")),
    }
    Ok(())
}
