//! Scales, turns and moves whole models.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use asset_geometry::glam::{Quat, Vec2, Vec3, Vec4};
use asset_geometry::{Bounds, Similarity};
use binio::{Budget, Limits, Name, Path};
use udm::{Array, Element, Items, Value};

use super::flex_edit::MorphMeshData;
use super::{MeshData, Model, MorphAttribute, MorphFrame, SubMeshes};
use crate::animation::{AnimationData, AnimationFlags};
use crate::edit::{child, items, owned, put, put_bounds, put_packed, put_pose, refuse, vec3};
use crate::error::{Error, ErrorKind};
use crate::node::{Node, bulk};
use crate::pose::Pose;

impl Model<'_> {
    /// Scales, turns or moves the whole model: meshes, bones, animations, morphs, attachments, hit boxes, collision
    /// meshes, eyes, the meta rig, and the distances of levels of detail. All other data stays as it is, and so do the
    /// masses. Models that this one includes are files of their own.
    ///
    /// ```
    /// use pragma_asset::glam::Vec3;
    /// use pragma_asset::{MeshData, Model};
    /// # fn half(model: &mut Model<'_>) -> Result<(), pragma_asset::Error> {
    /// use pragma_asset::asset_geometry::Similarity;
    /// model.transform(&Similarity::default().scale(0.5).moved(Vec3::Y))?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] if vertices have a layout with other fields, or if an animation moves its
    /// entity and would have to move it up, and any error that reading the arrays causes. The model is not changed after
    /// an error.
    pub fn transform(&mut self, change: &Similarity) -> Result<(), Error> {
        let mut model = self.clone();
        let (change, mut budget) = (Change { by: change }, Limits::default().budget());
        // Keys are relative to the reference poses where they are missing, so these are read before they change.
        change.animations(&mut model, &mut budget)?;
        change.morphs(&mut model, &mut budget)?;
        change.meshes(&mut model)?;
        change.attachments(&mut model);
        change.collision_meshes(&mut model, &mut budget)?;
        let data = model.document.data_mut();
        change.bones(data);
        change.eyes(data);
        change.meta_rig(data);
        change.whole(data);
        *self = model;
        Ok(())
    }

    /// Returns the box around the vertices of all sub meshes, which is empty if there are none.
    ///
    /// # Errors
    /// Returns an error if a mesh can't be decompressed.
    pub fn computed_bounds(&self) -> Result<Bounds, Error> {
        let mut budget = Limits::default().budget();
        let mut points = Vec::new();
        for mesh in self.meshes() {
            let (pose, vertices) = (mesh.pose().to_affine(), mesh.vertices(&mut budget)?);
            points.extend(vertices.positions().iter().map(|point| pose.transform_point3(point)));
        }
        Ok(Bounds::from_points(points))
    }
}

struct Change<'c> {
    by: &'c Similarity,
}

impl Change<'_> {
    /// Turns a rotation. Without a turn, every bit stays.
    fn turned(&self, rotation: Quat) -> Quat {
        if self.by.rotation() == Quat::IDENTITY { rotation } else { self.by.rotation() * rotation }
    }

    /// Changes a pose in the space of the model.
    fn pose(&self, pose: &Pose) -> Pose {
        Pose { origin: self.by.point(pose.origin), rotation: self.turned(pose.rotation), scale: pose.scale }
    }

    /// Changes a pose that is relative to a bone, and so turns and moves with it.
    fn inner(&self, pose: &Pose) -> Pose {
        Pose { origin: pose.origin * self.by.factor(), ..*pose }
    }

    /// Changes a box that is relative to a bone.
    fn inner_bounds(&self, bounds: &Bounds) -> Bounds {
        Bounds { min: bounds.min * self.by.factor(), max: bounds.max * self.by.factor() }
    }

    /// Changes a box in the space of the model, if there is one.
    fn bounds_of(&self, element: &mut Element<'_>, key: &'static str) {
        if element.get(key).is_none() {
            return;
        }
        let bounds = Node(element).bounds(key);
        if bounds.is_defined() {
            put_bounds(element, key, &bounds.transformed(&self.by.matrix()));
        }
    }

    fn meshes(&self, model: &mut Model<'_>) -> Result<(), Error> {
        let mut meshes = model.mesh_data()?;
        meshes.iter_mut().for_each(|(_, mesh)| self.mesh(mesh));
        meshes.iter().try_for_each(|(id, mesh)| model.set_mesh(id, mesh))
    }

    /// Changes the vertices. If the mesh has a pose, this turns and moves instead of the vertices.
    fn mesh(&self, mesh: &mut MeshData) {
        if mesh.pose != Pose::IDENTITY {
            mesh.pose = self.pose(&mesh.pose);
            mesh.positions.iter_mut().for_each(|position| *position *= self.by.factor());
            return;
        }
        mesh.positions.iter_mut().for_each(|position| *position = self.by.point(*position));
        mesh.normals.iter_mut().for_each(|normal| *normal = self.by.direction(*normal));
        for tangent in &mut mesh.tangents {
            *tangent = self.by.direction(tangent.truncate()).extend(tangent.w);
        }
    }

    fn animations(&self, model: &mut Model<'_>, budget: &mut Budget) -> Result<(), Error> {
        let mut changed: Vec<(Name<'static>, AnimationData)> = Vec::new();
        let skeleton = model.skeleton();
        let is_root = |bone: &u32| {
            let bone = skeleton.as_ref().and_then(|skeleton| skeleton.bones.get(*bone as usize));
            bone.is_some_and(|bone| bone.parent.is_none())
        };
        for animation in model.animations() {
            let mut data = AnimationData::read(&animation, skeleton.as_ref(), budget)?;
            // A gesture is added to the pose of another animation, which turns and moves with the bone.
            let is_added = data.flags.contains(AnimationFlags::GESTURE);
            let roots: Vec<bool> = data.frames.bones.iter().map(|bone| !is_added && is_root(bone)).collect();
            for (pose, is_root) in data.frames.poses.iter_mut().zip(roots.iter().cycle()) {
                *pose = if *is_root { self.pose(pose) } else { self.inner(pose) };
            }
            for offset in &mut data.frames.offsets {
                *offset = self.offset(*offset).ok_or_else(|| refuse(UPWARDS, animation.path()))?;
            }
            changed.push((owned(animation.name.as_bytes()), data));
        }
        let data = model.document.data_mut();
        let Some(animations) = data.get_mut("animations").and_then(Value::as_element_mut) else { return Ok(()) };
        for (name, animation) in changed {
            let path = Path::from("animations").name(&name);
            let stored = animations.get_mut(name.as_bytes()).and_then(Value::as_element_mut);
            let Some(stored) = stored else { continue };
            let data = if stored.get("assetData").is_some() { child(stored, "assetData") } else { stored };
            self.bounds_of(data, "renderBounds");
            if !animation.frames.is_empty() {
                animation.write_frames(data, &path)?;
            }
        }
        Ok(())
    }

    /// Changes the way of an entity over the ground, or returns `None` if it would leave the ground.
    fn offset(&self, offset: Vec2) -> Option<Vec2> {
        let turned = self.by.vector(Vec3::new(offset.x, 0.0, offset.y));
        let is_on_ground = turned.y.abs() <= turned.length() * 1e-4;
        is_on_ground.then(|| Vec2::new(turned.x, turned.z))
    }

    fn morphs(&self, model: &mut Model<'_>, budget: &mut Budget) -> Result<(), Error> {
        let mut posed = BTreeSet::new();
        for group in model.mesh_groups() {
            for mesh in group.meshes().iter().flat_map(SubMeshes::meshes) {
                if mesh.pose() != Pose::IDENTITY {
                    posed.insert((group.index as usize, mesh.id().mesh, mesh.id().sub_mesh));
                }
            }
        }
        let mut changed: Vec<(String, Vec<MorphMeshData>)> = Vec::new();
        for animation in model.morph_target_animations() {
            let mut meshes = Vec::new();
            for mesh in animation.meshes() {
                let (mesh_group, number, sub_mesh) = (mesh.mesh_group(), mesh.mesh(), mesh.sub_mesh());
                let is_posed = posed.contains(&(mesh_group as usize, number as usize, sub_mesh as usize));
                let mut frames = Vec::new();
                for index in 0..mesh.frame_count() {
                    frames.extend(mesh.frame(index, budget)?.map(|frame| self.morph_frame(&frame, is_posed)));
                }
                meshes.push(MorphMeshData { mesh_group, mesh: number, sub_mesh, frames });
            }
            let path = || Path::from("morphTargetAnimations").name(&animation.name);
            let name = animation.name.as_str().ok_or_else(|| refuse(UNNAMEABLE, path()))?;
            changed.push((String::from(name), meshes));
        }
        for (name, meshes) in changed {
            model.set_morph_target_animation(&name, &meshes)?;
        }
        Ok(())
    }

    /// Changes the deltas of a morph. In a mesh with a pose, they turn with it.
    fn morph_frame(&self, frame: &MorphFrame<'_>, is_posed: bool) -> MorphFrame<'static> {
        let mut attributes = Vec::new();
        for attribute in &frame.attributes {
            let is_position = attribute.property == "position";
            let factor = if is_position { self.by.factor() } else { 1.0 };
            let change = |value: &Vec4| {
                let delta = value.truncate() * factor;
                let delta = if is_posed { delta } else { self.by.direction(delta) };
                delta.extend(value.w)
            };
            let values = attribute.values.iter().map(change).collect();
            attributes.push(MorphAttribute { property: owned(attribute.property.as_bytes()), values });
        }
        MorphFrame { attributes, vertices: frame.vertices.clone(), ..*frame }
    }

    fn attachments(&self, model: &mut Model<'_>) {
        let has_bones = model.skeleton().is_some_and(|skeleton| !skeleton.is_empty());
        let pose = |pose: &Pose| if has_bones { self.inner(pose) } else { self.pose(pose) };
        let factor = self.by.factor();
        let data = model.document.data_mut();
        for attachment in items(data, "attachments").into_iter().flat_map(Items::values_mut) {
            let Some(attachment) = attachment.as_element_mut() else { continue };
            let changed = pose(&Node(attachment).pose("pose"));
            put_pose(attachment, "pose", &changed, false);
        }
        for hit_box in items(data, "hitboxes").into_iter().flat_map(Items::values_mut) {
            let Some(hit_box) = hit_box.as_element_mut().filter(|hit_box| hit_box.get("bounds").is_some()) else {
                continue;
            };
            let bounds = Node(hit_box).bounds("bounds");
            let bounds = if has_bones { self.inner_bounds(&bounds) } else { bounds.transformed(&self.by.matrix()) };
            put_bounds(hit_box, "bounds", &bounds);
        }
        for lod in items(data, "lods").into_iter().flat_map(Items::values_mut) {
            let Some(lod) = lod.as_element_mut() else { continue };
            let distance = Node(lod).f32("distance").unwrap_or_default();
            put(lod, "distance", distance * factor);
        }
    }

    /// Changes the collision meshes. Their vertices have the axes of the model, whatever their bone is, and `pose` leads
    /// from the origin of the vertices back to the origin of the model.
    fn collision_meshes(&self, model: &mut Model<'_>, budget: &mut Budget) -> Result<(), Error> {
        let data = model.document.data_mut();
        let meshes = items(data, "collisionMeshes").into_iter().flat_map(Items::values_mut);
        for (index, mesh) in meshes.enumerate() {
            let Some(mesh) = mesh.as_element_mut() else { continue };
            let mesh = if mesh.get("assetData").is_some() { child(mesh, "assetData") } else { mesh };
            let pose = Node(mesh).pose("pose");
            let is_placed = pose.origin != Vec3::ZERO;
            let point = |point: Vec3| if is_placed { self.by.vector(point) } else { self.by.point(point) };
            if is_placed {
                // A vertex v is at v - origin.
                let origin = self.by.vector(pose.origin) - self.by.point(Vec3::ZERO);
                put_pose(mesh, "pose", &Pose { origin, ..pose }, false);
            }
            let path = Path::new().item("collisionMeshes", index).part("vertices");
            if let Some(array) = Node(mesh).array("vertices") {
                let vertices = bulk::<[f32; 3]>(array, "vec3", &path, budget)?;
                let changed: Vec<[f32; 3]> =
                    vertices.into_iter().map(|vertex| point(Vec3::from_array(vertex)).to_array()).collect();
                put_packed(mesh, "vertices", &Array::from_values(&changed))?;
            }
            if mesh.get("bounds").is_some() {
                let corners = Node(mesh).bounds("bounds");
                put_bounds(mesh, "bounds", &Bounds::from_points(corners_of(&corners).map(point)));
            }
            if let Some(center) = Node(mesh).vec3("centerOfMass") {
                put(mesh, "centerOfMass", vec3(point(center)));
            }
            if let Some(volume) = Node(mesh).f64("volume") {
                let factor = f64::from(self.by.factor());
                put(mesh, "volume", volume * factor * factor * factor);
            }
        }
        Ok(())
    }

    /// Changes the reference poses, which are in the space of the model.
    fn bones(&self, data: &mut Element<'_>) {
        let skeleton = data.get_mut("skeleton").and_then(Value::as_element_mut);
        let Some(skeleton) = skeleton else { return };
        let skeleton = if skeleton.get("assetData").is_some() { child(skeleton, "assetData") } else { skeleton };
        let mut pending: Vec<&mut Element<'_>> =
            skeleton.get_mut("bones").and_then(Value::as_element_mut).into_iter().collect();
        while let Some(bones) = pending.pop() {
            for (_, bone) in bones.iter_mut() {
                let Some(bone) = bone.as_element_mut() else { continue };
                let pose = self.pose(&Node(bone).pose("pose"));
                put_pose(bone, "pose", &pose, true);
                pending.extend(bone.get_mut("children").and_then(Value::as_element_mut));
            }
        }
    }

    /// Changes the eyes, which are relative to their bones. The scale of an iris is for a length.
    fn eyes(&self, data: &mut Element<'_>) {
        let factor = self.by.factor();
        let Some(eyes) = data.get_mut("eyeballs").and_then(Value::as_element_mut) else { return };
        for (_, eye) in eyes.iter_mut() {
            let Some(eye) = eye.as_element_mut() else { continue };
            if let Some(origin) = Node(eye).vec3("origin") {
                put(eye, "origin", vec3(origin * factor));
            }
            for key in ["zOffset", "radius"] {
                scale_number(eye, key, factor);
            }
            if let Some(iris) = eye.get_mut("iris").and_then(Value::as_element_mut) {
                scale_number(iris, "scale", factor.recip());
            }
        }
    }

    fn meta_rig(&self, data: &mut Element<'_>) {
        let Some(rig) = data.get_mut("metaRig").and_then(Value::as_element_mut) else { return };
        let rig = if rig.get("assetData").is_some() { child(rig, "assetData") } else { rig };
        self.bounds_of(rig, "bounds");
        for bone in items(rig, "bones").into_iter().flat_map(Items::values_mut) {
            let Some(bone) = bone.as_element_mut() else { continue };
            for key in ["radius", "length"] {
                scale_number(bone, key, self.by.factor());
            }
            if bone.get("bounds").is_some() {
                let bounds = self.inner_bounds(&Node(bone).bounds("bounds"));
                put_bounds(bone, "bounds", &bounds);
            }
        }
    }

    /// Changes the values of the model itself.
    fn whole(&self, data: &mut Element<'_>) {
        if let Some(offset) = Node(data).vec3("eyeOffset") {
            put(data, "eyeOffset", vec3(self.by.point(offset)));
        }
        if let Some(render) = data.get_mut("render").and_then(Value::as_element_mut) {
            self.bounds_of(render, "bounds");
        }
    }
}

const UPWARDS: ErrorKind = ErrorKind::Contradiction("an entity that an animation moves over the ground");
const UNNAMEABLE: ErrorKind = ErrorKind::Contradiction("a name that is text");

fn scale_number(element: &mut Element<'_>, key: &'static str, factor: f32) {
    if let Some(number) = Node(element).f32(key) {
        put(element, key, number * factor);
    }
}

fn corners_of(bounds: &Bounds) -> [Vec3; 8] {
    core::array::from_fn(|corner| {
        let side = |axis: usize, low: f32, high: f32| if corner >> axis & 1 == 0 { low } else { high };
        let (min, max) = (bounds.min, bounds.max);
        Vec3::new(side(0, min.x, max.x), side(1, min.y, max.y), side(2, min.z, max.z))
    })
}
