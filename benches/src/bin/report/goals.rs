//! Goals of the benchmarks, and reasons for missed goals.

use benches::table::duration;

use crate::measured::Groups;

/// Target of a measurement.
enum Least {
    /// Minimum speed relative to another measurement of the group.
    Times(f64, &'static str),
    /// Megabytes per second.
    Rate(f64),
    /// Maximum number of nanoseconds.
    Within(f64),
}

use Least::{Rate, Times, Within};

struct Goal {
    what: &'static str,
    group: &'static str,
    name: &'static str,
    least: Least,
    /// Reason from a profile, if the goal is missed.
    why: &'static str,
}

const fn goal(what: &'static str, group: &'static str, name: &'static str, least: Least) -> Goal {
    Goal { what, group, name, least, why: "" }
}

impl Goal {
    const fn why(mut self, why: &'static str) -> Self {
        self.why = why;
        self
    }
}

const GOALS: [Goal; 10] = [
    goal("package read without checking, LZ4 in C", "pak read, hc", "unverified", Times(0.95, "lz4 in C"))
        .why("the heads of blocks are checked, which C isn't asked for; runs differ by 0.01"),
    goal("packed HC 9 on one core", "pak pack, hc", "to_bytes on one core", Times(0.95, "lz4 in C on one core"))
        .why("the checksum of every byte, and the file that is put together, which C isn't asked for"),
    goal("packed HC 9 on two cores", "pak pack, hc", "to_bytes on two cores", Times(1.9, "to_bytes on one core")),
    goal("`pak unpack`", "pak unpack", "command, LZ4", Times(1.0 / 1.5, "plain reading and writing")),
    goal("UDM text, expanded", "udm text, items", "parse_text", Times(4.0, "serde_json"))
        .why("half is the reading of numbers in lists, which `serde_json` does for other digits as well; names and values are allocated one by one (15 %)"),
    goal("UDM text, floats", "udm text, floats", "parse_text", Times(3.0, "serde_json"))
        .why("82 % is one loop that turns digits into floats (`fast-float2`), rounded to 32 bits as the reference does"),
    goal("UDM text, base64", "udm text, base64", "parse_text", Times(2.0, "serde_json"))
        .why("21 % is the decoder of base64; names, values and their memory are the rest, in one pass"),
    goal("any value by serde", "serde, any value", "udm", Times(1.0, "serde_json")),
    goal("scene in XML", "scene 100 000 nodes, xml", "into scene", Rate(80.0)),
    goal("picture on one core", "20,000 triangles in 512 x 512", "render on 1", Within(60e6)),
];

/// The rows of a table: subject, goal, measurement, result, reason.
pub(crate) fn rows(groups: &Groups) -> String {
    GOALS.iter().map(|goal| row(goal, groups)).collect()
}

fn row(goal: &Goal, groups: &Groups) -> String {
    let group = groups.get(goal.group);
    let measured = group.and_then(|group| group.get(goal.name));
    let (asked, found) = match &goal.least {
        Times(least, beside) => {
            let other = group.and_then(|group| group.get(*beside));
            let ratio = measured.zip(other).map(|(measured, other)| measured.beside(other));
            (format!("≥ {least:.2} × {beside}"), ratio.map(|ratio| (ratio >= *least, format!("{ratio:.2} ×"))))
        }
        Rate(least) => {
            let rate = measured.and_then(|measured| Some(measured.bytes? / measured.time * 1e3));
            (format!("≥ {least:.0} MB/s"), rate.map(|rate| (rate >= *least, format!("{rate:.0} MB/s"))))
        }
        Within(most) => (
            format!("≤ {}", duration(*most)),
            measured.map(|measured| (measured.time <= *most, duration(measured.time))),
        ),
    };
    let (reached, found) = match found {
        Some((true, found)) => ("yes".to_owned(), found),
        Some((false, found)) => (format!("**no** {}", goal.why), found),
        None => ("not measured".to_owned(), "–".to_owned()),
    };
    format!("| {} | {asked} | {found} | {reached} |\n", goal.what)
}
