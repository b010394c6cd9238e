//! The data of a face in a form that you can write: morph animations, flexes, flex controllers and flex animations.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use asset_geometry::glam::Vec4;
use binio::{Name, Path};
use udm::{Array, Element, Items, StructLayout, Structs, Type, Value};

use super::ModelKind;
use super::flex::{Flex, FlexController, MorphFrame};
use crate::asset::Asset;
use crate::edit::{child, owned, put_packed, refuse, rename_in, sub_asset};
use crate::error::{Error, ErrorKind, within};

/// A vertex animation for a single sub mesh, to be written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphMeshData {
    /// The index of the mesh group.
    pub mesh_group: u32,
    /// The index of the mesh in the group.
    pub mesh: u32,
    /// The index of the sub mesh in the mesh.
    pub sub_mesh: u32,
    /// The frames. Note that flexes use the first.
    pub frames: Vec<MorphFrame<'static>>,
}

/// An animation of flex controllers, to be written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlexAnimationData {
    /// The frame rate, in frames per second. This must be above 0.
    pub fps: f32,
    /// The indices of the flex controllers to animate.
    pub controllers: Vec<u32>,
    /// For each controller, a value for every frame.
    pub values: Vec<Vec<f32>>,
}

impl FlexAnimationData {
    /// Returns the number of frames.
    pub fn len(&self) -> usize {
        self.values.first().map_or(0, Vec::len)
    }

    /// Returns `true` if this contains no frames.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the data of a PFLEXANI.
    fn element(&self, path: &Path) -> Result<Element<'static>, Error> {
        let wrong = |kind| Err(refuse(ErrorKind::Contradiction(kind), path.clone()));
        if !self.fps.is_finite() || self.fps <= 0.0 {
            return wrong("frames per second are above 0");
        }
        if self.values.len() != self.controllers.len() || self.values.iter().any(|values| values.len() != self.len()) {
            return wrong("as many values as frames, for each flex controller");
        }
        let narrow: Option<Vec<u16>> =
            self.controllers.iter().map(|controller| u16::try_from(*controller).ok()).collect();
        let Some(set) = narrow else { return wrong("flex controllers are numbered in 16 bits") };
        let mut nodes = Element::new();
        nodes.push("type", "flexController");
        nodes.push("set", Array::from_values(&set));
        let times: Vec<f32> = (0..self.len()).map(|frame| frame as f32 / self.fps).collect();
        let mut channels = Vec::new();
        for (number, values) in (0_u16..).zip(&self.values) {
            let mut channel = Element::new();
            channel.push("node", number);
            channel.push("times", Array::from_values(&times));
            channel.push("property", "value");
            put_packed(&mut channel, "values", &Array::from_values(values))?;
            channels.push(channel);
        }
        let mut element = Element::new();
        element.push("nodes", Array::Items(Items::from_elements([nodes])));
        element.push("fps", self.fps);
        element.push("channels", Array::Items(Items::from_elements(channels)));
        Ok(element)
    }
}

impl MorphMeshData {
    fn element(&self, path: &Path) -> Result<Element<'static>, Error> {
        let mut frames = Vec::new();
        for (number, stored) in self.frames.iter().enumerate() {
            frames.push(frame(stored, &path.clone().item("frames", number))?);
        }
        let mut element = Element::new();
        element.push("meshGroup", self.mesh_group);
        element.push("mesh", self.mesh);
        element.push("subMesh", self.sub_mesh);
        element.push("frames", Array::Items(Items::from_elements(frames)));
        Ok(element)
    }
}

fn frame(frame: &MorphFrame<'_>, path: &Path) -> Result<Element<'static>, Error> {
    let mut element = Element::new();
    let flags = [("hasDeltaValues", frame.has_delta_values), ("hasNormals", frame.has_normals)];
    let flags: Element<'static> = flags.into_iter().filter(|(_, on)| *on).collect();
    if !flags.is_empty() {
        element.push("flags", flags);
    }
    put_packed(&mut element, "vertexIndices", &Array::from_values(&frame.vertices))?;
    let mut attributes = Vec::new();
    for attribute in &frame.attributes {
        if attribute.values.len() != frame.vertices.len() {
            let kind = ErrorKind::Contradiction("as many values of each property as vertices");
            return Err(refuse(kind, path.clone()));
        }
        let mut place = Element::new();
        place.push("property", attribute.property.clone().into_owned());
        put_packed(&mut place, "values", &halves(&attribute.values).map_err(|error| within(error, path))?)?;
        attributes.push(place);
    }
    element.push("attributes", Array::Items(Items::from_elements(attributes)));
    Ok(element)
}

/// Converts vectors into `struct<half:x,half:y,half:z,half:w>`.
fn halves(values: &[Vec4]) -> Result<Array<'static>, udm::Error> {
    let layout = StructLayout::new(["x", "y", "z", "w"].map(|name| (Type::HALF, Name::from(name))).to_vec())?;
    let numbers = values.iter().flat_map(Vec4::to_array);
    let bytes: Vec<u8> = numbers.flat_map(|number| udm::half::from_f32(number).to_le_bytes()).collect();
    let count = u32::try_from(values.len()).unwrap_or(u32::MAX);
    Ok(Array::Structs(Box::new(Structs::new(layout, count, bytes)?)))
}

/// Returns the data of a PMORPHANI.
fn morph(name: &str, meshes: &[MorphMeshData], path: &Path) -> Result<Element<'static>, Error> {
    let mut places = Vec::new();
    for (number, mesh) in meshes.iter().enumerate() {
        places.push(mesh.element(&path.clone().item("meshAnimations", number))?);
    }
    let mut element = Element::new();
    element.push("name", Value::String(owned(name.as_bytes())));
    element.push("meshAnimations", Array::Items(Items::from_elements(places)));
    Ok(element)
}

fn flex(flex: &Flex<'_>) -> Element<'static> {
    let mut element = Element::new();
    match flex.morph_target_animation {
        Some(animation) => element.push("morphTargetAnimation", animation),
        None => element.push("morphTargetAnimation", Value::Nil),
    }
    element.push("frame", flex.frame.unwrap_or_default());
    let operations = flex.operations.iter().map(|operation| {
        let mut place = Element::new();
        place.push("type", operation.kind.clone().into_owned());
        // A number first, as the engine requires.
        match (operation.value, operation.index) {
            (Some(value), _) => place.push("value", value),
            (None, Some(index)) => place.push("index", index),
            (None, None) => {}
        }
        place
    });
    element.push("operations", Array::Items(Items::from_elements(operations.collect::<Vec<_>>())));
    element
}

fn controller(controller: &FlexController<'_>) -> Element<'static> {
    let mut element = Element::new();
    element.push("min", controller.min);
    element.push("max", controller.max);
    element
}

/// All data of a face, to be written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FaceData {
    /// The vertex animations and their names. Flexes use the index in this list, starting at 0.
    pub morphs: Vec<(String, Vec<MorphMeshData>)>,
    /// The flexes. The index in this list will be the flex number.
    pub flexes: Vec<Flex<'static>>,
    /// The flex controllers. The index in this list will be the controller number.
    pub controllers: Vec<FlexController<'static>>,
    /// The animations of flex controllers and their names.
    pub animations: Vec<(String, FlexAnimationData)>,
}

/// Returns the elements under their names. Each will be given its index as a number.
fn numbered(
    elements: impl Iterator<Item = (Name<'static>, Result<Element<'static>, Error>)>,
) -> Result<Element<'static>, Error> {
    let (mut all, mut names) = (Element::new(), BTreeSet::new());
    for (index, (name, element)) in (0_u32..).zip(elements) {
        let mut element = element?;
        if !names.insert(name.clone()) {
            return Err(refuse(ErrorKind::Taken(name), Path::from("faces")));
        }
        element.push("index", index);
        all.push(name, element);
    }
    Ok(all)
}

impl Asset<'_, ModelKind> {
    /// Replaces all vertex animations, flexes, flex controllers and flex animations.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Taken`] if a name is used twice for the same kind. Also fails when
    /// [`set_morph_target_animation`](Self::set_morph_target_animation) or
    /// [`set_flex_animation`](Self::set_flex_animation) does.
    pub fn set_faces(&mut self, faces: &FaceData) -> Result<(), Error> {
        let morphs = faces.morphs.iter().map(|(name, meshes)| {
            let path = Path::from("morphTargetAnimations").name(name.as_bytes());
            (owned(name.as_bytes()), morph(name, meshes, &path).map(|data| sub_asset("PMORPHANI", data)))
        });
        let animations = faces.animations.iter().map(|(name, animation)| {
            let data = animation.element(&Path::from("flexAnimations").name(name.as_bytes()));
            (owned(name.as_bytes()), data.map(|data| sub_asset("PFLEXANI", data)))
        });
        let elements = [
            ("morphTargetAnimations", numbered(morphs)?),
            ("flexes", numbered(faces.flexes.iter().map(|stored| (stored.name.clone(), Ok(flex(stored)))))?),
            (
                "flexControllers",
                numbered(faces.controllers.iter().map(|stored| (stored.name.clone(), Ok(controller(stored)))))?,
            ),
            ("flexAnimations", numbered(animations)?),
        ];
        let data = self.document.data_mut();
        for (key, element) in elements {
            if !element.is_empty() || data.get(key).is_some() {
                data.insert(key, element);
            }
        }
        Ok(())
    }

    /// Writes the vertex animation with the given name. If there is no such animation, it will be appended. Returns the
    /// number to use in a flex.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] unless there is a value for each vertex, or an error if the data can't be
    /// compressed.
    pub fn set_morph_target_animation(&mut self, name: &str, meshes: &[MorphMeshData]) -> Result<u32, Error> {
        let path = Path::from("morphTargetAnimations").name(name.as_bytes());
        let data = morph(name, meshes, &path)?;
        Ok(self.put_numbered("morphTargetAnimations", name, sub_asset("PMORPHANI", data)))
    }

    /// Writes the flex with the given name. If there is no such flex, it will be appended. Returns its number, and
    /// ignores [`Flex::index`].
    pub fn set_flex(&mut self, name: &str, stored: &Flex<'_>) -> u32 {
        self.put_numbered("flexes", name, flex(stored))
    }

    /// Writes the flex controller with the given name. If there is no such controller, it will be appended. Returns its
    /// number, and ignores [`FlexController::index`].
    pub fn set_flex_controller(&mut self, name: &str, stored: &FlexController<'_>) -> u32 {
        self.put_numbered("flexControllers", name, controller(stored))
    }

    /// Writes the flex animation with the given name. If there is no such animation, it will be appended. Returns its
    /// number.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] if the lists of values do not have the same length or if the frame rate is
    /// 0, or an error if the data can't be compressed.
    pub fn set_flex_animation(&mut self, name: &str, animation: &FlexAnimationData) -> Result<u32, Error> {
        let path = Path::from("flexAnimations").name(name.as_bytes());
        let data = animation.element(&path)?;
        Ok(self.put_numbered("flexAnimations", name, sub_asset("PFLEXANI", data)))
    }

    /// Renames a flex animation.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if there is no such animation, and [`ErrorKind::Taken`] if the new name is
    /// already used.
    pub fn rename_flex_animation(&mut self, from: &str, to: &str) -> Result<(), Error> {
        rename_in(self.document.data_mut(), "flexAnimations", (from, to), Path::from("flexAnimations"))
    }

    /// Writes an element that has a number. If it replaces another element, it keeps this number. Otherwise, it will be
    /// given the next.
    fn put_numbered(&mut self, key: &'static str, name: &str, mut element: Element<'static>) -> u32 {
        let place = child(self.document.data_mut(), key);
        let number = |value: &Value<'_>| u32::try_from(value.as_element()?.get("index")?.as_i64()?).ok();
        let next = || place.iter().filter_map(|(_, value)| number(value)).map(|number| number.saturating_add(1)).max();
        let index = place.get(name).and_then(number).or_else(next).unwrap_or_default();
        element.push("index", index);
        place.insert(owned(name.as_bytes()), element);
        index
    }
}
