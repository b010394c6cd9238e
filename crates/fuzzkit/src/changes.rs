//! Creates changed inputs, to be used when there is no fuzzer.

use crate::scene::random::Random;

/// Larger seeds will be skipped, and inputs will not grow beyond this, because small inputs need less time to cover the
/// same code.
const LARGEST: usize = 4096;

/// Numbers at the end of a range.
const WORDS: [u32; 12] = [0, 1, 2, 3, 255, 256, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
/// Floats that the code may not expect: NaN, infinities, subnormal numbers and very large numbers.
const FLOATS: [u32; 8] =
    [0x7fc0_0000, 0x7f80_0000, 0xff80_0000, 0x0000_0001, 0x7f7f_ffff, 0x8000_0000, 0x4e80_0000, 0xbf80_0000];
/// The same numbers for use in text.
const TEXTS: [&str; 12] = [
    "-1",
    "0",
    "255",
    "65536",
    "2147483648",
    "4294967295",
    "18446744073709551616",
    "1e38",
    "-1e-45",
    "nan",
    "inf",
    "\"\"",
];

/// Changes seeds: sets bits, bytes or numbers, and copies, inserts, removes or replaces blocks. A block may also come
/// from another seed.
#[derive(Clone, Debug)]
pub struct Changes {
    seeds: Vec<Vec<u8>>,
    random: Random,
}

impl Changes {
    /// Creates changes for these seeds. With the same `number`, you will get the same changes.
    pub fn new(mut seeds: Vec<Vec<u8>>, number: u64) -> Self {
        let is_small = |seed: &Vec<u8>| (1..=LARGEST).contains(&seed.len());
        if seeds.iter().any(is_small) {
            seeds.retain(is_small);
        }
        seeds.push(vec![0]);
        Self { seeds, random: Random(number.wrapping_mul(0x9e37_79b9)) }
    }

    /// Returns the next input.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Vec<u8> {
        let mut bytes = self.seed().to_vec();
        for _ in 0..=self.random.below(6) {
            self.change(&mut bytes);
        }
        bytes
    }

    fn seed(&mut self) -> &[u8] {
        let at = self.random.below(self.seeds.len());
        &self.seeds[at]
    }

    /// Chooses a position in `bytes`.
    fn at(&mut self, bytes: &[u8]) -> usize {
        self.random.below(bytes.len().max(1))
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            bytes.push(self.random.next() as u8);
        }
        let at = self.at(bytes);
        match self.random.below(10) {
            0 => bytes[at] ^= 1 << self.random.below(8),
            1 => bytes[at] = self.random.next() as u8,
            2 => bytes[at] = bytes[at].wrapping_add([1, 255, 16, 240][self.random.below(4)]),
            3 => overwrite(bytes, at, &WORDS[self.random.below(WORDS.len())].to_le_bytes()),
            4 => overwrite(bytes, at, &FLOATS[self.random.below(FLOATS.len())].to_le_bytes()),
            5 => overwrite(bytes, at, &(self.random.below(300) as u16).to_le_bytes()),
            6 => self.number(bytes, at),
            7 => drop(bytes.drain(at..(at + 1 + self.random.below(32)).min(bytes.len()))),
            8 => {
                let block = self.block(bytes.clone());
                self.insert(bytes, at, block);
            }
            _ => {
                let other = self.seed().to_vec();
                let block = self.block(other);
                if self.random.chance(2) { overwrite(bytes, at, &block) } else { self.insert(bytes, at, block) }
            }
        }
    }

    /// Chooses a block of up to 64 bytes.
    fn block(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        let start = self.at(&bytes);
        let end = (start + 1 + self.random.below(64)).min(bytes.len());
        bytes[start..end].to_vec()
    }

    fn insert(&mut self, bytes: &mut Vec<u8>, at: usize, block: Vec<u8>) {
        if bytes.len() + block.len() <= LARGEST.max(bytes.len()) {
            bytes.splice(at..at, block);
        }
    }

    /// Replaces the next number in a text.
    fn number(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let Some(start) = bytes[at..].iter().position(u8::is_ascii_digit).map(|found| at + found) else { return };
        let end =
            bytes[start..].iter().position(|byte| !byte.is_ascii_digit()).map_or(bytes.len(), |found| start + found);
        bytes.splice(start..end, TEXTS[self.random.below(TEXTS.len())].bytes());
    }
}

/// Overwrites bytes, but not beyond the end.
fn overwrite(bytes: &mut [u8], at: usize, by: &[u8]) {
    bytes[at..].iter_mut().zip(by).for_each(|(byte, by)| *byte = *by);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_repeatable_and_different() {
        let seeds = vec![b"{\"count\": 12, \"name\": \"a\"}".to_vec(), vec![7; 100]];
        let inputs = |number| {
            let mut changes = Changes::new(seeds.clone(), number);
            (0..500).map(|_| changes.next()).collect::<Vec<_>>()
        };
        assert_eq!(inputs(1), inputs(1));
        assert_ne!(inputs(1), inputs(2));
        let mut unique = inputs(1);
        unique.sort();
        unique.dedup();
        // Few changes of the shortest seed, one byte, are different ones.
        assert!(unique.len() > 350, "{}", unique.len());
        assert!(unique.iter().any(|input| input.len() < 20) && unique.iter().any(|input| input.len() > 110));
    }
}
