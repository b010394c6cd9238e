//! Files made of files.

use engine_assets::convert::{ConvertOptions, Converted, Input, OutputFormat, convert};
use engine_assets::documents::{children, search, set_text, text_of};
use engine_assets::urho_mdl::Repair;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::facts::of_format;
use crate::view::Others;
use crate::{Session, findings, json, refused, thrown};

/// Available options.
#[derive(Deserialize)]
#[serde(default)]
struct Options {
    lossy: bool,
    originals: bool,
    repairs: Vec<String>,
    materials: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { lossy: true, originals: true, repairs: Vec::new(), materials: Vec::new() }
    }
}

/// Files that were made.
#[wasm_bindgen]
pub struct Outputs {
    made: Converted,
}

#[wasm_bindgen]
impl Outputs {
    /// Names of the files, as JSON; the requested file is the last.
    pub fn names(&self) -> Result<String, JsValue> {
        json(&self.made.files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>())
    }

    /// Takes the content of a file, once.
    pub fn take(&mut self, number: usize) -> Vec<u8> {
        self.made.files.get_mut(number).map(|file| std::mem::take(&mut file.bytes)).unwrap_or_default()
    }

    /// Findings as JSON.
    pub fn findings(&self) -> Result<String, JsValue> {
        json(&findings(&self.made.findings))
    }
}

#[derive(Serialize)]
struct Listed {
    children: Vec<engine_assets::documents::Child>,
    count: usize,
}

#[wasm_bindgen]
impl Session {
    /// Converts a file or an entry to the output format of a name; `output` is the name of the file to make.
    pub fn convert(
        &mut self,
        file: u32,
        entry: i32,
        output_format: &str,
        output: &str,
        options: &str,
    ) -> Result<Outputs, JsValue> {
        let chosen: Options = serde_json::from_str(options).map_err(|error| refused(error.to_string()))?;
        let output_format = OutputFormat::from_name(output_format).unwrap_or(OutputFormat::Same);
        let repairs: Vec<Repair> = chosen.repairs.iter().filter_map(|name| Repair::from_name(name)).collect();
        let apply = |mut options: ConvertOptions| {
            if !output_format.is_gltf() {
                options = options.resources(None);
            }
            if output_format.is_gltf() {
                options = options.material_names(chosen.materials.iter());
            }
            options
                .lossy(chosen.lossy && !output_format.is_gltf())
                .originals(chosen.originals || !output_format.is_gltf())
                .repairs(repairs.clone())
        };
        let others = if output_format.is_gltf() { Others::Beside } else { Others::None };
        let made = self.with_documents(file, entry, others, |inputs: &[Input<'_, '_>], options: ConvertOptions| {
            convert(inputs, output_format, output, &apply(options))
        });
        made.map(|made| Outputs { made }).map_err(|error| thrown(&error))
    }

    /// Lists values of a document directly below a path: `count` from the one of number `first` on.
    pub fn children(
        &mut self,
        file: u32,
        entry: i32,
        path: &str,
        first: usize,
        count: usize,
    ) -> Result<String, JsValue> {
        let content = self.content(file, entry).map_err(|error| thrown(&error))?;
        let asset = content.parse(self).map_err(|error| of_format(&error))?;
        let document = asset.as_udm().ok_or_else(|| refused("expected a UDM document"))?;
        let (children, count) = children(document, path, first, count).map_err(|error| thrown(&error))?;
        json(&Listed { children, count })
    }

    /// Finds values of a document whose name or content has `text` in it, at most `most`.
    pub fn find(&mut self, file: u32, entry: i32, text: &str, most: usize) -> Result<String, JsValue> {
        let content = self.content(file, entry).map_err(|error| thrown(&error))?;
        let asset = content.parse(self).map_err(|error| of_format(&error))?;
        let document = asset.as_udm().ok_or_else(|| refused("expected a UDM document"))?;
        json(&search(document, text, most))
    }

    /// The value of a document at a path, as text.
    pub fn value(&mut self, file: u32, entry: i32, path: &str) -> Result<String, JsValue> {
        let content = self.content(file, entry).map_err(|error| thrown(&error))?;
        let asset = content.parse(self).map_err(|error| of_format(&error))?;
        let document = asset.as_udm().ok_or_else(|| refused("expected a UDM document"))?;
        text_of(document, path).map_err(|error| thrown(&error))
    }

    /// Returns the bytes of a document with the value at a path replaced by `text`.
    pub fn set(&mut self, file: u32, entry: i32, path: &str, text: &str) -> Result<Vec<u8>, JsValue> {
        let content = self.content(file, entry).map_err(|error| thrown(&error))?;
        let asset = content.parse(self).map_err(|error| of_format(&error))?;
        let document = asset.as_udm().ok_or_else(|| refused("expected a UDM document"))?;
        let mut document = document.clone();
        set_text(&mut document, path, text, None, false).map_err(refused)?;
        document.to_bytes().map_err(|error| refused(error.to_string()))
    }
}
