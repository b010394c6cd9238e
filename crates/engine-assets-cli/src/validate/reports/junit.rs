//! Writes JUnit XML.

use std::fmt::Write as _;

use super::{Case, Located};
use crate::markup::escaped;
use crate::report::Outcome;

/// Returns the report, with one test case for each file.
pub(super) fn write(cases: &[Case], failures: &[String]) -> String {
    let count = |outcome| cases.iter().filter(|case| case.outcome == outcome).count();
    let (tests, bad) = (cases.len() + failures.len(), count(Outcome::Bad));
    let errors = count(Outcome::Failed) + failures.len();
    let counts = format!("name=\"engine-assets validate\" tests=\"{tests}\" failures=\"{bad}\" errors=\"{errors}\"");
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n<testsuite {counts} skipped=\"0\">\n"
    );
    cases.iter().for_each(|case| push_case(&mut xml, case));
    for failure in failures {
        // Writing to a string can't fail.
        let _ = writeln!(
            xml,
            "<testcase classname=\"file\" name=\"list files\"><error message=\"{}\"/></testcase>",
            escaped(failure)
        );
    }
    xml + "</testsuite>\n</testsuites>\n"
}

fn push_case(xml: &mut String, case: &Case) {
    let name = escaped(&case.input.display());
    let format = case.format.unwrap_or("file");
    let _ = write!(xml, "<testcase classname=\"{format}\" name=\"{name}\" file=\"{name}\">");
    let (failing, others): (Vec<&Located>, Vec<&Located>) = case.findings.iter().partition(|finding| finding.fails);
    // A case has one result: the first failing finding names it, the text has all.
    if let Some(first) = failing.first() {
        let element = if case.outcome == Outcome::Failed { "error" } else { "failure" };
        let (rule, message) = (escaped(first.finding.kind), escaped(&first.finding.text()));
        let lines = escaped(&lines(&failing));
        let _ = write!(xml, "<{element} type=\"{rule}\" message=\"{message}\">{lines}</{element}>");
    }
    if !others.is_empty() {
        let _ = write!(xml, "<system-out>{}</system-out>", escaped(&lines(&others)));
    }
    *xml += "</testcase>\n";
}

/// Returns one line for each finding.
fn lines(findings: &[&Located]) -> String {
    let line = |located: &&Located| {
        let at = match (&located.position, located.finding.offset) {
            (Some(position), _) => format!(" (line {}, column {})", position.line, position.column),
            (None, Some(offset)) => format!(" (at byte {offset:#x})"),
            (None, None) => String::new(),
        };
        format!("{}: {}{at} [{}]\n", located.finding.severity, located.finding.text(), located.finding.kind)
    };
    findings.iter().map(line).collect()
}
