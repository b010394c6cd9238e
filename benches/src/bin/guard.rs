//! `guard` lists main paths; `guard NAME COUNT` runs one so many times, for a program that counts its instructions.
//!
//! What all runs need is made ready once: the difference between three runs and one is two runs and nothing else.

use benches::subjects::SUBJECTS;

/// Bytes of the file that a path works on.
const SIZE: usize = 256 << 10;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let paths = || SUBJECTS.iter().flat_map(|subject| subject.works.iter().map(move |work| (subject, work)));
    let name = |subject: &str, work: &str| format!("{subject}, {work}");
    let [path, count] = arguments.as_slice() else {
        paths().for_each(|(subject, (work, _))| println!("{}", name(subject.name, work)));
        return;
    };
    let (subject, (_, prepare)) =
        paths().find(|(subject, (work, _))| name(subject.name, work) == *path).expect("a path of the list");
    let bytes = (subject.make)(SIZE);
    let mut work = prepare(&bytes);
    (0..count.parse().expect("a count")).for_each(|_: u32| work());
}
