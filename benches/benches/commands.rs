//! Whole commands on thousands of files, from the start of the program to its end, beside plain reading and writing of the same files.
//!
//! `cargo build --release` has to have made the program; `cargo xtask bench` does so first.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion};
use urho_pak::{Builder, Kind, Package, UnpackOptions};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let Some(program) = program() else {
        println!("commands: not measured, there is no program yet: cargo build --release");
        return;
    };
    unpack(&mut criterion, &program);
    validate(&mut criterion, &program);
    criterion.final_summary();
}

/// The program, which cargo puts two folders above its benchmarks.
fn program() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let name = format!("engine-assets{}", std::env::consts::EXE_SUFFIX);
    own.ancestors().nth(2).map(|folder| folder.join(name)).filter(|program| program.is_file())
}

fn run(program: &Path, arguments: &[&Path]) {
    let mut command = Command::new(program);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    // Some of what is validated has errors; that the program ran to its end is what counts.
    assert!(command.status().expect("the program starts").code().is_some_and(|code| code < 2));
}

/// 5 000 files of 1 to 64 KB in 100 folders: out of a package, and from one folder into another.
fn unpack(criterion: &mut Criterion, program: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    let noise: Vec<u8> = (0..1_u32 << 16).map(|number| (number / 3).wrapping_mul(2_654_435_761) as u8).collect();
    let names: Vec<String> = (0..5_000).map(|index| format!("Folder{}/{index}.bin", index / 50)).collect();
    let content = |index: usize| &noise[..1024 + index * 7919 % 64_000];
    let mut packed = Builder::new(Kind::Ulz4);
    let mut plain = Builder::new(Kind::Upak);
    for (index, name) in names.iter().enumerate() {
        packed.add(name.as_str(), content(index)).expect("a good name");
        plain.add(name.as_str(), content(index)).expect("a good name");
        write(&from.join(name), content(index));
    }
    let (plain_pak, packed_pak) = (folder.path().join("plain.pak"), folder.path().join("packed.pak"));
    plain.save(&plain_pak, true).expect("a package");
    packed.save(&packed_pak, true).expect("a package");
    let mut group = criterion.benchmark_group("pak unpack");
    group.sample_size(10);
    let mut measure = |what: &str, unpack: &dyn Fn()| {
        let clean = || drop(std::fs::remove_dir_all(&to));
        group.bench_function(what, |bencher| bencher.iter_batched(clean, |()| unpack(), BatchSize::PerIteration));
    };
    measure("plain reading and writing", &|| {
        names.iter().for_each(|name| write(&to.join(name), &std::fs::read(from.join(name)).expect("a file")));
    });
    let (word, flag) = ([Path::new("pak"), Path::new("unpack")], Path::new("-o"));
    measure("command, stored", &|| run(program, &[word[0], word[1], &plain_pak, flag, &to]));
    measure("command, LZ4", &|| run(program, &[word[0], word[1], &packed_pak, flag, &to]));
    measure("library, LZ4", &|| {
        let package = Package::open_path(&packed_pak).expect("a package");
        package.extract(&to, UnpackOptions::default()).expect("room");
    });
    group.finish();
}

fn write(path: &Path, bytes: &[u8]) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, bytes).expect("a file");
}

/// Real files of every format, if there is a corpus, and some thousand copies of the program's own samples.
fn validate(criterion: &mut Criterion, program: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let samples = folder.path().join("samples");
    run(program, &[Path::new("demo"), &samples.join("0")]);
    let made = files_below(&samples);
    for (number, path) in (1..100).flat_map(|number| made.iter().map(move |path| (number, path))) {
        let name = path.strip_prefix(samples.join("0")).expect("below the folder");
        write(&samples.join(number.to_string()).join(name), &std::fs::read(path).expect("a file"));
    }
    against_reading(criterion.benchmark_group("validate samples"), program, &samples);
    for name in ["urho", "urho-scene", "udm", "zed"] {
        let Some(real) = testkit::corpus::root().map(|root| root.join(name)).filter(|folder| folder.is_dir()) else {
            continue;
        };
        against_reading(criterion.benchmark_group(format!("validate {name}")), program, &real);
    }
}

fn against_reading(mut group: BenchmarkGroup<'_, WallTime>, program: &Path, folder: &Path) {
    group.sample_size(10);
    group.bench_function("plain reading", |bencher| {
        bencher
            .iter(|| files_below(folder).iter().map(|path| std::fs::read(path).expect("a file").len()).sum::<usize>());
    });
    group.bench_function("command", |bencher| bencher.iter(|| run(program, &[Path::new("validate"), folder])));
    group.finish();
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        let (more, found): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
        folders.extend(more);
        files.extend(found);
    }
    files
}
