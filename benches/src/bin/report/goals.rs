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

const GOALS: [Goal; 26] = [
    goal("TeaPot.mdl opened", "mdl open TeaPot.mdl", "parse", Within(150.0))
        .why("nearly all is the same for a model of any size: a third is `malloc`, `free` and copies of the lists of buffers, geometries and levels, half reads heads"),
    goal("Mutant.mdl with 31 bones opened", "mdl open Mutant Mutant.mdl", "parse", Within(31.0 * 40.0)),
    goal("positions of a model", "mdl positions of 0.5 MB", "copy_into", Times(1.2, "memcpy"))
        .why("this loop copies 16 bytes per step, which every x86-64 supports; `memcpy` uses all features of the processor: 0.008 ns per byte here, 0.017 on a processor that reached the goal"),
    goal("keys of Mutant_HipHop1.ani", "ani decode Mutant_HipHop1", "decode_into", Times(0.6, "memcpy"))
        .why("as above"),
    goal("6 460 entries of a package opened", "pak open/6 460 entries", "", Within(64_600.0)),
    goal("package read without checking, LZ4 in Rust", "pak read", "unverified", Times(0.75, "lz4 in C"))
        .why("70 % is the decoder, in safe Rust: it copies matches that overlap byte by byte (`copy_within`, 11 %); C takes them in words beyond their end"),
    goal("package read and checked, LZ4 in Rust", "pak read", "verified", Times(0.45, "lz4 in C"))
        .why("the decoder as above, and the checksum of every byte, one after the other"),
    goal("package read without checking, LZ4 in C", "pak read, hc", "unverified", Times(0.95, "lz4 in C"))
        .why("the heads of blocks are checked, which C isn't asked for; runs differ by 0.01"),
    goal("packed fast on one core", "pak pack", "to_bytes on one core", Times(0.95, "lz4 in C on one core"))
        .why("69 % is the encoder of `lz4_flex` in safe Rust, 9 % the checksum that C isn't asked for"),
    goal("packed HC 9 on one core", "pak pack, hc", "to_bytes on one core", Times(0.95, "lz4 in C on one core"))
        .why("the checksum of every byte, and the file that is put together, which C isn't asked for"),
    goal("packed HC 9 on two cores", "pak pack, hc", "to_bytes on two cores", Times(1.9, "to_bytes on one core")),
    goal("`pak unpack`", "pak unpack", "command, LZ4", Times(1.0 / 1.5, "plain reading and writing")),
    goal("soldier.pmdl_b opened", "udm soldier.pmdl_b", "parse", Times(0.4, "memcpy"))
        .why("as with the positions: 31 µs here, 37 µs on the processor where the goal was reached"),
    goal("soldier.pmdl_b written back", "udm soldier.pmdl_b", "to_bytes", Times(0.4, "memcpy"))
        .why("42 % is the copy itself, 21 % writes the lengths of elements in front of them"),
    goal("one value by `Lazy`", "udm soldier.pmdl_b", "one value by Lazy", Within(350.0))
        .why("opening is counted too: it reads and checks the head, then skips every value before the requested one; only the path is allocated"),
    goal("UDM text, expanded", "udm text, items", "parse_text", Times(4.0, "serde_json"))
        .why("half is the reading of numbers in lists, which `serde_json` does for other digits as well; names and values are allocated one by one (15 %)"),
    goal("UDM text, packed items", "udm text, packed items", "parse_text", Times(4.0, "serde_json"))
        .why("as above, and values marked as packed are packed with LZ4 while reading"),
    goal("UDM text, floats", "udm text, floats", "parse_text", Times(3.0, "serde_json"))
        .why("82 % is one loop that turns digits into floats (`fast-float2`), rounded to 32 bits as the reference does"),
    goal("UDM text, base64", "udm text, base64", "parse_text", Times(2.0, "serde_json"))
        .why("21 % is the decoder of base64; names, values and their memory are the rest, in one pass"),
    goal("any value by serde", "serde, any value", "udm", Times(1.0, "serde_json")),
    goal("scripts", "asc features.asc", "parse", Rate(100.0))
        .why("the layout isn't stored in the file, so every layout is tried: 28 % is writing and comparing the result, the only proof of a round trip, 44 % is reading, a tenth `malloc` and `free`"),
    goal("glTF written", "gltf write 0.9 MB", "write_glb", Times(0.1, "memcpy"))
        .why("half looks at every number before it is written (finite, of unit length, in range), 29 % measures minima and maxima, 12 % is the copy"),
    goal("100 MB of `.glb` to `.mdl`", "glb to mdl 100 MB", "convert", Rate(300.0))
        .why("a third are copies (out of the file, into columns, into vertices), a third page faults of the target memory"),
    goal("scene in XML", "scene 100 000 nodes, xml", "into scene", Rate(80.0)),
    goal("picture on one core", "20,000 triangles in 512 x 512", "render on 1", Within(60e6)),
    goal("picture on two cores", "20,000 triangles in 512 x 512", "render on 2", Times(1.8, "render on 1"))
        .why("vertices are moved and sorted into tiles by one core before both draw them"),
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
