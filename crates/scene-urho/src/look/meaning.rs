//! Finds out what a technique does, given its file, or its name if the file is missing.

use serde::{Deserialize, Serialize};
use urho_material::{MaterialData, Name, Pass, Technique};

/// How light acts on a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Shading {
    Unlit,
    /// Metallic-roughness.
    Metal,
    /// Blinn-Phong.
    Phong,
}

/// What the third texture unit is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Third {
    Nothing,
    Specular,
    /// Roughness and metalness.
    Metal,
}

/// What the fourth texture unit is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Fourth {
    Nothing,
    Emission,
    /// Occlusion, using this texture coordinate set.
    Occlusion(u32),
    Lightmap,
}

/// How to blend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Blending {
    Opaque,
    Alpha,
    /// Premultiplied, added, multiplied and so on.
    Other,
}

/// What a technique does, together with the material's own defines.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Meaning {
    pub(super) shading: Shading,
    pub(super) diffuse: bool,
    pub(super) normal: bool,
    pub(super) third: Third,
    pub(super) fourth: Fourth,
    pub(super) reflection: bool,
    pub(super) vertex_colors: bool,
    pub(super) blending: Blending,
    pub(super) mask: bool,
    pub(super) packed_normals: bool,
    /// Whether this technique is for rbfx. If so, the engine multiplies numbers, uses sRGB colours, and reads occlusion
    /// from alpha.
    pub(super) rbfx: bool,
}

/// Properties of a technique that only pictures show.
#[derive(Clone, Debug, Default)]
pub(super) struct Traits {
    /// The shader of the first colour pass.
    pub(super) shader: String,
    /// How the alpha pass blends, in lower case.
    pub(super) blend: Option<String>,
}

impl Traits {
    /// Finds out the same as [`Meaning::of`], but only for pictures.
    pub(super) fn of(name: &str, file: Option<&Technique<'_>>) -> Self {
        let mut words = Words::default();
        match file {
            Some(file) => words.read(file),
            None => words.guess(name),
        }
        Self { shader: words.shader, blend: words.alpha_blend }
    }
}

impl Meaning {
    /// Returns whether the surface is metallic-roughness.
    pub(super) fn is_metal(self) -> bool {
        self.shading == Shading::Metal
    }

    /// Finds out what a material's technique does, given its name and, if there is one, its `file`.
    pub(super) fn of(data: &MaterialData<'_>, name: &str, file: Option<&Technique<'_>>) -> Self {
        let mut words = Words::default();
        match file {
            Some(file) => words.read(file),
            None => words.guess(name),
        }
        for defines in [&data.pixel_defines, &data.vertex_defines].into_iter().flatten() {
            words.add(defines);
        }
        words.meaning(data)
    }
}

/// The keywords in the colour passes.
#[derive(Debug, Default)]
struct Words {
    shader: String,
    defines: Vec<String>,
    has_base: bool,
    alpha_blend: Option<String>,
}

impl Words {
    fn add(&mut self, defines: &[u8]) {
        let words = defines.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        self.defines.extend(words.map(|word| String::from_utf8_lossy(word).into_owned()));
    }

    fn has(&self, word: &str) -> bool {
        self.defines.iter().any(|one| one == word || one.strip_suffix("=1") == Some(word))
    }

    fn read(&mut self, technique: &Technique<'_>) {
        for pass in technique.passes().into_iter().filter(Pass::draws_color) {
            let name = pass.name.to_ascii_lowercase();
            let (shader, defines) = technique.pixel_shader_of(&pass);
            if self.shader.is_empty() {
                self.shader = shader.to_text().into_owned();
            }
            self.defines.extend(defines.iter().map(|word| word.to_text().into_owned()));
            let blend = || pass.blend.as_ref().map_or_else(|| "replace".to_owned(), |name| lower(name));
            match &*name {
                b"base" => {
                    self.has_base = true;
                    // A base pass may blend, too: rbfx adds such passes.
                    self.alpha_blend = self.alpha_blend.take().or_else(|| Some(blend()).filter(|one| one != "replace"));
                }
                b"alpha" | b"postalpha" | b"refract" => self.alpha_blend = Some(blend()),
                _ => {}
            }
        }
        // rbfx: defines of both stages.
        if let Some(both) = technique.attribute("defines") {
            self.add(&both);
        }
    }

    /// Guesses what a technique does, using the names of techniques that come with the engines.
    fn guess(&mut self, name: &str) {
        let file = name.rsplit('/').next().unwrap_or(name);
        let stem = file.split('.').next().unwrap_or(file);
        let has = |word: &str| stem.contains(word);
        if ["LitOpaque", "LitTransparent", "UnlitOpaque", "UnlitTransparent"].iter().any(|one| stem.starts_with(one)) {
            self.shader = "M_Default".to_owned();
            let transparent = has("Transparent").then(|| if has("Add") { "add" } else { "alpha" }.to_owned());
            (self.has_base, self.alpha_blend) = (transparent.is_none(), transparent);
            let words = [("Unlit", "UNLIT"), ("NormalMap", "NORMALMAP")];
            self.defines.extend(words.into_iter().filter(|(word, _)| has(word)).map(|(_, word)| word.to_owned()));
            return;
        }
        let pbr = stem.starts_with("PBR");
        self.shader = if has("Unlit") || has("Skybox") || has("Skydome") || stem.starts_with("Basic") {
            "Unlit"
        } else if pbr {
            "PBRLitSolid"
        } else {
            "LitSolid"
        }
        .to_owned();
        let words = [
            ("Diff", "DIFFMAP"),
            ("Skybox", "DIFFMAP"),
            ("Normal", "NORMALMAP"),
            ("Spec", if pbr { "ROUGHNESS" } else { "SPECMAP" }),
            ("MetallicRough", "METALLIC"),
            ("Emissive", "EMISSIVEMAP"),
            ("AO", "AO"),
            ("LightMap", "LIGHTMAP"),
            ("EnvCube", "ENVCUBEMAP"),
            ("VCol", "VERTEXCOLOR"),
        ];
        self.defines.extend(words.into_iter().filter(|(word, _)| has(word)).map(|(_, word)| word.to_owned()));
        let blend = [("AddAlpha", "addalpha"), ("Add", "add"), ("Multiply", "multiply"), ("Alpha", "alpha")];
        let blend = blend.into_iter().find(|(word, _)| stem.ends_with(word));
        self.alpha_blend = blend.filter(|_| !has("AlphaMask")).map(|(_, blend)| blend.to_owned());
        self.has_base = self.alpha_blend.is_none();
    }

    fn meaning(&self, data: &MaterialData<'_>) -> Meaning {
        let shader = self.shader.as_str();
        let slots = data.textures.iter().any(|texture| texture.is_slot);
        let modern = shader.starts_with("M_");
        let rbfx = slots || modern;
        let unlit = ["Unlit", "Basic", "UnlitParticle", "Skybox", "Skydome", "M_Skymesh", "M_Skyplane"];
        let shading = if unlit.contains(&shader) || self.has("UNLIT") {
            Shading::Unlit
        } else if shader.starts_with("PBR") || self.has("PBR") {
            Shading::Metal
        } else {
            Shading::Phong
        };
        let third = match shading {
            Shading::Metal if modern || self.has("ROUGHNESS") || self.has("METALLIC") => Third::Metal,
            Shading::Phong if modern || self.has("SPECMAP") => Third::Specular,
            _ => Third::Nothing,
        };
        let fourth = if self.has("EMISSIVEMAP") || modern && !self.has("AO") {
            Fourth::Emission
        } else if self.has("AO") {
            Fourth::Occlusion(u32::from(shading != Shading::Metal && !rbfx))
        } else if self.has("LIGHTMAP") {
            Fourth::Lightmap
        } else {
            Fourth::Nothing
        };
        Meaning {
            shading,
            diffuse: modern || self.has("DIFFMAP") || matches!(shader, "Skybox" | "Skydome"),
            normal: self.has("NORMALMAP"),
            third,
            fourth,
            reflection: self.has("ENVCUBEMAP"),
            vertex_colors: self.has("VERTEXCOLOR"),
            blending: match self.alpha_blend.as_deref() {
                Some("alpha") => Blending::Alpha,
                Some("replace") | None => Blending::Opaque,
                Some(_) => Blending::Other,
            },
            mask: self.has("ALPHAMASK"),
            packed_normals: self.has("PACKEDNORMAL"),
            rbfx,
        }
    }
}

fn lower(name: &Name<'_>) -> String {
    name.to_text().to_ascii_lowercase()
}
