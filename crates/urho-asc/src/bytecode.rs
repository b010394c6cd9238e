//! Instructions, decoded one by one. Nothing is executed.

#![deny(clippy::arithmetic_side_effects)]

use alloc::string::{String, ToString};
use binio::{Input, Parsed, Within, bytes, u8};

use crate::error::ErrorKind;
use crate::function::Code;
use crate::integer::{any_integer, following};
use crate::opcode::Opcode;

/// The most operands that an instruction has.
const OPERANDS: usize = 3;

/// An instruction: its operation and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Its number in the function: what jumps, lines and variables refer to.
    pub index: u32,
    /// Where it begins in the bytecode.
    pub offset: usize,
    /// Which one it is.
    pub opcode: Opcode,
    operands: [i64; OPERANDS],
    count: u8,
}

impl Instruction {
    /// Its operands as stored.
    pub fn operands(&self) -> &[i64] {
        self.operands.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// The operand `index`.
    pub fn operand(&self, index: usize) -> Option<i64> {
        self.operands().get(index).copied()
    }

    /// The instruction in a line: its name and its operands as stored.
    pub fn text(&self) -> String {
        let operands = self.operands().iter();
        operands.fold(self.opcode.to_string(), |text, operand| alloc::format!("{text} {operand}"))
    }

    /// Number of the instruction that a jump leads to.
    pub fn jump_target(&self) -> Option<i64> {
        let distance = self.opcode.is_jump().then(|| self.operand(0))??;
        // Counted from the instruction behind the jump, in both directions.
        i64::from(self.index).checked_add(1)?.checked_add(distance)
    }
}

/// One instruction at `input`: its number in the function is set by the caller.
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

/// What stands behind the instruction that `code` begins with; `None` if there is none, or not all of it.
#[inline]
fn behind(code: &[u8]) -> Option<&[u8]> {
    let (number, mut rest) = code.split_first()?;
    for _ in Opcode(*number).operands()? {
        let (first, others) = rest.split_first()?;
        rest = others.get(following(*first)..)?;
    }
    Some(rest)
}

/// Skips `count` instructions: only their operands tell how long they are.
pub(crate) fn instructions(start: Input<'_>, count: u64) -> Parsed<'_, &[u8], ErrorKind> {
    let mut rest = start.bytes();
    let length = |rest: &[u8]| start.len().saturating_sub(rest.len()) as u64;
    for index in 0..count {
        rest = match behind(rest) {
            Some(rest) => rest,
            // Says what is wrong with it.
            None => {
                let (at, _) = bytes(start, length(rest))?;
                let index = usize::try_from(index).unwrap_or(usize::MAX);
                instruction(at).within_item("instruction", index)?.0.bytes()
            }
        };
    }
    bytes(start, length(rest))
}

/// The instructions of a function, in order.
#[derive(Clone, Debug)]
pub struct Instructions<'c> {
    bytecode: Input<'c>,
    index: u32,
}

impl Iterator for Instructions<'_> {
    type Item = Instruction;

    /// The next instruction; ends early at bytes that are none, which a parsed module never has.
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
    /// The instructions, in order.
    pub fn instructions(&self) -> Instructions<'_> {
        Instructions { bytecode: Input::new(&self.bytecode), index: 0 }
    }

    /// Whether the bytecode is as many instructions as [`instruction_count`](Code::instruction_count) says, and no bytes more.
    pub(crate) fn is_whole(&self) -> bool {
        let (mut rest, mut count) = (&*self.bytecode, 0_u64);
        while let Some(next) = behind(rest) {
            (rest, count) = (next, count.saturating_add(1));
        }
        rest.is_empty() && u64::from(self.instruction_count) == count
    }
}
