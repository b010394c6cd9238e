//! The `schema` command, which works on the structure of documents.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use engine_assets::udm::{Document, Style};
use engine_assets::udm_tools::schema::{Inference, Schema, SchemaType};

use super::{To, change, escaped, show, with};
use crate::examples;
use crate::inputs::{Input, Inputs};
use crate::output;
use crate::report::{Outcome, print, print_error, print_error_about, print_message};

#[derive(Subcommand)]
pub(super) enum Command {
    /// Print the types of a schema and their members
    #[command(after_help = examples::SCHEMA_LIST)]
    List {
        /// The schema (.udms); - for standard input
        schema: PathBuf,
    },
    /// Add missing keys to a document, using the default values of a schema
    #[command(after_help = examples::SCHEMA_COMPLETE)]
    Complete {
        /// The schema (.udms); - for standard input
        schema: PathBuf,
        /// The document; - for standard input
        file: PathBuf,
        #[command(flatten)]
        to: To,
    },
    /// Create a schema that fits all documents
    #[command(after_help = examples::SCHEMA_INFER)]
    Infer {
        #[command(flatten)]
        inputs: Inputs,
        /// File to write instead of standard output (-). The extension selects text or binary
        #[arg(long, short, value_name = "OUT")]
        output: Option<PathBuf>,
        /// Overwrite OUT
        #[arg(long, requires = "output")]
        force: bool,
    },
}

/// Reads a schema and all schemas that it includes, from the same folder.
pub(crate) fn read(path: &Path) -> io::Result<Schema> {
    let mut schema = read_one(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut pending = schema.includes.clone();
    let mut seen = BTreeSet::new();
    while let Some(name) = pending.pop() {
        // Names of files in the same folder, nothing else.
        let is_plain = Path::new(&name).components().count() == 1 && !name.contains(['/', '\\', ':']);
        if !is_plain || !seen.insert(name.clone()) {
            continue;
        }
        let names = [name.clone(), format!("{name}.udms"), format!("{name}.udms_b")];
        match names.iter().map(|name| folder.join(name)).find(|path| path.is_file()) {
            Some(path) => {
                let other = read_one(&path)?;
                pending.extend(other.includes.iter().cloned());
                schema.include(other);
            }
            None => {
                let error = io::Error::new(
                    io::ErrorKind::NotFound,
                    format!("included schema \"{name}\" is missing in its folder"),
                );
                return Err(output::named(path, &error));
            }
        }
    }
    Ok(schema)
}

fn read_one(path: &Path) -> io::Result<Schema> {
    let bytes = Input::new(path).read().map_err(|error| output::named(path, &error))?;
    Schema::parse(&bytes).map_err(|error| output::named(path, &io::Error::from(error)))
}

pub(super) fn run(command: &Command, quiet: bool) -> io::Result<Outcome> {
    let schema = match command {
        Command::List { schema } | Command::Complete { schema, .. } => match read(schema) {
            Ok(schema) => schema,
            Err(error) => {
                print_error(&error);
                return Ok(Outcome::Failed);
            }
        },
        Command::Infer { .. } => Schema::default(),
    };
    match command {
        Command::List { .. } => list(&schema),
        Command::Complete { file, to, .. } => with(file, |input, document| {
            change(input, document, "", to, quiet, |document| {
                let added = schema.complete(document).map_err(|error| error.to_string())?;
                if !quiet {
                    added.iter().for_each(|path| {
                        print_message(&format!("{}: + {}", input.display(), escaped(path.as_bytes())));
                    });
                }
                Ok(())
            })
        }),
        Command::Infer { inputs, output, force } => infer(inputs, output.as_deref(), *force),
    }
}

fn list(schema: &Schema) -> io::Result<Outcome> {
    let mut lines = String::new();
    for (name, ty) in &schema.types {
        let name = escaped(name.as_bytes());
        match ty {
            SchemaType::Enum(values) => lines += &format!("{name}: enum {}\n", escaped(values.join(", ").as_bytes())),
            SchemaType::Flags(values) => {
                let values: Vec<String> = values.iter().map(|(name, bits)| format!("{name} = {bits}")).collect();
                lines += &format!("{name}: flags {}\n", escaped(values.join(", ").as_bytes()));
            }
            SchemaType::Object(object) => {
                let format = object.format.as_ref().map(|(ty, version)| format!(", asset {ty} version {version}"));
                lines += &format!("{name}: object{}\n", escaped(format.unwrap_or_default().as_bytes()));
                for (key, property) in &object.children {
                    let item = property.value_type.as_ref().map_or_else(String::new, |item| format!(" of {item}"));
                    let default = property
                        .default
                        .as_ref()
                        .map_or_else(String::new, |value| format!(" = {}", super::brief(value)));
                    let optional = if property.optional { ", optional" } else { "" };
                    let ty = property.type_name().unwrap_or("?");
                    lines += &format!("  {}\n", escaped(format!("{key}: {ty}{item}{default}{optional}").as_bytes()));
                }
            }
            _ => {}
        }
    }
    print(&lines)?;
    Ok(Outcome::Fine)
}

fn infer(inputs: &Inputs, output: Option<&Path>, force: bool) -> io::Result<Outcome> {
    let mut inference = Inference::new();
    let mut worst = Outcome::Fine;
    for input in inputs.files() {
        let input = match input {
            Ok(input) => input,
            Err(error) => {
                print_error(&error);
                worst = Outcome::Failed;
                continue;
            }
        };
        let bytes = match input.read() {
            Ok(bytes) => bytes,
            Err(error) => {
                print_error_about(&input, &error);
                worst = Outcome::Failed;
                continue;
            }
        };
        if !input.named && !super::is_document(&input, &bytes) {
            continue;
        }
        let document = Document::parse(&bytes);
        match document {
            Ok(document) => inference.add(&document),
            Err(error) => worst = worst.max(super::refuse(&input, &error)),
        }
    }
    let text = match inference.schema().to_document().to_text(Style::Pretty) {
        Ok(text) => text,
        Err(error) => {
            print_error(&error);
            return Ok(Outcome::Bad);
        }
    };
    match output {
        Some(output) if !output::is_stdout(output) => {
            let bytes = super::encoded(&Input::new(output), &text, output)?;
            output::write(output, &bytes, force)?;
        }
        _ => show(&text)?,
    }
    Ok(worst)
}
