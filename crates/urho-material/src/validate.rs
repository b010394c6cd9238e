//! Findings about content that the engine silently ignores or misreads.

mod json;

use std::collections::HashSet;

use binio::{Findings, Name, Path, Segment, Severity};
use urho_core::tree::Element;

use crate::data::{Cull, Fill, MaterialData};
use crate::kinds;
use crate::material::{File, Material};
use crate::parameter::Parameter;
use crate::read::{self, Places};
use crate::source::XmlFile;
use crate::unit::{TextureUnit, UnitReading};

/// Elements that the engine reads only once.
const SINGLE: [&str; 9] = [
    "shader",
    "cull",
    "shadowcull",
    "fill",
    "depthbias",
    "alphatocoverage",
    "lineantialias",
    "renderorder",
    "occlusion",
];
/// Elements that can be repeated.
const SEVERAL: [&str; 4] = ["technique", "texture", "parameter", "parameteranimation"];

/// Returns the attributes that an element in a material can have.
fn known_attributes(element: &[u8]) -> &'static [&'static str] {
    match element {
        b"technique" => &["name", "quality", "loddistance"],
        b"texture" => &["unit", "slot", "name", "type"],
        b"shader" => &["vsdefines", "psdefines"],
        b"parameter" => &["name", "value", "type"],
        b"parameteranimation" => &["name", "wrapmode", "speed", "interpolationmethod", "splinetension"],
        b"depthbias" => &["constant", "slopescaled", "normaloffset"],
        b"cull" | b"shadowcull" | b"fill" | b"renderorder" => &["value"],
        _ => &["enable"],
    }
}

impl Material<'_> {
    /// Returns findings about content that is invalid or unusual. Use this to be told what the engine will ignore,
    /// misread, or not be able to draw. It does not look for the resources, so a missing texture is not reported.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        let (data, places) = match &self.file {
            File::Xml(file) => {
                let known: Vec<&str> = SINGLE.into_iter().chain(SEVERAL).collect();
                structure(file, &["material"], &known, &mut findings);
                xml(&file.root(), &mut findings);
                read::xml(file.root())
            }
            File::Json(file) => {
                json::structure(&file.root(), &mut findings);
                read::json(file.root())
            }
        };
        techniques(&data, &places, &mut findings);
        textures(&data, &places, &mut findings);
        parameters(&data, &places, &mut findings);
        animations(&data, &places, &mut findings);
        settings(&data, &mut findings);
        findings.place(|path| match path.segments() {
            [Segment::Part(part)] => Some(self.offset_of(part)),
            _ => None,
        });
        if let File::Xml(file) = &self.file {
            file.place(&mut findings);
        }
        findings
    }

    /// Returns the offset of an element or a JSON member. When there is none, this is the offset of the root.
    fn offset_of(&self, part: &str) -> u64 {
        match &self.file {
            File::Xml(file) => file.root().child(part).map_or(file.root().offset(), |element| element.offset()),
            File::Json(file) => file.root().get(part).map_or(file.root().offset(), |value| value.offset()),
        }
    }
}

/// Reports an unexpected root, elements after the root, and unknown elements.
pub(crate) fn structure(file: &XmlFile<'_>, roots: &[&str], known: &[&str], findings: &mut Findings) {
    let root = file.root();
    if !roots.iter().any(|name| root.name() == **name) {
        let message = format!("the root is called \"{}\" instead of {}", root.name(), roots.join(" or "));
        findings.add_at(kinds::ROOT_NAME, Severity::Warning, Path::new(), message, root.offset());
    }
    for behind in file.behind_root() {
        let message = format!("element \"{}\" after the root is not read", behind.name());
        findings.add_at(kinds::EXTRA_ELEMENT, Severity::Warning, Path::new(), message, behind.offset());
    }
    for child in root.children() {
        let name = child.name();
        if !known.iter().any(|known| name == **known) {
            let message = format!("element \"{name}\" is unknown; the engine skips it");
            findings.add_at(kinds::ELEMENT_UNKNOWN, Severity::Note, Path::new(), message, child.offset());
        }
    }
    if !root.text().is_empty() {
        findings.add_at(
            kinds::STRAY_TEXT,
            Severity::Note,
            Path::new(),
            "text between elements means nothing",
            root.offset(),
        );
    }
}

/// Reports attributes that are unknown or duplicate, and unknown entities.
pub(crate) fn attributes_of(element: &Element<'_, '_>, known: &[&str], path: &Path, findings: &mut Findings) {
    let mut seen = HashSet::new();
    for attribute in element.attributes() {
        let name = Name::from(attribute.name);
        let at = u64::from(attribute.name_span.start);
        if !seen.insert(attribute.name) {
            let message = format!("a second attribute {name}; the engine takes the first");
            findings.add_at(kinds::ATTRIBUTE_DUPLICATE, Severity::Warning, path.clone(), message, at);
        } else if !known.iter().any(|known| name == **known) {
            findings.add_at(
                kinds::ATTRIBUTE_UNKNOWN,
                Severity::Note,
                path.clone(),
                format!("attribute {name} is unknown; the engine skips it"),
                at,
            );
        } else if let Some(problem) = attribute.odd() {
            findings.add_at(kinds::VALUE_INVALID, Severity::Warning, path.clone(), format!("{name}: {problem}"), at);
        }
    }
}

/// Reports problems that only XML can have: attributes, duplicate elements, words.
fn xml(root: &Element<'_, '_>, findings: &mut Findings) {
    let mut seen = HashSet::new();
    for child in root.children() {
        let name = child.name();
        let is_single = SINGLE.iter().any(|single| name == **single);
        if !is_single && !SEVERAL.iter().any(|several| name == **several) {
            continue;
        }
        let path = Path::new().name(&name);
        attributes_of(&child, known_attributes(&name), &path, findings);
        if is_single && !seen.insert(child.name()) {
            let message = format!("a second element \"{name}\"; the engine reads the first only");
            findings.add_at(kinds::ELEMENT_DUPLICATE, Severity::Warning, path.clone(), message, child.offset());
        }
        let value = child.attribute("value");
        word(&name, value.as_deref(), &path, child.offset(), findings);
    }
}

/// Reports a word that is not known for this setting.
fn word(setting: &[u8], value: Option<&[u8]>, path: &Path, at: u64, findings: &mut Findings) {
    let Some(value) = value else { return };
    let otherwise = match setting {
        b"cull" | b"shadowcull" if Cull::known(value).is_none() => Cull::default().name(),
        b"fill" if Fill::known(value).is_none() => Fill::default().name(),
        _ => return,
    };
    let message = format!("\"{}\" is unknown; the engine takes {otherwise}", Name::from(value));
    findings.add_at(kinds::VALUE_UNKNOWN, Severity::Warning, path.clone(), message, at);
}

fn techniques(data: &MaterialData<'_>, places: &Places, findings: &mut Findings) {
    /// `high`, and the highest quality in the engine.
    const QUALITIES: [i32; 5] = [0, 1, 2, 3, 15];
    if data.techniques.is_empty() {
        findings.warning(
            kinds::NO_TECHNIQUE,
            "techniques",
            "no technique: the engine draws nothing with this material",
        );
    }
    for ((index, technique), at) in data.techniques.iter().enumerate().zip(&places.techniques) {
        let path = Path::from([("technique", index)]);
        if technique.name.trim_ascii().is_empty() {
            findings.add_at(
                kinds::TECHNIQUE_UNNAMED,
                Severity::Warning,
                path.clone(),
                "names no technique; the engine drops it",
                *at,
            );
        }
        if let Some(quality) = technique.quality.filter(|quality| !QUALITIES.contains(quality)) {
            let message = format!("unknown quality {quality}; expected 0 low, 1 medium, 2 high or 15 highest");
            findings.add_at(kinds::QUALITY_UNKNOWN, Severity::Warning, path.clone(), message, *at);
        }
        if technique.lod_distance.is_some_and(|distance| !distance.is_finite() || distance < 0.0) {
            findings.add_at(kinds::LOD_DISTANCE, Severity::Warning, path, "a loddistance that is no distance", *at);
        }
    }
}

fn textures(data: &MaterialData<'_>, places: &Places, findings: &mut Findings) {
    let mut taken: Vec<TextureUnit> = Vec::new();
    for ((index, texture), at) in data.textures.iter().enumerate().zip(&places.textures) {
        let path = Path::from([("texture", index)]);
        let mut warn =
            |message: String| findings.add_at(kinds::TEXTURE_UNIT, Severity::Warning, path.clone(), message, *at);
        let unit = texture.unit.as_ref().map_or_else(Name::default, Name::borrowed);
        if texture.name.trim_ascii().is_empty() {
            warn("names no file".to_owned());
        }
        match texture.reading() {
            UnitReading::Known(unit) => {
                if taken.contains(&unit) {
                    warn(format!("a second texture in unit {}; the engine takes the later", unit.name()));
                }
                taken.push(unit);
            }
            UnitReading::Misread(other) => {
                warn(format!("unit \"{unit}\" is unknown; the engine puts the texture into {}", other.name()));
                taken.push(other);
            }
            // rbfx has slots with any name.
            UnitReading::Skipped if texture.is_slot => {}
            UnitReading::Skipped => {
                warn(format!("unit \"{unit}\" is unknown; Urho3D leaves the texture out, rbfx makes a slot of it"));
            }
        }
    }
}

fn parameters(data: &MaterialData<'_>, places: &Places, findings: &mut Findings) {
    let mut names: Vec<&Name<'_>> = Vec::new();
    for ((index, parameter), at) in data.parameters.iter().enumerate().zip(&places.parameters) {
        let path = Path::from([("parameter", index)]).name(&parameter.name);
        value(parameter, &path, *at, findings);
        if parameter.name.is_empty() {
            findings.add_at(
                kinds::PARAMETER_UNNAMED,
                Severity::Warning,
                path.clone(),
                "a parameter without a name",
                *at,
            );
        }
        names.push(&parameter.name);
    }
    let mut sorted: Vec<(&Name<'_>, usize)> = names.into_iter().zip(0..).collect();
    sorted.sort_unstable_by(|(a, i), (b, j)| a.as_bytes().cmp(b.as_bytes()).then(i.cmp(j)));
    for pair in sorted.windows(2) {
        if let [(before, _), (name, index)] = pair {
            if before == name {
                let path = Path::from([("parameter", *index)]).name(name);
                let at = places.parameters.get(*index).copied().unwrap_or_default();
                findings.add_at(
                    kinds::PARAMETER_DUPLICATE,
                    Severity::Warning,
                    path,
                    "a second parameter of this name; the engine takes the later",
                    at,
                );
            }
        }
    }
}

fn value(parameter: &Parameter<'_>, path: &Path, at: u64, findings: &mut Findings) {
    let read = parameter.value();
    if let Some(problem) = read.odd {
        let message = format!("\"{}\": {problem}", parameter.text);
        findings.add_at(kinds::PARAMETER_VALUE, Severity::Warning, path.clone(), message, at);
    }
    if read.value.floats().is_some_and(|floats| floats.iter().any(|float| !float.is_finite())) {
        findings.add_at(
            kinds::PARAMETER_VALUE,
            Severity::Warning,
            path.clone(),
            "a number that is infinite or none",
            at,
        );
    }
}

fn animations(data: &MaterialData<'_>, places: &Places, findings: &mut Findings) {
    let defaults = Parameter::defaults(crate::Engine::Urho3d);
    let names: HashSet<&Name<'_>> = data.parameters.iter().chain(&defaults).map(|parameter| &parameter.name).collect();
    for ((index, animation), at) in data.animations.iter().enumerate().zip(&places.animations) {
        let path = Path::from([("parameter animation", index)]).name(&animation.name);
        let mut warn =
            |message: &str| findings.add_at(kinds::PARAMETER_ANIMATION, Severity::Warning, path.clone(), message, *at);
        if !names.contains(&animation.name) {
            warn("there is no parameter of this name; the engine drops the animation");
        }
        if animation.speed.is_none() {
            warn("no speed: the animation doesn't move");
        }
        let is_one_of =
            |name: &Name<'_>, known: &[&str]| known.iter().any(|word| name.eq_ignore_ascii_case(word.as_bytes()));
        if animation.wrap_mode.as_ref().is_some_and(|mode| !is_one_of(mode, &["Loop", "Once", "Clamp"])) {
            warn("an unknown wrapmode; the engine takes Loop");
        }
        if animation.interpolation.as_ref().is_some_and(|method| !is_one_of(method, &["None", "Linear", "Spline"])) {
            warn("an unknown interpolationmethod");
        }
        for (key, frame) in animation.keyframes.iter().enumerate() {
            value(&frame.value, &path.clone().item("key", key), *at, findings);
        }
    }
}

fn settings(data: &MaterialData<'_>, findings: &mut Findings) {
    if let Some(bias) = data.depth_bias {
        let ranges = [("constant", bias.constant, 1.0), ("slopescaled", bias.slope_scaled, 16.0)];
        for (name, value, most) in ranges {
            if !(-most..=most).contains(&value) {
                findings.warning(
                    kinds::DEPTH_BIAS_RANGE,
                    "depthbias",
                    format!("{name} {value} is outside of -{most} to {most}; the engine cuts it"),
                );
            }
        }
    }
    match data.render_order {
        Some(order) if !(-128..=255).contains(&order) => {
            let message = format!("{order} has more than eight bits; the engine takes the low eight");
            findings.warning(kinds::RENDER_ORDER_RANGE, "renderorder", message);
        }
        Some(order @ 128..) => {
            let signed = order as u8 as i8;
            let message = format!(
                "{order} is the middle or later in Urho3D up to 1.8, U3D and rbfx, and {signed}, so early, in Urho3D since September 2022"
            );
            findings.note(kinds::RENDER_ORDER_DIFFERS, "renderorder", message);
        }
        Some(order @ ..0) => {
            let message =
                format!("{order} is early in Urho3D since September 2022, and {} in the other engines", order as u8);
            findings.note(kinds::RENDER_ORDER_DIFFERS, "renderorder", message);
        }
        _ => {}
    }
}
