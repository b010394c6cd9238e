//! Whole commands on thousands of files, from program start to end, compared with plain reading and writing of the same files.
//!
//! `cargo build --release` has to have made the program; `cargo xtask bench` does so first.

use std::path::Path;

use asset_gltf::{WriteOptions, write_glb};
use benches::command::{program, run, write};
use benches::{engine_style, made, paths_below, with_gltf_crate};
use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion};
use urho_pak::{Builder, Encoding, Package, UnpackOptions};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let Some(program) = program() else {
        println!("commands: not measured, there is no program yet: cargo build --release");
        return;
    };
    unpack(&mut criterion, &program);
    validate(&mut criterion, &program);
    validate_beside_peers(&mut criterion, &program);
    pack(&mut criterion, &program);
    make(&mut criterion, &program);
    criterion.final_summary();
}

/// 5 000 files of 1 to 64 KB in 100 folders: out of a package, and from one folder into another.
fn unpack(criterion: &mut Criterion, program: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    let noise: Vec<u8> = (0..1_u32 << 16).map(|number| (number / 3).wrapping_mul(2_654_435_761) as u8).collect();
    let names: Vec<String> = (0..5_000).map(|index| format!("Folder{}/{index}.bin", index / 50)).collect();
    let content = |index: usize| &noise[..1024 + index * 7919 % 64_000];
    let mut packed = Builder::new(Encoding::Ulz4);
    let mut plain = Builder::new(Encoding::Upak);
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
        let unpacked = package.extract(&to, UnpackOptions::default()).expect("room");
        assert!(unpacked.written > 0, "entries are written");
    });
    group.finish();
}

/// Real files of every format, if there is a corpus, and some thousand copies of the program's own samples.
fn validate(criterion: &mut Criterion, program: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let samples = folder.path().join("samples");
    run(program, &[Path::new("demo"), &samples.join("0")]);
    let made = paths_below(&samples);
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

/// A thousand files each that a peer knows as well: it opens them as far as it can, on one core.
fn validate_beside_peers(criterion: &mut Criterion, program: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut beside = |name: &str, peer: &str, made: &dyn Fn(u32) -> Vec<u8>, open: &dyn Fn(&[u8])| {
        let folder = folder.path().join(name);
        for index in 0..1_000 {
            write(&folder.join(format!("{}/{index}.{name}", index / 50)), &made(index));
        }
        let mut group = criterion.benchmark_group(format!("validate 1 000 .{name}"));
        group.bench_function(peer, |bencher| {
            bencher.iter(|| paths_below(&folder).iter().for_each(|path| open(&std::fs::read(path).expect("a file"))));
        });
        against_reading(group, program, &folder);
    };
    beside("mdl", "engine-style", &|index| made::model(500 + index, 20), &|bytes| {
        assert!(engine_style::model(bytes).is_some());
    });
    beside("ani", "engine-style", &|index| made::animation(20, 20 + index % 30), &|bytes| {
        assert!(!engine_style::animation(bytes).is_empty());
    });
    let (glb, _) = write_glb(&made::sheet(32), &WriteOptions::default()).expect("a good scene");
    beside("glb", "gltf crate", &|_| glb.clone(), &|bytes| {
        assert!(with_gltf_crate(bytes) > 0);
    });
}

fn against_reading(mut group: BenchmarkGroup<'_, WallTime>, program: &Path, folder: &Path) {
    group.sample_size(10);
    group.bench_function("plain reading", |bencher| {
        bencher
            .iter(|| paths_below(folder).iter().map(|path| std::fs::read(path).expect("a file").len()).sum::<usize>());
    });
    group.bench_function("command", |bencher| bencher.iter(|| run(program, &[Path::new("validate"), folder])));
    group.finish();
}

/// Packs 1 000 files; compared with packing and writing the same blocks with the same effort in C on one core, and with copying.
fn pack(criterion: &mut Criterion, program: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, package, copy) = (folder.path().join("from"), folder.path().join("a.pak"), folder.path().join("copy"));
    for index in 0..1_000 {
        write(&from.join(format!("{}/{index}.bin", index / 50)), &made::packable(index * 100_003, 40_000));
    }
    let arguments = |how: &'static str| {
        [Path::new("pak"), Path::new("pack"), &from, Path::new("-o"), &package, Path::new("--force"), Path::new(how)]
    };
    let mut group = criterion.benchmark_group("pak pack, command");
    group.sample_size(10);
    let whole = |pack: &dyn Fn(&[u8], &mut Vec<u8>)| {
        let mut packed = Vec::new();
        for path in paths_below(&from) {
            let bytes = std::fs::read(path).expect("a file");
            bytes.chunks(urho_pak::BLOCK_SIZE).for_each(|block| pack(block, &mut packed));
        }
        std::fs::write(&copy, packed).expect("room");
    };
    group.bench_function("plain reading and writing", |bencher| {
        bencher.iter(|| whole(&|block, packed| packed.extend_from_slice(block)));
    });
    group.bench_function("lz4 in C on one core", |bencher| {
        bencher.iter(|| whole(&|block, packed| assert!(lzzzz::lz4_hc::compress_to_vec(block, packed, 9).is_ok())));
    });
    group.bench_function("--store", |bencher| bencher.iter(|| run(program, &arguments("--store"))));
    group.bench_function("--lz4", |bencher| bencher.iter(|| run(program, &arguments("--lz4"))));
    group.finish();
}

/// Converts a hundred models to glTF, and draws them in one picture; compared with reading and writing the same number of bytes, and with reading them as an engine does.
fn make(criterion: &mut Criterion, program: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to, sheet) = (folder.path().join("from"), folder.path().join("to"), folder.path().join("sheet.png"));
    for index in 0..100 {
        write(&from.join(format!("{index}.mdl")), &made::model(6_000 + index, 20));
    }
    let (flag, force) = (Path::new("-o"), Path::new("--force"));
    let mut group = criterion.benchmark_group("a hundred models");
    group.sample_size(10);
    group.bench_function("plain reading and writing", |bencher| {
        bencher.iter(|| {
            paths_below(&from).iter().for_each(|path| {
                let name = path.file_name().expect("a name");
                write(&folder.path().join("copies").join(name), &std::fs::read(path).expect("a file"));
            });
        });
    });
    group.bench_function("engine-style reading, plain writing", |bencher| {
        bencher.iter(|| {
            paths_below(&from).iter().for_each(|path| {
                let bytes = std::fs::read(path).expect("a file");
                assert!(engine_style::model(&bytes).is_some());
                write(&folder.path().join("copies").join(path.file_name().expect("a name")), &bytes);
            });
        });
    });
    let convert = [Path::new("convert"), &from, flag, &to, Path::new("--to"), Path::new("glb"), force];
    group.bench_function("convert", |bencher| bencher.iter(|| run(program, &convert)));
    let render = [Path::new("render"), &from, flag, &sheet, Path::new("--sheet"), force];
    group.bench_function("render --sheet", |bencher| bencher.iter(|| run(program, &render)));
    group.finish();
}
