//! Tests the values of accessors.

use asset_scene::{Array, Component, Data};

/// The tolerance for the length of a unit vector or quaternion. It allows for the rounding of the coarsest types.
const VECTOR: f64 = 0.00674;
const QUATERNION: f64 = 0.00769;

/// The number of wrong values, and the first of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    count: usize,
    first: usize,
}

impl Tally {
    pub(super) fn add(&mut self, row: usize) {
        if self.count == 0 || row < self.first {
            self.first = row;
        }
        self.count = self.count.saturating_add(1);
    }

    /// Returns a message such as `3 values (first: 17): each …`, or `None` if no value is wrong.
    pub(super) fn say(self, what: &str) -> Option<String> {
        match self.count {
            0 => None,
            1 => Some(format!("value {} {what}", self.first)),
            count => Some(format!("{count} values (first: {}): each {what}", self.first)),
        }
    }
}

/// The tests for values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Test {
    Finite,
    UnitVector,
    TangentSign,
    Fraction,
    Ascending,
    NotNegative,
    UnitQuaternion,
    /// This is for splines, where two of three values are tangents, which need not have unit length.
    UnitSplineQuaternion,
    NoRestart,
    Affine,
}

impl Test {
    /// Returns the message for an invalid value.
    pub(super) const fn what(self) -> &'static str {
        match self {
            Self::Finite => "is not finite",
            Self::UnitVector => "is no vector of length 1",
            Self::TangentSign => "has a sign (w) other than 1 and -1",
            Self::Fraction => "is not between 0 and 1",
            Self::Ascending => "is not greater than the value before",
            Self::NotNegative => "is negative",
            Self::UnitQuaternion | Self::UnitSplineQuaternion => "is no quaternion of length 1",
            Self::NoRestart => "is the number that begins a new strip",
            Self::Affine => "has a last row other than 0 0 0 1",
        }
    }

    /// Runs the test and returns all values that fail.
    pub(super) fn run(self, array: &Array<'_>) -> Tally {
        let mut tally = Tally::default();
        if self == Self::Ascending {
            ascending(array, &mut tally);
            return tally;
        }
        if self == Self::Finite {
            finite(array, &mut tally);
            return tally;
        }
        let mut row = Vec::new();
        for (index, bytes) in rows(array) {
            row.clear();
            row.extend(bytes.chunks_exact(array.component.size()).map(|bytes| f64::from(array.number(bytes))));
            let spline_tangent = self == Self::UnitSplineQuaternion && index % 3 != 1;
            if !spline_tangent && self.fails(array, &row, bytes) {
                tally.add(index);
            }
        }
        tally
    }

    fn fails(self, array: &Array<'_>, row: &[f64], bytes: &[u8]) -> bool {
        let length = |numbers: &[f64]| numbers.iter().map(|number| number * number).sum::<f64>().sqrt();
        let off = |numbers: Option<&[f64]>, most: f64| {
            // A NaN is told as one.
            numbers.is_some_and(|numbers| (length(numbers) - 1.0).abs() > most)
        };
        match self {
            Self::UnitVector => off(row.get(..3), VECTOR),
            Self::TangentSign => row.get(3).is_some_and(|sign| *sign != 1.0 && *sign != -1.0),
            Self::Fraction => row.iter().any(|number| !(0.0..=1.0).contains(number)),
            Self::NotNegative => row.iter().any(|number| *number < 0.0),
            Self::UnitQuaternion | Self::UnitSplineQuaternion => off(row.get(..4), QUATERNION),
            Self::NoRestart => array.component != Component::F32 && bytes.iter().all(|byte| *byte == 0xff),
            Self::Affine => {
                let last = [3, 7, 11, 15].map(|index| row.get(index).copied());
                last != [Some(0.0), Some(0.0), Some(0.0), Some(1.0)]
            }
            Self::Ascending | Self::Finite => false,
        }
    }
}

/// Checks that all numbers are finite. This is done for every array, even very large ones, so the numbers are not
/// decoded.
fn finite(array: &Array<'_>, tally: &mut Tally) {
    if array.component != Component::F32 {
        return;
    }
    let is_finite = |bytes: &[u8]| stored(Component::F32, bytes).is_finite();
    rows(array).for_each(|(index, bytes)| {
        if !bytes.chunks_exact(4).all(is_finite) {
            tally.add(index);
        }
    });
}

fn ascending(array: &Array<'_>, tally: &mut Tally) {
    if let Data::Sparse { rows, .. } = &array.data {
        if array.count.saturating_sub(rows.len()) > 1 {
            tally.add(1);
            return;
        }
    }
    let mut before = None;
    for (index, bytes) in rows_in_order(array) {
        let number = array.number(bytes.get(..array.component.size()).unwrap_or_default());
        if before.is_some_and(|before| number <= before) {
            tally.add(index);
        }
        before = Some(number);
    }
}

/// Returns the rows in order. If rows are not stored, they are zeros, and only the first of them is returned.
fn rows_in_order<'v>(array: &'v Array<'_>) -> Vec<(usize, &'v [u8])> {
    let mut all: Vec<_> = rows(array).collect();
    all.sort_by_key(|(index, _)| *index);
    all
}

/// Zeros for the largest row, which is a matrix of 16 numbers with 32 bits.
const ZEROS: [u8; 64] = [0; 64];

/// Returns the rows and their indices. If rows are not stored, they are zeros, and only the first of them is returned,
/// because there can be any number of them.
pub(super) fn rows<'v>(array: &'v Array<'_>) -> impl Iterator<Item = (usize, &'v [u8])> {
    let size = array.row_size().max(1);
    let (dense, sparse, missing) = match &array.data {
        Data::Dense(bytes) => (&bytes[..], (&[][..], &[][..]), None),
        Data::Sparse { rows, values } => {
            let gap = rows.iter().zip(0_u32..).position(|(row, index)| *row != index).unwrap_or(rows.len());
            (&[][..], (&rows[..], &values[..]), Some(gap).filter(|gap| *gap < array.count))
        }
    };
    let (places, values) = sparse;
    let written = places.iter().map(|index| *index as usize).zip(values.chunks_exact(size));
    let zero = missing.and_then(|index| Some((index, ZEROS.get(..size)?)));
    dense.chunks_exact(size).enumerate().chain(written).chain(zero)
}

/// Returns the stored number, without normalizing it.
pub(super) fn stored(component: Component, bytes: &[u8]) -> f64 {
    match (component, bytes) {
        (Component::I8, [a]) => f64::from(*a as i8),
        (Component::U8, [a]) => f64::from(*a),
        (Component::I16, [a, b]) => f64::from(i16::from_le_bytes([*a, *b])),
        (Component::U16, [a, b]) => f64::from(u16::from_le_bytes([*a, *b])),
        (Component::U32, [a, b, c, d]) => f64::from(u32::from_le_bytes([*a, *b, *c, *d])),
        (Component::F32, [a, b, c, d]) => f64::from(f32::from_le_bytes([*a, *b, *c, *d])),
        _ => 0.0,
    }
}
