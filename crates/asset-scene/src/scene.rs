//! A scene and its lists.

use std::ops::{Index, IndexMut};

use asset_geometry::Hierarchy;

use crate::{
    Animation, AnimationId, Array, Camera, Channel, Data, Environment, Id, Image, Item, Light, List, Material, Mesh,
    Node, Skin, Source, Staging,
};

/// A scene: lists of items, which refer to each other by [`Id`]. You can get an item with `scene[id]`, which panics if
/// it doesn't exist, or with [`List::get`], which returns an `Option`.
///
/// All fields are public, so a scene may be inconsistent. Use [`Scene::check`] to check ids and lengths.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene<'a> {
    /// The name, usually the file name without its extension.
    pub name: String,
    /// The nodes. They may be in any order.
    pub nodes: List<Node>,
    /// The meshes. Many nodes can share a mesh.
    pub meshes: List<Mesh>,
    /// The skins. Many nodes can share a skin.
    pub skins: List<Skin>,
    /// The materials. Many primitives can share a material.
    pub materials: List<Material>,
    /// The images. Many textures can share an image.
    pub images: List<Image<'a>>,
    /// The lights. Many nodes can share a light.
    pub lights: List<Light>,
    /// The cameras. Many nodes can share a camera.
    pub cameras: List<Camera>,
    /// The names of the material variants, which are used by [`Primitive::variants`](crate::Primitive::variants).
    pub variants: Vec<String>,
    /// The numbers for attributes, indices and keyframes. Arrays can be shared.
    pub arrays: List<Array<'a>>,
    /// The animations.
    pub animations: List<Animation<'a>>,
    /// Ambient light, fog and sky, or `None` if the format doesn't have these.
    pub environment: Option<Environment<'a>>,
    /// Content that only pictures need, or `None` if the scene wasn't read for a picture.
    pub staging: Option<Box<Staging>>,
    /// Additional data from the model's format.
    pub source: Option<Source<'a>>,
    /// The sources of other files, if the scene also has nodes from these.
    pub other_sources: Vec<Source<'a>>,
}

binio::into_owned! {
    pub Scene { images, arrays, animations, environment, source, other_sources; name, nodes, meshes, skins, materials, lights, cameras, variants, staging }, borrowed
}

impl<'a> Scene<'a> {
    /// Builds the node hierarchy.
    pub fn hierarchy(&self) -> Hierarchy {
        Hierarchy::new(self.nodes.iter().map(|node| node.parent.map(Id::index)))
    }

    /// Returns the time of the last key in an animation, in seconds, or 0 if it has no keys. Returns `None` if the
    /// animation doesn't exist.
    ///
    /// ```
    /// # let scene = asset_scene::Scene::default();
    /// for (id, animation) in scene.animations.enumerate() {
    ///     println!("{}: {:?} s", animation.name, scene.duration(id));
    /// }
    /// ```
    pub fn duration(&self, animation: AnimationId) -> Option<f32> {
        let last = |channel: &Channel| {
            let times = self.arrays.get(channel.times)?;
            match &times.data {
                Data::Dense(bytes) => {
                    bytes.rchunks_exact(times.row_size().max(1)).next().map(|time| times.number(time))
                }
                Data::Sparse { rows, values } => {
                    // Rows that aren't stored are zeros. Only the last one is read: many animations may share a million keys.
                    let is_stored = rows.last().is_some_and(|row| (*row as usize).checked_add(1) == Some(times.count));
                    let time = values.rchunks_exact(times.row_size().max(1)).next().filter(|_| is_stored);
                    (times.count > 0).then(|| time.map_or(0.0, |time| times.number(time)))
                }
            }
        };
        Some(self.animations.get(animation)?.channels.iter().filter_map(last).fold(0.0, f32::max))
    }

    /// Returns the first animation with this name.
    pub fn animation(&self, name: &str) -> Option<AnimationId> {
        self.animations.iter().position(|animation| animation.name == name).map(Id::new)
    }

    /// Returns the first node with this name.
    pub fn node(&self, name: &str) -> Option<Id<Node>> {
        self.nodes.iter().position(|node| node.name == name).map(Id::new)
    }

    /// Returns the number of bytes in all arrays. For sparse arrays, this only counts the stored rows.
    pub fn stored_bytes(&self) -> u64 {
        self.arrays.iter().map(Array::stored_bytes).fold(0, u64::saturating_add)
    }
}

/// An item type that has a list in the scene, given as the type parameter in its ids.
pub trait Listed<'a>: Sized + 'static {
    /// The item type, with the scene's lifetime.
    type Item: Item<Of = Self>;

    /// Returns the list.
    fn list<'s>(scene: &'s Scene<'a>) -> &'s List<Self::Item>;

    /// Returns the list so that you can change it.
    fn list_mut<'s>(scene: &'s mut Scene<'a>) -> &'s mut List<Self::Item>;
}

impl<'a, T: Listed<'a>> Index<Id<T>> for Scene<'a> {
    type Output = T::Item;

    #[track_caller]
    #[allow(clippy::indexing_slicing, reason = "an index operator: documented to panic")]
    fn index(&self, id: Id<T>) -> &T::Item {
        &T::list(self)[id]
    }
}

impl<'a, T: Listed<'a>> IndexMut<Id<T>> for Scene<'a> {
    #[track_caller]
    #[allow(clippy::indexing_slicing, reason = "an index operator: documented to panic")]
    fn index_mut(&mut self, id: Id<T>) -> &mut T::Item {
        &mut T::list_mut(self)[id]
    }
}

/// Declares the lists of a scene: the type of its items, with any lifetime and with the static one, its field, and the name of an item in messages.
macro_rules! listed {
    ($($item:ty, $of:ty: $list:ident, $name:literal;)*) => {
        $(
            #[allow(clippy::extra_unused_lifetimes, reason = "most items have no lifetime")]
            impl<'a> Item for $item {
                type Of = $of;
                const NAME: &'static str = $name;
            }

            impl<'a> Listed<'a> for $of {
                type Item = $item;

                fn list<'s>(scene: &'s Scene<'a>) -> &'s List<$item> {
                    &scene.$list
                }

                fn list_mut<'s>(scene: &'s mut Scene<'a>) -> &'s mut List<$item> {
                    &mut scene.$list
                }
            }
        )*
    };
}

listed! {
    Node, Node: nodes, "node";
    Mesh, Mesh: meshes, "mesh";
    Skin, Skin: skins, "skin";
    Light, Light: lights, "light";
    Camera, Camera: cameras, "camera";
    Material, Material: materials, "material";
    Image<'a>, Image<'static>: images, "image";
    Array<'a>, Array<'static>: arrays, "array";
    Animation<'a>, Animation<'static>: animations, "animation";
}
