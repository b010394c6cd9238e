//! Finds out which triangles exist in both scenes.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use asset_scene::{Material, Scene};

use crate::geometry::{Geometry, Triangle, Vertex};
use crate::texture::Textures;

/// Identifies a triangle by hashes. They will be equal if the triangle exists in both scenes.
#[derive(Clone, Copy)]
pub(super) struct Key {
    position: u64,
    look: u64,
}

/// How a triangle differs from the triangles in the other scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    None,
    /// The other scene has a triangle in this place that does not look the same.
    Look,
    /// The other scene does not have a triangle in this place.
    Place,
}

/// Returns the keys of all triangles, in order.
pub(super) fn keys(geometry: &Geometry, scene: &Scene<'_>, textures: &Textures) -> Vec<Key> {
    let mut hashes = HashMap::new();
    let mut looks = vec![0];
    looks.extend(scene.materials.iter().map(|material| look(material, textures, &mut hashes)));
    geometry.triangles.iter().map(|triangle| key(geometry, triangle, &looks)).collect()
}

/// Finds triangles that only exist in one of the scenes.
pub(super) fn changes(keys: &[Key], others: &[Key]) -> Vec<Change> {
    let places: HashSet<u64> = others.iter().map(|key| key.position).collect();
    let same: HashSet<(u64, u64)> = others.iter().map(|key| (key.position, key.look)).collect();
    let change = |key: &Key| match (places.contains(&key.position), same.contains(&(key.position, key.look))) {
        (_, true) => Change::None,
        (true, false) => Change::Look,
        (false, false) => Change::Place,
    };
    keys.iter().map(change).collect()
}

fn key(geometry: &Geometry, triangle: &Triangle, looks: &[u64]) -> Key {
    let corner = |index: u32| geometry.vertices.get(index as usize).copied().unwrap_or_default();
    let corners = triangle.corners.map(corner);
    let places = corners.map(|corner| corner.position.to_array().map(bits));
    // From the least corner on: where a triangle begins doesn't matter.
    let first = (0..3).min_by_key(|index| places.get(*index)).unwrap_or(0);
    let (mut position, mut look) = (DefaultHasher::new(), DefaultHasher::new());
    for index in (first..3).chain(0..first) {
        places.get(index).hash(&mut position);
        if let Some(Vertex { normal, uvs, color, .. }) = corners.get(index) {
            normal.to_array().map(bits).hash(&mut look);
            uvs.map(|uv| uv.map(bits)).hash(&mut look);
            color.map(bits).hash(&mut look);
        }
    }
    let material = geometry.draws.get(triangle.draw as usize).and_then(|draw| looks.get(draw.material));
    material.hash(&mut look);
    Key { position: position.finish(), look: look.finish() }
}

/// Returns the bits of a number. Both zeros have the same bits here.
fn bits(number: f32) -> u32 {
    (number + 0.0).to_bits()
}

/// Returns a hash of everything that you can see of a material. This does not include its name and the number of an
/// image.
fn look(material: &Material, textures: &Textures, hashes: &mut HashMap<usize, u64>) -> u64 {
    let mut hasher = DefaultHasher::new();
    material.factors().map(bits).hash(&mut hasher);
    (std::mem::discriminant(&material.alpha), material.double_sided, material.unlit).hash(&mut hasher);
    let mut material = material.clone();
    for slot in material.texture_places() {
        let Some(texture) = slot else {
            0_u8.hash(&mut hasher);
            continue;
        };
        let image = texture.image;
        let hash = hashes.entry(image.index()).or_insert_with(|| textures.hash_of(image));
        // The rest of a texture: sampler, transform, set of coordinates.
        texture.image = asset_scene::ImageId::new(0);
        (*hash, format!("{texture:?}")).hash(&mut hasher);
    }
    hasher.finish()
}
