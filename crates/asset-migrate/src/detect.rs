//! Detects the engine that a project is for.

use serde::Serialize;
use urho_scene::Engine;

use super::texts;
use asset_project::resources::{content_of_rbfx, is_candidate, owner};

/// The engine that a project is for, and the files that show this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DetectedEngine {
    /// `rbfx` or `urho3d`. Projects for U3D look like those for Urho3D.
    pub engine: &'static str,
    /// Names of files, each with what it shows.
    pub evidence: Vec<String>,
}

/// This many pieces of evidence are listed for an engine, and this many files count.
const MOST: usize = 5;

/// The weight of a file that only one engine can read. It is higher because file names and scripts can be left over
/// from an earlier migration.
const READ_BY_ONE: usize = 2;

/// The evidence for an engine.
#[derive(Default)]
struct Evidence {
    weight: usize,
    texts: Vec<String>,
}

impl Evidence {
    fn add(&mut self, weight: usize, text: String) {
        self.weight += weight;
        self.texts.push(text);
    }
}

/// Detects the engine of a project, given the file names. `read` returns the content of a file. The engine with more
/// evidence wins; evidence is names that only one of them uses, archives and texture slots for rbfx, and scripts for
/// Urho3D. If there is no evidence, the result is Urho3D.
pub fn detect_engine<'n>(
    names: impl Iterator<Item = &'n str>,
    read: impl Fn(&str) -> Option<Vec<u8>>,
) -> (Engine, DetectedEngine) {
    let (mut rbfx, mut urho3d) = (Evidence::default(), Evidence::default());
    let mut script = None;
    for name in names {
        match owner(name) {
            Some(Engine::Rbfx) => rbfx.add(1, format!("{name}: a file of rbfx")),
            Some(_) => urho3d.add(1, format!("{name}: a file of Urho3D")),
            None if rbfx.texts.len() < MOST && is_candidate(name) => {
                if let Some(content) = read(name).and_then(|bytes| content_of_rbfx(name, &bytes)) {
                    rbfx.add(READ_BY_ONE, format!("{name}: {content}"));
                }
            }
            None if script.is_none() && texts::is_script(name) => script = Some(name),
            None => {}
        }
    }
    // All scripts are one piece of evidence: a migrated project keeps the old ones until they are ported.
    urho3d.weight += usize::from(script.is_some());
    urho3d.texts.extend(script.map(|name| format!("{name}: a script, which rbfx can't run")));
    let is_rbfx = rbfx.weight > urho3d.weight;
    let (engine, mut evidence) = if is_rbfx { (Engine::Rbfx, rbfx.texts) } else { (Engine::Urho3d, urho3d.texts) };
    evidence.truncate(MOST);
    (engine, DetectedEngine { engine: engine.name(), evidence })
}
