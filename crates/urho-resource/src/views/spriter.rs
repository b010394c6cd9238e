//! Spriter projects.

use super::View;
use super::field::words;
use super::node::Node;
use super::private::Convert;
use super::record::{Record, children, record};
use crate::error::Error;
use crate::item::Item;
use crate::kind::Kind;

words! {
    /// How to get from the values in a key to those in the next.
    CurveType: Linear {
        /// Jump at the next key.
        Instant = "instant",
        /// Change at a constant speed.
        Linear = "linear",
        /// Use a curve of second degree.
        Quadratic = "quadratic",
        /// Use a curve of third degree.
        Cubic = "cubic",
    }
}

record! {
    /// An image in a folder.
    SpriterFile in "file" {
        /// The id in this folder.
        id: i32 = "id" or "0",
        /// The image file with its folder, relative to the project.
        name: String = "name" or "",
        /// The width in pixels.
        width: f32 = "width" or "0",
        /// The height in pixels.
        height: f32 = "height" or "0",
        /// The point around which the image turns, from the left, as a share of the width.
        pivot_x: f32 = "pivot_x" or "0",
        /// The same as `pivot_x`, but from the bottom and for the height.
        pivot_y: f32 = "pivot_y" or "1",
    }
}

record! {
    /// A folder that contains images.
    SpriterFolder in "folder" {
        /// The id of the folder.
        id: i32 = "id" or "0",
        /// The name of the folder.
        name: String = "name" or "",
    }
    many {
        /// The images in this folder.
        files: SpriterFile,
    }
}

record! {
    /// A bone that is used from a key on.
    BoneReference in "bone_ref" {
        /// The id. Children use it to name their parent.
        id: i32 = "id" or "0",
        /// The id of the parent bone, or -1.
        parent: i32 = "parent" or "-1",
        /// The id of the timeline.
        timeline: i32 = "timeline" or "0",
        /// The id of the key in the timeline.
        key: i32 = "key" or "0",
        /// This is not used for bones.
        z_index: i32 = "z_index" or "0",
    }
}

record! {
    /// An image that is shown from a key on.
    ObjectReference in "object_ref" {
        /// The id of the image.
        id: i32 = "id" or "0",
        /// The id of the parent bone, or -1.
        parent: i32 = "parent" or "-1",
        /// The id of the timeline.
        timeline: i32 = "timeline" or "0",
        /// The id of the key in the timeline.
        key: i32 = "key" or "0",
        /// The drawing order. An image with a larger number is in front.
        z_index: i32 = "z_index" or "0",
    }
}

record! {
    /// A key in the main line. It says which bones and images exist from this time on.
    MainlineKey in "key" {
        /// The id of the key.
        id: i32 = "id" or "0",
        /// The time in milliseconds.
        time: f32 = "time" or "0",
    }
    many {
        /// The bones that exist from here on.
        bones: BoneReference,
        /// The images that exist from here on.
        objects: ObjectReference,
    }
}

record! {
    /// The main line of an animation.
    SpriterMainline in "mainline" {}
    many {
        /// The keys in file order.
        keys: MainlineKey,
    }
}

record! {
    /// The position of a bone.
    SpriterBone in "bone" {
        /// The distance from the parent in pixels, to the right.
        x: f32 = "x" or "0",
        /// The distance from the parent in pixels, upwards.
        y: f32 = "y" or "0",
        /// The angle in degrees, counterclockwise.
        angle: f32 = "angle" or "0",
        /// The scale along x.
        scale_x: f32 = "scale_x" or "1",
        /// The scale along y.
        scale_y: f32 = "scale_y" or "1",
        /// The opacity.
        alpha: f32 = "a" or "1",
    }
}

record! {
    /// The position of an image.
    SpriterSpatial in "object" {
        /// The id of the folder.
        folder: i32 = "folder" or "-1",
        /// The id of the image in this folder.
        file: i32 = "file" or "-1",
        /// The distance from the parent in pixels, to the right.
        x: f32 = "x" or "0",
        /// The distance from the parent in pixels, upwards.
        y: f32 = "y" or "0",
        /// The angle in degrees, counterclockwise.
        angle: f32 = "angle" or "0",
        /// The scale along x.
        scale_x: f32 = "scale_x" or "1",
        /// The scale along y.
        scale_y: f32 = "scale_y" or "1",
        /// The pivot, if it is not the same as in the file.
        pivot_x: Option<f32> = "pivot_x" or "",
        /// The pivot, if it is not the same as in the file.
        pivot_y: Option<f32> = "pivot_y" or "",
        /// The opacity.
        alpha: f32 = "a" or "1",
    }
}

record! {
    /// A key in a timeline. It has either a bone or an image.
    SpriterKey in "key" {
        /// The id of the key.
        id: i32 = "id" or "0",
        /// The time in milliseconds.
        time: f32 = "time" or "0",
        /// In which direction to rotate to the next key: 1, -1, or 0 for none.
        spin: i32 = "spin" or "1",
        /// How to get to the values in the next key.
        curve: CurveType = "curve_type" or "linear",
        /// The first number for the curve.
        c1: f32 = "c1" or "0",
        /// The second number for the curve.
        c2: f32 = "c2" or "0",
    }
    many {
        /// The bone, if this is the timeline of a bone.
        bones: SpriterBone,
        /// The image, if this is the timeline of an image.
        objects: SpriterSpatial,
    }
}

record! {
    /// The keys for a single bone or image.
    SpriterTimeline in "timeline" {
        /// The id of the timeline.
        id: i32 = "id" or "0",
        /// The name of the bone or image.
        name: String = "name" or "",
        /// `bone` or `sprite`.
        object_type: String = "object_type" or "sprite",
        /// The older name for `object_type`. If both are there, this one is used.
        kind: Option<String> = "type" or "",
    }
    many {
        /// The keys in file order.
        keys: SpriterKey,
    }
}

record! {
    /// An animation of an entity.
    SpriterAnimation in "animation" {
        /// The id of the animation.
        id: i32 = "id" or "0",
        /// The name of the animation.
        name: String = "name" or "",
        /// The length in milliseconds.
        length: f32 = "length" or "0",
        /// Whether to play it again and again.
        looping: bool = "looping" or "true",
    }
    many {
        /// The timelines, each for a bone or an image.
        timelines: SpriterTimeline,
    }
    one {
        /// The main line, which says when bones and images exist.
        mainline: SpriterMainline,
    }
}

record! {
    /// A figure with its animations.
    SpriterEntity in "entity" {
        /// The id of the entity.
        id: i32 = "id" or "0",
        /// The name of the entity.
        name: String = "name" or "",
    }
    many {
        /// The animations of this entity.
        animations: SpriterAnimation,
    }
}

/// A Spriter project: `.scml`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spriter {
    /// The folders with images.
    pub folders: Vec<SpriterFolder>,
    /// The entities. Note that the engine only uses the first.
    pub entities: Vec<SpriterEntity>,
}

impl View for Spriter {
    const KINDS: &'static [Kind] = &[Kind::Spriter];
}

impl Convert for Spriter {
    fn from_item(item: &Item<'_>) -> Result<Self, Error> {
        Ok(Self { folders: children(item), entities: children(item) })
    }

    fn to_node(&self, _: &Item<'_>) -> Node {
        let folders = self.folders.iter().map(|folder| folder.node(false));
        let entities = self.entities.iter().map(|entity| entity.node(false));
        Node { children: folders.chain(entities).collect(), ..Node::new("spriter_data") }
    }
}
