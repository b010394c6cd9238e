//! Edits of models. Nothing but the value that you set will be changed.

use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::{Name, Path};
use udm::{Element, Type, Value};

use super::data::MeshData;
use super::mesh::{MeshGroup, MeshId};
use super::{Attachment, BlendController, HitBox, Joint, Lod, ModelKind, ObjectAttachment, Replacement, Skin};
use crate::animation::AnimationData;
use crate::asset::Asset;
use crate::edit::{
    child, item, items_or_new, owned, put, put_bounds, put_ints, put_list, put_name, put_names, put_pose, put_texts,
    refuse, rename, rename_in, sub_asset, vec3,
};
use crate::error::{Error, ErrorKind};
use crate::node::Node;
use crate::pose::Pose;

impl<'a> Asset<'a, ModelKind> {
    /// Sets the folders to search for materials.
    pub fn set_material_paths(&mut self, paths: &[&str]) {
        put_names(self.document.data_mut(), "materialPaths", paths);
    }

    /// Sets all materials.
    pub fn set_materials(&mut self, materials: &[&str]) {
        put_names(self.document.data_mut(), "materials", materials);
    }

    /// Renames a material.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if there is no such material.
    pub fn set_material(&mut self, index: usize, name: &str) -> Result<(), Error> {
        self.rename_materials([(index, name)])
    }

    /// Renames materials, given their numbers.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if any of the materials does not exist. Nothing will be changed then.
    pub fn rename_materials<'n>(&mut self, names: impl IntoIterator<Item = (usize, &'n str)>) -> Result<(), Error> {
        let mut materials: Vec<Name<'static>> = self.materials().iter().map(|name| owned(name)).collect();
        for (index, name) in names {
            let place = materials.get_mut(index);
            *place.ok_or_else(|| refuse(ErrorKind::Missing("such material"), Path::from("materials")))? =
                owned(name.as_bytes());
        }
        put(self.document.data_mut(), "materials", crate::edit::strings(materials.iter().map(Name::as_bytes)));
        Ok(())
    }

    /// Sets the models whose skeleton and animations the engine will add.
    pub fn set_include_models(&mut self, models: &[&str]) {
        put_names(self.document.data_mut(), "includeModels", models);
    }

    /// Sets the position of the eyes.
    pub fn set_eye_offset(&mut self, offset: Vec3) {
        put(self.document.data_mut(), "eyeOffset", vec3(offset));
    }

    /// Sets the mass, in kilograms.
    pub fn set_mass(&mut self, mass: f32) {
        put(self.document.data_mut(), "mass", mass);
    }

    /// Sets the bounding box to use for drawing.
    pub fn set_bounds(&mut self, bounds: &Bounds) {
        put_bounds(child(self.document.data_mut(), "render"), "bounds", bounds);
    }

    /// Sets or clears a flag. When you clear a flag, it will be removed, because the engine does not store it either.
    pub fn set_flag(&mut self, flag: &str, on: bool) {
        if self.has_flag(flag) == on {
            return;
        }
        let data = self.document.data_mut();
        let flags = child(data, "flags");
        if on {
            flags.insert(owned(flag.as_bytes()), true);
        } else {
            flags.remove(flag);
            if flags.is_empty() {
                data.remove("flags");
            }
        }
    }

    /// Sets the mesh groups to draw.
    pub fn set_base_mesh_groups(&mut self, groups: &[u32]) {
        put_ints(self.document.data_mut(), "baseMeshGroups", groups);
    }

    /// Sets a body group. If there is no such group, it will be added.
    pub fn set_body_group(&mut self, name: &str, mesh_groups: &[u32]) {
        put_ints(child(child(self.document.data_mut(), "bodyGroups"), name), "meshGroups", mesh_groups);
    }

    /// Sets the skins.
    pub fn set_skins(&mut self, skins: &[Skin]) {
        put_list(self.document.data_mut(), "skins", skins, |skin, place| put_ints(place, "materials", &skin.materials));
    }

    /// Sets the levels of detail.
    pub fn set_lods(&mut self, lods: &[Lod]) {
        put_list(self.document.data_mut(), "lods", lods, |lod, place| {
            put(place, "lod", lod.lod);
            put(place, "distance", lod.distance);
            put_list(place, "meshGroupReplacements", &lod.replacements, |replacement: &Replacement, place| {
                put(place, "source", replacement.source);
                put(place, "target", replacement.target);
            });
        });
    }

    /// Sets the attachments.
    pub fn set_attachments(&mut self, attachments: &[Attachment<'_>]) {
        put_list(self.document.data_mut(), "attachments", attachments, |attachment, place| {
            put_name(place, "name", &attachment.name);
            put(place, "bone", attachment.bone);
            put_pose(place, "pose", &attachment.pose, false);
        });
    }

    /// Sets the models and particle systems attached to the model.
    pub fn set_object_attachments(&mut self, objects: &[ObjectAttachment<'_>]) {
        put_list(self.document.data_mut(), "objectAttachments", objects, |object, place| {
            put_name(place, "name", &object.name);
            put(place, "attachment", object.attachment);
            put_name(place, "type", &object.kind);
            put_texts(place, "keyValues", &object.key_values);
        });
    }

    /// Sets the hit boxes.
    pub fn set_hit_boxes(&mut self, hit_boxes: &[HitBox<'_>]) {
        put_list(self.document.data_mut(), "hitboxes", hit_boxes, |hit_box, place| {
            put_name(place, "hitGroup", &hit_box.group);
            put(place, "bone", hit_box.bone);
            put_bounds(place, "bounds", &hit_box.bounds);
        });
    }

    /// Sets the joints.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] if a bone number is above 65535, because it must fit in 16 bits.
    pub fn set_joints(&mut self, joints: &[Joint<'_>]) -> Result<(), Error> {
        let narrow = |bone: u32| u16::try_from(bone).ok();
        if joints.iter().any(|joint| narrow(joint.parent_bone.max(joint.child_bone)).is_none()) {
            return Err(refuse(ErrorKind::Contradiction("bones are numbered in 16 bits"), Path::from("joints")));
        }
        put_list(self.document.data_mut(), "joints", joints, |joint, place| {
            put_name(place, "type", &joint.kind);
            put(place, "parentBone", narrow(joint.parent_bone).unwrap_or_default());
            put(place, "childBone", narrow(joint.child_bone).unwrap_or_default());
            put(place, "enableCollisions", joint.enable_collisions);
            put_texts(place, "args", &joint.args);
        });
        Ok(())
    }

    /// Sets the blend controllers.
    pub fn set_blend_controllers(&mut self, controllers: &[BlendController<'_>]) {
        put_list(self.document.data_mut(), "blendControllers", controllers, |controller, place| {
            put_name(place, "name", &controller.name);
            put(place, "min", controller.min);
            put(place, "max", controller.max);
            put(place, "loop", controller.loops);
        });
    }

    /// Renames a bone. This changes the skeleton and also the meta rig, because it uses names to refer to bones. All
    /// other parts use the bone number.
    ///
    /// ```
    /// # use pragma_asset::{Model, Pose};
    /// let mut model = Model::builder().bone("root", None, Pose::IDENTITY).build()?;
    /// model.rename_bone("root", "pelvis")?;
    /// assert_eq!(model.skeleton().unwrap().find("pelvis"), Some(0));
    /// # Ok::<(), pragma_asset::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if there is no such bone, and [`ErrorKind::Taken`] if the new name is already
    /// used.
    pub fn rename_bone(&mut self, from: &str, to: &str) -> Result<(), Error> {
        let path = || Path::from("skeleton").name(from.as_bytes());
        let taken = self.skeleton().is_some_and(|skeleton| skeleton.find(to).is_some());
        if taken && from != to {
            return Err(refuse(ErrorKind::Taken(owned(to.as_bytes())), path()));
        }
        let bones = self.holder_of(from).ok_or_else(|| refuse(ErrorKind::Missing("such bone"), path()))?;
        rename(bones, from.as_bytes(), to.as_bytes());
        let rig = self.document.data_mut().get_mut("metaRig").and_then(Value::as_element_mut);
        let Some(rig) = rig.and_then(|rig| rig.get_mut("assetData")).and_then(Value::as_element_mut) else {
            return Ok(());
        };
        let bones = Node(rig).element_count("bones");
        for index in 0..bones {
            let named = item(rig, "bones", index).filter(|bone| Node(bone).name("bone") == from);
            if let Some(bone) = named {
                put_name(bone, "bone", to.as_bytes());
            }
        }
        Ok(())
    }

    /// Sets the reference pose of a bone, in model space. Note that the bones below it will not be moved.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if there is no such bone.
    pub fn set_bone_pose(&mut self, name: &str, pose: &Pose) -> Result<(), Error> {
        let missing = || refuse(ErrorKind::Missing("such bone"), Path::from("skeleton").name(name.as_bytes()));
        let bone = self.holder_of(name).and_then(|bones| bones.get_mut(name)).and_then(Value::as_element_mut);
        put_pose(bone.ok_or_else(missing)?, "pose", pose, true);
        Ok(())
    }

    /// Returns the element that has the given bone as a key.
    fn holder_of(&mut self, name: &str) -> Option<&mut Element<'a>> {
        let skeleton = self.document.data_mut().get_mut("skeleton")?.as_element_mut()?;
        let data = skeleton.get_mut("assetData")?.as_element_mut()?;
        let mut pending = alloc::vec![data.get_mut("bones")?.as_element_mut()?];
        while let Some(bones) = pending.pop() {
            if bones.get(name).is_some_and(|bone| bone.as_element().is_some()) {
                return Some(bones);
            }
            let children =
                bones.iter_mut().filter_map(|(_, bone)| bone.as_element_mut()?.get_mut("children")?.as_element_mut());
            pending.extend(children);
        }
        None
    }

    /// Renames an animation.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if there is no such animation, and [`ErrorKind::Taken`] if the new name is
    /// already used.
    pub fn rename_animation(&mut self, from: &str, to: &str) -> Result<(), Error> {
        rename_in(self.document.data_mut(), "animations", (from, to), Path::from("animations"))
    }

    /// Writes the animation with the given name. If there is no such animation, it will be appended.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] if the frames, bones and weights contradict each other. The model will not
    /// be changed then.
    pub fn set_animation(&mut self, name: &str, animation: &AnimationData) -> Result<(), Error> {
        let path = Path::from("animations").name(name.as_bytes());
        animation.check(&path)?;
        let next = self.animations().iter().map(|animation| animation.index.saturating_add(1)).max().unwrap_or(0);
        let mut fresh = Element::new();
        let animations = self.document.data_mut().get_mut("animations").and_then(Value::as_element_mut);
        let stored = animations.and_then(|animations| animations.get_mut(name)).and_then(Value::as_element_mut);
        let is_new = stored.is_none();
        let target = match stored {
            Some(stored) => child(stored, "assetData"),
            None => &mut fresh,
        };
        animation.write(target, &path)?;
        if is_new {
            let mut wrapper = sub_asset("PANI", fresh.into_owned());
            wrapper.push("index", next);
            child(self.document.data_mut(), "animations").insert(owned(name.as_bytes()), wrapper);
        }
        Ok(())
    }

    /// Writes the arrays of a sub mesh. If a value is equal, it will not be changed, and it keeps its compressed bytes.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if there is no such sub mesh. Returns [`ErrorKind::Contradiction`] if the arrays
    /// contradict each other, or if the vertices in the file have fields that would be lost. The model will not be
    /// changed then.
    pub fn set_mesh(&mut self, id: &MeshId<'_>, mesh: &MeshData) -> Result<(), Error> {
        let path = id.path();
        let groups = self.document.data_mut().get_mut("meshGroups").and_then(Value::as_element_mut);
        let group = groups.and_then(|groups| groups.get_mut(id.group.as_bytes())).and_then(Value::as_element_mut);
        let meshes = group.and_then(|group| item(group, "meshes", id.mesh));
        let wrapper = meshes.and_then(|mesh| item(mesh, "subMeshes", id.sub_mesh));
        let missing = || refuse(ErrorKind::Missing("such sub mesh"), path.clone());
        let wrapper = wrapper.ok_or_else(missing)?;
        if wrapper.get("assetData").is_none_or(|data| data.ty() != Type::ELEMENT) {
            return Err(missing());
        }
        mesh.write(child(wrapper, "assetData"), &path)
    }

    /// Adds a sub mesh to the first mesh in the given group. If there is no such group, it will be created. Use
    /// [`set_base_mesh_groups`](Self::set_base_mesh_groups) if you want a new group to be drawn.
    ///
    /// ```
    /// # use pragma_asset::{MeshData, Model, glam::Vec3};
    /// # let triangle = MeshData { positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y], indices: vec![0, 1, 2], ..MeshData::default() };
    /// let mut model = Model::builder().material("white").mesh("body", triangle.clone()).build()?;
    /// let id = model.add_mesh("body", &triangle)?;
    /// assert_eq!((id.mesh, id.sub_mesh), (0, 1));
    /// assert_eq!(model.add_mesh("hat", &triangle)?.sub_mesh, 0);
    /// assert_eq!(model.mesh_groups()[1].name, "hat");
    /// # Ok::<(), pragma_asset::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] if the arrays contradict each other. The model will not be changed then.
    pub fn add_mesh(&mut self, group: &str, mesh: &MeshData) -> Result<MeshId<'static>, Error> {
        let groups = self.mesh_groups();
        let next = groups.iter().map(|group| group.index.saturating_add(1)).max().unwrap_or(0);
        let known = groups.iter().rfind(|known| known.name == group).map(MeshGroup::meshes).unwrap_or_default();
        let sub_mesh = known.first().map_or(0, |mesh| mesh.meshes().len());
        let id = MeshId { group: owned(group.as_bytes()), mesh: 0, sub_mesh };
        let mut data = Element::new();
        data.push("referenceId", u32::try_from(sub_mesh).unwrap_or(u32::MAX));
        data.push("alphaCount", 0_u8);
        mesh.write(&mut data, &id.path())?;
        let groups = child(self.document.data_mut(), "meshGroups");
        let is_new = groups.get(group).and_then(Value::as_element).is_none();
        let place = child(groups, group);
        if is_new {
            place.push("index", next);
        }
        let meshes = items_or_new(place, "meshes").values_mut();
        if meshes.is_empty() {
            let mut first = Element::new();
            first.push("referenceId", u32::MAX);
            meshes.push(Value::Element(first));
        }
        let first = meshes.first_mut().and_then(Value::as_element_mut);
        let wrong = || {
            refuse(
                ErrorKind::Contradiction("meshes that are elements"),
                Path::from("meshGroups").name(group.as_bytes()),
            )
        };
        let sub_meshes = items_or_new(first.ok_or_else(wrong)?, "subMeshes").values_mut();
        sub_meshes.push(Value::Element(sub_asset("PMESH", data)));
        Ok(id)
    }
}
