//! Inspects a compiled script before an engine loads it. Nothing is executed.
//!
//! To run it, use `cargo run --example look_into_script -- Start.asc`.

use engine_assets::urho_asc::{Error, Script};

/// The calls, texts and findings of a script.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// The engine functions that it calls, in script syntax. This is `None` if the version is unknown.
    pub(crate) calls: Option<Vec<String>>,
    /// The texts in the script, including file names and addresses.
    pub(crate) texts: Vec<String>,
    /// The findings about the script.
    pub(crate) findings: Vec<String>,
}

impl Look {
    /// Returns the calls that reach beyond the game: files, programs, the network. This only looks at names, so it can
    /// help a person, but it isn't a proof.
    pub(crate) fn far_reaching(&self) -> Vec<&str> {
        const WORDS: [&str; 7] = ["File", "System", "Http", "Network", "Connect", "Database", "Execute"];
        let calls = self.calls.iter().flatten().map(String::as_str);
        calls.filter(|call| WORDS.iter().any(|word| call.contains(word))).collect()
    }
}

/// Reads a script without running it.
pub(crate) fn look(bytes: &[u8]) -> Result<Look, Error> {
    let script = Script::parse(bytes)?;
    let module = script.module();
    let texts = module.map(|module| module.strings.iter().map(ToString::to_string).collect()).unwrap_or_default();
    Ok(Look {
        calls: module.map(engine_assets::urho_asc::Module::engine_functions),
        texts,
        findings: script.validate().iter().map(ToString::to_string).collect(),
    })
}

#[allow(dead_code, reason = "tests call the functions above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bytes = std::fs::read(std::env::args().nth(1).ok_or("expected a compiled script")?)?;
    let look = look(&bytes)?;
    match &look.calls {
        Some(calls) => calls.iter().for_each(|call| println!("calls {call}")),
        None => println!("unknown version: don't load it"),
    }
    look.texts.iter().for_each(|text| println!("text  {text}"));
    look.findings.iter().for_each(|finding| println!("{finding}"));
    for call in look.far_reaching() {
        println!("look at this one: {call}");
    }
    Ok(())
}
