//! Migrates materials and material lists.

use asset_formats::Format;
use urho_material::{Encoding, Engine, Material, MaterialList, TextureUnit};

use super::context::{Context, Made};
use super::special;
use super::techniques::{self, Counterpart};

/// Roughness and metalness with this value change nothing. rbfx multiplies them by the texture, but Urho3D adds them to
/// it.
const MULTIPLIED: f32 = 1.0;
const ADDED: f32 = 0.0;
/// The values that Urho3D uses if they are missing in a material.
const ROUGHNESS: f32 = 0.5;
const METALLIC: f32 = 0.0;

/// Migrates a material.
pub(super) fn migrate(context: &Context, bytes: &[u8]) -> Made {
    let name = Format::URHO_MATERIAL.name();
    let material = match Material::parse(bytes) {
        Ok(material) => material,
        Err(error) => return Made::refused(name, error),
    };
    let mut notes = Made::copied(name);
    let changed = if context.is_to_rbfx() {
        to_rbfx(context, material, &mut notes)
    } else if context.is_from_rbfx() {
        to_urho3d(context, material, &mut notes)
    } else {
        return notes;
    };
    match changed {
        Ok(content) => {
            let migrated = Made::converted(name, content, bytes);
            let is_by_hand = notes.action == super::Action::ByHand && migrated.content.is_none();
            let action = if is_by_hand { super::Action::ByHand } else { migrated.action };
            Made { notes: notes.notes, action, ..migrated }
        }
        Err(error) => Made::refused(name, error),
    }
}

/// The shading and maps of a material, according to its techniques.
struct Look {
    is_pbr: bool,
    has_map: bool,
}

impl Look {
    fn of(material: &Material<'_>) -> Self {
        let data = material.data();
        let first = data.techniques.first().map(|technique| technique.name.to_string()).unwrap_or_default();
        let stem = techniques::stem(&first);
        let defines =
            |define: Option<&urho_material::Name<'_>>| define.is_some_and(|text| text.to_string().contains("PBR"));
        let is_pbr = stem.starts_with("PBR") || defines(data.pixel_defines.as_ref());
        let has_texture = data.texture(TextureUnit::SPECULAR).is_some();
        Self { is_pbr, has_map: is_pbr && (stem.contains("MetallicRough") || stem.starts_with("Lit")) && has_texture }
    }
}

/// Returns the file names of the techniques in a material, without the extension.
fn stems(material: &Material<'_>) -> Vec<String> {
    let data = material.data();
    data.techniques.iter().map(|technique| techniques::stem(&technique.name.to_string()).to_owned()).collect()
}

fn float(material: &Material<'_>, name: &str) -> Option<f32> {
    let data = material.data();
    data.parameter(name)?.numbers()?.first().copied()
}

fn to_rbfx(context: &Context, material: Material<'_>, notes: &mut Made) -> Result<Vec<u8>, urho_material::Error> {
    let change = if material.encoding() == Encoding::Json {
        Some("JSON becomes XML, the only encoding of materials that the engine reads")
    } else if has_numbered_units(&material) {
        Some("numbers of texture units become slots")
    } else {
        None
    };
    let mut material = if let Some(change) = change {
        notes.changed(change);
        Material::parse(&material.data().to_xml(Engine::Rbfx)?)?.into_owned()
    } else {
        material.into_owned()
    };
    let stems = stems(&material);
    name_techniques(context, &mut material, notes)?;
    special::to_rbfx(&mut material, &stems, notes)?;
    let look = Look::of(&material);
    if look.is_pbr {
        numbers_of_rbfx(&mut material, &look, notes)?;
    } else if context.pbr {
        super::techniques::make_pbr(&mut material, notes)?;
    }
    material.to_bytes()
}

/// Checks whether a texture has a number instead of a unit name. Urho3D can read both.
fn has_numbered_units(material: &Material<'_>) -> bool {
    let is_number =
        |unit: &urho_material::Name<'_>| unit.as_str().is_some_and(|unit| unit.trim().parse::<u8>().is_ok());
    material.data().textures.iter().any(|texture| !texture.is_slot && texture.unit.as_ref().is_some_and(is_number))
}

/// Replaces the techniques with those that the other engine has for the same purpose.
fn name_techniques(
    context: &Context,
    material: &mut Material<'static>,
    notes: &mut Made,
) -> Result<(), urho_material::Error> {
    let data = material.data();
    let names: Vec<String> = data.techniques.iter().map(|technique| technique.name.to_string()).collect();
    drop(data);
    for (index, name) in names.iter().enumerate() {
        if context.own_techniques.contains(name) {
            continue;
        }
        match techniques::counterpart(context.from, context.to, name, material) {
            Counterpart::Same => {}
            Counterpart::Other(other) => {
                notes.changed(format!("technique {name} becomes {other}"));
                material.set_technique(index, &other)?;
            }
            Counterpart::None => {
                notes.by_hand(
                    None,
                    format!("{} has no technique {name}: the material draws nothing until there is one", context.to),
                );
            }
        }
    }
    Ok(())
}

/// Writes roughness and metalness for rbfx, because its defaults are different, and because it multiplies them by the
/// texture.
fn numbers_of_rbfx(
    material: &mut Material<'static>,
    look: &Look,
    notes: &mut Made,
) -> Result<(), urho_material::Error> {
    for (name, default, what) in [("Roughness", ROUGHNESS, "roughness"), ("Metallic", METALLIC, "metalness")] {
        let value = float(material, name);
        match (look.has_map, value) {
            (false, Some(_)) => {}
            (false, None) => {
                notes.changed(format!("{name} {default} is written: the engine's own value is 1"));
                material.set_parameter(name, default)?;
            }
            (true, value) => {
                let added = value.unwrap_or(default);
                notes.changed(format!("{name} becomes 1: the engine multiplies the texture, Urho3D adds to it"));
                if added != ADDED {
                    notes.by_hand(
                        None,
                        format!("Urho3D adds {added} to the {what} of the texture: bake it into the texture"),
                    );
                }
                material.set_parameter(name, MULTIPLIED)?;
            }
        }
    }
    let specular = material.data().parameter("MatSpecColor").and_then(urho_material::Parameter::numbers);
    if let Some([r, g, b, ..]) = specular.as_deref() {
        let grey = (r + g + b) / 3.0;
        if grey != 0.5 && grey >= 0.0 {
            // Urho3D reflects 0.08 × the colour, rbfx 0.16 × the square of its number.
            let number = (grey * 0.5).sqrt();
            notes.changed(format!("DielectricReflectance {number} is written, which reflects as MatSpecColor did"));
            material.set_parameter("DielectricReflectance", number)?;
        }
    }
    Ok(())
}

fn to_urho3d(context: &Context, material: Material<'_>, notes: &mut Made) -> Result<Vec<u8>, urho_material::Error> {
    let mut material = material.into_owned();
    let look = Look::of(&material);
    let stems = stems(&material);
    name_techniques(context, &mut material, notes)?;
    special::to_urho3d(&mut material, &stems, notes)?;
    if look.is_pbr {
        for (name, default) in [("Roughness", 1.0), ("Metallic", 1.0)] {
            let value = float(&material, name).unwrap_or(default);
            if look.has_map {
                if value != MULTIPLIED {
                    notes.by_hand(
                        None,
                        format!("rbfx multiplies the texture by {name} {value}: bake it into the texture"),
                    );
                }
                material.set_parameter(name, ADDED)?;
            } else {
                material.set_parameter(name, value)?;
            }
        }
        material.set_defines("", "")?;
    }
    let data = material.data();
    let has_slots = data.textures.iter().any(|texture| texture.is_slot);
    if !has_slots {
        return material.to_bytes();
    }
    let mut data = data.into_owned();
    data.textures.retain_mut(|texture| match texture.reading() {
        urho_material::UnitReading::Known(unit) => {
            texture.unit = Some(unit.name().into());
            texture.is_slot = false;
            texture.kind = None;
            true
        }
        _ => {
            let slot = texture.unit.as_ref().map(ToString::to_string).unwrap_or_default();
            notes.by_hand(None, format!("slot {slot} with {} has no unit: left out", texture.name));
            false
        }
    });
    notes.changed("slots become units");
    data.to_xml(Engine::Urho3d)
}

/// Migrates the material list of a model.
pub(super) fn migrate_list(context: &Context, bytes: &[u8]) -> Made {
    let name = Format::URHO_MATERIAL_LIST.name();
    let list = match MaterialList::parse(bytes) {
        Ok(list) => list,
        Err(error) => return Made::refused(name, error),
    };
    let mut new = list.clone().into_owned();
    let renamed = list.names().enumerate().filter_map(|(index, name)| {
        let new = name.as_str().and_then(|name| context.renamed.get(name))?;
        Some((index, new.clone()))
    });
    for (index, material) in renamed.collect::<Vec<_>>() {
        if let Err(error) = new.set_name(index, &material) {
            return Made::refused(name, error);
        }
    }
    match new.to_bytes() {
        Ok(content) => Made::converted(name, content, bytes),
        Err(error) => Made::refused(name, error),
    }
}
