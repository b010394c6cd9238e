//! Makes findings easier to read: names instead of numbers, and a single line if many findings say the same.

use asset_scene::{Id, Scene};
use binio::{Finding, Findings, Path, Segment};

/// Replaces scene indices in findings with the names of nodes, meshes, materials and animations. If an object has no
/// name, or if a finding is about bytes in a file, it stays unchanged.
pub(super) fn named(findings: Findings, scene: &Scene<'_>) -> Findings {
    findings
        .into_iter()
        .map(|mut finding| {
            if finding.offset.is_none() {
                finding.path = named_path(&finding.path, scene);
            }
            finding
        })
        .collect()
}

fn named_path(path: &Path, scene: &Scene<'_>) -> Path {
    let mut named = Path::new();
    let mut part = "";
    for segment in path.segments() {
        let name = match segment {
            Segment::Index(index) => name(scene, part, *index).filter(|name| !name.is_empty()),
            _ => None,
        };
        match name {
            Some(name) => named = named.name(name.as_bytes()),
            None => named.push(segment.clone()),
        }
        part = if let Segment::Part(part) = segment { part } else { "" };
    }
    named
}

/// Returns the name of an item in the scene.
fn name<'s>(scene: &'s Scene<'_>, part: &str, index: u64) -> Option<&'s str> {
    let index = usize::try_from(index).ok()?;
    match part {
        "node" => scene.nodes.get(Id::new(index)).map(|node| node.name.as_str()),
        "mesh" => scene.meshes.get(Id::new(index)).map(|mesh| mesh.name.as_str()),
        "material" => scene.materials.get(Id::new(index)).map(|material| material.name.as_str()),
        "animation" => scene.animations.get(Id::new(index)).map(|animation| animation.name.as_str()),
        _ => None,
    }
}

/// Merges findings that only differ in their place, and counts them. Each group is represented by its first finding.
/// Use this to print a short list.
///
/// ```
/// use binio::{FindingKind, Findings};
/// const KIND: FindingKind = FindingKind::new("my-tool/example", "An example.");
/// let mut findings = Findings::new();
/// findings.note(&KIND, [("node", 1)], "its matrix shears");
/// findings.warning(&KIND, "bounds", "are too small");
/// findings.note(&KIND, [("node", 2)], "its matrix shears");
/// let told = asset_convert::folded(&findings);
/// let told: Vec<(String, usize)> = told.into_iter().map(|(finding, count)| (finding.to_string(), count)).collect();
/// assert_eq!(told, [("note: node 1: its matrix shears".to_owned(), 2), ("warning: bounds: are too small".to_owned(), 1)]);
/// ```
pub fn folded(findings: &Findings) -> Vec<(&Finding, usize)> {
    let mut places = std::collections::HashMap::new();
    let mut groups: Vec<(&Finding, usize)> = Vec::new();
    for finding in findings {
        let kind = finding.path.segments().first().filter(|segment| matches!(segment, Segment::Part(_)));
        let key = (finding.severity, finding.is_loss, kind, finding.message.as_str());
        let index = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(index) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => groups.push((finding, 1)),
        }
    }
    groups
}
