//! Selects the technique for a material.

/// What a material for Urho3D must be able to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Features {
    pub(super) unlit: bool,
    pub(super) diffuse: bool,
    pub(super) normal: bool,
    /// A texture with roughness and metalness.
    pub(super) metal: bool,
    pub(super) emission: bool,
    pub(super) occlusion: bool,
    pub(super) blended: bool,
    pub(super) vertex_colors: bool,
}

impl Features {
    /// Returns whether a technique with these features also shows vertex colours.
    pub(super) fn shows_vertex_colors(self) -> bool {
        self.unlit && self.diffuse == self.blended
    }

    /// Returns the technique for Urho3D and U3D. These engines don't have any other techniques than those used here.
    pub(super) fn technique(self) -> String {
        let word = |is: bool, word: &'static str| if is { word } else { "" };
        let alpha = word(self.blended, "Alpha");
        if self.unlit {
            let colors = self.vertex_colors && self.shows_vertex_colors();
            return match (self.diffuse, colors) {
                (true, true) => "Techniques/DiffVColUnlitAlpha.xml".to_owned(),
                (false, true) => "Techniques/NoTextureUnlitVCol.xml".to_owned(),
                (true, false) => format!("Techniques/DiffUnlit{alpha}.xml"),
                (false, false) => format!("Techniques/NoTextureUnlit{alpha}.xml"),
            };
        }
        let fourth = if self.emission { "Emissive" } else { word(self.occlusion, "AO") };
        let (metal, diffuse, normal) =
            (word(self.metal, "MetallicRough"), word(self.diffuse, "Diff"), word(self.normal, "Normal"));
        let spec = word(self.metal, "Spec");
        let shown = format!("{metal}{diffuse}{normal}{spec}{fourth}");
        let shown = if shown.is_empty() { "NoTexture".to_owned() } else { shown };
        format!("Techniques/PBR/PBR{shown}{alpha}.xml")
    }

    /// Returns the technique for rbfx, which shows all textures that are assigned to it.
    pub(super) fn technique_of_rbfx(self) -> String {
        let normal = if self.normal && !self.unlit { "NormalMap" } else { "" };
        match (self.unlit, self.blended) {
            (true, false) => "Techniques/UnlitOpaque.xml".to_owned(),
            (true, true) => "Techniques/UnlitTransparent.xml".to_owned(),
            (false, false) => format!("Techniques/LitOpaque{normal}.xml"),
            (false, true) => format!("Techniques/LitTransparentFade{normal}.xml"),
        }
    }

    /// Returns all combinations.
    #[cfg(test)]
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..256_u32).map(|bits| {
            let has = |bit: u32| bits & (1 << bit) != 0;
            Self {
                unlit: has(0),
                diffuse: has(1),
                normal: has(2),
                metal: has(3),
                emission: has(4),
                occlusion: has(5),
                blended: has(6),
                vertex_colors: has(7),
            }
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Checks the techniques against a table of those that come with the engines.
    #[test]
    fn every_technique_exists() {
        let Some(corpus) = std::env::var_os("ENGINE_ASSETS_CORPUS") else {
            println!("skipped: ENGINE_ASSETS_CORPUS isn't set");
            return;
        };
        let table = std::path::Path::new(&corpus).join("urho-scene/techniques.tsv");
        let table = std::fs::read_to_string(table).unwrap();
        let rows = table.lines().filter_map(|line| line.split_once('\t'));
        let known: HashSet<(&str, &str)> =
            rows.map(|(engine, rest)| (engine, rest.split('\t').next().unwrap())).collect();
        let mut named = HashSet::new();
        for features in Features::all() {
            let (urho, rbfx) = (features.technique(), features.technique_of_rbfx());
            assert!(known.contains(&("U", urho.as_str())), "{features:?}: {urho}");
            assert!(known.contains(&("R", rbfx.as_str())), "{features:?}: {rbfx}");
            named.insert(urho);
        }
        // All of the set of physically based ones but terrain and vegetation, and those without light.
        assert_eq!(named.len(), 54);
    }

    #[test]
    fn techniques_say_what_they_show() {
        let all = Features { diffuse: true, normal: true, metal: true, occlusion: true, ..Features::default() };
        assert_eq!(all.technique(), "Techniques/PBR/PBRMetallicRoughDiffNormalSpecAO.xml");
        let beside = Features { emission: true, blended: true, ..all };
        assert_eq!(beside.technique(), "Techniques/PBR/PBRMetallicRoughDiffNormalSpecEmissiveAlpha.xml");
        assert_eq!(Features::default().technique(), "Techniques/PBR/PBRNoTexture.xml");
    }
}
