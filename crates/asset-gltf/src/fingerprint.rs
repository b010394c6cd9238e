//! Detection of changed arrays, which invalidate blocks.

use asset_scene::{Array, Data};
use sha2::{Digest, Sha256};

use crate::json::{Animation, Attributes, Integer, Root};
use crate::shape::component_code;

/// SHA-256 of the arrays of a file's accessors, each computed on first use.
pub(crate) struct Fingerprints<'a> {
    arrays: Vec<&'a Array<'a>>,
    known: Vec<Option<[u8; 32]>>,
}

impl<'a> Fingerprints<'a> {
    /// Creates the fingerprints of the arrays of all accessors, in order.
    pub(crate) fn new(arrays: Vec<&'a Array<'a>>) -> Self {
        let known = vec![None; arrays.len()];
        Self { arrays, known }
    }

    /// Returns the fingerprint of all meshes and skins: each attribute with its name, sorted by name.
    pub(crate) fn of_model(&mut self, root: &Root) -> String {
        let mut hash = Sha256::new();
        for mesh in &root.meshes {
            count(&mut hash, mesh.primitives.len());
            for primitive in &mesh.primitives {
                self.attributes(&mut hash, &primitive.attributes);
                self.accessors(&mut hash, primitive.indices);
                count(&mut hash, primitive.targets.len());
                primitive.targets.iter().for_each(|target| self.attributes(&mut hash, target));
            }
        }
        for skin in &root.skins {
            count(&mut hash, skin.joints.len());
            self.accessors(&mut hash, skin.inverse_bind_matrices);
        }
        hex(hash)
    }

    /// Returns the fingerprint of an animation: targets, interpolation, keys and values.
    pub(crate) fn of_animation(&mut self, animation: &Animation) -> String {
        let mut hash = Sha256::new();
        for channel in &animation.channels {
            let Some(sampler) = animation.samplers.get(channel.sampler.index()) else { continue };
            count(&mut hash, channel.target.node.map_or(usize::MAX, Integer::index));
            hash.update(channel.target.path.as_bytes());
            hash.update([0]);
            hash.update(sampler.interpolation.as_deref().unwrap_or("LINEAR").as_bytes());
            hash.update([0]);
            self.accessors(&mut hash, [sampler.input, sampler.output]);
        }
        hex(hash)
    }

    fn attributes(&mut self, hash: &mut Sha256, Attributes(attributes): &Attributes) {
        let mut attributes: Vec<_> = attributes.iter().collect();
        attributes.sort();
        count(hash, attributes.len());
        for (name, accessor) in attributes {
            hash.update(name.as_bytes());
            hash.update([0]);
            self.accessors(hash, [*accessor]);
        }
    }

    fn accessors(&mut self, hash: &mut Sha256, accessors: impl IntoIterator<Item = Integer>) {
        let accessors = accessors.into_iter();
        for index in accessors.map(Integer::index) {
            let (Some(array), Some(known)) = (self.arrays.get(index), self.known.get_mut(index)) else { continue };
            hash.update(known.get_or_insert_with(|| of_array(array)));
        }
        hash.update([0]);
    }
}

/// Returns the SHA-256 of an array: its shape, and all its rows as a file stores them.
fn of_array(array: &Array<'_>) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update([component_code(array.component) as u8, array.width, u8::from(array.normalized)]);
    count(&mut hash, array.count);
    match &array.data {
        Data::Dense(bytes) => hash.update(&**bytes),
        Data::Sparse { rows, values } => {
            let size = array.row_size();
            let mut next = 0;
            for (row, value) in rows.iter().zip(values.chunks_exact(size.max(1))) {
                let row = *row as usize;
                zeros(&mut hash, row.saturating_sub(next).saturating_mul(size));
                hash.update(value);
                next = row.saturating_add(1);
            }
            zeros(&mut hash, array.count.saturating_sub(next).saturating_mul(size));
        }
    }
    hash.finalize().into()
}

fn zeros(hash: &mut Sha256, mut bytes: usize) {
    let block = [0; 4096];
    while let Some(rest) = bytes.checked_sub(block.len()) {
        hash.update(block);
        bytes = rest;
    }
    hash.update(block.get(..bytes).unwrap_or_default());
}

fn count(hash: &mut Sha256, count: usize) {
    hash.update((count as u64).to_le_bytes());
}

/// SHA-256 of a block, in lower-case hex.
pub(crate) fn of_block(bytes: &[u8]) -> String {
    hex(Sha256::new().chain_update(bytes))
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().fold(String::with_capacity(64), |text, byte| text + &format!("{byte:02x}"))
}
