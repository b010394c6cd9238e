//! Finds the parts that match a path, in a single pass over the document.

use std::rc::Rc;

use super::error::PathError;
use super::grammar::{Step, ValuePath, escape};
use super::part::{Form, Part};

/// A part that matches a path.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Match<'d> {
    /// The path that leads to this part and no other. It uses names if they are unique, and positions otherwise.
    pub path: String,
    /// The part.
    pub part: Part<'d>,
    /// The part that contains it. For the document, this is the document itself.
    pub around: Rc<Part<'d>>,
}

/// How many names an error can list.
const MOST_NAMES: usize = 1000;

/// Returns the parts that match a path, in document order.
///
/// This takes time linear in the size of the parts that are visited. Each part is visited only once, whatever the
/// pattern is.
///
/// # Errors
/// If the path is not a pattern, returns [`PathError::Missing`] or [`PathError::Ambiguous`] unless it leads to exactly
/// one part. For a pattern, returns [`PathError::NoMatch`] if nothing matches; the part before the first wildcard must
/// exist, too.
///
/// ```
/// use asset_paths::{Values, find};
/// let file = br#"<scene id="1"><node id="2"><attribute name="Name" value="Eye" /><component type="Camera" id="1" /></node></scene>"#;
/// let scene = asset_formats::Asset::parse(file, Some("Yard.xml".as_ref()))?;
/// let found = find(&scene.part().unwrap(), &"nodes/**[Camera]/FOV".parse()?)?;
/// assert_eq!(found[0].path, "nodes/Eye/Camera/FOV");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find<'d>(root: &Part<'d>, path: &ValuePath) -> Result<Vec<Match<'d>>, PathError> {
    if !path.is_pattern() {
        return exact(root, path).map(|part| vec![part]);
    }
    let mut walk = Walk { steps: path.steps(), matches: Vec::new() };
    // A part before the first pattern must exist, and only once.
    let plain = path.steps().iter().take_while(|step| !is_pattern(step)).count();
    let start = ValuePath::new(path.steps().get(..plain).unwrap_or_default().to_vec())?;
    let start = exact(root, &start)?;
    walk.run(start, plain);
    if walk.matches.is_empty() { Err(PathError::NoMatch) } else { Ok(walk.matches) }
}

fn is_pattern(step: &Step) -> bool {
    matches!(step, Step::Any | Step::Deep | Step::Kind(_))
}

/// Returns the only part that a path without patterns leads to.
fn exact<'d>(root: &Part<'d>, path: &ValuePath) -> Result<Match<'d>, PathError> {
    let mut at = Match { path: String::new(), part: root.clone(), around: Rc::new(root.clone()) };
    for step in path.steps() {
        let mut parts = at.part.parts();
        let same = matching(&parts, step);
        let [only] = same.as_slice() else { return Err(not_one(&at, step, &parts, &same)) };
        let steps = Paths::of(&at.path, at.part.form(), &parts);
        let path = steps.child(*only);
        at = Match { path, part: parts.swap_remove(*only), around: Rc::new(at.part) };
    }
    Ok(at)
}

/// Returns the positions of all parts that a step matches. Case is only ignored if no part matches exactly.
fn matching(parts: &[Part<'_>], step: &Step) -> Vec<usize> {
    let all = |is_it: &dyn Fn(usize, &Part<'_>) -> bool| -> Vec<usize> {
        let parts = parts.iter().enumerate();
        parts.filter(|(index, part)| is_it(*index, part)).map(|(index, _)| index).collect()
    };
    match step {
        Step::Index(number) => all(&|index, _| index == *number),
        Step::Id(id) => all(&|_, part| part.id() == Some(*id)),
        Step::Name(name) => {
            let same = all(&|_, part| part.name() == name);
            if same.is_empty() { all(&|_, part| part.name().eq_ignore_ascii_case(name)) } else { same }
        }
        Step::Any | Step::Deep | Step::Kind(_) => Vec::new(),
    }
}

#[cold]
fn not_one(at: &Match<'_>, step: &Step, parts: &[Part<'_>], same: &[usize]) -> PathError {
    let wanted = match step {
        Step::Name(name) => join(&at.path, &escape(name)),
        Step::Id(id) => format!("{}[#{id}]", at.path),
        Step::Index(index) => format!("{}[{index}]", at.path),
        Step::Any | Step::Deep | Step::Kind(_) => at.path.clone(),
    };
    if same.is_empty() {
        let names = || parts.iter().take(MOST_NAMES);
        let steps = Paths::of("", at.part.form(), parts);
        let names = (0..names().len()).map(|index| steps.child(index)).collect();
        return PathError::Missing { path: wanted, inside: at.path.clone(), names };
    }
    let steps = Paths::of(&at.path, at.part.form(), parts);
    let paths = same.iter().map(|index| steps.child(*index)).collect();
    PathError::Ambiguous { path: wanted, paths }
}

/// The paths of the parts inside another part.
struct Paths<'p> {
    base: &'p str,
    names: Vec<String>,
}

impl<'p> Paths<'p> {
    fn of(base: &'p str, form: Form, parts: &[Part<'_>]) -> Self {
        let mut counts = std::collections::HashMap::<&str, usize>::new();
        parts.iter().for_each(|part| *counts.entry(part.name()).or_default() += 1);
        let name = |(index, part): (usize, &Part<'_>)| {
            let is_unique = !part.name().is_empty() && counts.get(part.name()) == Some(&1);
            let by_name = || format!("/{}", escape(part.name()));
            match part.alias().filter(|_| form == Form::Group) {
                _ if is_unique => by_name(),
                Some(alias) => format!("/{alias}"),
                None => format!("[{index}]"),
            }
        };
        Self { base, names: parts.iter().enumerate().map(name).collect() }
    }

    fn child(&self, index: usize) -> String {
        let name = self.names.get(index).map(String::as_str).unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) => join(self.base, name),
            None => format!("{}{name}", self.base),
        }
    }
}

fn join(base: &str, name: &str) -> String {
    if base.is_empty() { name.to_owned() } else { format!("{base}/{name}") }
}

/// Walks through a document. It follows all steps that can come next at the same time, so that no part is visited
/// twice.
struct Walk<'p, 'd> {
    steps: &'p [Step],
    matches: Vec<Match<'d>>,
}

impl<'d> Walk<'_, 'd> {
    /// Visits all parts in document order. This is not recursive because documents can be deep.
    fn run(&mut self, start: Match<'d>, first: usize) {
        let mut open = vec![(start, vec![first])];
        while let Some((at, next)) = open.pop() {
            let mut children = self.visit(at, &next);
            children.reverse();
            open.append(&mut children);
        }
    }

    /// Visits a part. `next` are the indices of the steps that can come next. Returns the parts inside that may match,
    /// each with its own next steps.
    fn visit(&mut self, at: Match<'d>, next: &[usize]) -> Vec<(Match<'d>, Vec<usize>)> {
        let next = self.settled(&at.part, next);
        if next.last() == Some(&self.steps.len()) {
            self.matches.push(at.clone());
        }
        let next: Vec<usize> = next.into_iter().filter(|step| *step < self.steps.len()).collect();
        if next.is_empty() || at.part.form() == Form::Value {
            return Vec::new();
        }
        let parts = at.part.parts();
        let named = self.named(&parts, &next);
        let paths = Paths::of(&at.path, at.part.form(), &parts);
        let paths: Vec<String> = (0..parts.len()).map(|index| paths.child(index)).collect();
        let around = Rc::new(at.part);
        let mut children = Vec::new();
        for (index, (part, path)) in parts.into_iter().zip(paths).enumerate() {
            let mut inside: Vec<usize> = Vec::new();
            for (step, named) in next.iter().zip(&named) {
                match self.steps.get(*step) {
                    Some(Step::Any) if !part.is_link() => inside.push(step + 1),
                    Some(Step::Deep) if !part.is_link() => inside.push(*step),
                    _ if named.binary_search(&index).is_ok() => inside.push(step + 1),
                    _ => {}
                }
            }
            if !inside.is_empty() {
                children.push((Match { path, part, around: around.clone() }, inside));
            }
        }
        children
    }

    /// Returns the positions of the parts that each step matches by name.
    fn named(&self, parts: &[Part<'d>], next: &[usize]) -> Vec<Vec<usize>> {
        next.iter().map(|step| self.steps.get(*step).map(|step| matching(parts, step)).unwrap_or_default()).collect()
    }

    /// Adds the steps that can come next in the same part: those after `**`, and those after a kind that the part has.
    fn settled(&self, part: &Part<'d>, next: &[usize]) -> Vec<usize> {
        let mut settled = std::collections::BTreeSet::new();
        for first in next {
            let mut step = *first;
            // A step that is known had its followers added with it.
            while settled.insert(step) {
                match self.steps.get(step) {
                    Some(Step::Deep) => {}
                    Some(Step::Kind(kind)) if part.has_kind(kind) => {
                        settled.remove(&step);
                    }
                    Some(Step::Kind(_)) => {
                        settled.remove(&step);
                        break;
                    }
                    _ => break,
                }
                step += 1;
            }
        }
        settled.into_iter().collect()
    }
}
