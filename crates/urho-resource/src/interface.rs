//! Computes interfaces as the engine does: which elements a layout creates with a given style, and where they will be
//! on the screen.
//!
//! The rectangle of an element depends on the order in which the engine applies attributes, because each size is
//! clamped and arranged immediately. [`Interface::of`] does the same in the same order, using the rules of Urho3D
//! (`Source/Urho3D/UI`).
//!
//! ```
//! use urho_resource::interface::{Interface, Surroundings};
//! use urho_resource::Document;
//!
//! struct NoFonts;
//! impl Surroundings for NoFonts {}
//!
//! let style = Document::parse(br#"<elements><element type="Button"><attribute name="Min Size" value="0 24" /></element></elements>"#, None)?;
//! let layout = Document::parse(br#"<element type="Window">
//!     <attribute name="Size" value="200 100" />
//!     <attribute name="Layout Mode" value="Vertical" />
//!     <attribute name="Layout Border" value="4 4 4 4" />
//!     <element type="Button" /><element type="Button" />
//! </element>"#, None)?;
//! let interface = Interface::of(&layout, Some(&style), [640, 480], &mut NoFonts)?;
//! let rectangles: Vec<[i32; 4]> = interface.elements().map(|element| element.rectangle).collect();
//! assert_eq!(rectangles, [[0, 0, 200, 100], [4, 4, 192, 46], [4, 50, 192, 46]]);
//! # Ok::<(), urho_resource::Error>(())
//! ```
//!
//! Some things are not computed: `UIElement3D`, tool tips and pop-ups (which are hidden until someone opens them),
//! attribute animations, and the overlays of hierarchical lists.

#![allow(clippy::indexing_slicing, reason = "numbers of elements come from the stage, which never removes any")]

mod arrange;
mod attributes;
mod classes;
mod load;
mod outline;
mod shown;
mod stage;
mod text;

use binio::{Findings, Path};

use crate::document::Document;
use crate::error::{Error, ErrorKind};
use crate::kind::Kind;

pub use classes::Class;
pub use outline::OutlineMetrics;
pub use shown::{Content, ImageContent, Shown, TextContent};

use stage::Stage;

/// What a layout needs to know from the game, for example how wide a text will be. You have to implement this to
/// compute an [`Interface`].
pub trait Surroundings {
    /// Returns the height of a text row in pixels, or `None` if there is no such font.
    fn row_height(&mut self, font: &str, size: f32) -> Option<f32> {
        let _ = (font, size);
        None
    }

    /// Returns the distance from a character to the next in pixels.
    fn advance(&mut self, font: &str, size: f32, character: char) -> f32 {
        let _ = (font, size, character);
        0.0
    }

    /// Returns how many pixels to add between two characters.
    fn kerning(&mut self, font: &str, size: f32, left: char, right: char) -> f32 {
        let _ = (font, size, left, right);
        0.0
    }

    /// Returns the text for an id. If no language is loaded, the engine shows the id.
    fn localized(&mut self, id: &str) -> String {
        id.to_owned()
    }
}

/// The elements of a layout, with their places on the screen.
#[derive(Clone, Debug)]
pub struct Interface {
    stage: Stage,
    root: usize,
    findings: Findings,
}

/// The maximum number of elements that a layout can create, including their inner parts.
const MOST_ELEMENTS: usize = 1 << 16;

impl Interface {
    /// Creates the elements of a layout, given the size of the screen. A patch file must be applied to its base before
    /// you use it as layout or as style.
    ///
    /// # Errors
    /// Returns [`ErrorKind::OtherKind`] when this is not a layout, when it is a patch file, or when the style is not a
    /// style file. Returns [`ErrorKind::NoSuch`] when the class of the root is unknown, because the engine will not
    /// load such a layout. Returns [`ErrorKind::Cycle`] when styles refer to each other, or when there would be more
    /// than 65 536 elements.
    pub fn of(
        layout: &Document<'_>,
        style: Option<&Document<'_>>,
        screen: [u16; 2],
        surroundings: &mut dyn Surroundings,
    ) -> Result<Self, Error> {
        let is_wrong = layout.kind() != Kind::UiLayout || layout.inherited().is_some();
        if is_wrong || style.is_some_and(|style| style.kind() != Kind::UiStyle) {
            return Err(Error::new(ErrorKind::OtherKind, Path::new()));
        }
        let mut findings = Findings::new();
        let mut stage = Stage::new();
        let screen_root = stage.create(Class::UI_ELEMENT);
        stage.set_size(screen_root, screen.map(i32::from), surroundings);
        let root = load::load(&mut stage, layout, style, surroundings, &mut findings)?;
        stage.insert_child(screen_root, None, root, surroundings);
        // The first frames set what updates change, and sort children.
        for _ in 0..2 {
            stage.update(screen_root, surroundings);
        }
        Ok(Self { stage, root, findings })
    }

    /// Iterates over the elements: first the root, then everything in it, depth first. This includes hidden elements.
    pub fn elements(&self) -> impl Iterator<Item = Shown<'_>> {
        self.stage.walk(self.root).into_iter().map(|(index, depth)| self.stage.shown(index, depth))
    }

    /// Returns what the layout asks for but does not get, such as an unknown class or an internal element that does not
    /// exist.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }
}
