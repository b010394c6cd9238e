//! Operands of instructions.

/// Kind of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operand {
    /// A variable that is read: its offset on the stack, in 4-byte words.
    Read,
    /// A variable that is written: its offset on the stack, in 4-byte words.
    Write,
    /// A 16-bit value.
    Word,
    /// A 32-bit value.
    Dword,
    /// A 64-bit value.
    Qword,
    /// A pointer in memory, and an index in the file.
    Pointer,
}
