//! Levels of detail: keeps one of them, or adds new ones.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use binio::{Name, Path};
use udm::{Array, Element, Items, Value};

use super::{Lod, MeshData, Model, Replacement};
use crate::edit::{child, items, owned, put, put_ints, refuse};
use crate::error::{Error, ErrorKind};
use crate::node::Node;

impl Model<'_> {
    /// Returns how many levels of detail there are, including the finest.
    pub fn level_count(&self) -> usize {
        self.lods().len().saturating_add(1)
    }

    /// Keeps only this level of detail, where 0 is the finest. Mesh groups that are only in other levels are removed, and
    /// so are the morphs for them.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if there is no such level. The model is then unchanged.
    pub fn keep_lod(&mut self, level: usize) -> Result<(), Error> {
        let mut lods = self.lods();
        lods.sort_by_key(|lod| lod.lod);
        let Some(until) = lods.get(..level) else {
            return Err(refuse(ErrorKind::Missing("such level of detail"), Path::from("lods")));
        };
        // A group that a level doesn't replace stays as in the level before.
        let replacements = until.iter().flat_map(|lod| &lod.replacements);
        let shown: BTreeMap<u32, u32> = replacements.map(|one| (one.source, one.target)).collect();
        let of = |groups: Vec<u32>| -> Vec<u32> {
            groups.into_iter().map(|group| shown.get(&group).copied().unwrap_or(group)).collect()
        };
        let base = of(self.base_mesh_groups());
        let body: Vec<(Name<'static>, Vec<u32>)> =
            self.body_groups().into_iter().map(|group| (owned(group.name.as_bytes()), of(group.mesh_groups))).collect();
        let kept: BTreeSet<u32> = body.iter().flat_map(|(_, groups)| groups).chain(&base).copied().collect();
        let replaced = lods.iter().flat_map(|lod| &lod.replacements).flat_map(|one| [one.source, one.target]);
        let gone: BTreeSet<u32> = replaced.filter(|group| !kept.contains(group)).collect();
        let data = self.document.data_mut();
        if data.get("baseMeshGroups").is_some() {
            put_ints(data, "baseMeshGroups", &base);
        }
        for (name, groups) in &body {
            if let Some(group) = child(data, "bodyGroups").get_mut(name.as_bytes()).and_then(Value::as_element_mut) {
                put_ints(group, "meshGroups", groups);
            }
        }
        if data.get("lods").is_some() {
            data.insert("lods", Array::Items(Items::from_elements([])));
        }
        self.remove_mesh_groups(&gone);
        Ok(())
    }

    /// Removes mesh groups. The others get new numbers, because the engine counts them.
    fn remove_mesh_groups(&mut self, gone: &BTreeSet<u32>) {
        let groups = self.mesh_groups();
        let (removed, kept): (Vec<_>, Vec<_>) = groups.iter().partition(|group| gone.contains(&group.index));
        let removed: Vec<Name<'static>> = removed.iter().map(|group| owned(group.name.as_bytes())).collect();
        let numbers: BTreeMap<u32, u32> = kept.iter().map(|group| group.index).zip(0..).collect();
        let named: Vec<(Name<'static>, u32)> = kept.iter().map(|group| owned(group.name.as_bytes())).zip(0..).collect();
        let data = self.document.data_mut();
        if let Some(groups) = data.get_mut("meshGroups").and_then(Value::as_element_mut) {
            removed.iter().for_each(|name| drop(groups.remove(name.as_bytes())));
            for (name, number) in &named {
                let group = groups.get_mut(name.as_bytes()).and_then(Value::as_element_mut);
                group.into_iter().for_each(|group| put(group, "index", *number));
            }
        }
        let base = Node(data).ints("baseMeshGroups");
        if !base.is_empty() {
            put_ints(data, "baseMeshGroups", &renumbered(base, &numbers));
        }
        for group in elements(data.get_mut("bodyGroups")) {
            let groups = Node(group).ints("meshGroups");
            put_ints(group, "meshGroups", &renumbered(groups, &numbers));
        }
        for morph in elements(data.get_mut("morphTargetAnimations")) {
            let morph = if morph.get("assetData").is_some() { child(morph, "assetData") } else { morph };
            if let Some(meshes) = items(morph, "meshAnimations") {
                meshes
                    .values_mut()
                    .retain_mut(|mesh| mesh.as_element_mut().is_none_or(|mesh| renumber(mesh, &numbers)));
            }
        }
        for mesh in items(data, "collisionMeshes").into_iter().flat_map(Items::values_mut) {
            let Some(mesh) = mesh.as_element_mut() else { continue };
            let mesh = if mesh.get("assetData").is_some() { child(mesh, "assetData") } else { mesh };
            let is_kept =
                mesh.get_mut("softBody").and_then(Value::as_element_mut).is_none_or(|body| renumber(body, &numbers));
            if !is_kept {
                mesh.remove("softBody");
            }
        }
    }

    /// Adds a level of detail beyond all others: from this distance on, the meshes are shown instead of those in the mesh
    /// group with this index. Groups that are not replaced stay as they are in the level before.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if there is no such mesh group, and an error if a mesh can't be written. The model
    /// is then unchanged.
    pub fn add_lod(&mut self, distance: f32, coarser: &[(u32, Vec<MeshData>)]) -> Result<(), Error> {
        let mut model = self.clone();
        let mut lods = model.lods();
        let level = lods.iter().map(|lod| lod.lod).max().unwrap_or(0).saturating_add(1);
        let mut shown: BTreeMap<u32, u32> = BTreeMap::new();
        if let Some(last) = lods.iter().max_by_key(|lod| lod.lod) {
            shown.extend(last.replacements.iter().map(|one| (one.source, one.target)));
        }
        for (source, meshes) in coarser {
            let group = model.mesh_groups().into_iter().find(|group| group.index == *source);
            let missing = || refuse(ErrorKind::Missing("such mesh group"), Path::from("meshGroups"));
            let name = group.map(|group| group.name.to_text().into_owned()).ok_or_else(missing)?;
            let name = model.free_group_name(&format!("{name}_LOD{level}"));
            for mesh in meshes {
                model.add_mesh(&name, mesh)?;
            }
            let target = model.mesh_groups().into_iter().find(|group| group.name == *name).map(|group| group.index);
            shown.extend(target.map(|target| (*source, target)));
        }
        let replacements = shown.into_iter().map(|(source, target)| Replacement { source, target }).collect();
        lods.push(Lod { lod: level, distance, replacements });
        model.set_lods(&lods);
        *self = model;
        Ok(())
    }

    fn free_group_name(&self, name: &str) -> String {
        let groups = self.mesh_groups();
        let mut names = core::iter::once(String::from(name)).chain((2_u32..).map(|number| format!("{name}_{number}")));
        let is_free = |name: &String| groups.iter().all(|group| group.name != **name);
        names.find(is_free).unwrap_or_default()
    }
}

fn elements<'e, 'a>(element: Option<&'e mut Value<'a>>) -> impl Iterator<Item = &'e mut Element<'a>> {
    let all = element.and_then(Value::as_element_mut).into_iter().flat_map(Element::iter_mut);
    all.filter_map(|(_, value)| value.as_element_mut())
}

fn renumbered(groups: Vec<u32>, numbers: &BTreeMap<u32, u32>) -> Vec<u32> {
    groups.into_iter().map(|group| numbers.get(&group).copied().unwrap_or(group)).collect()
}

/// Gives the mesh group of an element its new number. Returns false if the group is removed.
fn renumber(element: &mut Element<'_>, numbers: &BTreeMap<u32, u32>) -> bool {
    let Some(group) = Node(element).int::<u32>("meshGroup") else { return true };
    let number = numbers.get(&group);
    number.into_iter().for_each(|number| put(element, "meshGroup", *number));
    number.is_some()
}
