//! Finding kinds by name and by pattern.

pub(crate) mod explain;

use std::str::FromStr;

use engine_assets::binio::{FindingKind, Name};
use engine_assets::{Globs, finding_kinds};
use serde::Deserialize;

/// Name of a finding kind, or a pattern of names such as `urho-mdl/*`. At least one kind matches it.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct KindPattern {
    text: String,
    /// Names that contain signs of patterns; `None` for a plain name.
    globs: Option<Globs>,
}

impl KindPattern {
    /// Whether it is the name of one kind.
    pub(crate) fn is_name(&self) -> bool {
        self.globs.is_none()
    }

    pub(crate) fn matches(&self, kind: &str) -> bool {
        self.globs.as_ref().map_or(self.text == kind, |globs| globs.matches(&Name::from(kind)))
    }

    /// Returns the kinds that match, sorted by name.
    pub(crate) fn kinds(&self) -> Vec<&'static FindingKind> {
        finding_kinds().into_iter().filter(|kind| self.matches(kind.as_str())).collect()
    }
}

impl FromStr for KindPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_pattern = text.contains(['*', '?', '[', '{']);
        let globs = is_pattern.then(|| Globs::new([text])).transpose().map_err(|error| error.to_string())?;
        let pattern = Self { text: text.to_owned(), globs };
        if pattern.kinds().is_empty() {
            let shown = Name::from(text);
            return Err(match nearest(text) {
                Some(kind) => format!("unknown finding kind \"{shown}\"; did you mean {kind}?"),
                None => format!("unknown finding kind \"{shown}\"; engine-assets explain --all lists all kinds"),
            });
        }
        Ok(pattern)
    }
}

impl TryFrom<String> for KindPattern {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// Similarity from 0 to 1 above which a kind is suggested.
const SIMILAR: f64 = 0.75;

/// Returns the name of the kind that is most similar to a text: to its whole name, or to its part after the crate.
fn nearest(text: &str) -> Option<&'static str> {
    let similarity = |name: &'static str| {
        let short = name.split_once('/').map_or(name, |(_, short)| short);
        let compared = if text.contains('/') { name } else { short };
        strsim::normalized_damerau_levenshtein(text, compared)
    };
    let ranked = finding_kinds().into_iter().map(|kind| (similarity(kind.as_str()), kind.as_str()));
    let (similarity, name) = ranked.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (similarity >= SIMILAR).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_kinds_of_a_crate() {
        let pattern: KindPattern = "urho-mdl/bone-*".parse().unwrap();
        assert!(!pattern.is_name() && pattern.kinds().len() > 5);
        assert!(pattern.matches("urho-mdl/bone-scale") && !pattern.matches("urho-mdl/draw-range"));
        let name: KindPattern = "urho-mdl/bone-scale".parse().unwrap();
        assert!(name.is_name() && name.kinds().len() == 1);
    }

    #[test]
    fn the_nearest_kind_is_suggested() {
        for (text, kind) in [
            ("urho-mdl/bounds-to-small", "urho-mdl/bounds-too-small"),
            ("bounds-too-small", "urho-mdl/bounds-too-small"),
            ("urho-mdl/bounds_too_small", "urho-mdl/bounds-too-small"),
        ] {
            let error = text.parse::<KindPattern>().unwrap_err();
            assert!(error.ends_with(&format!("did you mean {kind}?")), "{error}");
        }
        let error = "nothing/like-it*".parse::<KindPattern>().unwrap_err();
        assert!(error.contains("explain --all"), "{error}");
    }
}
