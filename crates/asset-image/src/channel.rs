//! Channels, taken apart and put together.

use crate::error::{Error, ErrorKind};
use crate::info::ColorSpace;
use crate::pixels::Pixels;

/// A channel of RGBA8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Channel {
    /// Red, the first byte.
    R,
    /// Green, the second byte.
    G,
    /// Blue, the third byte.
    B,
    /// Alpha, the fourth byte.
    A,
}

impl Channel {
    /// All four, in their order.
    pub const ALL: [Self; 4] = [Self::R, Self::G, Self::B, Self::A];

    /// The number of its byte in a pixel, which loops over pixels look up once.
    const fn index(self) -> usize {
        // The mask shows the compiler that no access is out of bounds.
        self as usize & 3
    }
}

/// One channel of some pixels, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct Plane<'p> {
    pixels: &'p Pixels,
    channel: Channel,
}

impl<'p> Plane<'p> {
    /// Its values, row by row.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u8> + use<'p> {
        let index = self.channel.index();
        self.pixels.pixels().iter().map(move |pixel| pixel[index])
    }

    /// The value that all pixels have, if there is one: such a channel holds nothing that a factor wouldn't say.
    pub fn constant(&self) -> Option<u8> {
        let mut values = self.iter();
        let first = values.next()?;
        values.all(|value| value == first).then_some(first)
    }
}

/// Source of a channel: another channel, or a value for all pixels.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Source<'p> {
    /// A channel of an image.
    Plane(Plane<'p>),
    /// A value for all pixels.
    Value(u8),
}

impl<'p> From<Plane<'p>> for Source<'p> {
    fn from(plane: Plane<'p>) -> Self {
        Self::Plane(plane)
    }
}

impl From<u8> for Source<'_> {
    fn from(value: u8) -> Self {
        Self::Value(value)
    }
}

impl Pixels {
    /// One channel of them.
    pub fn channel(&self, channel: Channel) -> Plane<'_> {
        Plane { pixels: self, channel }
    }

    /// Puts red, green, blue and alpha together. The colour space is unknown: channels from different places are data.
    ///
    /// ```
    /// use asset_image::{Channel, Pixels};
    ///
    /// // glTF's occlusion, roughness and metalness from Urho3D's roughness and metalness.
    /// let urho = Pixels::filled(2, 2, [200, 10, 0, 90])?;
    /// let [roughness, metalness, occlusion] = [Channel::R, Channel::G, Channel::A].map(|channel| urho.channel(channel));
    /// let orm = Pixels::combine([occlusion.into(), roughness.into(), metalness.into(), 255.into()])?;
    /// assert_eq!(orm.get(1, 1), Some([90, 200, 10, 255]));
    /// # Ok::<(), asset_image::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::DifferentSizes`]: `Pixels::resized` makes them equal. Four values without a channel have a size of nothing.
    pub fn combine(sources: [Source<'_>; 4]) -> Result<Self, Error> {
        let planes = || {
            sources.iter().filter_map(|source| match source {
                Source::Plane(plane) => Some(plane),
                Source::Value(_) => None,
            })
        };
        let expected = planes().next().map_or((0, 0), |plane| plane.pixels.size());
        if let Some(other) = planes().find(|plane| plane.pixels.size() != expected) {
            let actual = other.pixels.size();
            return Err(Error::new(ErrorKind::DifferentSizes { expected, actual }, "channels"));
        }
        let mut combined = Self::filled(expected.0, expected.1, [0; 4])?;
        for (channel, source) in Channel::ALL.into_iter().zip(sources) {
            match source {
                Source::Plane(plane) => combined.set_channel(channel, plane)?,
                Source::Value(value) => combined.map(channel, |_| value),
            }
        }
        Ok(combined.with_color_space(ColorSpace::Unknown))
    }

    /// Replaces a channel by one of other pixels.
    ///
    /// # Errors
    /// [`ErrorKind::DifferentSizes`]; nothing is changed then.
    pub fn set_channel(&mut self, channel: Channel, plane: Plane<'_>) -> Result<(), Error> {
        let (expected, actual) = (self.size(), plane.pixels.size());
        if actual != expected {
            return Err(Error::new(ErrorKind::DifferentSizes { expected, actual }, "channels"));
        }
        let (to, from) = (channel.index(), plane.channel.index());
        for (pixel, other) in self.pixels_mut().iter_mut().zip(plane.pixels.pixels()) {
            pixel[to] = other[from];
        }
        Ok(())
    }

    /// Moves channels about: the new red, green, blue and alpha are the given ones of before.
    pub fn swizzle(&mut self, channels: [Channel; 4]) {
        let indices = channels.map(Channel::index);
        for pixel in self.pixels_mut() {
            *pixel = indices.map(|index| pixel[index]);
        }
    }

    /// Changes every value of a channel.
    pub fn map(&mut self, channel: Channel, mut change: impl FnMut(u8) -> u8) {
        let index = channel.index();
        for pixel in self.pixels_mut() {
            pixel[index] = change(pixel[index]);
        }
    }

    /// Multiplies a channel; values above 255 become 255.
    pub fn multiply(&mut self, channel: Channel, factor: f32) {
        self.map(channel, |value| byte(f32::from(value) * factor));
    }

    /// Mixes a channel with 255: occlusion of a strength. At 1 it stays, at 0 it is 255 everywhere.
    pub fn fade(&mut self, channel: Channel, strength: f32) {
        self.map(channel, |value| byte(255.0 + (f32::from(value) - 255.0) * strength));
    }

    /// Turns a channel round: 0 becomes 255; gloss becomes roughness.
    pub fn invert(&mut self, channel: Channel) {
        self.map(channel, |value| 255 - value);
    }

    /// Sets a channel to one value: `fill(Channel::A, 255)` makes pixels opaque.
    pub fn fill(&mut self, channel: Channel, value: u8) {
        self.map(channel, |_| value);
    }
}

/// The nearest byte.
pub(crate) fn byte(value: f32) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}
