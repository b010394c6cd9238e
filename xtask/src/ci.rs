//! Everything that has to pass before a change lands.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::Instant;

use crate::run::{Run, cargo, program_with, root, target};
use crate::workspace::{Package, packages, packages_of, with_further_features};

/// Features of the umbrella that need an operating system or a C compiler, which `wasm32-unknown-unknown` has not.
const NATIVE: [&str; 5] = ["fbx", "fs", "hc", "parallel", "simplify"];

/// Features that need a newer Rust than the rest, because a dependency does.
const NEWER: [&str; 1] = ["draco"];

/// Checked hosts, with the checked parts.
const HOSTS: &[(&str, Checked)] = &[
    ("i686-unknown-linux-gnu", Checked::CommandLine),
    ("x86_64-pc-windows-gnu", Checked::CommandLine),
    ("wasm32-unknown-unknown", Checked::Umbrella),
    ("thumbv7em-none-eabi", Checked::NoStd),
];

/// The root workspace and the separate workspaces.
const WORKSPACES: [&str; 7] = [
    ".",
    "benches",
    "crates/bevy_engine_assets",
    "crates/engine-assets-py",
    "crates/engine-assets-web",
    "examples/viewer",
    "fuzz",
];

/// Separate workspaces that are built into the main one's target folder.
const SHARING: [&str; 4] = ["benches", "crates/engine-assets-py", "crates/engine-assets-web", "fuzz"];

enum Checked {
    CommandLine,
    Umbrella,
    NoStd,
}

/// A part of CI: its name, and the function that runs it.
type Part = (&'static str, fn() -> Run);

/// The parts. Each runs alone too, so that a host of workflows runs them next to each other.
const PARTS: [Part; 11] = [
    ("style", style),
    ("tests", tests),
    ("features", features),
    ("hosts", hosts),
    ("oldest", oldest_toolchain),
    ("workspaces", workspaces),
    ("oracle", crate::oracle::run_if_there),
    ("python", crate::python::python_if_there),
    ("web", crate::web::check_if_there),
    ("editor", crate::editor::check_if_there),
    ("release", release),
];

/// Parts that run beside the others. They build into folders of their own, or hardly anything, because cargo lets only one program at a time build into a folder.
const BESIDE: [&str; 3] = ["oldest", "web", "editor"];

/// Runs the named parts. Without a name all parts run, after README's command and with the real files; `tests` then checks that README's command ran the tests of all features.
pub(crate) fn ci(names: &[&str]) -> Run {
    if let Some(unknown) = names.iter().find(|name| PARTS.iter().all(|(part, _)| part != *name)) {
        let parts: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
        return Err(format!("unknown part {unknown:?} of CI; the parts are {}", parts.join(", ")));
    }
    if names.is_empty() && std::env::var_os("ENGINE_ASSETS_CORPUS").is_none() {
        return Err("ENGINE_ASSETS_CORPUS is not set: CI needs the real files".to_owned());
    }
    let chosen = |part: &str| names.is_empty() || names.contains(&part);
    let (beside, here): (Vec<&Part>, Vec<&Part>) =
        PARTS.iter().filter(|(part, _)| chosen(part)).partition(|(part, _)| names.is_empty() && BESIDE.contains(part));
    let mut other = None;
    if !beside.is_empty() {
        // Two processes that install a target at once would be in each other's way; a target that can't be had is told by its part.
        HOSTS.iter().for_each(|(host, _)| drop(program_with("rustup", &format!("target add {host}")).output()));
        other = Some(Beside::start(beside.iter().map(|(part, _)| *part))?);
    }
    for (part, run) in here {
        let follows_readme = names.is_empty() && *part == "tests";
        timed(part, if follows_readme { all_tested } else { *run })?;
    }
    other.map_or(Ok(()), Beside::finish)
}

/// Runs a part, and prints what it took.
fn timed(part: &str, run: fn() -> Run) -> Run {
    let (start, before) = (Instant::now(), processor_seconds());
    run()?;
    let used = before.zip(processor_seconds()).map(|(before, after)| format!(", {} s of processor", after - before));
    eprintln!("\n── {part}: {} s{}", start.elapsed().as_secs(), used.unwrap_or_default());
    Ok(())
}

/// Parts that run in a process of their own while the others do.
struct Beside {
    child: Child,
    log: PathBuf,
}

impl Beside {
    /// Starts parts. Their output goes to a file, because it would be mixed with that of the others.
    fn start<'a>(parts: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let folder = target();
        let log = folder.join("ci-beside.log");
        let said = |error: std::io::Error| format!("{}: {error}", log.display());
        std::fs::create_dir_all(&folder).map_err(said)?;
        let file = File::create(&log).map_err(said)?;
        let own = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
        let mut command = Command::new(own);
        command.arg("ci").args(parts).stdout(file.try_clone().map_err(said)?).stderr(file);
        let child = command.spawn().map_err(|error| format!("ci: {error}"))?;
        Ok(Self { child, log })
    }

    /// Waits for them, and prints what they printed.
    fn finish(mut self) -> Run {
        let status = self.child.wait().map_err(|error| format!("ci: {error}"))?;
        let text = std::fs::read(&self.log).map_err(|error| format!("{}: {error}", self.log.display()))?;
        eprintln!("{}", String::from_utf8_lossy(&text));
        if status.success() { Ok(()) } else { Err(format!("parts of CI beside the others: {status}")) }
    }
}

impl Drop for Beside {
    /// After a failure of another part, they needn't go on. What they have started ends by itself.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the processor time of all programs that this one has started and waited for, where the system tells it. It compares better than time, because
/// machines that build do other work too.
fn processor_seconds() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may have spaces. Linux counts in hundredths of seconds here, whatever its clock.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some((ticks()? + ticks()?) / 100)
}

/// Formatting, lints, documentation, links.
fn style() -> Run {
    for workspace in WORKSPACES {
        // `--all` would be every path dependency too: the same crates for each workspace.
        let own: String = packages_of(workspace)?.iter().map(|one| format!(" -p {}", one.name)).collect();
        cargo(&format!("fmt --check{own}")).within(workspace).go()?;
    }
    cargo("check --workspace --all-targets --all-features").linted().go()?;
    // What rustdoc needs of the crates is what the lints have left.
    cargo("doc --workspace --no-deps --all-features").linted().env("RUSTDOCFLAGS", "-D warnings").go()?;
    crate::links::check()?;
    crate::architecture::check()
}

/// All tests, with all features. The tests over real files run in README's command.
fn tests() -> Run {
    cargo("test --workspace --all-features").without("ENGINE_ASSETS_CORPUS").go()
}

/// README's command has run the tests of all features: a second build with others would take minutes.
fn all_tested() -> Run {
    let packages = packages()?;
    let lacking = with_further_features(&packages)?;
    if lacking.is_empty() {
        return Ok(());
    }
    Err(format!(
        "README's test command lacks features of {}: a test of the workspace has to turn them on",
        lacking.join(", ")
    ))
}

/// The fuzz targets and the benchmarks compile; dependencies are built once for all workspaces.
fn workspaces() -> Run {
    crate::locks::check(&SHARING)?;
    for folder in ["fuzz", "benches"] {
        cargo("check -q --all-targets").within(folder).env("CARGO_TARGET_DIR", &target().display().to_string()).go()?;
    }
    Ok(())
}

/// Dependencies, files of the release, packages.
fn release() -> Run {
    dependencies()?;
    crate::dist::check()?;
    if program_with("bash", "--version").output().is_ok() {
        program_with("bash", "packaging/test-install.sh").go()?;
    } else {
        eprintln!("skipped: the tests of the action and the hook; bash isn't installed");
    }
    package("--no-verify --allow-dirty")
}

/// Licences, bans and sources of dependencies.
fn dependencies() -> Run {
    if program_with("cargo-deny", "--version").output().is_err() {
        eprintln!(
            "skipped: the licences of dependencies; cargo-deny isn't installed (cargo install cargo-deny --locked)"
        );
        return Ok(());
    }
    program_with("cargo-deny", "--all-features check licenses bans sources").go()?;
    // Its database is a git repository on GitHub, which not every machine that builds can reach.
    if program_with("cargo-deny", "fetch db").output().is_err() {
        eprintln!("skipped: advisories about dependencies; their database can't be reached");
        return Ok(());
    }
    program_with("cargo-deny", "--all-features check advisories").go()
}

/// Packages the published crates.
pub(crate) fn package(options: &str) -> Run {
    let packages = packages()?;
    let lacking = packages.iter().filter(|one| one.is_published()).filter_map(|one| {
        let lacks = one.lacks();
        (!lacks.is_empty()).then(|| format!("{}: lacks {}", one.name, lacks.join(", ")))
    });
    let lacking: Vec<String> = lacking.collect();
    if !lacking.is_empty() {
        return Err(lacking.join("\n"));
    }
    cargo(&format!("package --workspace {} {options}", unpublished(&packages))).go()
}

/// Options that exclude unpublished crates.
pub(crate) fn unpublished(packages: &[Package]) -> String {
    let others = packages.iter().filter(|one| !one.is_published()).map(|one| format!("--exclude {}", one.name));
    others.collect::<Vec<_>>().join(" ")
}

/// The tests over real files.
pub(crate) fn corpus() -> Run {
    let packages = packages()?;
    let names: BTreeSet<&str> = packages.iter().flat_map(Package::corpus_tests).collect();
    let tests: Vec<String> = names.into_iter().map(|name| format!("--test {name}")).collect();
    cargo(&format!("test --workspace --all-features {}", tests.join(" "))).go()
}

/// No feature, and each one alone that the sources of its package ask for; the others are checked in the packages that they turn on features of.
fn features() -> Run {
    let packages = packages()?;
    for package in packages.iter().filter(|package| package.is_published() && package.features().next().is_some()) {
        let check = format!("check -q -p {} --no-default-features", package.name);
        cargo(&check).go()?;
        for feature in package.own_features()? {
            cargo(&format!("{check} --features {feature}")).go()?;
        }
    }
    Ok(())
}

fn hosts() -> Run {
    let packages = packages()?;
    for (host, checked) in HOSTS {
        if program_with("rustup", &format!("target add {host}")).output().is_err() {
            eprintln!("skipped: the target {host} can't be had");
            continue;
        }
        match checked {
            Checked::CommandLine => {
                // Without the C and C++ libraries, which need compilers for that host.
                cargo(&format!("check -q -p engine-assets-cli --no-default-features --target {host}")).go()?;
            }
            Checked::Umbrella => {
                let umbrella = packages.iter().filter(|package| package.name == "engine-assets");
                let features = umbrella.flat_map(Package::features).filter(|feature| !NATIVE.contains(feature));
                let features = features.collect::<Vec<_>>().join(",");
                let check = "check -q -p engine-assets --no-default-features";
                cargo(&format!("{check} --features {features} --target {host}")).go()?;
            }
            Checked::NoStd => {
                for package in packages.iter().filter(|package| package.is_no_std()) {
                    cargo(&format!("check -q -p {} --no-default-features --target {host}", package.name)).go()?;
                }
            }
        }
    }
    crate::platforms::windows_if_there()
}

/// The rust-version that the manifests declare.
fn oldest_toolchain() -> Run {
    let manifest =
        std::fs::read_to_string(root().join("Cargo.toml")).map_err(|error| format!("Cargo.toml: {error}"))?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let version = version.ok_or("Cargo.toml declares no rust-version")?.trim_matches('"');
    if program_with("rustup", &format!("toolchain install {version} --profile minimal")).output().is_err() {
        eprintln!("skipped: Rust {version} can't be had");
        return Ok(());
    }
    // Everything but the features that need a newer Rust.
    let features: Vec<String> = packages()?.iter().flat_map(features_at_oldest).collect();
    let features = features.join(",");
    // A folder of its own, so that two toolchains don't build over one another.
    let check = format!("+{version} check -q --workspace --no-default-features --features {features}");
    cargo(&format!("{check} --target-dir target/oldest")).go()
}

/// The features of a package that the oldest toolchain compiles, as `package/feature`.
fn features_at_oldest(package: &Package) -> impl Iterator<Item = String> {
    let features = package.features().filter(|feature| !NEWER.contains(feature));
    features.map(|feature| format!("{}/{feature}", package.name))
}
