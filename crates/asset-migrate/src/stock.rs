//! Knows the techniques that the engines contain.

use urho_material::Technique;
use urho_scene::Engine;

/// The techniques in Urho3D and rbfx, one on each line. First are the engines that can use it (`U`, `R`, `UR`), then
/// the name below `Techniques`, without the extension, and then the fingerprints of all versions.
const STOCK: &str = include_str!("techniques.txt");

/// A line in this table.
struct Line<'t> {
    engines: &'t str,
    name: &'t str,
    fingerprints: &'t str,
}

fn lines() -> impl Iterator<Item = Line<'static>> {
    STOCK.lines().filter_map(|line| {
        let (engines, rest) = line.split_once(' ')?;
        let (name, fingerprints) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(Line { engines, name, fingerprints })
    })
}

fn stem_of(resource: &str) -> Option<&str> {
    resource.strip_prefix("Techniques/").and_then(|name| name.strip_suffix(".xml"))
}

/// Returns whether the engine contains a technique with this resource name.
pub(super) fn is_stock(engine: Engine, name: &str) -> bool {
    let Some(wanted) = stem_of(name) else { return false };
    let letter = if engine == Engine::Rbfx { 'R' } else { 'U' };
    lines().any(|line| line.name == wanted && line.engines.contains(letter))
}

/// Returns whether a technique is the same as in any version of the engines. If it isn't, the project uses its own
/// technique under the same name.
pub(super) fn has_stock_content(name: &str, technique: &Technique<'_>) -> bool {
    let Some(wanted) = stem_of(name) else { return false };
    let hash = format!("{:08x}", fingerprint(technique));
    lines().any(|line| line.name == wanted && line.fingerprints.split(' ').any(|known| known == hash))
}

/// Computes the FNV-1a of all attributes of the technique and its passes, one element on each line. They are sorted by
/// name, and separated by single spaces, so comments, attribute order and white space don't matter.
fn fingerprint(technique: &Technique<'_>) -> u32 {
    let line = |mut attributes: Vec<(String, String)>| {
        attributes.sort();
        let words = attributes
            .into_iter()
            .map(|(name, value)| format!("{name}={}", value.split_ascii_whitespace().collect::<Vec<_>>().join(" ")));
        words.collect::<Vec<_>>().join(" ")
    };
    let text: Vec<String> = technique.all_attributes().into_iter().map(line).collect();
    text.join("\n").bytes().fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_compared_by_their_attributes() {
        let is_stock = |text: &str| {
            let technique = Technique::parse(text.as_bytes()).unwrap();
            has_stock_content("Techniques/Water.xml", &technique)
        };
        assert!(is_stock(r#"<technique vs="Water" ps="Water"><pass name="refract"/></technique>"#));
        assert!(is_stock("<!-- mine --><technique ps='Water'  vs='Water'>\n<pass name='refract'></pass></technique>"));
        assert!(!is_stock(r#"<technique vs="Water" ps="Water"><pass name="refract" cull="none"/></technique>"#));
        assert!(!is_stock(r#"<technique vs="Water" ps="Mine"><pass name="refract"/></technique>"#));
        let technique =
            Technique::parse(br#"<technique vs="Water" ps="Water"><pass name="refract"/></technique>"#).unwrap();
        assert!(!has_stock_content("Techniques/Mine.xml", &technique) && !has_stock_content("Water.xml", &technique));
    }

    #[test]
    fn every_line_has_fingerprints() {
        assert!(lines().count() > 100);
        for line in lines() {
            assert!(["U", "R", "UR"].contains(&line.engines) && line.fingerprints.len() >= 8, "{}", line.name);
        }
    }
}
