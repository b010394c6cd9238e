//! Structs: fields with a fixed size, and their layout (see [FORMAT.md, "Binary"](crate::format#binary)).

use alloc::vec::Vec;
use binio::{Bytes, Name, Strided};

use crate::error::{Error, ErrorKind, no_place};
use crate::fixed::Item;
use crate::kind::Type;

/// The fields in a struct, in order and without padding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StructLayout<'a> {
    fields: Vec<(Type, Name<'a>)>,
    size: u16,
}

/// A field of a struct, and where it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedField<'l, 'a> {
    /// The type.
    pub ty: Type,
    /// The name.
    pub name: &'l Name<'a>,
    /// The offset in the struct, in bytes.
    pub offset: usize,
}

impl<'a> StructLayout<'a> {
    /// Creates a layout from `fields`. Names may be empty, and they do not have to be unique.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`] if a type has no fixed size, and [`ErrorKind::Contradiction`] for more than 255
    /// fields.
    pub fn new(fields: Vec<(Type, Name<'a>)>) -> Result<Self, Error> {
        if fields.len() > usize::from(u8::MAX) {
            return Err(no_place(ErrorKind::Contradiction("a struct has at most 255 fields")));
        }
        let mut size = 0_u16;
        for (ty, _) in &fields {
            let field = ty.size().ok_or_else(|| no_place(ErrorKind::wrong_type("a type of fixed size", *ty)))?;
            // 255 fields of 64 bytes are 16 320.
            size = size.saturating_add(u16::try_from(field).unwrap_or(u16::MAX));
        }
        Ok(Self { fields, size })
    }

    /// Returns the fields in order.
    pub fn fields(&self) -> &[(Type, Name<'a>)] {
        &self.fields
    }

    /// Returns the number of bytes a struct takes.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// Returns the type and the offset for the field with the given name. If the name is duplicate, this is the first
    /// field.
    pub fn field(&self, name: impl AsRef<[u8]>) -> Option<PlacedField<'_, 'a>> {
        self.placed().find(|field| **field.name == *name.as_ref())
    }

    /// Iterates over the fields, in the order in which they are stored.
    pub fn placed(&self) -> impl Iterator<Item = PlacedField<'_, 'a>> {
        self.fields.iter().scan(0_usize, |offset, (ty, name)| {
            let start = *offset;
            *offset = start.saturating_add(ty.size().unwrap_or(0));
            Some(PlacedField { ty: *ty, name, offset: start })
        })
    }

    /// Returns the number of bytes the layout takes in a binary file.
    pub(crate) fn encoded_len(&self) -> u64 {
        let name = |(_, name): &(Type, Name<'_>)| 1 + crate::string::encoded_len(name);
        self.fields.iter().map(name).fold(1, u64::saturating_add)
    }

    /// Returns a copy that borrows from `self`.
    pub fn borrowed(&self) -> StructLayout<'_> {
        let fields = self.fields.iter().map(|(ty, name)| (*ty, name.borrowed())).collect();
        StructLayout { fields, size: self.size }
    }

    /// Copies borrowed data, so that the layout can outlive the file.
    pub fn into_owned(self) -> StructLayout<'static> {
        let fields = self.fields.into_iter().map(|(ty, name)| (ty, name.into_owned())).collect();
        StructLayout { fields, size: self.size }
    }
}

binio::into_owned! { impl StructLayout }

/// A single struct, with its layout and its bytes.
///
/// ```
/// use udm::{Name, Struct, StructLayout, Type, Value};
/// let layout = StructLayout::new(vec![(Type::U16, Name::from("x")), (Type::U8, Name::from("y"))])?;
/// let mut point = Struct::new(layout, vec![1, 0, 7])?;
/// assert_eq!(point.get("y"), Some(Value::U8(7)));
/// assert!(point.set("x", &Value::U16(258)));
/// assert_eq!(point.as_bytes(), [2, 1, 7]);
/// # Ok::<(), udm::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Struct<'a> {
    layout: StructLayout<'a>,
    data: Bytes<'a>,
}

binio::into_owned! { pub Struct { layout, data } }

impl<'a> Struct<'a> {
    /// Creates a struct from its bytes.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongSize`] if `data` does not have the size that the layout needs.
    pub fn new(layout: StructLayout<'a>, data: impl Into<Bytes<'a>>) -> Result<Self, Error> {
        let data = data.into();
        let (stored, actual) = (layout.size() as u64, data.len() as u64);
        if stored != actual {
            return Err(no_place(ErrorKind::WrongSize { stored, actual }));
        }
        Ok(Self { layout, data })
    }

    /// Does the same as [`new`](Self::new) without any checks. The caller must have checked the size.
    pub(crate) fn checked(layout: StructLayout<'a>, data: impl Into<Bytes<'a>>) -> Self {
        Self { layout, data: data.into() }
    }

    /// Returns the layout, which has the type and name for every field.
    pub fn layout(&self) -> &StructLayout<'a> {
        &self.layout
    }

    /// Returns the fields the way binary files store them.
    pub fn as_bytes(&self) -> &[u8] {
        &self.data
    }

    /// Returns the fields for editing.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        self.data.to_mut()
    }
}

/// Many structs which share a layout.
///
/// ```
/// use udm::{Name, StructLayout, Structs, Type};
/// let layout = StructLayout::new(vec![(Type::U16, Name::from("x")), (Type::U8, Name::from("y"))])?;
/// let points = Structs::new(layout, 2, vec![1, 0, 7, 2, 0, 8])?;
/// let xs = points.column::<u16>("x").unwrap();
/// assert_eq!(xs.iter().map(|x| x.get()).collect::<Vec<_>>(), [1, 2]);
/// # Ok::<(), udm::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structs<'a> {
    layout: StructLayout<'a>,
    count: u32,
    data: Bytes<'a>,
}

binio::into_owned! { pub Structs { layout, data; count } }

impl<'a> Structs<'a> {
    /// Creates `count` structs from their bytes.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongSize`] if `data` does not have the size that the layout and the count need.
    pub fn new(layout: StructLayout<'a>, count: u32, data: impl Into<Bytes<'a>>) -> Result<Self, Error> {
        let data = data.into();
        let (stored, actual) = (u64::from(count).saturating_mul(layout.size() as u64), data.len() as u64);
        if stored != actual {
            return Err(no_place(ErrorKind::WrongSize { stored, actual }));
        }
        Ok(Self { layout, count, data })
    }

    /// Does the same as [`new`](Self::new) without any checks. The caller must have checked the size.
    pub(crate) fn checked(layout: StructLayout<'a>, count: u32, data: impl Into<Bytes<'a>>) -> Self {
        Self { layout, count, data: data.into() }
    }

    /// Returns the number of structs and the bytes for editing. They must stay consistent.
    pub(crate) fn parts_mut(&mut self) -> (&mut u32, &mut Bytes<'a>) {
        (&mut self.count, &mut self.data)
    }

    /// Returns the layout, which has the type and name for every field.
    pub fn layout(&self) -> &StructLayout<'a> {
        &self.layout
    }

    /// Returns the number of structs.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Returns `true` if this contains no structs.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the structs the way binary files store them.
    pub fn as_bytes(&self) -> &[u8] {
        &self.data
    }

    /// Returns the structs for editing. You can't change their size.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.data.to_mut()
    }

    /// Returns the struct at `index`, or `None` beyond the end.
    pub fn row(&self, index: usize) -> Option<Struct<'_>> {
        let size = self.layout.size();
        if index >= self.len() {
            return None;
        }
        let start = index.checked_mul(size)?;
        let data = self.data.get(start..start.checked_add(size)?)?;
        Some(Struct::checked(self.layout.borrowed(), data))
    }

    /// Returns the given field for all structs, in place. You get `None` if there is no such field, or if its type
    /// can't be viewed using `T`.
    pub fn column<T: Item>(&self, name: impl AsRef<[u8]>) -> Option<Strided<'_, T::Le>> {
        let offset = self.layout.field(name).filter(|field| T::TYPES.contains(&field.ty))?.offset;
        Strided::new(&self.data, self.layout.size(), offset)
    }
}
