//! Removes vertices that are not needed.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::MeshData;

impl MeshData {
    /// Merges equal vertices, removes those that no triangle uses, and puts the others in the order of the triangles.
    ///
    /// Everything that refers to vertices by their numbers, such as morphs, then refers to other vertices.
    ///
    /// ```
    /// use pragma_asset::{MeshData, glam::Vec3};
    /// let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X, Vec3::ONE];
    /// let mut mesh = MeshData { positions, indices: vec![4, 1, 2, 0, 3, 2], ..MeshData::default() };
    /// mesh.compact();
    /// assert_eq!(mesh.positions, [Vec3::ONE, Vec3::X, Vec3::Y, Vec3::ZERO]);
    /// assert_eq!(mesh.indices, [0, 1, 2, 3, 1, 2]);
    /// ```
    pub fn compact(&mut self) {
        let mut kept: Vec<usize> = Vec::new();
        let mut numbers: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        let mut indices = Vec::with_capacity(self.indices.len());
        for index in &self.indices {
            let next = u32::try_from(kept.len()).unwrap_or(u32::MAX);
            let number = *numbers.entry(self.bits(*index as usize)).or_insert_with(|| {
                kept.push(*index as usize);
                next
            });
            indices.push(number);
        }
        self.indices = indices;
        keep(&mut self.positions, &kept);
        keep(&mut self.normals, &kept);
        keep(&mut self.uvs, &kept);
        keep(&mut self.tangents, &kept);
        keep(&mut self.bones, &kept);
        keep(&mut self.weights, &kept);
        self.uv_sets.iter_mut().for_each(|(_, uvs)| keep(uvs, &kept));
    }

    /// Returns everything that a vertex consists of, bit by bit.
    fn bits(&self, vertex: usize) -> Vec<u32> {
        let mut all = Vec::new();
        let mut add =
            |numbers: Option<&[f32]>| all.extend(numbers.into_iter().flatten().map(|number| number.to_bits()));
        add(self.positions.get(vertex).map(AsRef::as_ref).map(<[f32; 3]>::as_slice));
        add(self.normals.get(vertex).map(AsRef::as_ref).map(<[f32; 3]>::as_slice));
        add(self.uvs.get(vertex).map(AsRef::as_ref).map(<[f32; 2]>::as_slice));
        add(self.tangents.get(vertex).map(AsRef::as_ref).map(<[f32; 4]>::as_slice));
        add(self.weights.get(vertex).map(<[f32; 4]>::as_slice));
        for (_, uvs) in &self.uv_sets {
            add(uvs.get(vertex).map(AsRef::as_ref).map(<[f32; 2]>::as_slice));
        }
        all.extend(self.bones.get(vertex).into_iter().flatten().map(|bone| u32::from_ne_bytes(bone.to_ne_bytes())));
        all
    }
}

fn keep<T: Copy>(values: &mut Vec<T>, kept: &[usize]) {
    if !values.is_empty() {
        *values = kept.iter().filter_map(|vertex| values.get(*vertex).copied()).collect();
    }
}
