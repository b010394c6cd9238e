//! Builds golden bytes.

/// Builds bytes by hand. Use this to create golden vectors, because they must not depend on the writer that you want to
/// test.
///
/// ```
/// let bytes = testkit::ByteBuilder::new().raw(b"UANI").cstr("Walk").f32(1.0).u32(0).build();
/// assert_eq!(bytes, b"UANIWalk\0\0\0\x80\x3f\0\0\0\0");
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct ByteBuilder(Vec<u8>);

impl ByteBuilder {
    /// Creates an empty builder.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends bytes.
    pub fn raw(mut self, bytes: &[u8]) -> Self {
        self.0.extend_from_slice(bytes);
        self
    }

    /// Appends a byte.
    pub fn u8(self, value: u8) -> Self {
        self.raw(&[value])
    }

    /// Appends a little-endian u16.
    pub fn u16(self, value: u16) -> Self {
        self.raw(&value.to_le_bytes())
    }

    /// Appends a little-endian u32.
    pub fn u32(self, value: u32) -> Self {
        self.raw(&value.to_le_bytes())
    }

    /// Appends little-endian u32s.
    pub fn u32s(self, values: &[u32]) -> Self {
        values.iter().fold(self, |bytes, value| bytes.u32(*value))
    }

    /// Appends a little-endian u64.
    pub fn u64(self, value: u64) -> Self {
        self.raw(&value.to_le_bytes())
    }

    /// Appends a big-endian u32.
    pub fn u32_be(self, value: u32) -> Self {
        self.raw(&value.to_be_bytes())
    }

    /// Appends a little-endian f32.
    pub fn f32(self, value: f32) -> Self {
        self.raw(&value.to_le_bytes())
    }

    /// Appends little-endian f32s.
    pub fn f32s(self, values: &[f32]) -> Self {
        values.iter().fold(self, |bytes, value| bytes.f32(*value))
    }

    /// Appends text and a NUL.
    pub fn cstr(self, text: &str) -> Self {
        self.raw(text.as_bytes()).u8(0)
    }

    /// Returns the number of bytes so far, which is the offset of the next byte.
    pub fn position(&self) -> usize {
        self.0.len()
    }

    /// Returns the bytes.
    pub fn build(self) -> Vec<u8> {
        self.0
    }
}
