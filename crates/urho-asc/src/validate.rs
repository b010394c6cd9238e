//! Findings about scripts: values that are not valid, although the file is well-formed.

use alloc::collections::BTreeSet;
use alloc::format;
use binio::{Findings, Name, Path, Severity};

use crate::function::{Code, Function, FunctionKind, FunctionRef};
use crate::kinds;
use crate::module::{Module, TypeFlags};
use crate::opcode::Opcode;
use crate::references::Reference;
use crate::script::Script;

/// The maximum stack offset that the engine can read.
const STACK: i64 = 10_000;
/// The maximum for all other numbers.
const NUMBER: i64 = 1_000_000;

impl Script<'_> {
    /// Returns findings about invalid values, and what the engine will do with them. When the script is opaque, you
    /// will only get a warning that its version is unknown.
    pub fn validate(&self) -> Findings {
        match self {
            Self::Module(module) => module.validate(),
            Self::Opaque(opaque) => {
                let mut findings = Findings::new();
                if let Some(reason) = opaque.reason() {
                    let message = format!(
                        "unknown version: an older or newer AngelScript wrote it, or it is damaged; nearest: {reason}"
                    );
                    findings.add_at(
                        kinds::LAYOUT_UNKNOWN,
                        Severity::Warning,
                        Path::new(),
                        message,
                        crate::script::MAGIC.len() as u64,
                    );
                }
                findings
            }
        }
    }
}

impl Module<'_> {
    /// Returns findings about invalid values, and what the engine will do with them.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        self.check_types(&mut findings);
        self.check_mentions(&mut findings);
        self.check_globals(&mut findings);
        for (index, function) in self.functions.iter().enumerate() {
            if let Some(code) = function.code() {
                self.check_code(&mut findings, index, code);
            }
        }
        binio::locate(self, &mut findings);
        findings
    }

    fn check_types(&self, findings: &mut Findings) {
        for (index, one) in self.enums.iter().enumerate() {
            if !one.head.flags.contains(TypeFlags::ENUM) {
                findings.error(
                    kinds::DECLARATION_INVALID,
                    [("enum", index)],
                    "not marked as an enum: the engine can't load it",
                );
            }
        }
        for (index, class) in self.classes.iter().enumerate() {
            // Passed by reference or by value.
            if class.head.flags.0 & 3 == 0 {
                findings.error(
                    kinds::DECLARATION_INVALID,
                    [("class", index)],
                    "neither a reference nor a value: the engine can't load it",
                );
            }
            if class.head.external {
                findings.note(kinds::EXTERNAL_CLASS, [("class", index)], "external: another module has to declare it");
            }
        }
        for (index, data_type) in self.data_types.iter().enumerate() {
            let token = data_type.token;
            if token != crate::Token::IDENTIFIER && token.type_name(self.version).is_none() {
                findings.error(kinds::DECLARATION_INVALID, [("type", index)], format!("token {} is no type", token.0));
            }
        }
    }

    /// Checks that all functions are there that must be.
    fn check_mentions(&self, findings: &mut Findings) {
        let mut check = |part: &'static str, mentions: &[FunctionRef]| {
            for index in (0..mentions.len()).filter(|index| mentions.get(*index) == Some(&None)) {
                findings.error(kinds::DECLARATION_INVALID, [(part, index)], "no function: the engine can't load it");
            }
        };
        check("funcdef", &self.funcdefs);
        check("script function", &self.script_functions);
        check("global function", &self.global_functions);
        for (index, class) in self.classes.iter().enumerate() {
            let Some(body) = &class.body else { continue };
            let constructors = body.constructors.iter().flat_map(|one| [one.construct, one.factory]);
            let all = body.methods.iter().chain(&body.virtual_table).copied().chain(constructors);
            if all.into_iter().any(|mention| mention.is_none()) {
                findings.error(
                    kinds::DECLARATION_INVALID,
                    [("class", index)],
                    "a method that is no function: the engine can't load it",
                );
            }
        }
        for (index, import) in self.imports.iter().enumerate() {
            let function = import.function.and_then(|id| self.function(id)).and_then(Function::signature);
            if function.is_none_or(|signature| signature.kind != FunctionKind::IMPORTED) {
                findings.error(
                    kinds::DECLARATION_INVALID,
                    [("import", index)],
                    "not an imported function: the engine can't load it",
                );
            }
        }
    }

    /// Checks that the globals exist that the code uses.
    fn check_globals(&self, findings: &mut Findings) {
        let globals: BTreeSet<(&Name<'_>, &Name<'_>)> =
            self.globals.iter().map(|global| (&global.namespace, &global.name)).collect();
        for (index, used) in self.used_globals.iter().enumerate() {
            if used.in_module != 0 && !globals.contains(&(&used.namespace, &used.name)) {
                findings.error(
                    kinds::DECLARATION_INVALID,
                    [("used global", index)],
                    "the script doesn't declare it: the engine can't load it",
                );
            }
        }
    }

    fn check_code(&self, findings: &mut Findings, index: usize, code: &Code<'_>) {
        let path = || Path::from([("function", index)]);
        let mut last = None;
        for instruction in code.instructions() {
            for (_, reference) in self.references(&instruction) {
                if let Some(message) = refusal(&reference, code) {
                    let number = usize::try_from(instruction.index).unwrap_or(usize::MAX);
                    findings.error(kinds::INSTRUCTION_INVALID, path().item("instruction", number), message);
                }
            }
            if instruction.opcode == Opcode::STR && !self.version.features().text_instruction {
                findings.error(
                    kinds::OLD_STRING_INSTRUCTION,
                    path(),
                    "an instruction for texts that the engine no longer takes",
                );
            }
            last = Some(instruction.opcode);
        }
        if !matches!(last, Some(Opcode::RET | Opcode::JMP)) {
            findings.error(kinds::NO_RETURN, path(), "doesn't end in a return: the engine would run past its end");
        }
        self.check_positions(findings, path, code);
    }

    /// Checks the indices of instructions, which the engine does not check, and the offsets, which it limits.
    fn check_positions(&self, findings: &mut Findings, path: impl Fn() -> Path, code: &Code<'_>) {
        let count = i64::from(code.instruction_count);
        let lives = code.objects.iter().flat_map(|objects| &objects.lives);
        let variables = code.variables.iter().map(|variable| variable.declared_at);
        let blocks = code.try_blocks.iter().flat_map(|block| [block.start, block.catch]);
        let debug = code.debug.iter().flat_map(|debug| {
            let sections = debug.sections.iter().map(|section| section.instruction);
            debug.lines().map(|(instruction, _)| instruction).chain(sections)
        });
        let positions = lives.clone().map(|life| life.instruction).chain(variables).chain(blocks).chain(debug);
        if let Some(position) = positions.into_iter().find(|position| !(0..=count).contains(position)) {
            findings.error(
                kinds::INSTRUCTION_OUT_OF_BOUNDS,
                path(),
                format!("instruction {position} of {count}: the engine reads past its tables"),
            );
        }
        if !(0..=NUMBER).contains(&code.variable_space) {
            findings.error(
                kinds::DECLARATION_INVALID,
                path(),
                format!("variables take {} words: the engine can't load it", code.variable_space),
            );
        }
        let offsets = code.variables.iter().map(|variable| variable.offset);
        let all = lives.clone().map(|life| life.variable).chain(offsets);
        if let Some(offset) = all.into_iter().find(|offset| !(-STACK..=STACK).contains(offset)) {
            findings.error(
                kinds::DECLARATION_INVALID,
                path(),
                format!("a variable at {offset}: the engine can't load it"),
            );
        }
        if lives.into_iter().any(|life| !(0..=4).contains(&life.option)) {
            findings.error(
                kinds::DECLARATION_INVALID,
                path(),
                "a life of an object that neither begins nor ends: the engine can't load it",
            );
        }
        if code.debug.as_ref().is_some_and(|debug| debug.line_numbers.len() % 2 == 1) {
            findings.warning(kinds::LINE_NUMBER, path(), "a line number without a line");
        }
    }
}

/// Returns the reason why the engine would reject a reference.
fn refusal(reference: &Reference<'_>, code: &Code<'_>) -> Option<alloc::string::String> {
    match reference {
        Reference::Missing { what, index, count } => {
            Some(format!("no {what} {index} (of {count}): the engine can't load it"))
        }
        Reference::Target(target) if !(0..i64::from(code.instruction_count)).contains(target) => {
            Some(format!("jumps to {target} of {}: the engine reads past its tables", code.instruction_count))
        }
        _ => None,
    }
}
