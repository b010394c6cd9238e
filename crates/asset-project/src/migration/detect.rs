//! The engine that a project is for.

use serde::Serialize;
use urho_scene::Engine;

use crate::resources::{content_of_rbfx, is_candidate, owner};

/// The engine that a project is for, and the files that show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DetectedEngine {
    /// `rbfx` or `urho3d`, which U3D's projects are like.
    pub engine: &'static str,
    /// Names of files, each with its meaning.
    pub evidence: Vec<String>,
}

/// Pieces of evidence that are listed.
const MOST: usize = 5;

/// Returns the engine of a project with files of these names, whose content `read` returns. Without evidence it is Urho3D.
pub fn detect_engine<'n>(
    names: impl Iterator<Item = &'n str>,
    read: impl Fn(&str) -> Option<Vec<u8>>,
) -> (Engine, DetectedEngine) {
    let (mut rbfx, mut urho3d) = (Vec::new(), Vec::new());
    for name in names {
        match owner(name) {
            Some(Engine::Rbfx) => rbfx.push(format!("{name}: a file of rbfx")),
            Some(_) => urho3d.push(format!("{name}: a file of Urho3D")),
            None if rbfx.len() < MOST && is_candidate(name) => {
                let content = read(name).and_then(|bytes| content_of_rbfx(name, &bytes));
                rbfx.extend(content.map(|content| format!("{name}: {content}")));
            }
            None => {}
        }
    }
    let is_rbfx = rbfx.len() > urho3d.len();
    let (engine, mut evidence) = if is_rbfx { (Engine::Rbfx, rbfx) } else { (Engine::Urho3d, urho3d) };
    evidence.truncate(MOST);
    (engine, DetectedEngine { engine: engine.name(), evidence })
}
