//! Checks models.

mod animation;
mod mesh;

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;

use binio::{Findings, Limits, Path};

use super::sub_asset;
use crate::asset::{Asset, sealed};
use crate::kinds;
use crate::model::{Model, ModelKind, Skeleton};

/// The shaders of the engine do not support more bones than this.
const MOST_BONES: usize = 1024;

/// The names of the hit groups.
const HIT_GROUPS: [&str; 11] =
    ["Generic", "Head", "Chest", "Stomach", "LeftArm", "RightArm", "LeftLeg", "RightLeg", "Gear", "Tail", "Invalid"];

impl sealed::Check for ModelKind {
    fn check(asset: &Asset<'_, Self>, findings: &mut Findings) {
        let skeleton = asset.skeleton();
        let bones = skeleton.as_ref().map_or(0, Skeleton::len);
        let mut check = Checker { model: asset, bones, findings };
        check.sub_assets();
        check.skeleton(skeleton.as_ref());
        check.groups();
        check.materials();
        check.bone_users(skeleton.as_ref());
        check.faces();
        let mut budget = Limits::default().budget();
        asset.meshes().iter().for_each(|mesh| check.mesh(mesh, &mut budget));
        check.collision_meshes(&mut budget);
        check.animations(&mut budget);
    }
}

/// A model and its findings.
struct Checker<'d, 'a> {
    model: &'d Model<'a>,
    bones: usize,
    findings: &'d mut Findings,
}

impl Checker<'_, '_> {
    /// Checks that an index is below `count`. Use `what` to tell the reader what the engine will do if it is not.
    fn below(&mut self, index: u32, count: usize, path: Path, what: &str) {
        if index as usize >= count {
            self.findings.error(kinds::REFERENCE_OUT_OF_BOUNDS, path, format!("{index} of {count}: {what}"));
        }
    }

    fn bone(&mut self, bone: u32, path: Path) {
        self.below(bone, self.bones, path, "no such bone");
    }

    /// Checks the kind of every asset inside the model.
    fn sub_assets(&mut self) {
        let data = self.model.node();
        for (key, kind) in [("skeleton", "PSKEL"), ("metaRig", "PMRIG")] {
            if let Some(node) = data.find(key) {
                sub_asset(node, &[kind], Path::from(key), self.findings);
            }
        }
        for (key, kind) in
            [("animations", "PANI"), ("morphTargetAnimations", "PMORPHANI"), ("flexAnimations", "PFLEXANI")]
        {
            for (name, node) in data.node(key).children() {
                sub_asset(node, &[kind], Path::from(key).name(&name), self.findings);
            }
        }
        for (index, node) in data.elements("collisionMeshes").into_iter().enumerate() {
            sub_asset(node, &["PCOL"], Path::new().item("collisionMeshes", index), self.findings);
        }
        for (name, group) in data.node("meshGroups").children() {
            for (mesh, node) in group.elements("meshes").into_iter().enumerate() {
                for (sub, node) in node.elements("subMeshes").into_iter().enumerate() {
                    let path = Path::from("meshGroups").name(&name).item("meshes", mesh).item("subMeshes", sub);
                    sub_asset(node, &["PMESH"], path, self.findings);
                }
            }
        }
        if data.element_count("ikControllers") > 0 {
            self.findings.error(kinds::IK_CONTROLLERS, "ikControllers", "the engine crashes when it reads them");
        }
    }

    fn skeleton(&mut self, skeleton: Option<&Skeleton<'_>>) {
        let Some(skeleton) = skeleton else {
            if !self.model.has_flag("static") {
                self.findings.note(kinds::NO_SKELETON, "skeleton", "no skeleton, and the model isn't static");
            }
            return;
        };
        if !skeleton.is_dense() {
            self.findings.error(
                kinds::BONE_NUMBERS,
                "skeleton",
                "bones aren't numbered 0, 1, 2 …: the engine refuses the model, or crashes",
            );
        }
        if skeleton.len() > MOST_BONES {
            let message = format!("{} bones: the engine's shaders have room for {MOST_BONES}", skeleton.len());
            self.findings.warning(kinds::TOO_MANY_BONES, "skeleton", message);
        }
        let mut names = BTreeSet::new();
        for bone in &skeleton.bones {
            let path = || Path::from("skeleton").name(&bone.name);
            if !names.insert(bone.name.as_bytes()) {
                self.findings.warning(
                    kinds::BONE_NAME_DUPLICATE,
                    path(),
                    "more than one bone has this name: the first is found by it",
                );
            }
            if bone.pose.to_stransform().iter().any(|number| !number.is_finite()) {
                self.findings.error(kinds::POSE_NOT_FINITE, path(), "the pose isn't finite");
            }
        }
    }

    fn groups(&mut self) {
        let model = self.model;
        let groups = model.mesh_groups();
        if !groups.iter().enumerate().all(|(place, group)| group.index as usize == place) {
            self.findings.error(kinds::GROUP_NUMBERS, "meshGroups", "they aren't numbered 0, 1, 2 …");
        }
        let count = groups.len();
        // A small file can have any number of them, and they are all alike.
        let base = model.base_mesh_groups().into_iter().enumerate();
        let mut wrong = base.filter(|(_, group)| *group as usize >= count);
        if let Some((index, group)) = wrong.next() {
            let more = match wrong.count() {
                0 => String::new(),
                more => format!("; {more} more are out of bounds"),
            };
            let what = format!("no such mesh group{more}");
            self.below(group, count, Path::new().item("baseMeshGroups", index), &what);
        }
        for body in model.body_groups() {
            for (index, group) in body.mesh_groups.iter().enumerate() {
                let path = Path::from("bodyGroups").name(&body.name).item("meshGroups", index);
                // The engine has a number for an empty choice.
                if *group != u32::MAX {
                    self.below(*group, count, path, "no such mesh group");
                }
            }
        }
        for (index, lod) in model.lods().into_iter().enumerate() {
            for (place, replacement) in lod.replacements.iter().enumerate() {
                let path = || Path::new().item("lods", index).item("meshGroupReplacements", place);
                self.below(replacement.source, count, path().part("source"), "no such mesh group");
                self.below(replacement.target, count, path().part("target"), "no such mesh group");
            }
        }
    }

    fn materials(&mut self) {
        let materials = self.model.materials().len();
        for (skin, entries) in self.model.skins().into_iter().enumerate() {
            for (index, material) in entries.materials.iter().enumerate() {
                let path = Path::new().item("skins", skin).item("materials", index);
                self.below(*material, materials, path, "no such material");
            }
        }
    }

    /// Checks everything that refers to bones.
    fn bone_users(&mut self, skeleton: Option<&Skeleton<'_>>) {
        let model = self.model;
        for (index, attachment) in model.attachments().iter().enumerate() {
            self.bone(attachment.bone, Path::new().item("attachments", index).part("bone"));
        }
        let attachments = model.attachments().len();
        for (index, object) in model.object_attachments().iter().enumerate() {
            if let Ok(attachment) = u32::try_from(object.attachment) {
                let path = Path::new().item("objectAttachments", index);
                self.below(attachment, attachments, path, "no such attachment");
            }
        }
        for (index, hit_box) in model.hit_boxes().iter().enumerate() {
            let path = || Path::new().item("hitboxes", index);
            self.bone(hit_box.bone, path().part("bone"));
            if !HIT_GROUPS.iter().any(|known| hit_box.group == *known) {
                self.findings.warning(
                    kinds::HIT_GROUP_UNKNOWN,
                    path(),
                    format!("unknown hit group \"{}\"", hit_box.group),
                );
            }
            if !hit_box.bounds.is_defined() {
                self.findings.warning(kinds::HIT_BOX_INVERTED, path(), "the box is inside out: nothing hits it");
            }
        }
        for (index, joint) in model.joints().iter().enumerate() {
            self.bone(joint.parent_bone, Path::new().item("joints", index).part("parentBone"));
            self.bone(joint.child_bone, Path::new().item("joints", index).part("childBone"));
        }
        let bones = skeleton.map(|skeleton| skeleton.bones.as_slice()).unwrap_or_default();
        let known: BTreeSet<&[u8]> = bones.iter().map(|bone| bone.name.as_bytes()).collect();
        for (index, bone) in model.meta_rig().map(|rig| rig.bones).unwrap_or_default().iter().enumerate() {
            if !known.contains(bone.bone.as_bytes()) {
                let path = Path::from("metaRig").item("bones", index);
                self.findings.warning(kinds::BONE_MISSING, path, format!("no bone \"{}\"", bone.bone));
            }
        }
    }

    /// Checks flexes and everything that belongs to them.
    fn faces(&mut self) {
        let model = self.model;
        let (morphs, controllers) = (model.morph_target_animations().len(), model.flex_controllers());
        for flex in model.flexes() {
            if let Some(morph) = flex.morph_target_animation {
                self.below(morph, morphs, Path::from("flexes").name(&flex.name), "no such morph target animation");
            }
        }
        let known: BTreeSet<&[u8]> = controllers.iter().map(|controller| controller.name.as_bytes()).collect();
        for phoneme in model.phonemes() {
            for (controller, _) in &phoneme.controllers {
                if !known.contains(controller.as_bytes()) {
                    let path = Path::from("phonemes").name(&phoneme.name);
                    self.findings.warning(
                        kinds::FLEX_CONTROLLER_MISSING,
                        path,
                        format!("no flex controller \"{controller}\""),
                    );
                }
            }
        }
        for animation in model.flex_animations() {
            for controller in animation.controllers() {
                let path = Path::from("flexAnimations").name(&animation.name);
                self.below(controller, controllers.len(), path, "no such flex controller");
            }
        }
        for (index, shape) in model.meta_rig().map(|rig| rig.blend_shapes).unwrap_or_default().iter().enumerate() {
            self.below(
                shape.flex_controller,
                controllers.len(),
                Path::from("metaRig").item("blendShapes", index).part("flexControllerId"),
                "no such flex controller",
            );
        }
        for eye in model.eyeballs() {
            if let Ok(bone) = u32::try_from(eye.bone) {
                self.bone(bone, Path::from("eyeballs").name(&eye.name).part("bone"));
            }
        }
    }
}
