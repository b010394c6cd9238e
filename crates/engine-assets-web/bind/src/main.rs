//! Generates the JavaScript for the wasm: `bind IN.wasm FOLDER`.

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output] = arguments.as_slice() else { anyhow::bail!("usage: bind IN.wasm FOLDER") };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(input)
        .out_name("engine_assets")
        .typescript(false)
        .remove_name_section(false)
        .remove_producers_section(true);
    bindgen.web(true)?.generate(output).context("the JavaScript for the wasm")
}
