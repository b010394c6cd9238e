//! Reads the baked light of rbfx: light probes, and the tetrahedra between them.

use binio::zerocopy::little_endian::{F32, U32};
use binio::zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};
use binio::{Failure, Fault, Input, Parsed, nom};

use crate::error::{Error, ErrorKind};

/// A tetrahedron, or the space outside of a triangle of the hull: its corners, the cells opposite to them, and the bits
/// of a matrix with three rows.
pub type Cell = [[U32; 4]; 5];

/// The coefficients of a probe: red, green and blue for `x y z 1`, then for `xy yz zz zx`, and all of them for `xx − yy`.
pub type Probe = [[F32; 4]; 7];

/// The version of `GI.bin`.
const VERSION: u32 = 2;
/// The version of a file with probes.
const VERSION_OF_PROBES: u32 = 1;
/// A number from here on is not a corner, because an outer cell has a corner at infinity.
const INFINITE: u32 = 0xffff_fffe;

/// The baked light of a scene: `GI.bin`. This borrows from the bytes of the file.
///
/// ```
/// use urho_resource::baked_light::BakedLight;
/// let empty = [2, 0, 0, 0, 0, 0, 0, 0, 1, 0];
/// assert_eq!(BakedLight::parse(&empty)?.probes.len(), 0);
/// # Ok::<(), urho_resource::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BakedLight<'a> {
    /// The positions of the probes, which are the corners of the cells.
    pub positions: &'a [[F32; 3]],
    /// The cells: first all tetrahedra, then the spaces outside of the hull.
    pub cells: &'a [Cell],
    /// The direction in which the hull grows at each probe.
    pub outward: &'a [[F32; 3]],
    /// How many of the cells are tetrahedra.
    pub num_tetrahedra: u32,
    /// The probes.
    pub probes: &'a [Probe],
    /// Where the cells begin in the file.
    cells_offset: u64,
}

impl<'a> BakedLight<'a> {
    /// Reads a file. Bytes after the probes are ignored, like in the engine.
    ///
    /// # Errors
    /// Fails if a list is cut off, or if it has no whole number of items. The engine refuses the same files.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        read(Input::new(bytes)).map(|(_, light)| light).map_err(error)
    }

    /// Finds the cells with corners that don't exist. The result is their number, the index of the first of them, and its
    /// offset in the file.
    pub fn invalid_cells(&self) -> Option<(usize, usize, u64)> {
        let is_invalid = |[corners, ..]: &Cell| {
            corners.iter().any(|corner| corner.get() < INFINITE && corner.get() as usize >= self.positions.len())
        };
        let mut invalid = self.cells.iter().enumerate().filter(|(_, cell)| is_invalid(cell)).map(|(index, _)| index);
        let first = invalid.next()?;
        let offset = (first as u64).saturating_mul(size_of::<Cell>() as u64).saturating_add(self.cells_offset);
        Some((invalid.count().saturating_add(1), first, offset))
    }
}

/// Reads the probes of a group: `LightProbeGroup-….bin`.
///
/// # Errors
/// See [`BakedLight::parse`].
pub fn parse_probes(bytes: &[u8]) -> Result<&[Probe], Error> {
    probes(Input::new(bytes)).map(|(_, probes)| probes).map_err(error)
}

/// The reason of a failure, small enough to be returned by parsers.
#[derive(Clone, Copy)]
enum Problem {
    Fault(Fault),
    Version { known: u32, found: u32 },
    Fraction { bytes: u32, size: usize },
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

fn error(failure: nom::Err<Failure<Problem>>) -> Error {
    binio::Error::from(failure).map_kind(|problem| match problem {
        Problem::Fault(fault) => ErrorKind::Fault(fault),
        Problem::Version { known, found } => ErrorKind::Version { known, found },
        Problem::Fraction { bytes, size } => ErrorKind::Fraction { bytes, size },
    })
}

fn read(input: Input<'_>) -> Parsed<'_, BakedLight<'_>, Problem> {
    let (input, ()) = version(input, VERSION)?;
    let (input, positions) = rows(input)?;
    let (input, cells_size) = binio::leb128(input)?;
    let cells_offset = input.offset();
    let (input, cells) = sized_rows(input, cells_size)?;
    let (input, outward) = rows(input)?;
    let (input, num_tetrahedra) = binio::u32_le(input)?;
    let (input, probes) = probes(input)?;
    Ok((input, BakedLight { positions, cells, outward, num_tetrahedra, probes, cells_offset }))
}

fn probes(input: Input<'_>) -> Parsed<'_, &[Probe], Problem> {
    let (input, ()) = version(input, VERSION_OF_PROBES)?;
    rows(input)
}

fn version(input: Input<'_>, known: u32) -> Parsed<'_, (), Problem> {
    let (rest, version) = binio::leb128(input)?;
    if version == known { Ok((rest, ())) } else { Err(input.fail(Problem::Version { known, found: version })) }
}

/// Reads rows, after their number of bytes.
fn rows<T: FromBytes + Immutable + KnownLayout + Unaligned>(input: Input<'_>) -> Parsed<'_, &[T], Problem> {
    let (input, size) = binio::leb128(input)?;
    sized_rows(input, size)
}

fn sized_rows<T>(input: Input<'_>, bytes: u32) -> Parsed<'_, &[T], Problem>
where
    T: FromBytes + Immutable + KnownLayout + Unaligned,
{
    let (count, size) = (bytes as usize / size_of::<T>(), size_of::<T>());
    if count.checked_mul(size) != Some(bytes as usize) {
        return Err(input.fail(Problem::Fraction { bytes, size }));
    }
    binio::records::<T, Problem>(input, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Light with two probes and a cell with these corners, and its lists.
    fn light(corners: [u32; 4]) -> Vec<u8> {
        let mut bytes = vec![2, 24];
        bytes.extend([0; 24]);
        bytes.push(80);
        bytes.extend(corners.into_iter().flat_map(u32::to_le_bytes));
        bytes.extend([0; 64]);
        bytes.push(24);
        bytes.extend([0; 24]);
        bytes.extend([1, 0, 0, 0, 1, 0xe0, 0x01]);
        bytes.extend([0; 224]);
        bytes
    }

    #[test]
    fn lists_and_invalid_corners() {
        let bytes = light([0, 1, u32::MAX, u32::MAX - 1]);
        let read = BakedLight::parse(&bytes).unwrap();
        let sizes =
            (read.positions.len(), read.cells.len(), read.outward.len(), read.num_tetrahedra, read.probes.len());
        assert_eq!((sizes, read.invalid_cells()), ((2, 1, 2, 1, 2), None));
        assert_eq!(BakedLight::parse(&light([0, 2, 1, 0])).unwrap().invalid_cells(), Some((1, 0, 27)));
        let group = bytes.get(bytes.len() - 227..).unwrap();
        assert_eq!(parse_probes(group).unwrap().len(), 2);
    }

    /// The place and the reason of an error.
    fn error(bytes: &[u8]) -> (Option<u64>, ErrorKind) {
        let error = BakedLight::parse(bytes).unwrap_err();
        (error.offset(), error.kind().clone())
    }

    #[test]
    fn damaged_lists() {
        let bytes = light([0; 4]);
        for length in 0..bytes.len() {
            let (offset, kind) = error(&bytes[..length]);
            assert!(matches!(kind, ErrorKind::Fault(_)) && offset <= Some(length as u64), "{length}: {kind:?}");
        }
        assert_eq!(error(&[3]), (Some(0), ErrorKind::Version { known: 2, found: 3 }));
        assert_eq!(error(&[2, 13]), (Some(2), ErrorKind::Fraction { bytes: 13, size: 12 }));
        assert!(matches!(error(&[2, 0xff, 0xff, 0xff, 0xff, 0x0f]), (_, ErrorKind::Fraction { .. })));
        assert!(matches!(error(&[2, 0xfc, 0xff, 0xff, 0xff, 0x0f]), (_, ErrorKind::Fault(_))));
    }
}
