//! Models (PMDL).

mod attachments;
mod build;
mod collision;
mod compact;
mod data;
mod edit;
mod flex;
mod flex_edit;
mod formula;
mod levels;
mod mesh;
mod rig;
mod selections;
mod shading;
mod skeleton;
mod transform;

use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::Name;

pub use attachments::{Attachment, ObjectAttachment};
pub use build::ModelBuilder;
pub use collision::{CollisionMesh, HitBox, Joint, SoftBody};
pub use data::MeshData;
pub use flex::{
    Eyeball, Flex, FlexAnimation, FlexChannel, FlexController, Iris, MorphAnimation, MorphAttribute, MorphFrame,
    MorphMesh, Operation, Phoneme,
};
pub use flex_edit::{FaceData, FlexAnimationData, MorphMeshData};
pub use formula::flex_weights;
pub use mesh::{Indices, Mesh, MeshGroup, MeshId, SubMeshes, Vertices, Weights};
pub use rig::{MetaBlendShape, MetaBone, MetaRig};
pub use selections::{BlendController, BodyGroup, IkController, Lod, Replacement, Skin};
pub use skeleton::{Bone, Skeleton};

use crate::animation::Animation;
use crate::asset::{Asset, Kind};
use crate::node::Node;

/// The kind of a [`Model`]. Its type is `PMDL`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelKind {}

impl Kind for ModelKind {
    const TYPES: &'static [&'static str] = &["PMDL"];
    const BARE: bool = false;
}

/// A model. The files end in `.pmdl_b` or `.pmdl` (see [Model](crate::format#model-pmdl)).
///
/// Lengths are in engine units, where 40 units are a metre. The axes are right-handed: Y is up and Z is forward. A
/// front face is counter-clockwise, and the origin of uvs is at the top left.
pub type Model<'a> = Asset<'a, ModelKind>;

impl Asset<'_, ModelKind> {
    /// Returns the folders to search for materials.
    pub fn material_paths(&self) -> Vec<Name<'_>> {
        self.node().names("materialPaths")
    }

    /// Returns the materials, without folder and extension. Each skin is a list of indices into these materials, and a
    /// mesh contains an index into the list of the skin.
    pub fn materials(&self) -> Vec<Name<'_>> {
        self.node().names("materials")
    }

    /// Returns the models whose skeleton and animations the engine will add when it loads this model.
    pub fn include_models(&self) -> Vec<Name<'_>> {
        self.node().names("includeModels")
    }

    /// Returns the position of the eyes relative to the origin of the model, in engine units: Y is up and Z is forward.
    pub fn eye_offset(&self) -> Vec3 {
        self.node().vec3("eyeOffset").unwrap_or_default()
    }

    /// Returns how far the eyes may rotate, in degrees.
    pub fn max_eye_deflection(&self) -> f32 {
        self.node().f32("maxEyeDeflection").unwrap_or(30.0)
    }

    /// Returns the mass, in kilograms.
    pub fn mass(&self) -> f32 {
        self.node().f32("mass").unwrap_or_default()
    }

    /// Returns the bounding box to use for drawing.
    pub fn bounds(&self) -> Bounds {
        self.node().node("render").bounds("bounds")
    }

    /// Returns the flags set on the model, for example `static`, `inanimate`, `worldGeometry` or `generatedHitboxes`.
    pub fn flags(&self) -> Vec<Name<'_>> {
        let flags = self.node().node("flags");
        flags.0.iter().filter(|(_, value)| value.as_bool() == Some(true)).map(|(key, _)| key.borrowed()).collect()
    }

    /// Returns `true` if the given flag is set.
    pub fn has_flag(&self, flag: &str) -> bool {
        self.node().node("flags").bool(flag).unwrap_or_default()
    }

    /// Returns the levels of detail. The first level is not included.
    pub fn lods(&self) -> Vec<Lod> {
        self.node().elements("lods").into_iter().map(Lod::read).collect()
    }

    /// Returns the mesh groups in index order. Body groups, LODs and other parts use this index to refer to a group.
    pub fn mesh_groups(&self) -> Vec<MeshGroup<'_>> {
        by_index(self.node().node("meshGroups"), MeshGroup::read)
    }

    /// Returns the sub meshes in all groups.
    pub fn meshes(&self) -> Vec<Mesh<'_>> {
        let groups = self.mesh_groups();
        groups.iter().flat_map(MeshGroup::meshes).flat_map(|mesh| mesh.meshes()).collect()
    }

    /// Returns the mesh groups to be drawn by default.
    pub fn base_mesh_groups(&self) -> Vec<u32> {
        self.node().ints("baseMeshGroups")
    }

    /// Returns the body groups. Each of them lets you choose between mesh groups.
    pub fn body_groups(&self) -> Vec<BodyGroup<'_>> {
        self.node().node("bodyGroups").children().map(BodyGroup::read).collect()
    }

    /// Returns the skins. A skin defines the material for each index of a sub mesh. The first is the default skin.
    pub fn skins(&self) -> Vec<Skin> {
        self.node().elements("skins").into_iter().map(Skin::read).collect()
    }

    /// Returns the material that a sub mesh has in the given skin. If the skin has no such entry, skin 0 will be used.
    pub fn material_of(&self, mesh: &Mesh<'_>, skin: usize) -> Option<Name<'_>> {
        let skins = self.node().elements("skins");
        let index = mesh.material_index() as usize;
        let of = |skin: usize| skins.get(skin).and_then(|skin| skin.ints("materials").get(index).copied());
        let material = of(skin).or_else(|| of(0))?;
        self.materials().into_iter().nth(material as usize)
    }

    /// Returns the skeleton. If the model has none, this is `None`.
    pub fn skeleton(&self) -> Option<Skeleton<'_>> {
        self.node().find("skeleton").map(|skeleton| Skeleton::read(skeleton.data()))
    }

    /// Returns the animations in index order.
    pub fn animations(&self) -> Vec<Animation<'_>> {
        by_index(self.node().node("animations"), Animation::read)
    }

    /// Returns the animation with the given name.
    pub fn animation(&self, name: &str) -> Option<Animation<'_>> {
        let animations = self.node().node("animations");
        let (key, value) = animations.0.iter().rfind(|(key, _)| **key == name)?;
        Some(Animation::read(key.borrowed(), Node(value.as_element()?)))
    }

    /// Returns the controllers that use a number to blend animations, for example to turn or to aim.
    pub fn blend_controllers(&self) -> Vec<BlendController<'_>> {
        self.node().elements("blendControllers").into_iter().map(BlendController::read).collect()
    }

    /// Returns the attachment points on bones.
    pub fn attachments(&self) -> Vec<Attachment<'_>> {
        self.node().elements("attachments").into_iter().map(Attachment::read).collect()
    }

    /// Returns the attachment with the given name.
    pub fn attachment(&self, name: &str) -> Option<Attachment<'_>> {
        self.attachments().into_iter().find(|attachment| attachment.name == name)
    }

    /// Returns the models and particle systems attached to the model.
    pub fn object_attachments(&self) -> Vec<ObjectAttachment<'_>> {
        self.node().elements("objectAttachments").into_iter().map(ObjectAttachment::read).collect()
    }

    /// Returns the hit boxes, to be used in hit tests instead of the meshes.
    pub fn hit_boxes(&self) -> Vec<HitBox<'_>> {
        self.node().elements("hitboxes").into_iter().map(HitBox::read).collect()
    }

    /// Returns the hit box of the bone with the given name.
    pub fn hit_box(&self, bone: &str) -> Option<HitBox<'_>> {
        let id = self.skeleton()?.find(bone)?;
        self.hit_boxes().into_iter().find(|hit_box| hit_box.bone as usize == id)
    }

    /// Returns the collision meshes.
    pub fn collision_meshes(&self) -> Vec<CollisionMesh<'_>> {
        let meshes = self.node().elements("collisionMeshes");
        meshes.into_iter().enumerate().map(|(index, mesh)| CollisionMesh::read(index, mesh.data())).collect()
    }

    /// Returns the joints between the collision meshes of bones, to be used for ragdolls.
    pub fn joints(&self) -> Vec<Joint<'_>> {
        self.node().elements("joints").into_iter().map(Joint::read).collect()
    }

    /// Returns the chains for inverse kinematics.
    pub fn ik_controllers(&self) -> Vec<IkController<'_>> {
        self.node().elements("ikControllers").into_iter().map(IkController::read).collect()
    }

    /// Returns the meta rig. It defines the role of a bone, for example a head or a hand.
    pub fn meta_rig(&self) -> Option<MetaRig<'_>> {
        self.node().find("metaRig").map(|rig| MetaRig::read(rig.data()))
    }

    /// Returns the vertex animations in index order.
    pub fn morph_target_animations(&self) -> Vec<MorphAnimation<'_>> {
        by_index(self.node().node("morphTargetAnimations"), MorphAnimation::read)
    }

    /// Returns the flexes in index order. A flex moves vertices by a formula that uses flex controllers as input.
    pub fn flexes(&self) -> Vec<Flex<'_>> {
        by_index(self.node().node("flexes"), Flex::read)
    }

    /// Returns the flex with the given name.
    pub fn flex(&self, name: &str) -> Option<Flex<'_>> {
        self.flexes().into_iter().find(|flex| flex.name == name)
    }

    /// Returns the flex controllers in index order.
    pub fn flex_controllers(&self) -> Vec<FlexController<'_>> {
        by_index(self.node().node("flexControllers"), FlexController::read)
    }

    /// Returns the phonemes. Each of them sets some flex controllers.
    pub fn phonemes(&self) -> Vec<Phoneme<'_>> {
        self.node().node("phonemes").children().map(Phoneme::read).collect()
    }

    /// Returns the animations of flex controllers, in index order.
    pub fn flex_animations(&self) -> Vec<FlexAnimation<'_>> {
        by_index(self.node().node("flexAnimations"), FlexAnimation::read)
    }

    /// Returns the eyes in index order.
    pub fn eyeballs(&self) -> Vec<Eyeball<'_>> {
        by_index(self.node().node("eyeballs"), Eyeball::read)
    }
}

/// Returns the child elements of `node`, sorted by their `index`.
pub(crate) fn by_index<'d, T>(node: Node<'d>, read: impl Fn(Name<'d>, Node<'d>) -> T) -> Vec<T> {
    let mut children: Vec<_> = node.children().collect();
    children.sort_by_key(|(_, child)| child.int::<u32>("index").unwrap_or_default());
    children.into_iter().map(|(name, child)| read(name, child)).collect()
}
