//! Prints the contents of a compiled script.

use std::fmt::Write as _;

use engine_assets::binio::Name;
use engine_assets::urho_asc::{Module, Script};

use crate::counts::counted;

/// The maximum number of texts and engine functions to list. The others are only counted.
const SHOWN: usize = 12;

/// Writes the contents of a compiled script, and the functions that an engine must have to run it.
pub(super) fn describe(script: &Script<'_>, text: &mut String) {
    match script {
        Script::Module(module) => self::module(module, text),
        Script::Opaque(opaque) => {
            // Writing to a string can't fail.
            let _ = writeln!(text, "  unknown layout");
            let strings = opaque.strings().map(|string| string.to_string());
            list("texts, as far as one can tell", strings.collect(), text);
        }
    }
}

fn module(module: &Module<'_>, text: &mut String) {
    let (version, engines) = (module.layout.version(), module.layout.engines());
    let debug = if module.stripped { "without" } else { "with" };
    let _ = writeln!(text, "  AngelScript {version} ({engines}), {debug} debug information");
    let counts = [
        (module.enums.len(), "enum"),
        (module.classes.len(), "class or interface"),
        (module.funcdefs.len(), "funcdef"),
        (module.globals.len(), "global"),
        (module.script_functions.len(), "function"),
        (module.imports.len(), "import"),
    ];
    for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
        let _ = writeln!(text, "  {count} {what}{}", if count == 1 || what.contains(' ') { "" } else { "s" });
    }
    list("wants of the engine", module.engine_functions(), text);
    list("texts", module.strings.iter().map(Name::to_string).collect(), text);
}

fn list(what: &str, items: Vec<String>, text: &mut String) {
    if items.is_empty() {
        return;
    }
    let _ = writeln!(text, "  {what}: {}", items.len());
    items.iter().take(SHOWN).for_each(|item| *text += &format!("    {item}\n"));
    if items.len() > SHOWN {
        let _ = writeln!(text, "    and {} more", counted(items.len() - SHOWN, "line"));
    }
}
