//! Paths of parts in a document, such as `geometry 2 > LOD 0`.

use alloc::vec::Vec;
use core::fmt;

use crate::name::Name;

/// A step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A part that has a name in the format.
    Part(&'static str),
    /// The index of a part, if there are several.
    Index(u64),
    /// A name from the file, for example that of a key, an entry or a track.
    Name(Name<'static>),
}

/// The path of a part in a document, outermost step first.
///
/// ```
/// use binio::Path;
/// assert_eq!(Path::from([("geometry", 2), ("LOD", 0)]).to_string(), "geometry 2 > LOD 0");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path(Vec<Segment>);

impl Path {
    /// Creates the path of the document itself.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a step to the end.
    pub fn push(&mut self, segment: Segment) {
        self.0.push(segment);
    }

    /// Returns the path with `part` added to the end.
    #[must_use]
    pub fn part(mut self, part: &'static str) -> Self {
        self.push(Segment::Part(part));
        self
    }

    /// Returns the path with `part` and its index added to the end.
    #[must_use]
    pub fn item(mut self, part: &'static str, index: usize) -> Self {
        self.push(Segment::Part(part));
        self.push(Segment::Index(index as u64));
        self
    }

    /// Returns the path with a name from the file added to the end.
    #[must_use]
    pub fn name(mut self, name: &[u8]) -> Self {
        self.push(Segment::Name(Name::from(name).into_owned()));
        self
    }

    /// Returns the steps, outermost first.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Returns `true` if this is the path of the document itself.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds `outer` before all other steps.
    pub(crate) fn prepend(&mut self, outer: Segment) {
        self.0.insert(0, outer);
    }
}

impl From<&'static str> for Path {
    fn from(part: &'static str) -> Self {
        Self::new().part(part)
    }
}

impl<const N: usize> From<[(&'static str, usize); N]> for Path {
    fn from(items: [(&'static str, usize); N]) -> Self {
        items.into_iter().fold(Self::new(), |path, (part, index)| path.item(part, index))
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Index(index) if place == 0 => write!(f, "{index}")?,
                Segment::Index(index) => write!(f, " {index}")?,
                Segment::Part(part) => write!(f, "{}{part}", separator(place))?,
                Segment::Name(name) => write!(f, "{}{name}", separator(place))?,
            }
        }
        Ok(())
    }
}

/// Returns the separator before the step at `place`.
fn separator(place: usize) -> &'static str {
    if place == 0 { "" } else { " > " }
}
