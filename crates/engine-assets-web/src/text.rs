//! Shows files as text.

use engine_assets::Typed;
use engine_assets::urho_asc::Script;
use wasm_bindgen::prelude::*;

use crate::facts::of_format;
use crate::{Session, refused, thrown};

#[wasm_bindgen]
impl Session {
    /// Returns the declarations in a compiled script. This is similar to its source.
    pub fn declarations(&mut self, file: u32, entry: i32) -> Result<String, JsValue> {
        self.with_script(file, entry, |module| module.declarations().to_string())
    }

    /// Returns the instructions of all functions in a compiled script.
    pub fn disassembly(&mut self, file: u32, entry: i32) -> Result<String, JsValue> {
        self.with_script(file, entry, |module| module.full_disassembly().to_string())
    }
}

impl Session {
    fn with_script(
        &mut self,
        file: u32,
        entry: i32,
        then: impl FnOnce(&engine_assets::urho_asc::Module<'_>) -> String,
    ) -> Result<String, JsValue> {
        let content = self.content(file, entry).map_err(|error| thrown(&error))?;
        let asset = content.parse(self).map_err(|error| of_format(&error))?;
        match asset.typed() {
            Typed::UrhoAsc(Script::Module(module)) => Ok(then(module)),
            Typed::UrhoAsc(_) => Err(refused("no known version of scripts: the file is shown as bytes only")),
            _ => Err(refused(format!("expected a compiled script, found a {}", asset.format().title()))),
        }
    }
}
