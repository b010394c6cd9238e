//! The `validate` command. It parses and checks files, and if requested it also writes them again and compares.

mod project;
mod reports;
mod totals;

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;

use clap::Args;
use engine_assets::binio::{Findings, Severity};
use engine_assets::udm_tools::schema::Schema;
use engine_assets::{Asset, Checked, Error, FindingSummary, Head, check_entries, check_name, placed};
use rayon::prelude::*;
use serde::Serialize;

use crate::explain::{self, print_advice, print_explained};
use crate::inputs::{Input, Inputs, Parallel};
use crate::open::OpenOptions;
use crate::policy::{Policy, PolicyOptions};
use crate::report::{
    Lines, Meter, Outcome, head, package_head, print, print_detail, print_error, print_error_about, print_findings,
    print_json, print_message,
};
use crate::side::SideOptions;
use project::{Project, ProjectOptions};
use reports::{ReportOptions, Reports};
use totals::Totals;

/// The number of files to process at once. This is enough to use all cores, but needs little memory.
const BATCH: usize = 64;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Write each file again and compare it with the input
    #[arg(long)]
    roundtrip: bool,
    #[command(flatten)]
    open: OpenOptions,
    #[command(flatten)]
    side: SideOptions,
    /// Pragma assets: search referenced files in this folder, which contains `materials` and `models`
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// UDM documents: check them against this schema (.udms) and its includes
    #[arg(long, value_name = "SCHEMA")]
    schema: Option<PathBuf>,
    #[command(flatten)]
    project: ProjectOptions,
    #[command(flatten)]
    policy: PolicyOptions,
    /// Skip files of other formats even if they are named, as for files in folders. This is for hooks, which pass every
    /// .xml and .json
    #[arg(long)]
    skip_others: bool,
    /// Print one JSON object per file
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    parallel: Parallel,
    #[command(flatten)]
    reports: ReportOptions,
}

/// The result for a file.
struct Verdict {
    input: Input,
    head: Head,
    result: Result<Sound, Error>,
}

/// A file that could be parsed.
struct Sound {
    findings: Findings,
    /// The lines of the file, if it is a text and has findings.
    lines: Option<Lines>,
    /// The number of ignored findings.
    ignored: u64,
    /// The result of the round trip, if it was requested.
    roundtrip: Option<Roundtrip>,
    /// The first difference between the file and its written copy.
    difference: Option<String>,
    /// The command to repair the file.
    repair: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Roundtrip {
    Identical,
    Different,
}

/// A line that `validate --json` prints.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    head: &'a Head,
    status: &'static str,
    findings: Vec<FindingSummary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    roundtrip: Option<Roundtrip>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<&'a str>,
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let job = Job::new(arguments)?;
    let mut totals = Totals::default();
    let mut reports = Reports::new(&arguments.reports);
    let mut files: VecDeque<io::Result<Input>> = arguments.inputs.files().collect();
    let progress = Meter::files(files.len(), quiet);
    while !files.is_empty() {
        let expected = |input: &io::Result<Input>| input.as_ref().map_or(0, Input::expected_memory);
        let batch = arguments.parallel.batch(&mut files, BATCH, expected);
        let one = |input: io::Result<Input>| {
            let verdict = input.map(|input| job.verdict(input));
            progress.add(1);
            verdict
        };
        let verdicts: Vec<io::Result<Option<Verdict>>> = batch.into_par_iter().map(one).collect();
        for verdict in verdicts {
            match verdict {
                Ok(Some(verdict)) => {
                    let outcome = job.report(&verdict)?;
                    let Verdict { input, head, result } = &verdict;
                    reports.add(input, head.format, result, outcome, job.policy(input));
                    totals.add(head.format, result.as_ref().ok(), outcome);
                }
                Ok(None) => totals.skip(1),
                Err(error) => {
                    print_error(&error);
                    reports.add_failure(&error);
                    totals.add(None, None, Outcome::Failed);
                }
            }
        }
    }
    drop(progress);
    let listed = job.report_unused(&mut reports, &mut totals)?;
    reports.write()?;
    totals.skip(arguments.inputs.links_skipped() as u64);
    let searched = job.project.report_search(quiet || arguments.json);
    if !quiet && (totals.files() != 1 || totals.ignored() > 0) {
        print_message(totals.to_string().trim_end());
    }
    Ok(totals.outcome().max(searched).max(listed))
}

/// The state that is shared by all checks.
struct Job<'a> {
    arguments: &'a Arguments,
    schema: Option<Schema>,
    project: Project,
    /// The policy for each path on the command line.
    policies: Vec<Policy>,
}

impl<'a> Job<'a> {
    fn new(arguments: &'a Arguments) -> io::Result<Self> {
        Ok(Self {
            arguments,
            schema: arguments.schema.as_deref().map(crate::udm::read_schema).transpose()?,
            project: Project::new(&arguments.project, arguments.policy.ignores_config())?,
            policies: arguments
                .inputs
                .arguments()
                .map(|path| Policy::of(&arguments.policy, &path))
                .collect::<io::Result<_>>()?,
        })
    }

    fn policy(&self, input: &Input) -> &Policy {
        // Each path has a policy.
        &self.policies[input.argument]
    }

    /// Reads and checks a file. Returns `None` if the file is in a folder and is not an asset.
    fn verdict(&self, input: Input) -> Option<Verdict> {
        // To be written again, a package has to be in memory.
        if let Some(package) = (!self.arguments.roundtrip).then(|| input.package()).flatten() {
            let head = package_head(&input, &package);
            let mut findings = package.validate();
            let inside = check_entries(&package, &findings, false);
            findings.extend(inside);
            let (findings, ignored) = self.policy(&input).keep(findings);
            let sound = Sound { findings, lines: None, ignored, roundtrip: None, difference: None, repair: None };
            return Some(Verdict { input, head, result: Ok(sound) });
        }
        let bytes = match input.read_if_asset() {
            Ok(Some(bytes)) => bytes,
            Ok(None) => {
                self.project.seen(&input, None);
                print_detail(|| format!("{}: skipped, not an asset", input.display()));
                return None;
            }
            Err(error) => return Some(Verdict { head: head(&input, None, None), input, result: Err(error.into()) }),
        };
        let asset = self.arguments.open.parse(&input, &bytes);
        self.project.seen(&input, asset.as_ref().ok());
        let is_other = matches!(asset, Err(Error::Unknown { hint: None } | Error::LookAlike(_)));
        if is_other && (!input.named || self.arguments.skip_others) {
            print_detail(|| format!("{}: skipped, not an asset", input.display()));
            return None;
        }
        let mut head = head(&input, Some(bytes.len()), asset.as_ref().ok());
        if let Err(Error::Malformed { format, .. } | Error::OtherContent { format, .. }) = &asset {
            head.format = Some(format.name());
        }
        let result = asset.and_then(|asset| self.check(&input, &asset, &bytes));
        Some(Verdict { input, head, result })
    }

    fn check(&self, input: &Input, asset: &Asset<'_>, bytes: &[u8]) -> Result<Sound, Error> {
        let arguments = self.arguments;
        let Checked { mut findings, difference, compared: is_compared, .. } =
            asset.check(arguments.roundtrip.then_some(bytes))?;
        let compared = if difference.is_none() { Roundtrip::Identical } else { Roundtrip::Different };
        let roundtrip = is_compared.then_some(compared);
        if let (Some(schema), Some(document)) = (&self.schema, asset.as_udm()) {
            findings.extend(schema.check(document));
        }
        findings.extend(check_name(asset, input.path()));
        if let Some(root) = &arguments.root {
            findings.extend(asset.missing_files(root));
        } else {
            findings.extend(self.project.check(input, asset));
        }
        findings.extend(arguments.side.find(input, asset).into_iter().flat_map(|side| side.findings));
        let (findings, ignored) = self.policy(input).keep(placed(asset, bytes, findings));
        let lines = if findings.is_empty() || arguments.json { None } else { Lines::of(bytes) };
        let repair = if arguments.json { None } else { explain::repair(input, asset, &findings) };
        Ok(Sound { findings, lines, ignored, roundtrip, difference, repair })
    }

    /// Prints the result for a file, and returns how bad it is.
    fn report(&self, verdict: &Verdict) -> io::Result<Outcome> {
        let Verdict { input, head, result } = verdict;
        let outcome = self.outcome(input, result);
        if self.arguments.json {
            let (findings, roundtrip): (Vec<FindingSummary>, _) = match result {
                Ok(sound) => (sound.findings.iter().map(FindingSummary::from).collect(), sound.roundtrip),
                Err(error) => (vec![FindingSummary::from(error)], None),
            };
            let status = status(outcome, findings.is_empty());
            let difference = result.as_ref().ok().and_then(|sound| sound.difference.as_deref());
            print_json(&Line { head, status, findings, roundtrip, difference })?;
            return Ok(outcome);
        }
        match result {
            Ok(sound) => {
                print_findings(input, &sound.findings, sound.lines.as_ref());
                if let Some(difference) = &sound.difference {
                    print_error_about(input, &format!("doesn't round-trip: {difference}"));
                }
                print(&line(input, head, sound, outcome))?;
                sound.repair.iter().for_each(|command| print_advice(command));
            }
            Err(error) => print_explained(input, error),
        }
        Ok(outcome)
    }

    /// Prints the files that no other file uses.
    fn report_unused(&self, reports: &mut Reports<'_>, totals: &mut Totals) -> io::Result<Outcome> {
        let unused = self.project.unused(self.arguments.inputs.paths());
        for (input, findings) in unused.files {
            let policy = self.policy(&input);
            let (findings, ignored) = policy.keep(findings);
            let outcome = if policy.any_fails(&findings) { Outcome::Bad } else { Outcome::Fine };
            totals.add_findings(&findings, ignored, outcome);
            if findings.is_empty() {
                continue;
            }
            let summaries = || findings.iter().map(FindingSummary::from).collect();
            reports.add_unused(&input, summaries(), outcome, policy);
            if self.arguments.json {
                let (head, status) = (head(&input, None, None), status(outcome, false));
                print_json(&Line { head: &head, status, findings: summaries(), roundtrip: None, difference: None })?;
            } else {
                print_findings(&input, &findings, None);
            }
        }
        Ok(unused.outcome)
    }

    fn outcome(&self, input: &Input, result: &Result<Sound, Error>) -> Outcome {
        match result {
            Err(error) => Outcome::of(error),
            Ok(sound) if sound.roundtrip == Some(Roundtrip::Different) => Outcome::Bad,
            Ok(sound) if self.policy(input).any_fails(&sound.findings) => Outcome::Bad,
            Ok(_) => Outcome::Fine,
        }
    }
}

/// Returns the `status` for a line of JSON.
fn status(outcome: Outcome, is_empty: bool) -> &'static str {
    match outcome {
        Outcome::Fine if is_empty => "ok",
        Outcome::Fine => "findings",
        Outcome::Bad | Outcome::Failed => "error",
    }
}

fn count(findings: &Findings, severity: Severity) -> usize {
    findings.iter().filter(|finding| finding.severity == severity).count()
}

/// Returns the line to print for a file that could be parsed.
fn line(input: &Input, head: &Head, sound: &Sound, outcome: Outcome) -> String {
    let word = if outcome == Outcome::Fine { "ok" } else { "bad" };
    let mut line = format!("{word:4} {} ({}", input.display(), head.format.unwrap_or_default());
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        let count = count(&sound.findings, severity);
        if count > 0 {
            line += &format!(", {count} {severity}{}", if count == 1 { "" } else { "s" });
        }
    }
    line += match sound.roundtrip {
        Some(Roundtrip::Identical) => ", identical",
        Some(Roundtrip::Different) => ", DIFFERENT",
        None => "",
    };
    line + ")\n"
}
