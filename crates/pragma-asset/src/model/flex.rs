//! Faces: morph animations (PMORPHANI), flexes, flex animations (PFLEXANI) and eyes.

use alloc::vec::Vec;

use asset_geometry::glam::{Vec3, Vec4};
use binio::{Budget, Name, Path};
use udm::{Array, Element, Structs, Type};

use crate::error::{Error, ErrorKind};
use crate::node::{Node, bulk, unpacked, wrong};

/// A vertex animation.
#[derive(Clone, Debug)]
pub struct MorphAnimation<'d> {
    /// The key in the model.
    pub name: Name<'d>,
    /// The index to use when you refer to this animation.
    pub index: u32,
    node: Node<'d>,
}

impl<'d> MorphAnimation<'d> {
    pub(crate) fn read(name: Name<'d>, node: Node<'d>) -> Self {
        Self { name, index: node.int("index").unwrap_or_default(), node: node.data() }
    }

    /// Returns the animated sub meshes.
    pub fn meshes(&self) -> Vec<MorphMesh<'d>> {
        let path = Path::from("morphTargetAnimations").name(&self.name);
        let meshes = self.node.elements("meshAnimations").into_iter().enumerate();
        meshes.map(|(index, node)| MorphMesh { node, path: path.clone().item("meshAnimations", index) }).collect()
    }
}

/// A vertex animation for a single sub mesh.
#[derive(Clone, Debug)]
pub struct MorphMesh<'d> {
    node: Node<'d>,
    path: Path,
}

impl<'d> MorphMesh<'d> {
    /// Returns the index of the mesh group.
    pub fn mesh_group(&self) -> u32 {
        self.node.int("meshGroup").unwrap_or_default()
    }

    /// Returns the index of the mesh in the group.
    pub fn mesh(&self) -> u32 {
        self.node.int("mesh").unwrap_or_default()
    }

    /// Returns the index of the sub mesh in the mesh.
    pub fn sub_mesh(&self) -> u32 {
        self.node.int("subMesh").unwrap_or_default()
    }

    /// Returns the number of frames.
    pub fn frame_count(&self) -> usize {
        self.node.element_count("frames")
    }

    /// Returns the frame at `index`. After the last frame, this is `None`.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`] if an array has another type, or an error if the data can't be decompressed.
    pub fn frame(&self, index: usize, budget: &mut Budget) -> Result<Option<MorphFrame<'d>>, Error> {
        let Some(node) = self.node.element("frames", index) else { return Ok(None) };
        let path = self.path.clone().item("frames", index);
        let flags = node.node("flags");
        let vertices = match node.array("vertexIndices") {
            Some(array) => bulk(array, "uint16", &path.clone().part("vertexIndices"), budget)?,
            None => Vec::new(),
        };
        let mut attributes = Vec::new();
        for (number, attribute) in node.elements("attributes").into_iter().enumerate() {
            let property = attribute.name("property");
            let path = path.clone().item("attributes", number).part("values");
            let values = match attribute.array("values") {
                Some(array) => half_vectors(array, &path, budget)?,
                None => Vec::new(),
            };
            attributes.push(MorphAttribute { property, values });
        }
        let (has_delta_values, has_normals) = (flags.bool("hasDeltaValues"), flags.bool("hasNormals"));
        Ok(Some(MorphFrame {
            has_delta_values: has_delta_values.unwrap_or_default(),
            has_normals: has_normals.unwrap_or_default(),
            vertices,
            attributes,
        }))
    }
}

/// Converts `struct<half:x,half:y,half:z,half:w>` into vectors.
fn half_vectors(array: &Array<'_>, path: &Path, budget: &mut Budget) -> Result<Vec<Vec4>, Error> {
    let array = unpacked(array, path, budget)?;
    let halves = |structs: &Structs<'_>| structs.layout().fields().iter().map(|(ty, _)| *ty).eq([Type::HALF; 4]);
    match &*array {
        Array::Structs(structs) if halves(structs) => {
            let half = |bytes: &[u8]| {
                <[u8; 2]>::try_from(bytes).map_or(0.0, |bytes| udm::half::to_f32(u16::from_le_bytes(bytes)))
            };
            let vector = |row: &[u8]| {
                let mut numbers = row.chunks_exact(2).map(half);
                Vec4::from_array(core::array::from_fn(|_| numbers.next().unwrap_or_default()))
            };
            Ok(structs.as_bytes().chunks_exact(8).map(vector).collect())
        }
        other => Err(Error::new(wrong("struct of four halves", other), path.clone())),
    }
}

/// A frame in a vertex animation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphFrame<'d> {
    /// Whether the fourth component of a position is a delta that is used for wrinkles.
    pub has_delta_values: bool,
    /// Whether the normals change too.
    pub has_normals: bool,
    /// The vertices that change.
    pub vertices: Vec<u16>,
    /// The changes, by property.
    pub attributes: Vec<MorphAttribute<'d>>,
}

/// How a property of the vertices changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphAttribute<'d> {
    /// Either `position` or `normal`.
    pub property: Name<'d>,
    /// The delta for each vertex in the frame.
    pub values: Vec<Vec4>,
}

/// A flex. It applies a frame of a morph animation, and uses a formula of flex controllers to get the weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flex<'d> {
    /// The flex name.
    pub name: Name<'d>,
    /// The index to use when you refer to this flex.
    pub index: u32,
    /// The index of the morph animation.
    pub morph_target_animation: Option<u32>,
    /// The frame. The engine writes this value, but does not read it (see [Model](crate::format#model-pmdl)).
    pub frame: Option<u32>,
    /// The formula, in reverse Polish notation. Use [`flex_weights`](super::flex_weights) to evaluate it.
    pub operations: Vec<Operation<'d>>,
}

/// A step in a formula.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Operation<'d> {
    /// What to do: `Fetch`, `Const`, `Add`, `Mul` and so on.
    pub kind: Name<'d>,
    /// The index of what this step refers to, if it does.
    pub index: Option<i32>,
    /// The number that this step uses, if it does.
    pub value: Option<f32>,
}

impl<'d> Flex<'d> {
    pub(crate) fn read(name: Name<'d>, node: Node<'d>) -> Self {
        let operation =
            |node: Node<'d>| Operation { kind: node.name("type"), index: node.int("index"), value: node.f32("value") };
        Self {
            name,
            index: node.int("index").unwrap_or_default(),
            morph_target_animation: node.int("morphTargetAnimation"),
            frame: node.int("frame"),
            operations: node.elements("operations").into_iter().map(operation).collect(),
        }
    }
}

/// A flex controller. This is the input for flexes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlexController<'d> {
    /// The name of the flex controller.
    pub name: Name<'d>,
    /// The index to use when you refer to this flex controller.
    pub index: u32,
    /// The minimum value.
    pub min: f32,
    /// The maximum value.
    pub max: f32,
}

impl<'d> FlexController<'d> {
    pub(crate) fn read(name: Name<'d>, node: Node<'d>) -> Self {
        Self {
            name,
            index: node.int("index").unwrap_or_default(),
            min: node.f32("min").unwrap_or_default(),
            max: node.f32("max").unwrap_or(1.0),
        }
    }
}

/// A phoneme: a sound in speech.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Phoneme<'d> {
    /// The name of the phoneme.
    pub name: Name<'d>,
    /// The flex controllers to set, and their values.
    pub controllers: Vec<(Name<'d>, f32)>,
}

impl<'d> Phoneme<'d> {
    pub(crate) fn read((name, node): (Name<'d>, Node<'d>)) -> Self {
        let controllers = node.0.iter();
        let controller =
            |(key, value): (&'d Name<'d>, &'d udm::Value<'d>)| Some((key.borrowed(), value.as_f64()? as f32));
        Self { name, controllers: controllers.filter_map(controller).collect() }
    }
}

/// An animation of flex controllers.
#[derive(Clone, Debug)]
pub struct FlexAnimation<'d> {
    /// The key in the model.
    pub name: Name<'d>,
    /// The index to use when you refer to this animation.
    pub index: u32,
    node: Node<'d>,
}

/// An animation of a single flex controller.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlexChannel {
    /// The index into [`FlexAnimation::controllers`].
    pub node: u32,
    /// The time of each key, in seconds.
    pub times: Vec<f32>,
    /// The value for each time.
    pub values: Vec<f32>,
}

impl<'d> FlexAnimation<'d> {
    pub(crate) fn read(name: Name<'d>, node: Node<'d>) -> Self {
        Self { name, index: node.int("index").unwrap_or_default(), node: node.data() }
    }

    /// Returns the frame rate.
    pub fn fps(&self) -> f32 {
        self.node.f32("fps").unwrap_or(24.0)
    }

    /// Returns the indices of the animated flex controllers.
    pub fn controllers(&self) -> Vec<u32> {
        let sets = self.node.elements("nodes").into_iter().filter(|node| node.name("type") == "flexController");
        sets.flat_map(|set| set.ints("set")).collect()
    }

    /// Returns the channels.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`] if an array has another type, or an error if the data can't be decompressed.
    pub fn channels(&self, budget: &mut Budget) -> Result<Vec<FlexChannel>, Error> {
        let path = Path::from("flexAnimations").name(&self.name);
        let mut channels = Vec::new();
        for (index, channel) in self.node.elements("channels").into_iter().enumerate() {
            let path = path.clone().item("channels", index);
            let mut floats = |key: &'static str| match channel.array(key) {
                Some(array) => bulk(array, "float", &path.clone().part(key), budget),
                None => Err(Error::new(ErrorKind::Missing(key), path.clone())),
            };
            let (times, values) = (floats("times")?, floats("values")?);
            channels.push(FlexChannel { node: channel.int("node").unwrap_or_default(), times, values });
        }
        Ok(channels)
    }
}

/// An eyeball and its bone.
#[derive(Clone, Debug)]
pub struct Eyeball<'d> {
    /// The name of the eyeball.
    pub name: Name<'d>,
    /// The index to use when you refer to this eyeball.
    pub index: u32,
    /// The bone id, or −1 for no bone.
    pub bone: i32,
    /// The center, relative to the bone.
    pub origin: Vec3,
    /// How far the pupil is from the center.
    pub z_offset: f32,
    /// The radius.
    pub radius: f32,
    /// The direction that is up for the eye.
    pub up: Vec3,
    /// The direction that is forward for the eye.
    pub forward: Vec3,
    /// How far the pupil may dilate.
    pub max_dilation_factor: f32,
    /// The iris, with its material and size.
    pub iris: Iris,
    /// The eyelids. The engine does not store them (see [Model](crate::format#model-pmdl)).
    pub eyelids: &'d Element<'d>,
}

/// The iris of an eye.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Iris {
    /// The index of the material.
    pub material: u32,
    /// The radius in the texture.
    pub uv_radius: f32,
    /// The scale.
    pub scale: f32,
}

impl<'d> Eyeball<'d> {
    pub(crate) fn read(name: Name<'d>, node: Node<'d>) -> Self {
        let iris = node.node("iris");
        Self {
            name,
            index: node.int("index").unwrap_or_default(),
            bone: node.int("bone").unwrap_or(-1),
            origin: node.vec3("origin").unwrap_or_default(),
            z_offset: node.f32("zOffset").unwrap_or_default(),
            radius: node.f32("radius").unwrap_or_default(),
            up: node.vec3("up").unwrap_or_default(),
            forward: node.vec3("forward").unwrap_or_default(),
            max_dilation_factor: node.f32("maxDilationFactor").unwrap_or_default(),
            iris: Iris {
                material: iris.int("material").unwrap_or_default(),
                uv_radius: iris.f32("uvRadius").unwrap_or_default(),
                scale: iris.f32("scale").unwrap_or_default(),
            },
            eyelids: node.node("eyelids").0,
        }
    }
}
