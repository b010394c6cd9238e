//! Use these functions to split an image into channels and to merge channels into an image.

use crate::error::{Error, ErrorKind};
use crate::info::ColorSpace;
use crate::pixels::Pixels;

/// A channel in RGBA8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Channel {
    /// Red, which is the first byte.
    R,
    /// Green, which is the second byte.
    G,
    /// Blue, which is the third byte.
    B,
    /// Alpha, which is the fourth byte.
    A,
}

impl Channel {
    /// All four channels, in order.
    pub const ALL: [Self; 4] = [Self::R, Self::G, Self::B, Self::A];

    /// Returns the position of the byte in a pixel. Call this once before you loop over the pixels.
    const fn index(self) -> usize {
        // The mask shows the compiler that no access is out of bounds.
        self as usize & 3
    }
}

/// How many pixels are combined at once.
const PART: usize = 2048;

/// A single channel, borrowed from an image.
#[derive(Clone, Copy, Debug)]
pub struct Plane<'p> {
    pixels: &'p Pixels,
    channel: Channel,
}

impl<'p> Plane<'p> {
    /// Iterates over the values, row by row.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u8> + use<'p> {
        let index = self.channel.index();
        self.pixels.pixels().iter().map(move |pixel| pixel[index])
    }

    /// Returns the value if it is the same for all pixels. You can then use a factor instead of the channel, because
    /// nothing is lost.
    pub fn constant(&self) -> Option<u8> {
        let mut values = self.iter();
        let first = values.next()?;
        values.all(|value| value == first).then_some(first)
    }
}

/// Where to get a channel from. This can be another channel, or a value to be used for all pixels.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Source<'p> {
    /// A channel of an image.
    Plane(Plane<'p>),
    /// A value to be used for all pixels.
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
    /// Returns a single channel.
    pub fn channel(&self, channel: Channel) -> Plane<'_> {
        Plane { pixels: self, channel }
    }

    /// Creates an image from its red, green, blue and alpha channels. The colour space will be unknown, because
    /// channels from different images are treated as data.
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
    /// Returns [`ErrorKind::DifferentSizes`] if the channels do not have the same size. Use `Pixels::resized` to fix
    /// this. If you pass four values and no channel, the size will be zero.
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
        // In parts that stay in the cache, because each channel goes over the pixels again.
        for (number, part) in combined.pixels_mut().chunks_mut(PART).enumerate() {
            for (to, source) in sources.iter().enumerate() {
                match source {
                    Source::Plane(plane) => {
                        let from = plane.channel.index();
                        let others = plane.pixels.pixels().chunks(PART).nth(number).unwrap_or_default();
                        part.iter_mut().zip(others).for_each(|(pixel, other)| pixel[to & 3] = other[from]);
                    }
                    Source::Value(value) => part.iter_mut().for_each(|pixel| pixel[to & 3] = *value),
                }
            }
        }
        Ok(combined.with_color_space(ColorSpace::Unknown))
    }

    /// Replaces a channel by a channel from another image.
    ///
    /// # Errors
    /// Returns [`ErrorKind::DifferentSizes`] if the sizes are not equal. Nothing will be changed in this case.
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

    /// Reorders the channels. The new red, green, blue and alpha are copied from the given channels.
    pub fn swizzle(&mut self, channels: [Channel; 4]) {
        let indices = channels.map(Channel::index);
        for pixel in self.pixels_mut() {
            *pixel = indices.map(|index| pixel[index]);
        }
    }

    /// Calls `change` for every value in a channel, and stores the result.
    pub fn map(&mut self, channel: Channel, mut change: impl FnMut(u8) -> u8) {
        let index = channel.index();
        for pixel in self.pixels_mut() {
            pixel[index] = change(pixel[index]);
        }
    }

    /// Multiplies a channel by a factor. The result will be at most 255.
    pub fn multiply(&mut self, channel: Channel, factor: f32) {
        self.look_up(channel, |value| byte(f32::from(value) * factor));
    }

    /// Mixes a channel with 255. Use this to apply the strength of an occlusion map, for example. With a strength of 1,
    /// nothing will change, and with 0, the channel will be 255 everywhere.
    pub fn fade(&mut self, channel: Channel, strength: f32) {
        self.look_up(channel, |value| byte(255.0 + (f32::from(value) - 255.0) * strength));
    }

    /// Does the same as [`map`](Self::map), but calls `change` only once for each of the 256 values.
    fn look_up(&mut self, channel: Channel, change: impl Fn(u8) -> u8) {
        let mut changed = [0; 256];
        for (value, changed) in (0..=255).zip(&mut changed) {
            *changed = change(value);
        }
        if (0..=255).zip(changed).any(|(value, changed)| value != changed) {
            self.map(channel, |value| changed[usize::from(value)]);
        }
    }

    /// Inverts a channel, so that 0 becomes 255. For example, use this to convert gloss to roughness.
    pub fn invert(&mut self, channel: Channel) {
        self.map(channel, |value| 255 - value);
    }

    /// Sets a channel to the same value for all pixels. For example, `fill(Channel::A, 255)` removes transparency.
    pub fn fill(&mut self, channel: Channel, value: u8) {
        self.map(channel, |_| value);
    }
}

/// Rounds to the nearest byte.
pub(crate) fn byte(value: f32) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}
