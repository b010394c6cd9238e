//! Channel animations (PANIMA) and recorded animations (PGMA).

use alloc::borrow::Cow;
use alloc::vec::Vec;

use asset_geometry::glam::Quat;
use asset_geometry::interpolate::slerp;
use binio::{Budget, Name, Path};
use udm::{Array, Element, Fixed, Type, Value};

use crate::asset::{Asset, Kind};
use crate::edit::{items_or_new, owned, put, put_packed, refuse};
use crate::error::{Error, ErrorKind};
use crate::node::{Node, bulk, unpacked};

/// The kind of [`Animations`]. Its type is `PANIMA` or `PGMA`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnimationsKind {}

impl Kind for AnimationsKind {
    const TYPES: &'static [&'static str] = &["PANIMA", "PGMA"];
    const BARE: bool = true;
}

/// Animations of any property that has a path. A `PANIMA` contains a single animation, and a `PGMA` contains a
/// recording of many entities. The files end in `.pgma_b` or `.pgma` (see [Channel
/// animations](crate::format#channel-animations-panima-pgma)).
pub type Animations<'a> = Asset<'a, AnimationsKind>;

impl Asset<'_, AnimationsKind> {
    /// Returns the animations. In a `PANIMA`, there is a single animation without a name. In a `PGMA`, there is an
    /// animation for each entity, and its name is the uuid.
    pub fn animations(&self) -> Vec<ChannelAnimation<'_>> {
        match self.node().find("animations") {
            Some(animations) => animations.children().map(ChannelAnimation::read).collect(),
            None => alloc::vec![ChannelAnimation::read((Name::default(), self.node()))],
        }
    }

    /// Returns the animation with the given name.
    pub fn animation(&self, name: &str) -> Option<ChannelAnimation<'_>> {
        self.animations().into_iter().rfind(|animation| animation.name == name)
    }
}

impl<'a> Asset<'a, AnimationsKind> {
    /// Sets the duration of a `PANIMA`, in seconds.
    pub fn set_duration(&mut self, seconds: f32) {
        put(self.document.data_mut(), "duration", seconds);
    }

    /// Sets the channel of a `PANIMA` that has the given target. If there is no such channel, it will be added.
    ///
    /// ```
    /// use pragma_asset::{Animations, Encoding, Limits, udm::{Array, Value}};
    /// let mut animations = Animations::empty(Encoding::Binary);
    /// animations.set_duration(2.0);
    /// animations.set_channel("panima:ec/light/range", &[0.0, 2.0], &Array::from_values(&[5.0_f32, 9.0]))?;
    /// let channel = &animations.animations()[0].channels()[0];
    /// assert_eq!(channel.curve(&mut Limits::default().budget())?.at(1.0), Some(Value::F32(7.0)));
    /// # Ok::<(), pragma_asset::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] unless there is a value for each time and the times ascend, or an error if
    /// the data can't be compressed.
    pub fn set_channel(&mut self, target: &str, times: &[f32], values: &Array<'_>) -> Result<(), Error> {
        let path = || Path::from("channels").name(target.as_bytes());
        let ascending = times.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
        if times.len() != values.len() || !ascending {
            return Err(refuse(ErrorKind::Contradiction("a value for each time, times ascending"), path()));
        }
        let channels = items_or_new(self.document.data_mut(), "channels").values_mut();
        let known =
            |value: &Value<'_>| value.as_element().is_some_and(|channel| Node(channel).name("targetPath") == target);
        let place = match channels.iter().position(known) {
            Some(place) => place,
            None => {
                let mut channel = Element::new();
                channel.push("interpolation", "Linear");
                channel.push("targetPath", owned(target.as_bytes()));
                channels.push(Value::Element(channel));
                channels.len().saturating_sub(1)
            }
        };
        let Some(channel) = channels.get_mut(place).and_then(Value::as_element_mut) else { return Ok(()) };
        put_packed(channel, "times", &Array::from_values(times))?;
        put_packed(channel, "values", values)
    }
}

/// An animation of properties, given by their paths.
#[derive(Clone, Debug)]
pub struct ChannelAnimation<'d> {
    /// The entity. In a `PANIMA`, this is empty.
    pub name: Name<'d>,
    node: Node<'d>,
}

impl<'d> ChannelAnimation<'d> {
    fn read((name, node): (Name<'d>, Node<'d>)) -> Self {
        Self { name, node: node.find("assetData").unwrap_or(node) }
    }

    /// Returns the element. This can be used to read a value that has no method here.
    pub fn element(&self) -> &'d Element<'d> {
        self.node.0
    }

    /// Returns the duration, in seconds.
    pub fn duration(&self) -> f32 {
        self.node.f32("duration").unwrap_or_default()
    }

    /// Returns the playback speed. Note that the engine ignores this when it plays the animation.
    pub fn speed_factor(&self) -> f32 {
        self.node.f32("speedFactor").unwrap_or(1.0)
    }

    /// Returns `true` if the animation loops. Note that the engine ignores this when it plays the animation.
    pub fn loops(&self) -> bool {
        let flags = self.node.name("flags");
        flags.split(|byte| *byte == b'|').any(|flag| matches!(flag.trim_ascii(), b"LoopBit" | b"Loop"))
    }

    /// Returns the channels.
    pub fn channels(&self) -> Vec<PathChannel<'d>> {
        let channels = self.node.elements("channels").into_iter().enumerate();
        channels.map(|(index, node)| PathChannel { path: self.path().item("channels", index), node }).collect()
    }

    pub(crate) fn path(&self) -> Path {
        if self.name.is_empty() { Path::new() } else { Path::from("animations").name(&self.name) }
    }
}

/// A property that changes over time.
#[derive(Clone, Debug)]
pub struct PathChannel<'d> {
    path: Path,
    node: Node<'d>,
}

impl<'d> PathChannel<'d> {
    /// Returns the path to this channel in the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the element. This can be used to read a value that has no method here.
    pub fn element(&self) -> &'d Element<'d> {
        self.node.0
    }

    /// Returns `Linear`, `Step` or `CubicSpline`. Note that the engine always uses linear interpolation (see [Channel
    /// animations](crate::format#channel-animations-panima-pgma)).
    pub fn interpolation(&self) -> Name<'d> {
        self.node.text("interpolation").unwrap_or_else(|| Name::from("Linear"))
    }

    /// Returns the property to animate, for example `panima:ec/animated/bone/head/rotation`.
    pub fn target(&self) -> Name<'d> {
        self.node.name("targetPath")
    }

    /// Returns the formula to apply to the value, if there is one.
    pub fn expression(&self) -> Option<Name<'d>> {
        self.node.text("expression")
    }

    /// Returns the times and values.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] for missing times or values, [`ErrorKind::WrongType`] for times that are not
    /// floats, or an error if the data can't be decompressed.
    pub fn curve(&self, budget: &mut Budget) -> Result<Curve<'d>, Error> {
        let array = |key| self.node.array(key).ok_or_else(|| Error::new(ErrorKind::Missing(key), self.path.clone()));
        let times = bulk(array("times")?, "float", &self.path.clone().part("times"), budget)?;
        let values = unpacked(array("values")?, &self.path.clone().part("values"), budget)?;
        Ok(Curve { times, values })
    }
}

/// The times and values of a channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve<'d> {
    /// The time of each key, in seconds and in ascending order.
    pub times: Vec<f32>,
    /// The value for each time. This can be of any type with a fixed size.
    pub values: Cow<'d, Array<'d>>,
}

impl Curve<'_> {
    /// Returns the value at the given time, by the rules of the engine. Before the first key and after the last, this
    /// is the value of this key. Between two keys, the interpolation is linear. Rotations take the shorter way, and
    /// integers will be truncated. Returns `None` without any values, or if the type can't be animated.
    pub fn at(&self, time: f32) -> Option<Value<'static>> {
        let Array::Plain(values) = &*self.values else { return None };
        let value = |index: usize| values.get(index).map(Value::into_owned);
        let behind = self.times.partition_point(|key| *key <= time);
        let Some(before) = behind.checked_sub(1) else { return value(0) };
        let (Some(start), Some(end)) = (self.times.get(before), self.times.get(behind)) else {
            return value(self.times.len().checked_sub(1)?);
        };
        between(&value(before)?, &value(behind)?, (time - start) / (end - start))
    }
}

/// Interpolates between two values, which must have the same type.
fn between(from: &Value<'_>, to: &Value<'_>, factor: f32) -> Option<Value<'static>> {
    if let (Value::Fixed(from), Value::Fixed(to)) = (from, to) {
        return fixed_between(from, to, factor).map(Value::Fixed);
    }
    let (a, b) = (from.as_f64()?, to.as_f64()?);
    let number = a + f64::from(factor) * (b - a);
    Some(match from {
        Value::Bool(_) => Value::from(number != 0.0),
        Value::I8(_) => Value::I8(number as i8),
        Value::U8(_) => Value::U8(number as u8),
        Value::I16(_) => Value::I16(number as i16),
        Value::U16(_) => Value::U16(number as u16),
        Value::I32(_) => Value::I32(number as i32),
        Value::U32(_) => Value::U32(number as u32),
        Value::I64(_) => Value::I64(number as i64),
        Value::U64(_) => Value::U64(number as u64),
        Value::F32(_) => Value::F32(number as f32),
        Value::F64(_) => Value::F64(number),
        _ => return None,
    })
}

fn fixed_between(from: &Fixed<'_>, to: &Fixed<'_>, factor: f32) -> Option<Fixed<'static>> {
    let ty = from.ty();
    if ty == Type::QUAT {
        let turned = slerp(Quat::from_array(from.f32s()?), Quat::from_array(to.f32s()?), factor);
        return Fixed::from_f32s(ty, &turned.to_array());
    }
    // From the engine's list: transforms, colours and hdr aren't animated.
    if matches!(ty, Type::TRANSFORM | Type::STRANSFORM | Type::SRGBA | Type::HDR) {
        return None;
    }
    if let (Some(from), Some(to)) = (from.as_i32s(), to.as_i32s()) {
        let number = |(from, to): (&zerocopy::little_endian::I32, &zerocopy::little_endian::I32)| {
            let (from, to) = (from.get() as f32, to.get() as f32);
            (from + (to - from) * factor) as i32
        };
        let numbers: Vec<i32> = from.iter().zip(to).map(number).collect();
        return Fixed::from_i32s(ty, &numbers);
    }
    let numbers = from.as_f32s()?.iter().zip(to.as_f32s()?);
    let numbers: Vec<f32> = numbers.map(|(from, to)| from.get() + (to.get() - from.get()) * factor).collect();
    Fixed::from_f32s(ty, &numbers)
}
