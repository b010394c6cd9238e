//! Suggests a command if a word of another program is used.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Words of other programs, and the command to suggest for them.
const WORDS: [(&[&str], &str); 16] = [
    (&["extract", "unpack", "unzip", "x"], "pak unpack"),
    (&["pack", "archive", "compress", "zip"], "pak pack"),
    (&["list", "ls", "dir"], "pak list"),
    (&["compare", "cmp", "delta"], "diff"),
    (&["check", "verify", "lint", "test"], "validate"),
    (&["info", "show", "dump", "stat", "describe", "file", "cat", "read"], "inspect"),
    (&["export", "import", "transcode", "to", "fix", "repair", "optimize"], "convert"),
    (&["preview", "screenshot", "picture", "draw", "image"], "render"),
    (&["icon", "thumb"], "thumbnail"),
    (&["open", "viewer", "serve", "browse"], "view"),
    (&["move", "mv"], "rename"),
    (&["clean", "unused", "gc"], "prune"),
    (&["usages", "references", "uses", "deps", "dependencies"], "refs"),
    (&["port", "upgrade", "update"], "migrate"),
    (&["disasm", "disassemble", "decompile"], "asc disasm"),
    (&["edit", "write", "change"], "set"),
];

/// If a command is not known but its word is, this adds the command to the error. Guides are not suggested, because
/// their names are only similar to a word.
pub(crate) fn with_known_words(mut error: clap::Error) -> clap::Error {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return error;
    }
    let word = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => word.to_lowercase(),
        _ => return error,
    };
    let known = WORDS.iter().find(|(words, _)| words.contains(&word.as_str())).map(|(_, command)| *command);
    let similar = match error.remove(ContextKind::SuggestedSubcommand) {
        Some(ContextValue::String(name)) => vec![name],
        Some(ContextValue::Strings(names)) => names,
        _ => Vec::new(),
    };
    let names = match known {
        Some(command) => vec![command.to_owned()],
        None => similar.into_iter().filter(|name| !name.contains('-')).collect(),
    };
    if !names.is_empty() {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(names));
    }
    error
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::WORDS;

    #[test]
    fn suggested_commands_exist_and_known_words_are_none() {
        let main = crate::Arguments::command();
        let has = |command: &clap::Command, name: &str| command.get_subcommands().any(|one| one.get_name() == name);
        for (words, command) in WORDS {
            let mut parts = command.split(' ');
            let first = parts.next().and_then(|name| main.find_subcommand(name)).expect(command);
            assert!(parts.all(|name| has(first, name)), "{command}");
            for word in words {
                assert!(!has(&main, word), "{word} is a command");
            }
        }
    }
}
