//! The inputs and outputs of a stage in a DXBC container.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Failed, Input, Name, Parser, Within, check_count, cond, cstring, parse, record, repeat, u32_le};

use crate::chunk::Chunk;
use crate::error::{Error, ErrorKind};
use crate::records::SignatureRecord;

type Parsed<'a, T> = binio::Parsed<'a, T, ErrorKind>;

/// The maximum length of a semantic name. A limit is needed, because elements may share a name, and so a small file
/// could contain a large name many times.
const LONGEST_NAME: usize = 255;

/// The inputs or outputs of a shader, from a chunk `ISGN`, `OSGN`, `PCSG`, `OSG5`, `ISG1`, `OSG1` or `PSG1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature<'a> {
    /// The elements in file order.
    pub elements: Vec<SignatureElement<'a>>,
}

/// An input or an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureElement<'a> {
    /// The semantic, for example `POSITION` or `SV_Position`.
    pub name: Name<'a>,
    /// The semantic index.
    pub index: u32,
    /// The system value, or 0 if there is none.
    pub system_value: u32,
    /// The type of the components: 1 unsigned, 2 signed, 3 float.
    pub component: u32,
    /// The number of the register.
    pub register: u32,
    /// The components that exist. Bit 0 is x.
    pub mask: u8,
    /// The components that are read. For an output, the components that are never written.
    pub used: u8,
    /// The stream, for a geometry shader.
    pub stream: u32,
}

/// How an element is laid out: the words before and after the common record.
#[derive(Clone, Copy)]
struct Layout {
    stream: bool,
    precision: bool,
}

impl Layout {
    fn of(id: [u8; 4]) -> Self {
        let [.., last] = id;
        Self { stream: matches!(last, b'5' | b'1'), precision: last == b'1' }
    }

    fn size(self) -> usize {
        let words = usize::from(self.stream).saturating_add(usize::from(self.precision));
        size_of::<SignatureRecord>().saturating_add(words.saturating_mul(size_of::<u32>()))
    }
}

impl<'a> Signature<'a> {
    /// Reads the signature in a chunk. The identifier of this chunk decides how large an element is.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Data`], [`ErrorKind::OutOfBounds`] or [`ErrorKind::LongSemantic`]. Offsets begin at the
    /// start of the data in the chunk.
    pub fn parse(chunk: &'a Chunk<'_>) -> Result<Self, Error> {
        let layout = Layout::of(chunk.id);
        let data: &'a [u8] = &chunk.data;
        // Names follow the elements, or are anywhere; so the elements don't fill the chunk.
        parse(Input::new(data), |input| {
            let (_, signature) = signature(input, layout)?;
            Ok((Input::at(&[], data.len() as u64), signature))
        })
    }

    /// Iterates over the semantic names and their indices. Pass them to [`VertexElements`](crate::VertexElements).
    pub fn semantics(&self) -> impl Iterator<Item = (&[u8], u32)> + Clone {
        self.elements.iter().map(|element| (element.name.as_bytes(), element.index))
    }
}

fn signature(whole: Input<'_>, layout: Layout) -> Parsed<'_, Signature<'_>> {
    let (input, count) = u32_le(whole).within("element")?;
    // Offset of the elements: always 8, directly after this field.
    let (input, _) = u32_le(input).within("offset")?;
    let count = check_count(whole, input, u64::from(count), layout.size()).within("element")?;
    let (input, elements) = repeat(input, count, "element", |input| element(input, whole.bytes(), layout))?;
    Ok((input, Signature { elements }))
}

fn element<'a>(at: Input<'a>, chunk: &'a [u8], layout: Layout) -> Parsed<'a, SignatureElement<'a>> {
    let (input, stream) = cond(layout.stream, u32_le).parse(at)?;
    let (input, fixed) = record::<SignatureRecord, _>(input)?;
    let (input, _) = cond(layout.precision, u32_le::<ErrorKind>).parse(input)?;
    let name = semantic(at, chunk, fixed.name.get()).within("name")?;
    let element = SignatureElement {
        name,
        index: fixed.index.get(),
        system_value: fixed.system_value.get(),
        component: fixed.component.get(),
        register: fixed.register.get(),
        mask: fixed.mask,
        used: fixed.used,
        stream: stream.unwrap_or_default(),
    };
    Ok((input, element))
}

fn semantic<'a>(at: Input<'a>, chunk: &'a [u8], offset: u32) -> Result<Name<'a>, Failed<ErrorKind>> {
    let length = chunk.len() as u64;
    let from = usize::try_from(offset).ok().and_then(|offset| chunk.get(offset..));
    let from = from.ok_or_else(|| at.fail(ErrorKind::OutOfBounds { offset: u64::from(offset), length }))?;
    let window = from.get(..=LONGEST_NAME).unwrap_or(from);
    if window.len() > LONGEST_NAME && !window.contains(&0) {
        return Err(at.fail(ErrorKind::LongSemantic(LONGEST_NAME)));
    }
    let (_, name) = cstring(Input::at(window, u64::from(offset)))?;
    Ok(name)
}
