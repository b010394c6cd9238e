//! Encodes mode 1: the indices of a triangle list.

use super::triangles::{HEADER, State, TABLE};
use super::varint::{put_varint, zigzag};

/// The code for a triangle that has no recent edge.
const CORNER: u8 = 15 << 4;
/// The same, but a byte for two corners follows, and the first corner is the next index or a difference.
const FIRST_IS_NEXT: u8 = CORNER | 14;
const FIRST_IS_FAR: u8 = CORNER | 15;
/// The code for a difference.
const FAR: u8 = 15;

/// Encodes triangles. If `turn` is set, a triangle can begin at another of its corners.
pub(super) fn encode(triangles: &[[u32; 3]], turn: bool) -> Vec<u8> {
    let mut counts = Encoder::new([0; TABLE], turn);
    triangles.iter().for_each(|triangle| counts.triangle(*triangle));
    let mut encoder = Encoder::new(table(&counts.pairs), turn);
    triangles.iter().for_each(|triangle| encoder.triangle(*triangle));
    let mut out = Vec::with_capacity(encoder.codes.len().saturating_add(encoder.data.len()).saturating_add(TABLE + 1));
    out.push(HEADER);
    out.extend(encoder.codes);
    out.extend(encoder.data);
    out.extend(encoder.table);
    out
}

/// Returns the most frequent pairs of corners that fit into a table. The first must be the pair of two new indices,
/// because no other code can encode it in every place.
fn table(counts: &[u32; 256]) -> [u8; TABLE] {
    let mut pairs: Vec<u8> = (1..=u8::MAX).filter(|pair| pair >> 4 != FAR && pair & 15 != FAR).collect();
    pairs.sort_by_key(|pair| std::cmp::Reverse(counts.get(usize::from(*pair)).copied()));
    let mut table = [0; TABLE];
    // The last two entries are always 0.
    table.iter_mut().skip(1).take(TABLE - 3).zip(pairs).for_each(|(entry, pair)| *entry = pair);
    table
}

struct Encoder {
    state: State,
    table: [u8; TABLE],
    turn: bool,
    codes: Vec<u8>,
    data: Vec<u8>,
    /// How often each pair follows a new index.
    pairs: [u32; 256],
}

impl Encoder {
    fn new(table: [u8; TABLE], turn: bool) -> Self {
        Self { state: State::new(), table, turn, codes: Vec::new(), data: Vec::new(), pairs: [0; 256] }
    }

    fn triangle(&mut self, [a, b, c]: [u32; 3]) {
        let all = [[a, b, c], [b, c, a], [c, a, b]];
        let turns = if self.turn { &all[..] } else { &all[..1] };
        let beside = (0..15).find_map(|age| {
            let edge = self.state.edges.get(age).ok()?;
            turns.iter().find(|[a, b, _]| [*a, *b] == edge).map(|triangle| (age, *triangle))
        });
        if let Some((age, triangle)) = beside {
            return self.beside(age, triangle);
        }
        let is_next = turns.iter().find(|[first, ..]| *first == self.state.next);
        self.corner(*is_next.unwrap_or(&[a, b, c]));
    }

    fn beside(&mut self, edge: u8, [a, b, c]: [u32; 3]) {
        let last = self.state.last;
        let recent = (1..=12).find(|age| self.state.vertices.get(*age).is_ok_and(|vertex| vertex == c));
        let (third, is_recent) = match recent {
            _ if c == self.state.next => (0, false),
            Some(age) => (age, true),
            None if c == last.wrapping_sub(1) => (13, false),
            None if c == last.wrapping_add(1) => (14, false),
            None => (FAR, false),
        };
        self.codes.push(edge << 4 | third);
        match third {
            0 => self.state.next = c.wrapping_add(1),
            13 | 14 => self.state.last = c,
            FAR => self.far(c),
            _ => {}
        }
        self.state.push_beside([a, b, c], is_recent);
    }

    fn corner(&mut self, [a, b, c]: [u32; 3]) {
        let is_next = a == self.state.next;
        let after = if is_next { a.wrapping_add(1) } else { self.state.next };
        let first = self.other(b, after);
        let second = self.other(c, if first == 0 { after.wrapping_add(1) } else { after });
        let mut pair = first << 4 | second;
        if !is_next && pair == 0 {
            // A pair of 0 after a code with a byte begins the indices anew.
            pair = FAR << 4 | self.other(c, after);
        }
        let [first, second] = [pair >> 4, pair & 15];
        if is_next {
            if let Some(count) = self.pairs.get_mut(usize::from(pair)) {
                *count = count.saturating_add(1);
            }
        }
        match (0..).zip(&self.table).take(TABLE - 2).find(|(_, known)| **known == pair).filter(|_| is_next) {
            Some((entry, _)) => self.codes.push(CORNER | entry),
            None => {
                self.codes.push(if is_next { FIRST_IS_NEXT } else { FIRST_IS_FAR });
                self.data.push(pair);
            }
        }
        self.state.next = after;
        if !is_next {
            self.far(a);
        }
        for (corner, code) in [(b, first), (c, second)] {
            match code {
                0 => self.state.next = corner.wrapping_add(1),
                FAR => self.far(corner),
                _ => {}
            }
        }
        let is_recent = |code: u8| !matches!(code, 0 | FAR);
        self.state.push_corner([a, b, c], [is_recent(first), is_recent(second)]);
    }

    /// Returns the code for the second or third corner.
    fn other(&self, index: u32, next: u32) -> u8 {
        if index == next {
            return 0;
        }
        let recent = (0..14).find(|age| self.state.vertices.get(*age).is_ok_and(|vertex| vertex == index));
        recent.map_or(FAR, |age| age.saturating_add(1))
    }

    /// Appends the difference to the last index that was encoded as a difference.
    fn far(&mut self, index: u32) {
        let difference = index.wrapping_sub(self.state.last);
        self.state.last = index;
        put_varint(&mut self.data, zigzag(difference));
    }
}
