//! The operands of instructions.

/// The kind of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operand {
    /// A variable that will be read, given by its offset on the stack in words of 4 bytes.
    Read,
    /// A variable that will be written, given by its offset on the stack in words of 4 bytes.
    Write,
    /// A value with 16 bits.
    Word,
    /// A value with 32 bits.
    Dword,
    /// A value with 64 bits.
    Qword,
    /// A pointer in memory. In a file this is an index.
    Pointer,
}
