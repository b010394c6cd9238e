//! Time and memory against size, time of commands against the number of files, and of two cores against one.
//!
//! The meter of the heap counts while the clock runs, a few nanoseconds for an allocation: compare with other sizes, not with other programs.

use std::path::Path;
use std::time::Instant;

use benches::command::{on, program, run, write};
use benches::subjects::{SUBJECTS, Subject};
use benches::{fastest, made, table};
use testkit::meter::{Meter, peak_of};

#[global_allocator]
static HEAP: Meter = Meter;

/// From 1 KB to 1 GB.
const SIZES: std::ops::RangeInclusive<u32> = 0..=10;
/// No size is tried that needs more heap than that, going by the one before.
const MOST: usize = 8 << 30;

fn main() {
    let most = std::env::args().nth(1).and_then(|power| power.parse().ok()).unwrap_or(*SIZES.end());
    let lines: Vec<Vec<String>> = SUBJECTS.iter().flat_map(|subject| sizes(subject, most)).collect();
    table::save("curves.tsv", &lines);
    let Some(program) = program() else {
        eprintln!("commands aren't measured: there is no program yet (cargo build --release)");
        return;
    };
    table::save("folders.tsv", &folders(&program));
    table::save("cores.tsv", &cores(&program));
}

/// Subject, work, bytes of the file, nanoseconds, bytes of heap at most.
fn sizes(subject: &Subject, most: u32) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    let mut heap = 0;
    for size in SIZES.take_while(|power| *power <= most).map(|power| 1024_usize << (2 * power)) {
        if heap * 4 > MOST {
            break;
        }
        let start = Instant::now();
        let (bytes, peak) = making(subject, size);
        heap = peak;
        let mut line = |work: &str, nanoseconds: u128, peak: usize| {
            let fields = [bytes.len() as u128, nanoseconds, peak as u128].map(|number| number.to_string());
            lines.push([subject.name.to_owned(), work.to_owned()].into_iter().chain(fields).collect());
        };
        let mut target = vec![0; bytes.len()];
        line("memcpy", fastest(|| target.copy_from_slice(std::hint::black_box(&bytes))).as_nanos(), 0);
        drop(target);
        for (name, prepare) in subject.works {
            let mut work = prepare(&bytes);
            let peak = peak_of(&HEAP, &mut work);
            heap = heap.max(peak + bytes.len());
            line(name, fastest(work).as_nanos(), peak);
        }
        println!("{}, {}: {:.1} s", subject.name, table::bytes(size as f64), start.elapsed().as_secs_f64());
    }
    lines
}

fn making(subject: &Subject, size: usize) -> (Vec<u8>, usize) {
    let mut bytes = Vec::new();
    let peak = peak_of(&HEAP, || bytes = (subject.make)(size));
    (bytes, peak)
}

/// Command, number of files, nanoseconds.
fn folders(program: &Path) -> Vec<Vec<String>> {
    let file = made::animation(4, 10);
    let mut lines = Vec::new();
    for count in [10, 1_000, 100_000] {
        let folder = tempfile::tempdir().expect("a folder");
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        let (package, again) = (folder.path().join("a.pak"), folder.path().join("b.pak"));
        for index in 0..count {
            write(&from.join(format!("{}/{index}.ani", index / 500)), &file);
        }
        let [from, to, package, again] = [&from, &to, &package, &again].map(|path| path.to_str().expect("a name"));
        run(program, &["pak", "pack", from, "-o", package, "--lz4"]);
        let works: [(&str, &[&str]); 5] = [
            ("inspect --json", &["inspect", "--json", from]),
            ("validate", &["validate", from]),
            ("validate of a package", &["validate", package]),
            ("pak pack --lz4", &["pak", "pack", from, "-o", again, "--lz4", "--force"]),
            ("pak unpack", &["pak", "unpack", package, "-o", to]),
        ];
        for (name, arguments) in works {
            // Existing files aren't unpacked again.
            let once = || {
                let start = Instant::now();
                run(program, arguments);
                let time = start.elapsed();
                drop(std::fs::remove_dir_all(to));
                time
            };
            let time = (0..3).map(|_| once()).min().unwrap_or_default();
            lines.push(vec![name.to_owned(), count.to_string(), time.as_nanos().to_string()]);
        }
    }
    lines
}

/// Command, nanoseconds on one core, on two.
fn cores(program: &Path) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let [models, package, sheet] = ["models", "a.pak", "sheet.png"].map(path);
    for index in 0..200_u32 {
        write(&Path::new(&models).join(format!("{index}.mdl")), &made::model(20_000 + index, 20));
    }
    let works: [(&str, Vec<&str>); 3] = [
        ("validate, 200 models, 140 MB", vec!["validate", &models]),
        ("pak pack --lz4, the same", vec!["pak", "pack", &models, "-o", &package, "--lz4", "--force"]),
        ("render --sheet, the same", vec!["render", &models, "-o", &sheet, "--sheet", "--force"]),
    ];
    let line = |(name, arguments): &(&str, Vec<&str>)| {
        let times = [1, 2].map(|cores| fastest(|| on(program, cores, arguments)).as_nanos().to_string());
        [(*name).to_owned()].into_iter().chain(times).collect()
    };
    works.iter().map(line).collect()
}
