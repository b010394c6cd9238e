//! Families of techniques that come with the engine. The members of a family differ in textures, lighting and blending.

use super::super::super::engine_files::is_engine_file;

/// How a technique lights surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lighting {
    Unlit,
    /// Blinn-Phong. In rbfx, a define in the material can change this to metallic-roughness.
    Lit,
    /// Metallic-roughness, as in Urho3D.
    Pbr,
}

/// What the fourth texture unit is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fourth {
    Nothing,
    Emission,
    Occlusion,
}

/// The parts of a technique name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    /// Whether this is a technique that only rbfx has. It shows all textures that a material has.
    pub(super) is_modern: bool,
    pub(super) lighting: Lighting,
    pub(super) diffuse: bool,
    pub(super) normal: bool,
    pub(super) specular: bool,
    pub(super) fourth: Fourth,
    pub(super) blended: bool,
    /// Whether a blended technique in rbfx fades reflections too.
    pub(super) fades: bool,
}

impl Member {
    /// Reads a technique name, for example `Techniques/DiffNormal.xml`. Returns `None` if the technique has other
    /// features, for example if it comes from the project.
    pub(super) fn of(technique: &str) -> Option<Self> {
        let name = technique.strip_prefix("Techniques/")?.strip_suffix(".xml")?;
        let stem = name.rsplit('/').next().unwrap_or(name);
        let has = |word: &str| stem.contains(word);
        let is_modern =
            ["LitOpaque", "LitTransparent", "UnlitOpaque", "UnlitTransparent"].iter().any(|own| stem.starts_with(own));
        let lighting = match () {
            () if has("Unlit") => Lighting::Unlit,
            () if stem.starts_with("PBR") => Lighting::Pbr,
            () => Lighting::Lit,
        };
        let fourth = match () {
            () if has("Emissive") => Fourth::Emission,
            () if has("AO") => Fourth::Occlusion,
            () => Fourth::Nothing,
        };
        let (normal, specular, fades) = (has("Normal"), has("Spec"), has("Fade"));
        let blended = if is_modern { has("Transparent") } else { stem.ends_with("Alpha") };
        let own = Self { is_modern, lighting, diffuse: has("Diff"), normal, specular, fourth, blended, fades };
        // A name with any other word is not the name of what was understood.
        (own.name() == technique).then_some(own)
    }

    /// Returns the resource name for the technique.
    fn name(self) -> String {
        let word = |is: bool, word: &'static str| if is { word } else { "" };
        if self.is_modern {
            let normal = word(self.normal, "NormalMap");
            let name = match (self.lighting, self.blended) {
                (Lighting::Unlit, false) => "UnlitOpaque".to_owned(),
                (Lighting::Unlit, true) => "UnlitTransparent".to_owned(),
                (_, false) => format!("LitOpaque{normal}"),
                (_, true) => format!("LitTransparent{}{normal}", word(self.fades, "Fade")),
            };
            return format!("Techniques/{name}.xml");
        }
        let diffuse = word(self.diffuse, "Diff");
        let alpha = word(self.blended, "Alpha");
        if self.lighting == Lighting::Unlit {
            let base = if self.diffuse { diffuse } else { "NoTexture" };
            return format!("Techniques/{base}Unlit{alpha}.xml");
        }
        let fourth = match self.fourth {
            Fourth::Nothing => "",
            Fourth::Emission => "Emissive",
            Fourth::Occlusion => "AO",
        };
        let shown = format!("{}{}{fourth}", word(self.normal, "Normal"), word(self.specular, "Spec"));
        match self.lighting {
            Lighting::Pbr if !self.diffuse && shown.is_empty() => format!("Techniques/PBR/PBRNoTexture{alpha}.xml"),
            Lighting::Pbr => {
                format!("Techniques/PBR/PBR{}{diffuse}{shown}{alpha}.xml", word(self.specular, "MetallicRough"))
            }
            _ => format!("Techniques/{}{shown}{alpha}.xml", if self.diffuse { diffuse } else { "NoTexture" }),
        }
    }

    /// Returns the resource name for the technique, or `None` if the engines don't have a technique with these
    /// features.
    pub(super) fn existing_name(self) -> Option<String> {
        Some(self.name()).filter(|name| is_engine_file(name))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn with(technique: &str, change: impl FnOnce(&mut Member)) -> Option<String> {
        let mut member = Member::of(technique)?;
        change(&mut member);
        member.existing_name()
    }

    #[test]
    fn a_feature_leads_to_the_next_technique() {
        let name = |name: &str| Some(format!("Techniques/{name}.xml"));
        assert_eq!(with("Techniques/Diff.xml", |own| own.normal = true), name("DiffNormal"));
        assert_eq!(with("Techniques/DiffNormalSpec.xml", |own| own.blended = true), name("DiffNormalSpecAlpha"));
        assert_eq!(with("Techniques/Diff.xml", |own| own.lighting = Lighting::Unlit), name("DiffUnlit"));
        assert_eq!(with("Techniques/DiffAO.xml", |own| own.fourth = Fourth::Emission), name("DiffEmissive"));
        assert_eq!(with("Techniques/Diff.xml", |own| own.lighting = Lighting::Pbr), name("PBR/PBRDiff"));
        assert_eq!(with("Techniques/NoTexture.xml", |own| own.lighting = Lighting::Pbr), name("PBR/PBRNoTexture"));
        assert_eq!(with("Techniques/PBR/PBRDiff.xml", |own| own.specular = true), name("PBR/PBRMetallicRoughDiffSpec"));
        assert_eq!(with("Techniques/LitOpaque.xml", |own| own.normal = true), name("LitOpaqueNormalMap"));
        assert_eq!(with("Techniques/LitTransparentFade.xml", |own| own.blended = false), name("LitOpaque"));
    }

    #[test]
    fn other_techniques_have_no_relatives() {
        for name in [
            "Techniques/Mine.xml",
            "Techniques/DiffVCol.xml",
            "Techniques/Water.xml",
            "Techniques/DiffAlphaMask.xml",
            "Diff.xml",
        ] {
            assert_eq!(Member::of(name), None, "{name}");
        }
        // The engines have no technique with a specular texture alone.
        assert_eq!(with("Techniques/NoTexture.xml", |own| own.specular = true), None);
    }
}
