//! Adds names and places that people know to findings.

use binio::{Finding, Findings, Path, Segment};

use crate::{Asset, Typed, kinds};

/// Adds places to the findings about a document, and replaces node and component numbers with names. For example, `node
/// 12 > component 0` becomes `node "Spin" [81] > ScriptInstance`. Pass the file content as `bytes`. If the file is
/// text, a reference that can't be resolved gets the offset of its name.
///
/// ```
/// let bytes = br#"<scene id="1"><node id="2"><attribute name="Name" value="Lamp"/><component type="Light" id="1"><attribute name="Brightness" value="x"/></component></node></scene>"#;
/// let asset = asset_formats::Asset::parse(bytes, None)?;
/// let findings = asset_formats::placed(&asset, bytes, asset.validate());
/// let first = findings.iter().next().expect("a finding");
/// assert_eq!(first.path.to_string(), "node \"Lamp\" [2] > Light");
/// # Ok::<(), asset_formats::Error>(())
/// ```
pub fn placed(asset: &Asset<'_>, bytes: &[u8], mut findings: Findings) -> Findings {
    if findings.is_empty() {
        return findings;
    }
    match asset.typed() {
        Typed::UrhoScene(document) => {
            document.locate(&mut findings);
            // What is about the whole is at its outermost node.
            let outermost = document.offset_of(urho_scene::Place::node(0));
            findings.place(|_| outermost);
        }
        _ => {
            if let Some(document) = asset.as_udm() {
                document.locate(&mut findings);
            }
        }
    }
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
    let with_path = |mut finding: Finding| {
        if let Some(text) = text.filter(|_| is_about_name(&finding)) {
            finding.offset = name_in(&finding.message)
                .and_then(|name| find_name(text, name, finding.offset.unwrap_or(0)))
                .or(finding.offset);
        }
        finding
    };
    named(asset, findings.into_iter().map(with_path).collect())
}

/// Replaces node and component numbers in findings about a scene with names.
pub fn named(asset: &Asset<'_>, findings: Findings) -> Findings {
    let Typed::UrhoScene(document) = asset.typed() else { return findings };
    if findings.is_empty() {
        return findings;
    }
    let scene = document.scene();
    let with_name = |mut finding: Finding| {
        finding.path = with_names(&scene, &finding.path);
        finding
    };
    findings.into_iter().map(with_name).collect()
}

fn is_about_name(finding: &Finding) -> bool {
    let kinds = [
        kinds::RESOURCE_MISSING,
        kinds::RESOURCE_CASE,
        kinds::RESOURCE_NAME,
        kinds::RESOURCE_UNREADABLE,
        kinds::RESOURCE_FORMAT,
    ];
    kinds.contains(&finding.kind)
}

/// Returns the first quoted name in a message.
fn name_in(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once('"')?;
    rest.split_once('"').map(|(name, _)| name).filter(|name| !name.is_empty())
}

/// Finds a name in the text, starting at an offset. It must be a whole value, or a part between the separators that
/// lists of names use.
fn find_name(text: &str, name: &str, from: u64) -> Option<u64> {
    let from = usize::try_from(from).ok().filter(|from| text.is_char_boundary(*from))?;
    let is_end =
        |letter: Option<char>| letter.is_none_or(|letter| letter.is_whitespace() || "\"'<>;=,|".contains(letter));
    let rest = text.get(from..)?;
    rest.match_indices(name)
        .find(|(at, matched)| {
            let (before, behind) = (rest.get(..*at), rest.get(at.saturating_add(matched.len())..));
            is_end(before.and_then(|text| text.chars().next_back()))
                && is_end(behind.and_then(|text| text.chars().next()))
        })
        .map(|(at, _)| from.saturating_add(at) as u64)
}

/// Replaces node and component numbers in paths of a scene with names, as [`placed`] does it for findings. Use this for
/// the paths of [`references`](crate::references()), for example. Paths of other documents are returned unchanged.
pub fn named_paths(asset: &Asset<'_>, paths: Vec<Path>) -> Vec<Path> {
    let Typed::UrhoScene(document) = asset.typed() else { return paths };
    if paths.is_empty() {
        return paths;
    }
    let scene = document.scene();
    paths.iter().map(|path| with_names(&scene, path)).collect()
}

/// Returns the path of a node or component, using names and ids.
fn with_names(scene: &urho_scene::Scene<'_>, path: &Path) -> Path {
    let [Segment::Part("node"), Segment::Index(number), rest @ ..] = path.segments() else { return path.clone() };
    let node = usize::try_from(*number).ok().and_then(|number| scene.nodes.get(number));
    let Some(node) = node else { return path.clone() };
    let name = match node.name() {
        name if name.is_empty() => format!("node [{}]", node.id),
        name => format!("node \"{}\" [{}]", name.to_text(), node.id),
    };
    let mut named = Path::new().name(name.as_bytes());
    let rest = match rest {
        [Segment::Part("component"), Segment::Index(number), rest @ ..] => {
            named = named.name(class_at(node, *number).as_bytes());
            rest
        }
        rest => rest,
    };
    rest.iter().for_each(|segment| named.push(segment.clone()));
    named
}

/// Returns the class of a component. If the node has several components of this class, its position is added.
fn class_at(node: &urho_scene::Node<'_>, number: u64) -> String {
    let index = usize::try_from(number).unwrap_or(usize::MAX);
    let Some(component) = node.components.get(index).filter(|component| !component.class.name.is_empty()) else {
        return format!("component {number}");
    };
    let same = node.components.iter().enumerate().filter(|(_, other)| other.class == component.class);
    let same: Vec<usize> = same.map(|(at, _)| at).collect();
    let class = component.class.name.to_text();
    match same.iter().position(|at| *at == index) {
        Some(position) if same.len() > 1 => format!("{class}[{position}]"),
        _ => class.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_whole_values() {
        let text = r#"<a name="Textures/a.png.xml"/><a name="Textures/a.png"/><b v="Model;Textures/a.png;b"/>"#;
        assert_eq!(find_name(text, "Textures/a.png", 0), Some(39));
        assert_eq!(find_name(text, "Textures/a.png", 40), text.rfind("Textures").map(|at| at as u64));
        assert_eq!(find_name(text, "a.png", 0), None);
        assert_eq!(name_in("\"a b\" doesn't exist"), Some("a b"));
        assert_eq!(name_in("doesn't exist"), None);
    }
}
