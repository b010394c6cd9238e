//! `validate`: parse, check, and on request write again and compare.

mod project;
mod reports;

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use engine_assets::binio::{Findings, Severity};
use engine_assets::udm_tools::schema::Schema;
use engine_assets::{Checked, Error, FindingSummary, Head, check_entries};
use rayon::prelude::*;
use serde::Serialize;

use crate::explain::{self, print_advice, print_explained};
use crate::inputs::{Input, Inputs};
use crate::open::OpenOptions;
use crate::report::{
    Outcome, Progress, head, package_head, print, print_error, print_error_about, print_finding, print_json,
    print_message,
};
use crate::side::SideOptions;
use project::{Project, ProjectOptions};
use reports::{ReportOptions, Reports};

/// Files in flight at once: enough for all cores, few enough for any memory.
const BATCH: usize = 64;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Write each file again and compare it with what was read
    #[arg(long)]
    roundtrip: bool,
    #[command(flatten)]
    open: OpenOptions,
    #[command(flatten)]
    side: SideOptions,
    /// Assets of Pragma: look below this folder, which holds `materials` and `models`, for the files that they name
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// UDM documents: check them against this schema (.udms), and those that it includes
    #[arg(long, value_name = "SCHEMA")]
    schema: Option<PathBuf>,
    #[command(flatten)]
    project: ProjectOptions,
    /// What else counts as an error
    #[arg(long, value_name = "WHAT")]
    deny: Option<Deny>,
    /// One JSON object per file and line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reports: ReportOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Deny {
    /// Warnings are errors
    Warnings,
}

/// What came of a file.
struct Verdict {
    input: Input,
    head: Head,
    result: Result<Sound, Error>,
}

/// A file that could be parsed.
struct Sound {
    findings: Findings,
    /// Whether it came back as it was, if that was asked.
    roundtrip: Option<Roundtrip>,
    /// What is different about what came back.
    difference: Option<String>,
    /// The command that repairs it.
    repair: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Roundtrip {
    Identical,
    Different,
}

/// A line of `validate --json`.
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
    let schema = match arguments.schema.as_deref().map(crate::udm::read_schema).transpose() {
        Ok(schema) => schema,
        Err(error) => {
            print_error(&error);
            return Ok(Outcome::Failed);
        }
    };
    let project = Project::new(&arguments.project)?;
    let mut totals = Totals::default();
    let mut reports = Reports::new(&arguments.reports);
    let mut progress = Progress::new(quiet);
    let mut files = arguments.inputs.files().peekable();
    while files.peek().is_some() {
        let batch: Vec<io::Result<Input>> = files.by_ref().take(BATCH).collect();
        let verdicts: Vec<io::Result<Option<Verdict>>> = batch
            .into_par_iter()
            .map(|input| input.map(|input| verdict(input, schema.as_ref(), arguments, &project)))
            .collect();
        for verdict in verdicts {
            match verdict {
                Ok(Some(verdict)) => {
                    let outcome = report(&verdict, arguments)?;
                    let Verdict { input, head, result } = &verdict;
                    reports.add(input, head.format, result, outcome, arguments.deny == Some(Deny::Warnings));
                    totals.count(outcome);
                }
                Ok(None) => totals.skipped += 1,
                Err(error) => {
                    print_error(&error);
                    reports.add_failure(&error);
                    totals.count(Outcome::Failed);
                }
            }
        }
        progress.done(totals.files());
    }
    drop(progress);
    for (input, findings) in project.unused() {
        reports.add_unused(&input, findings.iter().map(FindingSummary::from).collect());
        if arguments.json {
            let head = head(&input, None, None);
            let findings = findings.iter().map(FindingSummary::from).collect();
            print_json(&Line { head: &head, status: "findings", findings, roundtrip: None, difference: None })?;
        } else {
            findings.iter().for_each(|finding| print_finding(&input, finding));
        }
    }
    reports.write()?;
    totals.skipped += arguments.inputs.links_skipped() as u64;
    if !quiet && totals.files() != 1 {
        print_message(&totals.to_string());
    }
    Ok(totals.outcome)
}

/// Reads and checks a file. `None` for a file of a folder that is no asset.
fn verdict(input: Input, schema: Option<&Schema>, arguments: &Arguments, project: &Project) -> Option<Verdict> {
    // To be written again, a package has to be in memory.
    if let Some(package) = (!arguments.roundtrip).then(|| input.package()).flatten() {
        let head = package_head(&input, &package);
        let mut findings = package.validate();
        let inside = check_entries(&package, &findings, false);
        findings.extend(inside);
        return Some(Verdict {
            input,
            head,
            result: Ok(Sound { findings, roundtrip: None, difference: None, repair: None }),
        });
    }
    let bytes = match input.read() {
        Ok(bytes) => bytes,
        Err(error) => return Some(Verdict { head: head(&input, None, None), input, result: Err(error.into()) }),
    };
    let asset = arguments.open.parse(&input, &bytes);
    project.seen(&input, asset.as_ref().ok());
    if !input.named && matches!(asset, Err(Error::Unknown { .. } | Error::LookAlike(_))) {
        return None;
    }
    let mut head = head(&input, Some(bytes.len()), asset.as_ref().ok());
    if let Err(Error::Malformed { format, .. }) = &asset {
        head.format = Some(format.name());
    }
    let result = asset.and_then(|asset| {
        let Checked { mut findings, difference, .. } = asset.check(arguments.roundtrip.then_some(&bytes))?;
        let compared = if difference.is_none() { Roundtrip::Identical } else { Roundtrip::Different };
        let roundtrip = arguments.roundtrip.then_some(compared);
        if let (Some(schema), Some(document)) = (schema, asset.as_udm()) {
            findings.extend(schema.check(document));
        }
        if let Some(root) = &arguments.root {
            findings.extend(asset.missing_files(root));
        } else {
            findings.extend(project.check(&input, &asset));
        }
        findings.extend(arguments.side.find(&input, &asset).into_iter().flat_map(|side| side.findings));
        let repair = if arguments.json { None } else { explain::repair(&input, &asset, &findings) };
        Ok(Sound { findings, roundtrip, difference, repair })
    });
    Some(Verdict { input, head, result })
}

/// Says what came of a file, and how bad it is.
fn report(verdict: &Verdict, arguments: &Arguments) -> io::Result<Outcome> {
    let Verdict { input, head, result } = verdict;
    let outcome = outcome(result, arguments.deny);
    if arguments.json {
        let (findings, roundtrip): (Vec<FindingSummary>, _) = match result {
            Ok(sound) => (sound.findings.iter().map(FindingSummary::from).collect(), sound.roundtrip),
            Err(error) => (vec![FindingSummary::from(error)], None),
        };
        let status = match result {
            _ if outcome > Outcome::Fine => "error",
            Ok(_) if findings.is_empty() => "ok",
            _ => "findings",
        };
        let difference = result.as_ref().ok().and_then(|sound| sound.difference.as_deref());
        print_json(&Line { head, status, findings, roundtrip, difference })?;
        return Ok(outcome);
    }
    match result {
        Ok(sound) => {
            sound.findings.iter().for_each(|finding| print_finding(input, finding));
            if let Some(difference) = &sound.difference {
                print_error_about(input, &format!("comes back different: {difference}"));
            }
            print(&line(input, head, sound, outcome))?;
            sound.repair.iter().for_each(|command| print_advice(command));
        }
        Err(error) => print_explained(input, error),
    }
    Ok(outcome)
}

fn outcome(result: &Result<Sound, Error>, deny: Option<Deny>) -> Outcome {
    let allowed = if deny == Some(Deny::Warnings) { Severity::Note } else { Severity::Warning };
    match result {
        Err(error) => Outcome::of(error),
        Ok(sound) if sound.roundtrip == Some(Roundtrip::Different) => Outcome::Bad,
        Ok(sound) if sound.findings.worst() > Some(allowed) => Outcome::Bad,
        Ok(_) => Outcome::Fine,
    }
}

/// The line of a file that could be parsed.
fn line(input: &Input, head: &Head, sound: &Sound, outcome: Outcome) -> String {
    let word = if outcome == Outcome::Fine { "ok" } else { "bad" };
    let mut line = format!("{word:4} {} ({}", input.display(), head.format.unwrap_or_default());
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        let count = sound.findings.iter().filter(|finding| finding.severity == severity).count();
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

/// What came of all files.
#[derive(Default)]
struct Totals {
    fine: u64,
    bad: u64,
    failed: u64,
    skipped: u64,
    outcome: Outcome,
}

impl Totals {
    fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Fine => self.fine += 1,
            Outcome::Bad => self.bad += 1,
            Outcome::Failed => self.failed += 1,
        }
        self.outcome = self.outcome.max(outcome);
    }

    fn files(&self) -> u64 {
        self.fine + self.bad + self.failed
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { fine, bad, failed, skipped, .. } = self;
        write!(f, "{} files: {fine} ok, {bad} bad, {failed} unreadable; {skipped} others skipped", self.files())
    }
}
