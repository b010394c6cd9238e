//! Views models, with paths such as `geometries[2]/lods[0]/distance`, `bones/Head/parent` and `bounds/max`.

use std::borrow::Cow;

use binio::Name;
use urho_core::Variant;
use urho_mdl::glam::{Quat, Vec3};
use urho_mdl::{Bone, Lod, Model};

use super::Address;
use crate::edit::Setting;
use crate::error::PathError;
use crate::part::Part;
use crate::value::Value;

/// The place of a value in a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum At {
    /// A field in a level of detail. The numbers are the geometry and the level.
    Lod(usize, usize, &'static str),
    /// The center of a geometry, if it is in the file.
    Center(usize),
    /// A field in a bone.
    Bone(usize, &'static str),
    /// A field in a morph.
    Morph(usize, &'static str),
    /// `min` or `max` of the bounding box.
    Bounds(&'static str),
}

const LOD: [&str; 6] = ["distance", "primitive", "vb", "ib", "index_start", "index_count"];
const BONE: [&str; 9] =
    ["name", "parent", "position", "rotation", "scale", "offset_matrix", "radius", "box_min", "box_max"];
const MORPH: [&str; 2] = ["name", "weight"];

/// Returns the document as a part.
pub(super) fn root<'d>(model: &'d Model<'d>) -> Part<'d> {
    Part::group("", "Model", Address::None, move || {
        let id = Value::fixed(Variant::String(model.version.id().unwrap_or_default().into()));
        vec![
            Part::value_of("id", id, Address::None),
            count("num_vertex_buffers", model.vertex_buffers.len()),
            count("num_index_buffers", model.index_buffers.len()),
            Part::list("geometries", Address::None, move || {
                (0..model.geometries.len()).map(|index| geometry(model, index)).collect()
            }),
            Part::list("morphs", Address::None, move || {
                model
                    .morphs
                    .iter()
                    .enumerate()
                    .map(|(index, morph)| fields(model, &morph.name, &MORPH, move |field| At::Morph(index, field)))
                    .collect()
            }),
            Part::list("bones", Address::None, move || {
                model
                    .skeleton
                    .bones
                    .iter()
                    .enumerate()
                    .map(|(index, bone)| fields(model, &bone.name, &BONE, move |field| At::Bone(index, field)))
                    .collect()
            }),
            fields(model, &Name::default(), &["min", "max"], At::Bounds).renamed("bounds"),
        ]
    })
}

fn count<'d>(name: &'static str, count: usize) -> Part<'d> {
    Part::value_of(name, Value::fixed(Variant::Int64(i64::try_from(count).unwrap_or(i64::MAX))), Address::None)
}

fn geometry<'d>(model: &'d Model<'d>, index: usize) -> Part<'d> {
    let names = model.tail.geometry_names.as_ref().and_then(|names| names.names.get(index));
    let name = names.map(|name| name.to_text().into_owned()).unwrap_or_default();
    Part::group(name, "", Address::None, move || {
        let lods = model.geometries.get(index).map_or(0, |geometry| geometry.lods.len());
        let mapping = model.geometries.get(index).map(|geometry| geometry.bone_mapping.as_slice()).unwrap_or_default();
        let lod =
            move |number: usize| fields(model, &Name::default(), &LOD, move |field| At::Lod(index, number, field));
        let mut parts = vec![Part::list("lods", Address::None, move || (0..lods).map(lod).collect())];
        parts.push(Part::list("bone_mapping", Address::None, move || {
            let bones = mapping.iter().map(|bone| Value::fixed(Variant::Int64(i64::from(*bone))));
            bones.map(|value| Part::value_of("", value, Address::None)).collect()
        }));
        parts.extend(field(model, "center", At::Center(index)));
        parts
    })
}

/// Returns a group of values.
fn fields<'d>(
    model: &'d Model<'d>,
    name: &Name<'_>,
    names: &'static [&'static str],
    at: impl Fn(&'static str) -> At + 'd,
) -> Part<'d> {
    let name = name.to_text().into_owned();
    Part::group(name, "", Address::None, move || names.iter().filter_map(|name| field(model, name, at(name))).collect())
}

fn field<'d>(model: &Model<'_>, name: &'static str, at: At) -> Option<Part<'d>> {
    let value = Value::new(get(model, at)?);
    let value = match at {
        At::Center(index) if model.tail.centers.len() <= index => {
            Value { read_only: Some("the file has no centers"), is_stored: false, ..value }
        }
        _ => value,
    };
    Some(Part::value_of(Cow::Borrowed(name), value, Address::Model(at)))
}

fn whole(number: u32) -> Variant<'static> {
    Variant::Int64(i64::from(number))
}

/// Returns a value, or `None` if it is not in the model.
fn get(model: &Model<'_>, at: At) -> Option<Variant<'static>> {
    Some(match at {
        At::Lod(geometry, number, field) => {
            let lod = model.geometries.get(geometry)?.lods.get(number)?;
            match field {
                "distance" => Variant::Float(lod.distance),
                "primitive" => whole(lod.primitive.0),
                "vb" => whole(lod.vertex_buffer),
                "ib" => whole(lod.index_buffer),
                "index_start" => whole(lod.draw.start),
                _ => whole(lod.draw.count),
            }
        }
        At::Center(geometry) => Variant::Vector3(model.center(geometry).to_array()),
        At::Bone(index, field) => {
            let bone = model.skeleton.bones.get(index)?;
            match field {
                "name" => Variant::String(bone.name.clone().into_owned()),
                "parent" => whole(bone.parent),
                "position" => Variant::Vector3(bone.position.to_array()),
                "rotation" => Variant::Quaternion([bone.rotation.w, bone.rotation.x, bone.rotation.y, bone.rotation.z]),
                "scale" => Variant::Vector3(bone.scale.to_array()),
                "offset_matrix" => Variant::Matrix3x4(Box::new(bone.offset_matrix)),
                "radius" => Variant::Float(bone.collision.radius?),
                "box_min" => Variant::Vector3(bone.collision.bounds?.min.to_array()),
                _ => Variant::Vector3(bone.collision.bounds?.max.to_array()),
            }
        }
        At::Morph(index, field) => {
            let morph = model.morphs.get(index)?;
            match field {
                "name" => Variant::String(morph.name.clone().into_owned()),
                _ => Variant::Float(morph.weight?),
            }
        }
        At::Bounds("min") => Variant::Vector3(model.bounds.min.to_array()),
        At::Bounds(_) => Variant::Vector3(model.bounds.max.to_array()),
    })
}

/// Sets values.
pub(super) fn set(model: &mut Model<'_>, settings: &[(At, &Setting)]) -> Result<(), PathError> {
    let mut changed = model.clone();
    for (at, setting) in settings {
        if let Some(why) = set_one(&mut changed, *at, &setting.variant) {
            return Err(PathError::refused(&setting.path, why));
        }
    }
    *model = changed;
    Ok(())
}

/// Sets a value. Returns the reason if it can't be set.
fn set_one(model: &mut Model<'_>, at: At, value: &Variant<'static>) -> Option<&'static str> {
    const GONE: Option<&str> = Some("the model doesn't have it");
    let number = match value {
        Variant::Int64(number) => u32::try_from(*number).ok(),
        _ => Some(0),
    };
    let Some(number) = number else { return Some("expected an integer from 0 to 4294967295") };
    match at {
        At::Lod(geometry, index, field) => {
            let Some(lod) = model.geometries.get_mut(geometry).and_then(|geometry| geometry.lods.get_mut(index)) else {
                return GONE;
            };
            set_lod(lod, field, (number, value));
        }
        At::Center(geometry) => match (model.tail.centers.get_mut(geometry), value.as_vec3()) {
            (Some(center), Some(value)) => *center = value,
            _ => return GONE,
        },
        At::Bone(index, field) => {
            let Some(bone) = model.skeleton.bones.get_mut(index) else { return GONE };
            set_bone(bone, field, (number, value));
        }
        At::Morph(index, field) => {
            let Some(morph) = model.morphs.get_mut(index) else { return GONE };
            match (field, value) {
                (_, Variant::String(name)) => morph.name = name.clone(),
                (_, Variant::Float(weight)) => morph.weight = Some(*weight),
                _ => return GONE,
            }
        }
        At::Bounds(field) => {
            let value = value.as_vec3().unwrap_or(Vec3::ZERO);
            if field == "min" { model.bounds.min = value } else { model.bounds.max = value }
        }
    }
    None
}

fn set_lod(lod: &mut Lod, field: &str, (number, value): (u32, &Variant<'_>)) {
    match (field, value) {
        (_, Variant::Float(distance)) => lod.distance = *distance,
        ("primitive", _) => lod.primitive.0 = number,
        ("vb", _) => lod.vertex_buffer = number,
        ("ib", _) => lod.index_buffer = number,
        ("index_start", _) => lod.draw.start = number,
        _ => lod.draw.count = number,
    }
}

fn set_bone(bone: &mut Bone<'_>, field: &str, (number, value): (u32, &Variant<'static>)) {
    let vector = value.as_vec3().unwrap_or(Vec3::ZERO);
    match (field, value) {
        (_, Variant::String(name)) => bone.name = name.clone(),
        (_, Variant::Quaternion([w, x, y, z])) => bone.rotation = Quat::from_xyzw(*x, *y, *z, *w),
        (_, Variant::Matrix3x4(rows)) => bone.offset_matrix = **rows,
        (_, Variant::Float(radius)) => bone.collision.radius = Some(*radius),
        ("parent", _) => bone.parent = number,
        ("position", _) => bone.position = vector,
        ("scale", _) => bone.scale = vector,
        ("box_min", _) => bone.collision.bounds.iter_mut().for_each(|bounds| bounds.min = vector),
        _ => bone.collision.bounds.iter_mut().for_each(|bounds| bounds.max = vector),
    }
}
