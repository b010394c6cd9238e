//! The operations that an instruction can have.

use core::fmt;

use crate::opcode_table::{INTERNAL, TABLE};
use crate::operand::Operand;

/// The number of an operation. Unknown numbers are kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opcode(pub u8);

/// Operations whose operands are jumps or indices.
impl Opcode {
    pub(crate) const PSH_GPTR: Self = Self(1);
    pub(crate) const PSH_C4: Self = Self(2);
    pub(crate) const PSH_G4: Self = Self(7);
    pub(crate) const LD_GRD_R4: Self = Self(8);
    pub(crate) const CALL: Self = Self(9);
    pub(crate) const RET: Self = Self(10);
    pub(crate) const JMP: Self = Self(11);
    pub(crate) const JZ: Self = Self(12);
    pub(crate) const JNZ: Self = Self(13);
    pub(crate) const JS: Self = Self(14);
    pub(crate) const JNS: Self = Self(15);
    pub(crate) const JP: Self = Self(16);
    pub(crate) const JNP: Self = Self(17);
    pub(crate) const COPY: Self = Self(46);
    pub(crate) const STR: Self = Self(60);
    pub(crate) const CALLSYS: Self = Self(61);
    pub(crate) const CALLBND: Self = Self(62);
    pub(crate) const ALLOC: Self = Self(64);
    pub(crate) const FREE: Self = Self(65);
    pub(crate) const REFCPY: Self = Self(69);
    pub(crate) const OBJTYPE: Self = Self(75);
    pub(crate) const TYPEID: Self = Self(76);
    pub(crate) const SET_V4: Self = Self(77);
    pub(crate) const SET_V8: Self = Self(78);
    pub(crate) const ADDSI: Self = Self(79);
    pub(crate) const CPY_VTO_G4: Self = Self(84);
    pub(crate) const CPY_GTO_V4: Self = Self(87);
    pub(crate) const LDG: Self = Self(96);
    pub(crate) const PGA: Self = Self(98);
    pub(crate) const SET_G4: Self = Self(136);
    pub(crate) const CALLINTF: Self = Self(139);
    pub(crate) const CAST: Self = Self(144);
    pub(crate) const FUNC_PTR: Self = Self(177);
    pub(crate) const LOAD_THIS_R: Self = Self(178);
    pub(crate) const LOAD_ROBJ_R: Self = Self(184);
    pub(crate) const LOAD_VOBJ_R: Self = Self(185);
    pub(crate) const REF_CPY_V: Self = Self(186);
    pub(crate) const JLOW_Z: Self = Self(187);
    pub(crate) const JLOW_NZ: Self = Self(188);
    pub(crate) const SET_LIST_TYPE: Self = Self(192);
    pub(crate) const THISCALL1: Self = Self(200);

    /// Returns whether this is a jump, so that the operand is a number of instructions.
    pub(crate) fn is_jump(self) -> bool {
        let conditional = matches!(self, Self::JZ | Self::JNZ | Self::JS | Self::JNS | Self::JP | Self::JNP);
        conditional || matches!(self, Self::JMP | Self::JLOW_Z | Self::JLOW_NZ)
    }
}

impl Opcode {
    /// Returns the name that AngelScript uses, without `asBC_`. If the operation can't be in a file, this is `None`.
    pub fn name(self) -> Option<&'static str> {
        self.entry().map(|(name, _)| name)
    }

    /// Returns the kinds of operands, in file order. If the operation can't be in a file, this is `None`.
    pub fn operands(self) -> Option<&'static [Operand]> {
        self.entry().map(|(_, operands)| operands)
    }

    fn entry(self) -> Option<(&'static str, &'static [Operand])> {
        let internal =
            || INTERNAL.iter().find(|(number, ..)| *number == self.0).map(|(_, name, kinds)| (*name, *kinds));
        TABLE.get(usize::from(self.0)).copied().or_else(internal)
    }
}

impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => write!(f, "instruction {}", self.0),
        }
    }
}

impl fmt::Debug for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
