//! Instructions, decoded one by one. Nothing is executed.

#![deny(clippy::arithmetic_side_effects)]

use alloc::string::{String, ToString};
use binio::{Input, Parsed, u8};

use crate::error::ErrorKind;
use crate::function::Code;
use crate::integer::any_integer;
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

/// Skips one instruction.
pub(crate) fn skip(input: Input<'_>) -> Parsed<'_, (), ErrorKind> {
    instruction(input).map(|(rest, _)| (rest, ()))
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
        let mut instructions = self.instructions();
        let count = instructions.by_ref().count();
        instructions.bytecode.is_empty() && u64::from(self.instruction_count) == count as u64
    }
}
