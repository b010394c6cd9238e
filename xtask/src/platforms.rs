//! The tests of the formats on other machines: with 32 bits, with the other byte order, on Windows, under Miri. Unavailable machines are skipped, with the
//! reason.

use std::fmt::Write as _;
use std::time::Instant;

use crate::results;
use crate::run::{Run, Step, cargo, program_with, target};

/// File of the report.
const TITLE: &str = "Platforms";

/// A machine that tests are built for and run on.
struct Host {
    target: &'static str,
    what: &'static str,
    linker: &'static str,
    /// Program that runs code for other processors or systems.
    runner: Option<&'static str>,
    /// A library that the runner lacks, and its source.
    missing: Option<(&'static str, &'static str)>,
    /// Cases of each property; an emulator is slow.
    cases: &'static str,
    /// A factor for the time limits of tests.
    slower: &'static str,
    /// Arguments of `cargo test`, a string for each run.
    tests: &'static [&'static str],
}

const HOSTS: [Host; 3] = [
    Host {
        target: "i686-unknown-linux-gnu",
        what: "32 bits",
        linker: "i686-linux-gnu-gcc",
        runner: None,
        missing: None,
        cases: "256",
        slower: "1",
        tests: &[FLOOR, FORMATS],
    },
    Host {
        target: "s390x-unknown-linux-gnu",
        what: "big-endian",
        linker: "s390x-linux-gnu-gcc",
        runner: Some("qemu-s390x"),
        missing: None,
        cases: "32",
        slower: "20",
        tests: &[FLOOR, FORMATS],
    },
    Host {
        target: "x86_64-pc-windows-gnu",
        what: "Windows",
        linker: "x86_64-w64-mingw32-gcc",
        runner: Some("wine64"),
        missing: Some(("bcryptprimitives.dll", PRNG)),
        cases: "32",
        slower: "2",
        tests: &[FLOOR, FORMATS, FILES, NAMES],
    },
];

/// Random numbers as Windows 10 gives them; Wine has them from version 9 on.
const PRNG: &str = "unsigned char SystemFunction036(void *, unsigned long);\n\
    __declspec(dllexport) int ProcessPrng(unsigned char *out, unsigned long long length) { return SystemFunction036(out, (unsigned long)length); }\n";

/// Numbers and columns of bytes, which all formats are made of.
const FLOOR: &str = "-p engine-assets-binio --features lz4,serde --test it";

/// The formats and their dependencies, with the tests that need neither a corpus nor a disk.
const FORMATS: &str = "-p urho-core -p urho-mdl -p urho-ani -p urho-shader -p urho-pak -p urho-asc -p urho-material -p urho-resource -p urho-scene \
    -p udm -p udm-tools -p pragma-asset -p zed-asset -p fuzzkit --test it -- golden:: hostile:: laws:: small::";

/// Files that appear whole, in folders that are moved and removed.
const FILES: &str = "-p asset-unpack";

/// Names from files as the command prints them and as it writes below its output folder, without its libraries in C and C++.
const NAMES: &str =
    "-p engine-assets-cli --no-default-features --test it -- names:: collisions:: outputs::models outputs::materials";

/// All of them, or those with these names.
pub(crate) fn platforms(names: &[&str]) -> Run {
    let mut failed = Vec::new();
    for host in HOSTS.iter().filter(|host| names.is_empty() || names.contains(&host.target)) {
        let came = host.test(host.tests);
        failed.extend(came.as_ref().err().cloned().filter(|why| !why.starts_with("skipped")));
        tell(host.target, host.what, came)?;
    }
    if names.is_empty() || names.contains(&"miri") {
        let came = miri();
        failed.extend(came.as_ref().err().cloned().filter(|why| !why.starts_with("skipped")));
        tell("miri", "undefined behaviour", came)?;
    }
    print!("{}", results::section(TITLE));
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// Tests written files and names on Windows, as a part of CI; skipped, with the reason, without Wine.
pub(crate) fn windows_if_there() -> Run {
    for host in HOSTS.iter().filter(|host| host.what == "Windows") {
        match host.test(&[FILES, NAMES]) {
            Ok(passed) => eprintln!("{}: {passed}", host.target),
            Err(why) if why.starts_with("skipped") => eprintln!("{why}: written files and names on Windows"),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

impl Host {
    fn test(&self, tests: &[&str]) -> Result<String, String> {
        // Debian keeps Wine's loader there.
        let path = format!("{}:/usr/lib/wine", std::env::var("PATH").unwrap_or_default());
        let lacks = |program: &str| program_with(program, "--version").env("PATH", &path).output().is_err();
        if let Some(program) = [Some(self.linker), self.runner].into_iter().flatten().find(|program| lacks(program)) {
            return Err(format!("skipped: {program} isn't there"));
        }
        program_with("rustup", &format!("target add {}", self.target))
            .output()
            .map_err(|_| "skipped: rustup hasn't got it")?;
        let tests: Result<Vec<Step>, String> = tests.iter().map(|tests| self.step(tests, &path)).collect();
        passed(tests?)
    }

    /// The command that runs some tests, with the programs that are in `path`.
    fn step(&self, tests: &str, path: &str) -> Result<Step, String> {
        let variable = |what: &str| format!("CARGO_TARGET_{}_{what}", self.target.to_uppercase().replace('-', "_"));
        // In the environment, programs that tests start would be run by it, too.
        let runner = self.runner.map(|runner| format!("--config target.{}.runner='{runner}' ", self.target));
        let tests =
            cargo(&format!("{}test --no-fail-fast --target {} {tests}", runner.unwrap_or_default(), self.target));
        // To another system its path says nothing.
        let tests = tests.env("PROPTEST_CASES", self.cases).env("ENGINE_ASSETS_SLOWER", self.slower);
        let tests = tests.without("ENGINE_ASSETS_CORPUS");
        let tests = match self.missing {
            Some((library, source)) => tests.env("WINEPATH", &made(self.linker, library, source)?),
            None => tests,
        };
        // The emulator needs no C library of that machine.
        Ok(tests
            .env("PATH", path)
            .env(&variable("LINKER"), self.linker)
            .env(&variable("RUSTFLAGS"), "-C target-feature=+crt-static"))
    }
}

/// Builds a library. Returns the folder it is in.
fn made(compiler: &str, library: &str, source: &str) -> Result<String, String> {
    let folder = target().join("platforms");
    let file = folder.join(library).with_extension("c");
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, source));
    written.map_err(|error| format!("{}: {error}", file.display()))?;
    program_with(compiler, &format!("-shared -o {0}/{library} {1} -ladvapi32", folder.display(), file.display()))
        .output()?;
    Ok(folder.display().to_string())
}

/// The ground floor, and one small file of each format.
fn miri() -> Result<String, String> {
    if cargo("+nightly miri --version").output().is_err() {
        return Err("skipped: Miri isn't there (rustup component add miri rust-src --toolchain nightly)".to_owned());
    }
    let tests =
        "+nightly miri test -p engine-assets-binio -p fuzzkit --test it -- primitives:: input:: views:: small::";
    // `crossbeam-epoch`, which `rayon` divides work with, keeps to tree borrows only; the threads of `rayon` never end.
    let flags = "-Zmiri-disable-isolation -Zmiri-tree-borrows -Zmiri-ignore-leaks";
    passed(vec![cargo(tests).env("MIRIFLAGS", flags).env("PROPTEST_CASES", "4")])
}

/// How many tests passed, and in which time.
fn passed(tests: Vec<Step>) -> Result<String, String> {
    let start = Instant::now();
    let said = tests.into_iter().map(Step::output_or_show).collect::<Result<Vec<String>, String>>()?.concat();
    let counts =
        said.lines().filter_map(|line| line.strip_prefix("test result: ok. ")?.split(' ').next()?.parse::<u64>().ok());
    Ok(format!(
        "{} tests passed, {:.0} minutes with building",
        counts.sum::<u64>(),
        start.elapsed().as_secs_f64() / 60.0
    ))
}

/// Puts a platform's row into the table, in place of its last.
fn tell(name: &str, what: &str, came: Result<String, String>) -> Run {
    let before = results::section(TITLE);
    let is_other =
        |row: &&str| row.starts_with("| ") && !row.starts_with("| platform") && !row.starts_with(&format!("| {name} "));
    let mut rows: Vec<String> = before.lines().filter(is_other).map(str::to_owned).collect();
    // A failed command has paths of this machine.
    let came = came.unwrap_or_else(|why| {
        let skipped = why.lines().next().filter(|line| line.starts_with("skipped"));
        skipped.unwrap_or("**failed**").to_owned()
    });
    rows.push(format!("| {name} | {what} | {came} |"));
    rows.sort();
    let mut text = "By `cargo xtask platforms`: golden bytes, hostile files and laws of every format; on Windows also written files and names.\n\n| platform | reason | result |\n|---|---|---|\n".to_owned();
    rows.iter().for_each(|row| {
        let _ = writeln!(text, "{row}");
    });
    results::put(TITLE, &text)
}
