//! Finds levels of detail by name: `Jack`, `Jack_LOD1`, `Jack_LOD2` …. This is how people, and Blender, keep them.

use std::collections::BTreeMap;

use asset_scene::glam::Vec3;
use asset_scene::{Id, LodLevel, Node, Scene, Skin};
use binio::Path;

use super::File;
use crate::extras;
use crate::kinds;

/// The suffix of a level of detail's name. A number follows it.
const MARK: &[u8] = b"_lod";

/// What the levels of an object have in common: the name before `_LOD` in lower case, and the skin or parent node.
type Family = (String, Result<Id<Skin>, Option<Id<Node>>>);

impl File<'_> {
    /// Turns nodes with names such as `…_LOD1` into levels of detail. The finest level is the node without suffix, or
    /// with `…_LOD0`. All of them must have the same parent or the same skin. If a node has `MSFT_lod`, it is used
    /// instead.
    ///
    /// The distance is the `lod_distance` of the node, or else a distance that the finest level has, or else it is
    /// computed from `MSFT_screencoverage`.
    pub(super) fn lods_by_name(&mut self, scene: &mut Scene<'static>) {
        let known = scene.lod_nodes();
        let nodes = || scene.nodes.enumerate().filter(|(id, node)| node.mesh.is_some() && !known[*id]);
        let family = |base: &str, node: &Node| (base.to_lowercase(), node.skin.ok_or(node.parent));
        let coarser = nodes().filter_map(|(_, node)| {
            let (base, level) = level_of(&node.name);
            (level > 0).then(|| family(base, node))
        });
        let mut families: BTreeMap<Family, BTreeMap<u32, Vec<Id<Node>>>> =
            coarser.map(|family| (family, BTreeMap::new())).collect();
        if families.is_empty() {
            return;
        }
        for (id, node) in nodes() {
            let (base, level) = level_of(&node.name);
            if let Some(levels) = families.get_mut(&family(base, node)) {
                levels.entry(level).or_default().push(id);
            }
        }
        families.into_values().for_each(|levels| self.family(levels, scene));
    }

    fn family(&mut self, levels: BTreeMap<u32, Vec<Id<Node>>>, scene: &mut Scene<'static>) {
        let (mut finest, mut coarser) = (None, Vec::new());
        for (level, mut nodes) in levels {
            // Of several that Blender told apart by numbers the one without.
            nodes.sort_by_key(|node| scene[*node].name.len());
            let [first, others @ ..] = nodes.as_slice() else { continue };
            if others.iter().any(|other| scene[*other].name.len() == scene[*first].name.len()) && level > 0 {
                let name = &scene[*first].name;
                self.findings.warning(
                    kinds::LOD_NAMES,
                    "nodes",
                    format!("expected one node {name:?}, found several; none is a level of detail"),
                );
                return;
            }
            if level == 0 { finest = Some(*first) } else { coarser.push(*first) }
        }
        let Some(finest) = finest.filter(|finest| scene[*finest].lods.is_empty()) else { return };
        let extras = |node: Id<Node>| self.root.nodes.get(node.index()).and_then(|node| node.extras.as_deref());
        let stored = extras::engine_assets(extras(finest)).unwrap_or_default().lod_distances;
        let coverage = extras::node(extras(finest)).screen_coverage;
        let begins: Vec<Option<f32>> = (0..coarser.len())
            .zip(&coarser)
            .map(|(index, node)| {
                let named = extras::node(extras(*node)).lod_distance;
                let covered = || self.covering(finest, *coverage.get(index)?);
                named.or_else(|| stored.get(index).copied().flatten()).or_else(covered).filter(|far| far.is_finite())
            })
            .collect();
        let names: Vec<String> = coarser.iter().map(|node| scene[*node].name.clone()).collect();
        let message = format!("levels of detail by their names: {}", names.join(", "));
        self.findings.note(kinds::LOD_NAMES, Path::from("node").name(scene[finest].name.as_bytes()), message);
        for (node, distance) in coarser.into_iter().zip(begins) {
            // All of a family are below one parent, or bound to one skin, which moves them then.
            scene[node].parent = None;
            scene[finest].lods.push(LodLevel { node, distance });
        }
    }

    /// Returns the distance at which a sphere around a node's mesh covers this share of a square picture.
    fn covering(&self, node: Id<Node>, share: f32) -> Option<f32> {
        let mesh = self.root.meshes.get(self.root.nodes.get(node.index())?.mesh?.index())?;
        let (mut least, mut most) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for primitive in &mesh.primitives {
            let (_, positions) = primitive.attributes.0.iter().find(|(name, _)| name == "POSITION")?;
            for position in self.arrays.get(positions.index())?.rows::<3>()?.map(Vec3::from) {
                (least, most) = (least.min(position), most.max(position));
            }
        }
        #[allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]
        let radius = f64::from((most - least).length()) / 2.0;
        let far = radius * (std::f64::consts::PI / f64::from(share)).sqrt() / (2.0 * HALF_VIEW);
        (share > 0.0 && far.is_finite()).then_some(far as f32)
    }
}

/// Splits the name of a level of detail, for example `Jack_LOD2.001`, into the name of the object and the level.
/// Blender's `.001` is removed first. If there is no `_LOD` and number, the level is 0.
fn level_of(name: &str) -> (&str, u32) {
    let plain = match name.rsplit_once('.') {
        Some((plain, number)) if number.len() >= 3 && number.bytes().all(|digit| digit.is_ascii_digit()) => plain,
        _ => name,
    };
    let digits = plain.bytes().rev().take_while(u8::is_ascii_digit).count();
    let at = plain.len().saturating_sub(digits);
    let marked = plain.as_bytes().get(..at).is_some_and(|head| {
        head.len() > MARK.len() && head.iter().rev().zip(MARK.iter().rev()).all(|(a, b)| a.to_ascii_lowercase() == *b)
    });
    let level = plain.get(at..).and_then(|number| number.parse().ok());
    match (marked, level, plain.get(..at.saturating_sub(MARK.len()))) {
        (true, Some(level), Some(base)) => (base, level),
        _ => (plain, 0),
    }
}

/// The tangent of half of a camera's vertical angle of view, which is 45 degrees.
const HALF_VIEW: f64 = 0.414_213_562_373_095;

#[cfg(test)]
mod tests {
    use super::level_of;

    #[test]
    fn names_tell_levels() {
        let all = ["Jack", "Jack.001", "Jack_LOD1", "jack_lod12.003", "_LOD1", "Jack_LOD", "LOD00", "a.b_LOD2", "x.01"];
        let levels = all.map(level_of);
        let expected = [
            ("Jack", 0),
            ("Jack", 0),
            ("Jack", 1),
            ("jack", 12),
            ("_LOD1", 0),
            ("Jack_LOD", 0),
            ("LOD00", 0),
            ("a.b", 2),
            ("x.01", 0),
        ];
        assert_eq!(levels, expected);
    }
}
