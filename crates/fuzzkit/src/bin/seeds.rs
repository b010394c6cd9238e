//! Writes the seeds of every fuzz target to the folder where `cargo fuzz` looks for them, with a dictionary of the
//! words that they use, and prints the targets.

use std::collections::BTreeSet;
use std::path::Path;

/// A dictionary must not have more words than this, because the fuzzer would rarely try all of them.
const MOST: usize = 400;

fn main() -> std::io::Result<()> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let (corpus, dictionaries) = (fuzz.join("corpus"), fuzz.join("dictionaries"));
    std::fs::create_dir_all(&dictionaries)?;
    for target in fuzzkit::TARGETS {
        let folder = corpus.join(target.name);
        std::fs::create_dir_all(&folder)?;
        let seeds = (target.seeds)();
        for (index, seed) in seeds.iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{index:03}")), seed)?;
        }
        std::fs::write(dictionaries.join(format!("{}.dict", target.name)), dictionary(&seeds))?;
        println!("{}", target.name);
    }
    Ok(())
}

/// Returns identifiers, keys and keywords, without duplicates. A word can contain letters, digits and the characters to
/// join them.
fn dictionary(seeds: &[Vec<u8>]) -> String {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$:".contains(byte);
    let words = seeds.iter().flat_map(|seed| seed.split(|byte| !is_part(byte)));
    let words: BTreeSet<&[u8]> = words.filter(|word| (3..=32).contains(&word.len())).take(100_000).collect();
    words.into_iter().take(MOST).map(|word| format!("\"{}\"\n", String::from_utf8_lossy(word))).collect()
}
