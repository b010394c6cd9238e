//! Decoding of instructions. Nothing is executed.

#![deny(clippy::arithmetic_side_effects)]

use alloc::string::{String, ToString};
use binio::{Input, Parsed, Within, bytes, u8};

use crate::error::ErrorKind;
use crate::function::Code;
use crate::integer::{any_integer, following};
use crate::opcode::Opcode;

/// Maximum number of operands of an instruction.
const OPERANDS: usize = 3;

/// An instruction: its operation and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Number in the function, as in jumps, lines and variables.
    pub index: u32,
    /// Offset in the bytecode.
    pub offset: usize,
    /// Operation.
    pub opcode: Opcode,
    operands: [i64; OPERANDS],
    count: u8,
}

impl Instruction {
    /// Returns the operands as stored.
    pub fn operands(&self) -> &[i64] {
        self.operands.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// Returns operand `index`.
    pub fn operand(&self, index: usize) -> Option<i64> {
        self.operands().get(index).copied()
    }

    /// Returns the instruction as one line: its name and its operands as stored.
    pub fn text(&self) -> String {
        let operands = self.operands().iter();
        operands.fold(self.opcode.to_string(), |text, operand| alloc::format!("{text} {operand}"))
    }

    /// Returns the number of the instruction that a jump leads to.
    pub fn jump_target(&self) -> Option<i64> {
        let distance = self.opcode.is_jump().then(|| self.operand(0))??;
        // Counted from the instruction after the jump, in both directions.
        i64::from(self.index).checked_add(1)?.checked_add(distance)
    }
}

/// Reads one instruction; the caller sets its number in the function.
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

/// Returns the bytes after the first instruction of `code`; `None` if it is missing or incomplete.
#[inline]
fn behind(code: &[u8]) -> Option<&[u8]> {
    let (number, mut rest) = code.split_first()?;
    for _ in Opcode(*number).operands()? {
        let (first, others) = rest.split_first()?;
        rest = others.get(following(*first)..)?;
    }
    Some(rest)
}

/// Skips `count` instructions: their lengths depend on their operands.
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

/// Iterator over the instructions of a function.
#[derive(Clone, Debug)]
pub struct Instructions<'c> {
    bytecode: Input<'c>,
    index: u32,
}

impl Iterator for Instructions<'_> {
    type Item = Instruction;

    /// Returns the next instruction; ends early at invalid bytes, which a parsed module never has.
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
    /// Iterates over the instructions.
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
