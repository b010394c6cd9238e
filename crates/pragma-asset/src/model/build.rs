//! Builds models from plain arrays.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use asset_geometry::glam::Vec3;
use asset_geometry::{Bounds, Hierarchy};
use binio::{Name, Path};
use udm::{Array, Element, Encoding, Items};

use super::data::MeshData;
use super::{Lod, ModelKind, Skin};
use crate::animation::{AnimationData, AnimationFlags, Frames};
use crate::asset::Asset;
use crate::edit::{put_names, refuse, stransform, sub_asset, vec3};
use crate::error::{Error, ErrorKind};
use crate::model::Model;
use crate::pose::Pose;

/// Collects the parts of a model. To check them and to create the model, call [`build`](Self::build).
#[derive(Clone, Debug, Default)]
pub struct ModelBuilder {
    material_paths: Vec<String>,
    materials: Vec<String>,
    skins: Vec<Skin>,
    groups: Vec<(String, Vec<MeshData>)>,
    /// The index of each group.
    places: BTreeMap<String, usize>,
    base: Option<Vec<u32>>,
    lods: Vec<Lod>,
    bones: Vec<(String, Option<usize>, Pose)>,
    animations: Vec<(String, AnimationData)>,
    mass: f32,
}

impl Asset<'_, ModelKind> {
    /// Returns a builder to create a model from plain arrays.
    ///
    /// ```
    /// use pragma_asset::{MeshData, Model, Pose, glam::{Vec2, Vec3}};
    /// let triangle = MeshData {
    ///     positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
    ///     normals: vec![Vec3::Z; 3],
    ///     uvs: vec![Vec2::ZERO, Vec2::X, Vec2::Y],
    ///     indices: vec![0, 1, 2],
    ///     ..MeshData::default()
    /// };
    /// let model = Model::builder().material("white").mesh("reference", triangle).bone("root", None, Pose::IDENTITY).build()?;
    /// let bytes = model.to_bytes()?;
    /// let model = Model::parse(&bytes)?;
    /// assert!(model.validate().is_empty());
    /// assert_eq!(model.meshes()[0].vertex_count(), 3);
    /// # Ok::<(), pragma_asset::Error>(())
    /// ```
    pub fn builder() -> ModelBuilder {
        ModelBuilder::default()
    }
}

impl ModelBuilder {
    /// Adds a folder to search for materials.
    #[must_use]
    pub fn material_path(mut self, path: &str) -> Self {
        self.material_paths.push(path.into());
        self
    }

    /// Adds a material, without folder and extension. Unless there are [skins](Self::skin),
    /// [`MeshData::material_index`] is the number of the material, starting at 0.
    #[must_use]
    pub fn material(mut self, name: &str) -> Self {
        self.materials.push(name.into());
        self
    }

    /// Adds a skin, with a material number for each [`MeshData::material_index`]. The first is the default skin. If you
    /// do not add a skin, the index is the material number.
    #[must_use]
    pub fn skin(mut self, materials: Vec<u32>) -> Self {
        self.skins.push(Skin { materials });
        self
    }

    /// Adds a sub mesh to the given group. By default, only the first group will be drawn (see
    /// [`base_mesh_groups`](Self::base_mesh_groups)).
    #[must_use]
    pub fn mesh(mut self, group: &str, mesh: MeshData) -> Self {
        match self.places.get(group).and_then(|place| self.groups.get_mut(*place)) {
            Some((_, meshes)) => meshes.push(mesh),
            None => {
                self.places.insert(group.into(), self.groups.len());
                self.groups.push((group.into(), alloc::vec![mesh]));
            }
        }
        self
    }

    /// Sets the groups to draw, given their indices.
    #[must_use]
    pub fn base_mesh_groups(mut self, groups: Vec<u32>) -> Self {
        self.base = Some(groups);
        self
    }

    /// Adds a level of detail.
    #[must_use]
    pub fn lod(mut self, lod: Lod) -> Self {
        self.lods.push(lod);
        self
    }

    /// Adds a bone. You need to pass the index of its parent and its reference pose in model space.
    #[must_use]
    pub fn bone(mut self, name: &str, parent: Option<usize>, pose: Pose) -> Self {
        self.bones.push((name.into(), parent, pose));
        self
    }

    /// Adds an animation. If you do not add an animation with the name `reference`, it will be created from the
    /// reference poses. It then comes first, as in the engine.
    #[must_use]
    pub fn animation(mut self, name: &str, animation: AnimationData) -> Self {
        self.animations.push((name.into(), animation));
        self
    }

    /// Sets the mass, in kilograms.
    #[must_use]
    pub fn mass(mut self, mass: f32) -> Self {
        self.mass = mass;
        self
    }

    /// Builds the model. It will be written in binary encoding. If you do not add a bone, the model will get a bone
    /// with the name `root`, as the models of the engine have.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] if arrays do not have the same length, if there is a cycle of bones, or if
    /// a material, a bone or a vertex is missing. Returns [`ErrorKind::Taken`] if two bones or two animations have the
    /// same name.
    pub fn build(mut self) -> Result<Model<'static>, Error> {
        if self.bones.is_empty() {
            self.bones.push(("root".into(), None, Pose::IDENTITY));
        }
        if self.skins.is_empty() {
            let materials = (0..u32::try_from(self.materials.len()).unwrap_or(u32::MAX)).collect();
            self.skins.push(Skin { materials });
        }
        self.check()?;
        let mut model = Model::empty(Encoding::Binary);
        let data = model.document.data_mut();
        for (key, names) in [("materialPaths", &self.material_paths), ("materials", &self.materials)] {
            put_names(data, key, &names.iter().map(String::as_str).collect::<Vec<_>>());
        }
        put_names(data, "includeModels", &[]);
        data.push("eyeOffset", vec3(Vec3::ZERO));
        data.push("maxEyeDeflection", 30.0_f32);
        data.push("mass", self.mass);
        data.push("skeleton", sub_asset("PSKEL", self.skeleton()));
        for key in ["attachments", "objectAttachments", "hitboxes", "collisionMeshes"] {
            data.push(key, Array::Items(Items::from_elements([])));
        }
        data.push("meshGroups", self.mesh_groups()?);
        data.push("animations", Element::new());
        let all = self.groups.iter().flat_map(|(_, meshes)| meshes).map(MeshData::bounds);
        let bounds = all.fold(Bounds::UNDEFINED, Bounds::merge);
        let bounds = if bounds.is_defined() { bounds } else { Bounds { min: Vec3::ZERO, max: Vec3::ZERO } };
        model.set_bounds(&bounds);
        let first: &[u32] = if self.groups.is_empty() { &[] } else { &[0] };
        model.set_base_mesh_groups(self.base.as_deref().unwrap_or(first));
        if !self.lods.is_empty() {
            model.set_lods(&self.lods);
        }
        model.set_skins(&self.skins);
        if !self.animations.iter().any(|(name, _)| name == "reference") {
            let reference = reference(&model, bounds);
            model.set_animation("reference", &reference)?;
        }
        for (name, animation) in &self.animations {
            model.set_animation(name, animation)?;
        }
        Ok(model)
    }

    fn check(&self) -> Result<(), Error> {
        self.check_bones()?;
        self.check_skins()?;
        self.check_meshes()?;
        self.check_animations()
    }

    fn check_bones(&self) -> Result<(), Error> {
        let mut names = BTreeMap::new();
        for (index, (name, parent, _)) in self.bones.iter().enumerate() {
            let path = || Path::new().item("bones", index);
            if names.insert(name.as_str(), index).is_some() {
                return Err(refuse(ErrorKind::Taken(Name::from(name.clone())), path()));
            }
            if parent.is_some_and(|parent| parent >= self.bones.len()) {
                return Err(refuse(ErrorKind::Contradiction("a parent that isn't there"), path()));
            }
        }
        let hierarchy = Hierarchy::new(self.bones.iter().map(|(_, parent, _)| *parent));
        let circle = self.bones.iter().enumerate().any(|(index, (_, parent, _))| *parent == Some(index));
        if circle || !hierarchy.cyclic().is_empty() {
            return Err(refuse(ErrorKind::Contradiction("bones that hang on themselves"), Path::from("bones")));
        }
        // The file nests two elements for each bone, inside others.
        let deepest = (0..self.bones.len()).filter_map(|bone| hierarchy.depth(bone)).max().unwrap_or(0);
        if deepest.saturating_mul(2).saturating_add(8) > usize::from(binio::MAX_DEPTH) {
            return Err(refuse(ErrorKind::Contradiction("bones nest deeper than a document can"), Path::from("bones")));
        }
        Ok(())
    }

    fn check_skins(&self) -> Result<(), Error> {
        for (index, skin) in self.skins.iter().enumerate() {
            if skin.materials.iter().any(|material| *material as usize >= self.materials.len()) {
                let path = Path::new().item("skins", index);
                return Err(refuse(ErrorKind::Contradiction("a missing material"), path));
            }
        }
        Ok(())
    }

    fn check_meshes(&self) -> Result<(), Error> {
        let slots = self.skins.first().map_or(0, |skin| skin.materials.len());
        for (group, meshes) in &self.groups {
            for (index, mesh) in meshes.iter().enumerate() {
                let path = || Path::from("meshGroups").name(group.as_bytes()).item("subMeshes", index);
                let bones = mesh.bones.iter().flatten();
                let beyond = |bone: &i32| usize::try_from(*bone).is_ok_and(|bone| bone >= self.bones.len());
                if bones.clone().any(beyond) {
                    return Err(refuse(ErrorKind::Contradiction("weights of a missing bone"), path()));
                }
                if mesh.material_index as usize >= slots {
                    return Err(refuse(ErrorKind::Contradiction("a missing material"), path()));
                }
            }
        }
        Ok(())
    }

    fn check_animations(&self) -> Result<(), Error> {
        let mut names = BTreeMap::new();
        for (name, animation) in &self.animations {
            let path = || Path::from("animations").name(name.as_bytes());
            if names.insert(name.as_str(), ()).is_some() {
                return Err(refuse(ErrorKind::Taken(Name::from(name.clone())), path()));
            }
            if animation.frames.bones.iter().any(|bone| *bone as usize >= self.bones.len()) {
                return Err(refuse(ErrorKind::Contradiction("a bone that isn't there"), path()));
            }
        }
        Ok(())
    }

    /// Returns the data of a PSKEL, with bones nested inside their parents. This goes through the bones in reverse
    /// order, because a bone must be complete when it is moved into its parent.
    fn skeleton(&self) -> Element<'static> {
        let hierarchy = Hierarchy::new(self.bones.iter().map(|(_, parent, _)| *parent));
        let mut made: Vec<Element<'static>> = Vec::new();
        for (index, (_, _, pose)) in self.bones.iter().enumerate() {
            let mut bone = Element::new();
            bone.push("index", u32::try_from(index).unwrap_or(u32::MAX));
            bone.push("pose", stransform(pose));
            made.push(bone);
        }
        let mut roots = Element::new();
        let name = |bone: usize| self.bones.get(bone).map(|(name, ..)| Name::from(name.clone())).unwrap_or_default();
        let mut take = |bone: usize| made.get_mut(bone).map(core::mem::take).unwrap_or_default();
        let mut complete: BTreeMap<usize, Element<'static>> = BTreeMap::new();
        for &bone in hierarchy.depth_first().iter().rev() {
            let mut element = take(bone);
            let children = hierarchy.children(bone).iter();
            let children: Element<'static> =
                children.filter_map(|child| Some((name(*child), complete.remove(child)?))).collect();
            if !children.is_empty() {
                element.push("children", children);
            }
            complete.insert(bone, element);
        }
        for root in hierarchy.roots() {
            if let Some(bone) = complete.remove(root) {
                roots.push(name(*root), bone);
            }
        }
        [("bones", roots)].into_iter().collect()
    }

    fn mesh_groups(&self) -> Result<Element<'static>, Error> {
        let mut groups = Element::new();
        for (index, (name, meshes)) in self.groups.iter().enumerate() {
            let mut sub_meshes = Vec::new();
            for (place, mesh) in meshes.iter().enumerate() {
                let path = Path::from("meshGroups").name(name.as_bytes()).item("subMeshes", place);
                let mut data = Element::new();
                data.push("referenceId", u32::try_from(place).unwrap_or(u32::MAX));
                data.push("alphaCount", 0_u8);
                mesh.write(&mut data, &path)?;
                sub_meshes.push(sub_asset("PMESH", data));
            }
            let mut mesh = Element::new();
            mesh.push("referenceId", u32::MAX);
            mesh.push("subMeshes", Array::Items(Items::from_elements(sub_meshes)));
            let mut group = Element::new();
            group.push("index", u32::try_from(index).unwrap_or(u32::MAX));
            group.push("meshes", Array::Items(Items::from_elements([mesh])));
            groups.push(Name::from(name.clone()), group);
        }
        Ok(groups)
    }
}

/// Returns the animation for the reference pose.
fn reference(model: &Model<'_>, bounds: Bounds) -> AnimationData {
    let poses = model.skeleton().map(|skeleton| skeleton.local_poses()).unwrap_or_default();
    let bones = (0..u32::try_from(poses.len()).unwrap_or(u32::MAX)).collect();
    AnimationData {
        activity_weight: 1,
        render_bounds: Some(bounds),
        flags: AnimationFlags::default(),
        frames: Frames::new(24.0, bones, poses),
        ..AnimationData::default()
    }
}
