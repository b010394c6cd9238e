//! Decodes instructions. Nothing is ever executed.

#![deny(clippy::arithmetic_side_effects)]

use alloc::string::{String, ToString};
use binio::{Input, Parsed, Within, bytes, u8};

use crate::error::ErrorKind;
use crate::function::Code;
use crate::integer::{any_integer, following};
use crate::opcode::Opcode;

/// The maximum number of operands that an instruction can have.
const OPERANDS: usize = 3;

/// An instruction, which consists of an operation and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The index in the function. Jumps, lines and variables refer to this.
    pub index: u32,
    /// The offset in the bytecode.
    pub offset: usize,
    /// What the instruction does.
    pub opcode: Opcode,
    operands: [i64; OPERANDS],
    count: u8,
}

impl Instruction {
    /// Returns the operands as stored. To see what they refer to, use
    /// [`Module::references`](crate::Module::references).
    pub fn operands(&self) -> &[i64] {
        self.operands.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// Returns a single operand, or `None` if there are fewer.
    pub fn operand(&self, index: usize) -> Option<i64> {
        self.operands().get(index).copied()
    }

    /// Returns the instruction as a line of text, with its name and the operands as stored.
    pub fn text(&self) -> String {
        let operands = self.operands().iter();
        operands.fold(self.opcode.to_string(), |text, operand| alloc::format!("{text} {operand}"))
    }

    /// If this is a jump, returns the index of the instruction that it leads to.
    pub(crate) fn jump_target(&self) -> Option<i64> {
        let distance = self.opcode.is_jump().then(|| self.operand(0))??;
        // Counted from the instruction after the jump, in both directions.
        i64::from(self.index).checked_add(1)?.checked_add(distance)
    }
}

/// Reads an instruction. The caller must set its index.
fn instruction(at: Input<'_>) -> Parsed<'_, Instruction, ErrorKind> {
    let (mut input, number) = u8(at)?;
    let opcode = Opcode(number);
    let Some(kinds) = opcode.operands() else {
        return Err(at.fail(ErrorKind::UnknownInstruction(number)));
    };
    let mut operands = [0; OPERANDS];
    let mut count = 0_u8;
    for (operand, _) in operands.iter_mut().zip(kinds) {
        let (rest, value) = any_integer(input)?;
        input = rest;
        *operand = value;
        count = count.saturating_add(1);
    }
    Ok((input, Instruction { index: 0, offset: 0, opcode, operands, count }))
}

/// Returns the bytes after the first instruction in `code`, or `None` if it is missing or incomplete.
#[inline]
fn behind(code: &[u8]) -> Option<&[u8]> {
    let (number, mut rest) = code.split_first()?;
    for _ in Opcode(*number).operands()? {
        let (first, others) = rest.split_first()?;
        rest = others.get(following(*first)..)?;
    }
    Some(rest)
}

/// Skips `count` instructions. This must look at each, because its length depends on its operands.
pub(crate) fn instructions(start: Input<'_>, count: u64) -> Parsed<'_, &[u8], ErrorKind> {
    let mut rest = start.bytes();
    let length = |rest: &[u8]| start.len().saturating_sub(rest.len()) as u64;
    for index in 0..count {
        rest = match behind(rest) {
            Some(rest) => rest,
            // Finds the error in it.
            None => {
                let (at, _) = bytes(start, length(rest))?;
                let index = usize::try_from(index).unwrap_or(usize::MAX);
                instruction(at).within_item("instruction", index)?.0.bytes()
            }
        };
    }
    bytes(start, length(rest))
}

/// An iterator over the instructions in a function.
#[derive(Clone, Debug)]
pub struct Instructions<'c> {
    bytecode: Input<'c>,
    index: u32,
}

impl Iterator for Instructions<'_> {
    type Item = Instruction;

    /// Returns the next instruction. This ends early at invalid bytes, but a parsed module never contains any.
    fn next(&mut self) -> Option<Instruction> {
        let offset = usize::try_from(self.bytecode.offset()).ok()?;
        let (rest, mut instruction) = instruction(self.bytecode).ok()?;
        instruction.offset = offset;
        instruction.index = self.index;
        self.bytecode = rest;
        self.index = self.index.saturating_add(1);
        Some(instruction)
    }
}

impl core::iter::FusedIterator for Instructions<'_> {}

impl Code<'_> {
    /// Decodes the instructions one by one.
    pub fn instructions(&self) -> Instructions<'_> {
        Instructions { bytecode: Input::new(&self.bytecode), index: 0 }
    }

    /// Returns whether the bytecode has exactly [`instruction_count`](Code::instruction_count) instructions.
    pub(crate) fn is_whole(&self) -> bool {
        let (mut rest, mut count) = (&*self.bytecode, 0_u64);
        while let Some(next) = behind(rest) {
            (rest, count) = (next, count.saturating_add(1));
        }
        rest.is_empty() && u64::from(self.instruction_count) == count
    }
}
