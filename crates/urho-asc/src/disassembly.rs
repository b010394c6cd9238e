//! Disassembles functions.

use alloc::collections::{BTreeMap, BTreeSet};
use core::fmt::{self, Display, Write as _};

use binio::Name;

use crate::bytecode::Instruction;
use crate::function::{Code, Function, FunctionId};
use crate::module::Module;
use crate::opcode::Opcode;
use crate::operand::Operand;
use crate::references::Reference;
use crate::text::Text;

/// The maximum length of a note after an instruction.
const NOTE: usize = 160;

impl Module<'_> {
    /// Returns the code of a function as text, with one instruction on each line. A line has the index, the name and
    /// the operands, and what they refer to.
    ///
    /// When a jump leads to an instruction, it gets a label. Variables are called by their names when these are known,
    /// and a source line comes before its code.
    pub fn disassembly(&self, id: FunctionId) -> impl Display + '_ {
        Disassembly { module: self, id }
    }
}

impl Module<'_> {
    /// Returns the code of all functions that have any. When the initialiser of a global variable has no name, it is
    /// labelled with the variable.
    pub fn full_disassembly(&self) -> impl Display + '_ {
        FullDisassembly(self)
    }
}

struct FullDisassembly<'m>(&'m Module<'m>);

impl Display for FullDisassembly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(module) = self;
        let initialised = module.globals.iter().filter_map(|global| Some((global.initializer?, global)));
        let initialisers: BTreeMap<FunctionId, _> = initialised.collect();
        for (number, _) in (0..).zip(&module.functions).filter(|(_, function)| function.code().is_some()) {
            let id = FunctionId(number);
            if let Some(global) = initialisers.get(&id) {
                f.write_str("; initialises ")?;
                crate::text::write_qualified(f, &global.namespace, &global.name)?;
                writeln!(f)?;
            }
            writeln!(f, "{}", module.disassembly(id))?;
        }
        Ok(())
    }
}

struct Disassembly<'m> {
    module: &'m Module<'m>,
    id: FunctionId,
}

impl Display for Disassembly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { module, id } = self;
        writeln!(f, "{}", module.function_text(*id))?;
        let Some(code) = module.function(*id).and_then(Function::code) else {
            return writeln!(f, "    ; no code");
        };
        let listing = Listing::new(module, code);
        listing.write_head(f)?;
        let mut line = None;
        for instruction in code.instructions() {
            listing.write_label_and_line(f, &instruction, &mut line)?;
            listing.write_instruction(f, &instruction)?;
        }
        let behind = i64::from(code.instruction_count);
        if listing.labels.contains(&behind) { writeln!(f, "L{behind}:") } else { Ok(()) }
    }
}

struct Listing<'m> {
    module: &'m Module<'m>,
    code: &'m Code<'m>,
    /// The targets of jumps.
    labels: BTreeSet<i64>,
    /// The source lines, by the index of their first instruction.
    lines: BTreeMap<i64, u32>,
    /// The names of variables, by their offset and by the instruction that declares them.
    names: BTreeMap<(i64, i64), &'m Name<'m>>,
}

impl<'m> Listing<'m> {
    fn new(module: &'m Module<'m>, code: &'m Code<'m>) -> Self {
        let targets = code.instructions().filter_map(|instruction| instruction.jump_target());
        let catches = code.try_blocks.iter().flat_map(|block| [block.start, block.catch]);
        let lines = code.debug.iter().flat_map(|debug| debug.lines());
        let named = code.variables.iter().filter(|variable| !variable.name.is_empty());
        Self {
            module,
            code,
            labels: targets.chain(catches).collect(),
            lines: lines.map(|(instruction, place)| (instruction, place.line())).collect(),
            names: named.map(|one| ((one.offset, one.declared_at), &one.name)).collect(),
        }
    }

    fn write_head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(debug) = &self.code.debug {
            let place = crate::Place(debug.declared_at);
            writeln!(f, "    ; {}, line {}", debug.section, place.line())?;
        }
        for variable in &self.code.variables {
            let heap = if variable.on_heap { ", on the heap" } else { "" };
            let name = Text::new(NOTE, |out| write!(out, "{}", variable.name));
            let data_type = self.module.type_text(variable.data_type);
            let space = if variable.name.is_empty() { "" } else { " " };
            writeln!(f, "    ; v{}: {data_type}{space}{name}{heap}", variable.offset)?;
        }
        for block in &self.code.try_blocks {
            writeln!(f, "    ; try from L{} on, catch at L{}", block.start, block.catch)?;
        }
        Ok(())
    }

    /// Writes a label if a jump leads here, and the source line if this has changed.
    fn write_label_and_line(
        &self,
        f: &mut fmt::Formatter<'_>,
        instruction: &Instruction,
        current: &mut Option<u32>,
    ) -> fmt::Result {
        let index = i64::from(instruction.index);
        if self.labels.contains(&index) {
            writeln!(f, "L{index}:")?;
        }
        match self.lines.get(&index) {
            Some(line) if *current != Some(*line) => {
                *current = Some(*line);
                writeln!(f, "    ; line {line}")
            }
            _ => Ok(()),
        }
    }

    fn write_instruction(&self, f: &mut fmt::Formatter<'_>, instruction: &Instruction) -> fmt::Result {
        let index = instruction.index;
        let kinds = instruction.opcode.operands().unwrap_or_default();
        let width = if kinds.is_empty() { 0 } else { 12 };
        write!(f, "{index:6}  {:<width$}", instruction.opcode)?;
        let mut column = 0;
        for (place, (value, kind)) in instruction.operands().iter().zip(kinds).enumerate() {
            let text = self.operand(instruction, *value, *kind);
            column += text.len() + 2;
            write!(f, "{}{text}", if place == 0 { " " } else { ", " })?;
        }
        self.write_notes(f, instruction, column)?;
        writeln!(f)
    }

    fn operand(&self, instruction: &Instruction, value: i64, kind: Operand) -> alloc::string::String {
        let mut text = alloc::string::String::new();
        // Writing to a string can't fail.
        let _ = match kind {
            Operand::Read | Operand::Write => write!(text, "v{value}"),
            _ => match instruction.jump_target() {
                Some(target) => write!(text, "L{target}"),
                None => write!(text, "{value}"),
            },
        };
        text
    }

    /// Writes the names of variables, and what the other operands mean.
    fn write_notes(&self, f: &mut fmt::Formatter<'_>, instruction: &Instruction, column: usize) -> fmt::Result {
        let mut before = false;
        let mut note = |f: &mut fmt::Formatter<'_>, text: &dyn Display| {
            let separator = if before { ", " } else { "; " };
            let width = if before { 0 } else { 20_usize.saturating_sub(column) };
            before = true;
            write!(f, "{:width$}{separator}{text}", "")
        };
        let kinds = instruction.opcode.operands().unwrap_or_default();
        for (value, kind) in instruction.operands().iter().zip(kinds) {
            let variable = matches!(kind, Operand::Read | Operand::Write);
            if let Some(name) = self.variable(*value, instruction).filter(|_| variable) {
                note(f, &Text::new(NOTE, |out| write!(out, "{name}")))?;
            }
        }
        for (_, reference) in self.module.references(instruction) {
            if !matches!(reference, Reference::Target(_)) {
                note(f, &self.reference(&reference))?;
            }
        }
        match constant(instruction) {
            Some(number) => note(f, &number),
            None => Ok(()),
        }
    }

    /// Returns the name that the variable at `offset` has at this instruction.
    fn variable(&self, offset: i64, instruction: &Instruction) -> Option<&Name<'m>> {
        let now = i64::from(instruction.index).saturating_add(1);
        self.names.range((offset, i64::MIN)..=(offset, now)).next_back().map(|(_, name)| *name)
    }

    fn reference<'r>(&'r self, reference: &'r Reference<'_>) -> impl Display + 'r {
        Text::new(NOTE, move |out| match reference {
            Reference::Function(used) => write!(out, "{}", self.module.used_function_text(used)),
            Reference::Import(import) => match import.function {
                Some(id) => write!(out, "{} from {}", self.module.function_text(id), import.module),
                None => write!(out, "import from {}", import.module),
            },
            Reference::Type(info) => write!(out, "{}", self.module.type_info_text(info)),
            Reference::DataType(id) => write!(out, "{}", self.module.type_text(*id)),
            Reference::Global(global) => crate::text::write_qualified(out, &global.namespace, &global.name),
            Reference::Text(text) => write!(out, "{text:?}"),
            Reference::Property(used) => write!(out, "{}.{}", self.module.type_info_text(&used.owner), used.name),
            Reference::Target(target) => write!(out, "L{target}"),
            Reference::Missing { what, index, count } => write!(out, "no {what} {index} (of {count})"),
        })
    }
}

/// Returns a constant if it is a float, or if it could be a float.
fn constant(instruction: &Instruction) -> Option<impl Display> {
    let (name, last) = (instruction.opcode.name()?, *instruction.operands().last()?);
    let single = || Some(f32::from_bits(u32::try_from(last & 0xffff_ffff).ok()?));
    match instruction.opcode {
        Opcode::SET_V8 => {
            let double = f64::from_bits(u64::from_ne_bytes(last.to_ne_bytes()));
            Some(Float(double, true)).filter(|_| is_usual(double.abs()))
        }
        Opcode::SET_V4 | Opcode::SET_G4 | Opcode::PSH_C4 => {
            single().map(f64::from).filter(|value| is_usual(value.abs())).map(|value| Float(value, true))
        }
        _ if name.ends_with("If") => single().map(|value| Float(f64::from(value), false)),
        _ => None,
    }
}

/// Returns whether a constant with this magnitude is more likely to be a float than an integer or bits.
fn is_usual(magnitude: f64) -> bool {
    (1e-9..1e12).contains(&magnitude)
}

/// A float. If this was only guessed, it is marked.
struct Float(f64, bool);

impl Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(value, guessed) = self;
        // A float stored as 32 bits has the shortest digits for 32 bits.
        #[allow(clippy::cast_possible_truncation)]
        let single = *value as f32;
        match f64::from(single).to_bits() == value.to_bits() {
            true => write!(f, "{single:?}")?,
            false => write!(f, "{value:?}")?,
        }
        f.write_str(if *guessed { " if a float" } else { "" })
    }
}
