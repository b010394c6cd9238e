//! Decides which findings count as errors and which are ignored, using options and `engine-assets.toml`.

mod config;
mod deny;

use std::io;
use std::path::Path;

use clap::Args;
use engine_assets::binio::{Finding, FindingKind, Findings, Severity};
use engine_assets::kinds::UNREADABLE;

use self::config::{Config, Section};
pub(crate) use self::deny::Deny;
use crate::kinds::KindPattern;
use crate::report::{print_detail, shown};

#[derive(Args)]
pub(crate) struct PolicyOptions {
    /// Treat findings of this kind as errors: urho-mdl/bounds-too-small, 'urho-mdl/*'. Use
    /// `engine-assets explain --all` to list all kinds
    #[arg(long, value_name = "KIND")]
    fail_on: Vec<KindPattern>,
    /// Ignore findings of this kind. Exact names beat patterns, and --fail-on beats --ignore
    #[arg(long, value_name = "KIND")]
    ignore: Vec<KindPattern>,
    /// Treat findings of this severity as errors
    #[arg(long, value_name = "WHAT")]
    deny: Option<Deny>,
    /// Don't read engine-assets.toml. It is searched from each PATH upwards
    #[arg(long)]
    no_config: bool,
}

/// Decides whether a finding is an error, a warning or ignored.
#[derive(Debug, Default)]
pub(crate) struct Policy {
    rules: Vec<Rule>,
    denies_warnings: bool,
}

#[derive(Debug)]
struct Rule {
    pattern: KindPattern,
    rank: Rank,
}

/// The rank of a rule. If several rules match a kind, the highest rank is used: options beat the file, names beat
/// patterns, and `fail-on` beats `ignore`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_option: bool,
    is_name: bool,
    fails: bool,
}

impl PolicyOptions {
    /// Returns `true` if `engine-assets.toml` must not be read.
    pub(crate) fn ignores_config(&self) -> bool {
        self.no_config
    }
}

impl Policy {
    /// Creates the policy for the files in `path`, which must be a path from the command line.
    pub(crate) fn of(options: &PolicyOptions, path: &Path) -> io::Result<Self> {
        let config = if options.no_config { None } else { config::find(path)? };
        if let Some(Config { file, .. }) = &config {
            print_detail(|| format!("{}: configuration for {}", shown(file), shown(path)));
        }
        let section = config.map(|config| config.validate).unwrap_or_default();
        let mut ignored = options.ignore.iter().chain(&section.ignore);
        if ignored.any(|pattern| pattern.is_name() && pattern.matches(UNREADABLE.as_str())) {
            let message = format!("{UNREADABLE} can't be ignored: files that can't be parsed are errors in any case");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Ok(Self::new(options, section))
    }

    fn new(options: &PolicyOptions, section: Section) -> Self {
        let lists = [
            (options.fail_on.clone(), true, true),
            (options.ignore.clone(), true, false),
            (section.fail_on, false, true),
            (section.ignore, false, false),
        ];
        let rules = lists.into_iter().flat_map(|(patterns, is_option, fails)| {
            patterns.into_iter().map(move |pattern| {
                let rank = Rank { is_option, is_name: pattern.is_name(), fails };
                Rule { pattern, rank }
            })
        });
        Self { rules: rules.collect(), denies_warnings: options.deny.or(section.deny) == Some(Deny::Warnings) }
    }

    fn rank(&self, kind: &str) -> Option<Rank> {
        self.rules.iter().filter(|rule| rule.pattern.matches(kind)).map(|rule| rule.rank).max()
    }

    /// Returns `true` if a finding of this kind and severity is an error.
    pub(crate) fn fails(&self, kind: &str, severity: &str) -> bool {
        let is_denied = self.denies_warnings && severity == Severity::Warning.as_str();
        severity == Severity::Error.as_str() || is_denied || self.rank(kind).is_some_and(|rank| rank.fails)
    }

    /// Returns `true` if any of the findings is an error.
    pub(crate) fn any_fails(&self, findings: &Findings) -> bool {
        findings.iter().any(|finding| self.finding_fails(finding))
    }

    pub(crate) fn finding_fails(&self, finding: &Finding) -> bool {
        self.fails(finding.kind.as_str(), finding.severity.as_str())
    }

    pub(crate) fn ignores(&self, kind: &FindingKind) -> bool {
        self.rank(kind.as_str()).is_some_and(|rank| !rank.fails)
    }

    /// Returns the findings that are not ignored, and the number of ignored findings.
    pub(crate) fn keep(&self, findings: Findings) -> (Findings, u64) {
        if self.rules.is_empty() {
            return (findings, 0);
        }
        let all = findings.len();
        let kept: Findings = findings.into_iter().filter(|finding| !self.ignores(finding.kind)).collect();
        let ignored = (all - kept.len()) as u64;
        (kept, ignored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(fail_on: &[&str], ignore: &[&str], section: Section) -> Policy {
        let patterns = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
        let options =
            PolicyOptions { fail_on: patterns(fail_on), ignore: patterns(ignore), deny: None, no_config: false };
        Policy::new(&options, section)
    }

    #[test]
    fn names_and_options_have_priority() {
        let fails = |policy: &Policy| policy.rank("urho-mdl/bone-scale").map(|rank| rank.fails);
        let (name, pattern) = ("urho-mdl/bone-scale", "urho-mdl/*");
        let in_file = |fail_on: &str| {
            let section = format!("fail-on = [\"{fail_on}\"]");
            toml::from_str::<Section>(&section).unwrap()
        };
        assert_eq!(fails(&policy(&[], &["urho-pak/*"], Section::default())), None);
        assert_eq!(fails(&policy(&[pattern], &[name], Section::default())), Some(false));
        assert_eq!(fails(&policy(&[name], &[pattern], Section::default())), Some(true));
        assert_eq!(fails(&policy(&[name], &[name], Section::default())), Some(true));
        assert_eq!(fails(&policy(&[], &[pattern], in_file(name))), Some(false));
        assert_eq!(fails(&policy(&[], &[], in_file(name))), Some(true));
    }
}
