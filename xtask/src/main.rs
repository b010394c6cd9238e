//! Starts programs: the checks of CI, and tasks that are too long for it.
//!
//! `cargo xtask architecture | ci [PART…] | corpus | fuzz [--minutes N] [TARGET…] | executions FILE.tsv | soak | oracle [COUNT] | laws FILE | platforms | bench | python [--test] | bevy | web [--test] |
//! blender [MODEL… | --addon | --package] | site | dist [--check | PART]`

mod architecture;
mod bench;
mod bevy;
mod blender;
mod ci;
mod dist;
mod editor;
mod executions;
mod fuzz;
mod links;
mod locks;
mod oracle;
mod platforms;
mod python;
mod results;
mod run;
mod site;
mod soak;
mod web;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask architecture     draws the crates and their dependencies into ARCHITECTURE.md
cargo xtask ci [PART…]       everything that has to pass before a change lands, or the named parts
cargo xtask corpus           the tests over real files only; ENGINE_ASSETS_CORPUS says where they are
cargo xtask fuzz [--minutes N] [TARGET…]
                             coverage-guided fuzzing, a minute of each target or N of all, into fuzz/RESULTS.md (nightly, cargo-fuzz)
cargo xtask executions FILE.tsv [--minutes N [TARGET…]]
                             the fuzz bodies over changed seeds without a fuzzer, with overflow checks; counts are added to FILE.tsv, sums to fuzz/RESULTS.md
cargo xtask soak [PROFILE [PART…]]
                             10 000 cases of each property, all changes to small seeds, 100 000 of bytes; how often each law held
cargo xtask oracle [COUNT]   random documents through conversions, compared by writers and readers in Python that share no code with the crates
cargo xtask laws FILE        how often each law held in tests that ran with ENGINE_ASSETS_LAWS=FILE
cargo xtask platforms [NAME] tests of the formats with 32 bits, big-endian, on Windows and under Miri, as far as they can be had
cargo xtask bench            the benchmarks, into benches/RESULTS.md with plots (half an hour alone on the machine)
cargo xtask samples          glTF files of other programs, converted to each format, into benches/SAMPLES.md; ENGINE_ASSETS_CORPUS says where they are
cargo xtask python [--test]  the wheel of the Python module; with --test, its tests and its types
cargo xtask bevy             the lints and tests of the Bevy plugin, and its examples (Rust 1.95, minutes)
cargo xtask web [--test]     the page for browsers, into target/web/page; its tests in Chromium
cargo xtask blender [MODEL]  models through Blender 4.5 and back (Python 3.11; ENGINE_ASSETS_BLENDER is the path of a Python with bpy)
cargo xtask blender --package [WHEEL…]  the Blender add-on and extension, with the wheels or one for this system, into target/blender/dist
cargo xtask blender --addon [CASE]      the same, installed and tested in bpy 4.5 and in the Blender on the path (or ENGINE_ASSETS_BLENDER_PROGRAM)
cargo xtask site             the site, into target/site: guides, formats, pictures, and the page, the add-on and the results if they exist
cargo xtask dist             everything that a release contains, into target/dist-files with checksums
cargo xtask dist --check     the files of a release that are in the tree: versions, placeholders, checksums; needs no other program
cargo xtask dist archive [TARGET]       the command with page, manual pages and completions, as an archive for this or another system
cargo xtask dist packaging   checksums, and the manifests of package managers for the archives in target/dist-files
cargo xtask dist semver      compares the public items with the last tag (cargo-semver-checks)
cargo xtask dist notes       the release notes: the section of this version in CHANGELOG.md
cargo xtask dist publish     publishes the crates, each after the crates that it depends on";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["architecture"] => architecture::draw(),
        ["ci", parts @ ..] => ci::ci(parts),
        ["corpus"] => ci::corpus(),
        ["fuzz", arguments @ ..] => fuzz::fuzz(arguments),
        ["soak", arguments @ ..] => soak::soak(arguments),
        ["executions", arguments @ ..] => executions::executions(arguments),
        ["oracle", arguments @ ..] => oracle::oracle(arguments),
        ["laws", file] => soak::laws(file),
        ["platforms", names @ ..] => platforms::platforms(names),
        ["bench"] => bench::bench(),
        ["samples"] => bench::samples(),
        ["python"] => python::build(),
        ["python", "--test"] => python::test(),
        ["bevy"] => bevy::bevy(),
        ["web"] => web::web(false),
        ["web", "--test"] => web::web(true),
        ["blender", "--package", wheels @ ..] => blender::package(wheels).map_err(String::from),
        ["blender", "--addon", cases @ ..] => blender::add_on(cases),
        ["blender", models @ ..] => blender::blender(models),
        ["dist", part @ ..] => dist::run(part),
        ["site"] => site::site(),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
