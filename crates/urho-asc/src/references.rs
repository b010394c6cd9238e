//! Finds out what operands refer to.

use crate::bytecode::Instruction;
use crate::module::{Import, Module, UsedFunction, UsedGlobal, UsedProperty};
use crate::opcode::Opcode;
use crate::types::{TypeId, TypeInfo};
use binio::Name;

/// What an operand refers to.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reference<'m> {
    /// A function that is called or used in another way.
    Function(&'m UsedFunction<'m>),
    /// A function in another module that is called.
    Import(&'m Import<'m>),
    /// A type with a name.
    Type(&'m TypeInfo<'m>),
    /// The type of a value.
    DataType(TypeId),
    /// A global variable.
    Global(&'m UsedGlobal<'m>),
    /// A string literal.
    Text(&'m Name<'m>),
    /// A member of an object.
    Property(&'m UsedProperty<'m>),
    /// The index of the instruction that a jump leads to.
    Target(i64),
    /// Nothing, because the index is out of bounds. The engine will reject such a script.
    Missing {
        /// What is missing, for example a `function` or a `type`.
        what: &'static str,
        /// The index as stored.
        index: i64,
        /// How many items exist.
        count: usize,
    },
}

/// The table that an operand is an index into.
#[derive(Clone, Copy)]
enum Table {
    Function,
    /// 0 is none, and 1 is the first function.
    Constructor,
    Import,
    Type,
    DataType,
    /// Both globals and strings. The lowest bit says which it is (since 2.35).
    GlobalOrText,
    Text,
    Property,
}

/// Returns which operands of an operation are indices.
fn tables(opcode: Opcode) -> &'static [(usize, Table)] {
    match opcode {
        Opcode::CALL | Opcode::CALLINTF | Opcode::CALLSYS | Opcode::THISCALL1 | Opcode::FUNC_PTR => {
            &[(0, Table::Function)]
        }
        Opcode::CALLBND => &[(0, Table::Import)],
        Opcode::ALLOC => &[(0, Table::Type), (1, Table::Constructor)],
        Opcode::FREE | Opcode::REF_CPY_V => &[(1, Table::Type)],
        Opcode::REFCPY | Opcode::OBJTYPE => &[(0, Table::Type)],
        Opcode::TYPEID | Opcode::CAST => &[(0, Table::DataType)],
        Opcode::COPY => &[(1, Table::DataType)],
        Opcode::SET_LIST_TYPE => &[(2, Table::DataType)],
        Opcode::ADDSI | Opcode::LOAD_THIS_R => &[(0, Table::Property), (1, Table::DataType)],
        Opcode::LOAD_ROBJ_R | Opcode::LOAD_VOBJ_R => &[(1, Table::Property), (2, Table::DataType)],
        Opcode::PGA | Opcode::PSH_GPTR | Opcode::LDG | Opcode::PSH_G4 | Opcode::SET_G4 => &[(0, Table::GlobalOrText)],
        Opcode::LD_GRD_R4 | Opcode::CPY_GTO_V4 | Opcode::CPY_VTO_G4 => &[(1, Table::GlobalOrText)],
        Opcode::STR => &[(0, Table::Text)],
        _ => &[],
    }
}

impl Module<'_> {
    /// Iterates over everything that an instruction refers to, given by the index of the operand and what it stands
    /// for. Use this to find out what a function calls.
    pub fn references(&self, instruction: &Instruction) -> impl Iterator<Item = (usize, Reference<'_>)> + use<'_> {
        let instruction = *instruction;
        let jump = instruction.jump_target().map(|target| (0, Reference::Target(target)));
        let found = tables(instruction.opcode).iter().filter_map(move |(operand, table)| {
            let index = instruction.operand(*operand)?;
            Some((*operand, self.reference(*table, index, &instruction)?))
        });
        jump.into_iter().chain(found)
    }

    fn reference(&self, table: Table, index: i64, instruction: &Instruction) -> Option<Reference<'_>> {
        Some(match table {
            Table::Constructor if index == 0 => return None,
            Table::Constructor => item(&self.used_functions, "function", index.wrapping_sub(1), Reference::Function),
            Table::Function => item(&self.used_functions, "function", index, Reference::Function),
            Table::Import => item(&self.imports, "import", index, Reference::Import),
            Table::Type => item(&self.used_types, "type", index, Reference::Type),
            Table::DataType => item(&self.used_type_ids, "type number", index, |id| Reference::DataType(*id)),
            Table::Text => item(&self.strings, "text", index, Reference::Text),
            Table::GlobalOrText if self.version.features().text_instruction => {
                item(&self.used_globals, "global", index, Reference::Global)
            }
            Table::GlobalOrText if index & 1 == 1 => item(&self.used_globals, "global", index >> 1, Reference::Global),
            Table::GlobalOrText => item(&self.strings, "text", index >> 1, Reference::Text),
            // In a list pattern it is an offset.
            Table::Property if self.is_list_pattern(instruction) => return None,
            Table::Property => item(&self.used_properties, "member", index, Reference::Property),
        })
    }

    /// Returns whether the last operand is a list pattern.
    fn is_list_pattern(&self, instruction: &Instruction) -> bool {
        let id = instruction.operands().last().and_then(|index| self.used_type_ids.get(usize::try_from(*index).ok()?));
        let info = id.and_then(|id| self.data_type(*id)).and_then(|data_type| data_type.info.as_deref());
        matches!(info, Some(TypeInfo::ListPattern(_)))
    }
}

fn item<'m, T>(
    table: &'m [T],
    what: &'static str,
    index: i64,
    found: impl FnOnce(&'m T) -> Reference<'m>,
) -> Reference<'m> {
    let count = table.len();
    let item = usize::try_from(index).ok().and_then(|index| table.get(index));
    item.map_or(Reference::Missing { what, index, count }, found)
}
