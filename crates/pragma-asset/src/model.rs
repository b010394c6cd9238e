//! Models (PMDL).

mod build;
mod data;
mod edit;
mod flex;
mod flex_edit;
mod formula;
mod mesh;
mod parts;
mod rig;
mod skeleton;

use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::Name;

pub use build::ModelBuilder;
pub use data::MeshData;
pub use flex::{
    Eyeball, Flex, FlexAnimation, FlexChannel, FlexController, Iris, MorphAnimation, MorphAttribute, MorphFrame,
    MorphMesh, Operation, Phoneme,
};
pub use flex_edit::{FaceData, FlexAnimationData, MorphMeshData};
pub use formula::flex_weights;
pub use mesh::{Indices, Mesh, MeshGroup, MeshId, SubMeshes, Vertices, Weights};
pub use parts::{
    Attachment, BlendController, BodyGroup, CollisionMesh, HitBox, IkController, Joint, Lod, ObjectAttachment,
    Replacement, Skin, SoftBody,
};
pub use rig::{MetaBlendShape, MetaBone, MetaRig};
pub use skeleton::{Bone, Skeleton};

use crate::animation::Animation;
use crate::asset::{Asset, Kind};
use crate::node::Node;
use parts::by_index;

/// The kind of [`Model`]: `PMDL`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelKind {}

impl Kind for ModelKind {
    const TYPES: &'static [&'static str] = &["PMDL"];
    const BARE: bool = false;
}

/// A model: `.pmdl_b`, `.pmdl` ([Model](crate::format#model-pmdl)).
///
/// Lengths are in the engine's unit: 40 units are a metre; Y is up, Z is forward, right-handed; front faces are
/// counter-clockwise; the origin of uvs is the top left.
pub type Model<'a> = Asset<'a, ModelKind>;

impl Asset<'_, ModelKind> {
    /// Returns the search folders of materials.
    pub fn material_paths(&self) -> Vec<Name<'_>> {
        self.node().names("materialPaths")
    }

    /// Returns the materials for the skins, without folder and extension.
    pub fn materials(&self) -> Vec<Name<'_>> {
        self.node().names("materials")
    }

    /// Returns the models whose skeleton and animations are added at load.
    pub fn include_models(&self) -> Vec<Name<'_>> {
        self.node().names("includeModels")
    }

    /// Returns the position of the eyes relative to the origin.
    pub fn eye_offset(&self) -> Vec3 {
        self.node().vec3("eyeOffset").unwrap_or_default()
    }

    /// Returns the maximum rotation of the eyes, in degrees.
    pub fn max_eye_deflection(&self) -> f32 {
        self.node().f32("maxEyeDeflection").unwrap_or(30.0)
    }

    /// Returns the mass in kilograms.
    pub fn mass(&self) -> f32 {
        self.node().f32("mass").unwrap_or_default()
    }

    /// Returns the bounding box for drawing.
    pub fn bounds(&self) -> Bounds {
        self.node().node("render").bounds("bounds")
    }

    /// Returns the set flags: `static`, `inanimate`, `worldGeometry`, `generatedHitboxes` …
    pub fn flags(&self) -> Vec<Name<'_>> {
        let flags = self.node().node("flags");
        flags.0.iter().filter(|(_, value)| value.as_bool() == Some(true)).map(|(key, _)| key.borrowed()).collect()
    }

    /// Returns whether a flag is set.
    pub fn has_flag(&self, flag: &str) -> bool {
        self.node().node("flags").bool(flag).unwrap_or_default()
    }

    /// Returns the levels of detail after the first.
    pub fn lods(&self) -> Vec<Lod> {
        self.node().elements("lods").into_iter().map(Lod::read).collect()
    }

    /// Returns the mesh groups in index order; body groups, LODs and others reference them by index.
    pub fn mesh_groups(&self) -> Vec<MeshGroup<'_>> {
        by_index(self.node().node("meshGroups"), MeshGroup::read)
    }

    /// Returns all sub meshes of all groups.
    pub fn meshes(&self) -> Vec<Mesh<'_>> {
        let groups = self.mesh_groups();
        groups.iter().flat_map(MeshGroup::meshes).flat_map(|mesh| mesh.meshes()).collect()
    }

    /// Returns the mesh groups that are drawn by default.
    pub fn base_mesh_groups(&self) -> Vec<u32> {
        self.node().ints("baseMeshGroups")
    }

    /// Returns the body groups, each with alternative mesh groups.
    pub fn body_groups(&self) -> Vec<BodyGroup<'_>> {
        self.node().node("bodyGroups").children().map(BodyGroup::read).collect()
    }

    /// Returns the skins: the material for each index of the sub meshes. The first is the default.
    pub fn skins(&self) -> Vec<Skin> {
        self.node().elements("skins").into_iter().map(Skin::read).collect()
    }

    /// Returns the material of a sub mesh in a skin; missing entries are taken from skin 0.
    pub fn material_of(&self, mesh: &Mesh<'_>, skin: usize) -> Option<Name<'_>> {
        let skins = self.node().elements("skins");
        let index = mesh.material_index() as usize;
        let of = |skin: usize| skins.get(skin).and_then(|skin| skin.ints("materials").get(index).copied());
        let material = of(skin).or_else(|| of(0))?;
        self.materials().into_iter().nth(material as usize)
    }

    /// Returns the bones; `None` for a model without skeleton.
    pub fn skeleton(&self) -> Option<Skeleton<'_>> {
        self.node().find("skeleton").map(|skeleton| Skeleton::read(skeleton.data()))
    }

    /// Returns the animations in index order.
    pub fn animations(&self) -> Vec<Animation<'_>> {
        by_index(self.node().node("animations"), Animation::read)
    }

    /// Returns the animation `name`.
    pub fn animation(&self, name: &str) -> Option<Animation<'_>> {
        let animations = self.node().node("animations");
        let (key, value) = animations.0.iter().rfind(|(key, _)| **key == name)?;
        Some(Animation::read(key.borrowed(), Node(value.as_element()?)))
    }

    /// Returns the controllers that blend animations by a number: turning, aiming.
    pub fn blend_controllers(&self) -> Vec<BlendController<'_>> {
        self.node().elements("blendControllers").into_iter().map(BlendController::read).collect()
    }

    /// Returns the attachment points on bones.
    pub fn attachments(&self) -> Vec<Attachment<'_>> {
        self.node().elements("attachments").into_iter().map(Attachment::read).collect()
    }

    /// Returns the attachment `name`.
    pub fn attachment(&self, name: &str) -> Option<Attachment<'_>> {
        self.attachments().into_iter().find(|attachment| attachment.name == name)
    }

    /// Returns the models and particle systems on attachments.
    pub fn object_attachments(&self) -> Vec<ObjectAttachment<'_>> {
        self.node().elements("objectAttachments").into_iter().map(ObjectAttachment::read).collect()
    }

    /// Returns the hit boxes, which replace the meshes in hit tests.
    pub fn hit_boxes(&self) -> Vec<HitBox<'_>> {
        self.node().elements("hitboxes").into_iter().map(HitBox::read).collect()
    }

    /// Returns the hit box on the bone `bone`.
    pub fn hit_box(&self, bone: &str) -> Option<HitBox<'_>> {
        let id = self.skeleton()?.find(bone)?;
        self.hit_boxes().into_iter().find(|hit_box| hit_box.bone as usize == id)
    }

    /// Returns the collision meshes.
    pub fn collision_meshes(&self) -> Vec<CollisionMesh<'_>> {
        let meshes = self.node().elements("collisionMeshes");
        meshes.into_iter().enumerate().map(|(index, mesh)| CollisionMesh::read(index, mesh.data())).collect()
    }

    /// Returns the joints between the collision meshes of bones: ragdolls.
    pub fn joints(&self) -> Vec<Joint<'_>> {
        self.node().elements("joints").into_iter().map(Joint::read).collect()
    }

    /// Returns the inverse kinematic chains.
    pub fn ik_controllers(&self) -> Vec<IkController<'_>> {
        self.node().elements("ikControllers").into_iter().map(IkController::read).collect()
    }

    /// Returns the meta rig: roles of bones, for example head and hands.
    pub fn meta_rig(&self) -> Option<MetaRig<'_>> {
        self.node().find("metaRig").map(|rig| MetaRig::read(rig.data()))
    }

    /// Returns the vertex animations, in index order.
    pub fn morph_target_animations(&self) -> Vec<MorphAnimation<'_>> {
        by_index(self.node().node("morphTargetAnimations"), MorphAnimation::read)
    }

    /// Returns the flexes, which move vertices by a formula of flex controllers, in index order.
    pub fn flexes(&self) -> Vec<Flex<'_>> {
        by_index(self.node().node("flexes"), Flex::read)
    }

    /// Returns the flex `name`.
    pub fn flex(&self, name: &str) -> Option<Flex<'_>> {
        self.flexes().into_iter().find(|flex| flex.name == name)
    }

    /// Returns the flex controllers, in index order.
    pub fn flex_controllers(&self) -> Vec<FlexController<'_>> {
        by_index(self.node().node("flexControllers"), FlexController::read)
    }

    /// Returns the flex controllers of each phoneme.
    pub fn phonemes(&self) -> Vec<Phoneme<'_>> {
        self.node().node("phonemes").children().map(Phoneme::read).collect()
    }

    /// Returns the animations of flex controllers, in index order.
    pub fn flex_animations(&self) -> Vec<FlexAnimation<'_>> {
        by_index(self.node().node("flexAnimations"), FlexAnimation::read)
    }

    /// Returns the eyes, in index order.
    pub fn eyeballs(&self) -> Vec<Eyeball<'_>> {
        by_index(self.node().node("eyeballs"), Eyeball::read)
    }
}
