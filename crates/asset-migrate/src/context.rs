//! Collects facts about the project that are needed to migrate each file.

use std::collections::{BTreeMap, BTreeSet};

use binio::{Finding, Findings, Severity};
use urho_scene::{Classes, Engine};

use super::needs::Needs;
use super::played::Played;
use super::report::{Action, Note, NoteKind};

/// Facts about the project. They are the same for all files in it.
pub(super) struct Context {
    /// The engine to migrate from.
    pub(super) from: Engine,
    pub(super) to: Engine,
    pub(super) from_classes: Classes,
    pub(super) to_classes: Classes,
    /// Whether the user has set the engine. If so, the content of scenes doesn't count.
    pub(super) is_from_set: bool,
    pub(super) pbr: bool,
    /// New resource names, for files that are renamed.
    pub(super) renamed: BTreeMap<String, String>,
    /// The resource names of all files.
    pub(super) resources: BTreeSet<String>,
    /// The resource names of techniques that the project uses instead of those in the engine.
    pub(super) own_techniques: BTreeSet<String>,
    /// The animations that scenes play.
    pub(super) played: Played,
}

impl Context {
    pub(super) fn is_to_rbfx(&self) -> bool {
        self.to == Engine::Rbfx && self.from != Engine::Rbfx
    }

    pub(super) fn is_from_rbfx(&self) -> bool {
        self.from == Engine::Rbfx && self.to != Engine::Rbfx
    }
}

/// The result for a file.
pub(super) struct Made {
    pub(super) format: &'static str,
    pub(super) action: Action,
    /// The content, if it differs from the source.
    pub(super) content: Option<Vec<u8>>,
    pub(super) notes: Vec<Note>,
    /// Additional outputs, with their names.
    pub(super) outputs: Vec<(String, Vec<u8>)>,
    /// The resources that were read, if the content depends on them.
    pub(super) needs: Needs,
    /// The results for the entries of a package, with their names.
    pub(super) entries: Vec<(String, Made)>,
}

impl Made {
    pub(super) fn new(format: &'static str, action: Action) -> Self {
        let (outputs, needs) = (Vec::new(), Needs::new());
        Self { format, action, content: None, notes: Vec::new(), outputs, needs, entries: Vec::new() }
    }

    pub(super) fn copied(format: &'static str) -> Self {
        Self::new(format, Action::Copied)
    }

    pub(super) fn refused(format: &'static str, why: impl ToString) -> Self {
        let mut refused = Self::new(format, Action::Refused);
        refused.by_hand(None, why.to_string());
        refused
    }

    /// Creates the result for a file with this content. If the source has the same content, this is a copy.
    pub(super) fn converted(format: &'static str, content: Vec<u8>, was: &[u8]) -> Self {
        if content == was {
            return Self::copied(format);
        }
        Self { content: Some(content), ..Self::new(format, Action::Converted) }
    }

    pub(super) fn by_hand(&mut self, line: Option<usize>, message: impl Into<String>) {
        self.notes.push(Note::new(NoteKind::ByHand, line, message));
        if self.action == Action::Copied {
            self.action = Action::ByHand;
        }
    }

    pub(super) fn changed(&mut self, message: impl Into<String>) {
        self.notes.push(Note::new(NoteKind::Changed, None, message));
    }

    /// Adds the findings of a conversion, with a line for each offset. Duplicates are left out.
    pub(super) fn tell(&mut self, findings: &Findings, text: Option<&[u8]>) {
        self.tell_as(findings, text, |finding| match finding.severity {
            _ if finding.is_loss => NoteKind::Lost,
            severity if severity >= Severity::Warning => NoteKind::ByHand,
            _ => NoteKind::Changed,
        });
    }

    /// Adds findings about changes. Nobody has to do anything about them.
    pub(super) fn tell_changes(&mut self, findings: &Findings) {
        self.tell_as(findings, None, |_| NoteKind::Changed);
    }

    fn tell_as(&mut self, findings: &Findings, text: Option<&[u8]>, kind: impl Fn(&Finding) -> NoteKind) {
        for (finding, count) in asset_convert::folded(findings) {
            let line = text.zip(finding.offset).map(|(text, offset)| line_of(text, offset));
            let times = if count > 1 { format!(" ({count} times)") } else { String::new() };
            let message = format!("{}: {}{times}", finding.path, finding.message);
            self.notes.push(Note::new(kind(finding), line, message));
        }
    }
}

/// Returns the line at an offset, counting from 1.
pub(super) fn line_of(text: &[u8], offset: u64) -> usize {
    let end = usize::try_from(offset).unwrap_or(usize::MAX).min(text.len());
    text.iter().take(end).filter(|byte| **byte == b'\n').count() + 1
}
