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
    /// How values go from one key to the next.
    CurveType: Linear {
        /// They jump.
        Instant = "instant",
        /// Evenly.
        Linear = "linear",
        /// Along a curve of second degree.
        Quadratic = "quadratic",
        /// Along a curve of third degree.
        Cubic = "cubic",
    }
}

record! {
    /// An image of a folder.
    SpriterFile in "file" {
        /// Number in the folder.
        id: i32 = "id" or "0",
        /// Image file beside the project, with its folder.
        name: String = "name" or "",
        /// Width in pixels.
        width: f32 = "width" or "0",
        /// Height in pixels.
        height: f32 = "height" or "0",
        /// Point around which the image turns, from the left, as a share of the width.
        pivot_x: f32 = "pivot_x" or "0",
        /// As `pivot_x`, from the bottom.
        pivot_y: f32 = "pivot_y" or "1",
    }
}

record! {
    /// A folder of images.
    SpriterFolder in "folder" {
        /// Number.
        id: i32 = "id" or "0",
        /// Name.
        name: String = "name" or "",
    }
    many {
        /// Images.
        files: SpriterFile,
    }
}

record! {
    /// A bone that a key shows.
    BoneReference in "bone_ref" {
        /// Number that children name as their parent.
        id: i32 = "id" or "0",
        /// Number of the parent bone, or -1.
        parent: i32 = "parent" or "-1",
        /// Number of the timeline.
        timeline: i32 = "timeline" or "0",
        /// Number of the key in the timeline.
        key: i32 = "key" or "0",
        /// Not used for bones.
        z_index: i32 = "z_index" or "0",
    }
}

record! {
    /// An image that a key shows.
    ObjectReference in "object_ref" {
        /// Number.
        id: i32 = "id" or "0",
        /// Number of the parent bone, or -1.
        parent: i32 = "parent" or "-1",
        /// Number of the timeline.
        timeline: i32 = "timeline" or "0",
        /// Number of the key in the timeline.
        key: i32 = "key" or "0",
        /// Order: larger ones are in front.
        z_index: i32 = "z_index" or "0",
    }
}

record! {
    /// A key of the main line: which bones and images exist from here on.
    MainlineKey in "key" {
        /// Number.
        id: i32 = "id" or "0",
        /// Milliseconds.
        time: f32 = "time" or "0",
    }
    many {
        /// Bones.
        bones: BoneReference,
        /// Images.
        objects: ObjectReference,
    }
}

record! {
    /// The main line of an animation.
    SpriterMainline in "mainline" {}
    many {
        /// Keys in file order.
        keys: MainlineKey,
    }
}

record! {
    /// Position of a bone.
    SpriterBone in "bone" {
        /// Pixels from the parent.
        x: f32 = "x" or "0",
        /// Pixels from the parent, upwards.
        y: f32 = "y" or "0",
        /// Degrees, counterclockwise.
        angle: f32 = "angle" or "0",
        /// Scale.
        scale_x: f32 = "scale_x" or "1",
        /// Scale.
        scale_y: f32 = "scale_y" or "1",
        /// Opacity.
        alpha: f32 = "a" or "1",
    }
}

record! {
    /// Position of an image.
    SpriterSpatial in "object" {
        /// Number of the folder.
        folder: i32 = "folder" or "-1",
        /// Number of the image.
        file: i32 = "file" or "-1",
        /// Pixels from the parent.
        x: f32 = "x" or "0",
        /// Pixels from the parent, upwards.
        y: f32 = "y" or "0",
        /// Degrees, counterclockwise.
        angle: f32 = "angle" or "0",
        /// Scale.
        scale_x: f32 = "scale_x" or "1",
        /// Scale.
        scale_y: f32 = "scale_y" or "1",
        /// Pivot, if it isn't the file's.
        pivot_x: Option<f32> = "pivot_x" or "",
        /// Pivot, if it isn't the file's.
        pivot_y: Option<f32> = "pivot_y" or "",
        /// Opacity.
        alpha: f32 = "a" or "1",
    }
}

record! {
    /// A key of a timeline: a bone or an image.
    SpriterKey in "key" {
        /// Number.
        id: i32 = "id" or "0",
        /// Milliseconds.
        time: f32 = "time" or "0",
        /// Direction of the rotation to the next key: 1, -1, or 0 for none.
        spin: i32 = "spin" or "1",
        /// How values go to the next key.
        curve: CurveType = "curve_type" or "linear",
        /// First number of the curve.
        c1: f32 = "c1" or "0",
        /// Second number of the curve.
        c2: f32 = "c2" or "0",
    }
    many {
        /// The bone, if the timeline is of a bone.
        bones: SpriterBone,
        /// The image, if the timeline is of an image.
        objects: SpriterSpatial,
    }
}

record! {
    /// Keys of one bone or image.
    SpriterTimeline in "timeline" {
        /// Number.
        id: i32 = "id" or "0",
        /// Name of the bone or image.
        name: String = "name" or "",
        /// `bone` or `sprite`.
        object_type: String = "object_type" or "sprite",
        /// Older name of `object_type`; has priority.
        kind: Option<String> = "type" or "",
    }
    many {
        /// Keys in file order.
        keys: SpriterKey,
    }
}

record! {
    /// An animation.
    SpriterAnimation in "animation" {
        /// Number.
        id: i32 = "id" or "0",
        /// Name.
        name: String = "name" or "",
        /// Milliseconds.
        length: f32 = "length" or "0",
        /// Whether it is played again and again.
        looping: bool = "looping" or "true",
    }
    many {
        /// Timelines.
        timelines: SpriterTimeline,
    }
    one {
        /// Main line.
        mainline: SpriterMainline,
    }
}

record! {
    /// A figure with its animations.
    SpriterEntity in "entity" {
        /// Number.
        id: i32 = "id" or "0",
        /// Name.
        name: String = "name" or "",
    }
    many {
        /// Animations.
        animations: SpriterAnimation,
    }
}

/// A Spriter project: `.scml`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spriter {
    /// Folders of images.
    pub folders: Vec<SpriterFolder>,
    /// Figures. The engine uses the first.
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
