//! Mode 1: the indices of a triangle list.

use super::StreamError;
use super::cursor::{Cursor, put_index, unzigzag};

pub(super) const HEADER: u8 = 0xe1;

/// The size of the table of common codes in bytes.
pub(super) const TABLE: usize = 16;

pub(super) fn decode(bytes: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, StreamError> {
    let (header, mut data, table) = Cursor::split(bytes, TABLE)?;
    if header != HEADER {
        return Err(StreamError("the header isn't a triangle header"));
    }
    if table.iter().any(|byte| byte & 15 == 15 || byte >> 4 == 15) || !table.ends_with(&[0, 0]) {
        return Err(StreamError("the table of codes is invalid"));
    }
    let codes = data.take(count.checked_div(3).unwrap_or(0))?;
    let mut decoder = Decoder { data, table, state: State::new() };
    let mut out = Vec::with_capacity(count.saturating_mul(stride));
    for code in codes {
        for index in decoder.triangle(*code)? {
            put_index(&mut out, index, stride);
        }
    }
    decoder.data.finish()?;
    Ok(out)
}

/// The last 16 items, most recent first.
pub(super) struct Fifo<T> {
    items: [T; 16],
    /// The number of items, at most 16.
    filled: usize,
    /// The slot for the next item.
    slot: usize,
}

impl<T: Copy + Default> Fifo<T> {
    fn new() -> Self {
        Self { items: [T::default(); 16], filled: 0, slot: 0 }
    }

    fn push(&mut self, item: T) {
        if let Some(slot) = self.items.get_mut(self.slot) {
            *slot = item;
        }
        self.slot = self.slot.wrapping_add(1) & 15;
        self.filled = self.filled.saturating_add(1).min(16);
    }

    pub(super) fn get(&self, age: u8) -> Result<T, StreamError> {
        let age = usize::from(age);
        let slot = self.slot.wrapping_sub(age).wrapping_sub(1) & 15;
        let item = self.items.get(slot).copied().filter(|_| age < self.filled);
        item.ok_or(StreamError("a code refers to an edge or a vertex before the first"))
    }
}

/// The indices that codes can refer to.
pub(super) struct State {
    /// The first index that has not been used in a triangle yet.
    pub(super) next: u32,
    /// The last index that was stored as a difference.
    pub(super) last: u32,
    pub(super) edges: Fifo<[u32; 2]>,
    pub(super) vertices: Fifo<u32>,
}

impl State {
    pub(super) fn new() -> Self {
        Self { next: 0, last: 0, edges: Fifo::new(), vertices: Fifo::new() }
    }

    /// Adds a triangle that has a recent edge, which consists of its first two corners.
    pub(super) fn push_beside(&mut self, [a, b, c]: [u32; 3], is_recent: bool) {
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        if !is_recent {
            self.vertices.push(c);
        }
    }

    /// Adds a triangle that has no recent edge. The flags say if the second and third corner are recent vertices.
    pub(super) fn push_corner(&mut self, [a, b, c]: [u32; 3], are_recent: [bool; 2]) {
        for edge in [[b, a], [c, b], [a, c]] {
            self.edges.push(edge);
        }
        self.vertices.push(a);
        for (vertex, is_recent) in [b, c].into_iter().zip(are_recent) {
            if !is_recent {
                self.vertices.push(vertex);
            }
        }
    }
}

struct Decoder<'a> {
    data: Cursor<'a>,
    table: &'a [u8],
    state: State,
}

impl Decoder<'_> {
    fn triangle(&mut self, code: u8) -> Result<[u32; 3], StreamError> {
        let (edge, third) = (code >> 4, code & 15);
        match (edge, third) {
            (15, 14 | 15) => self.explicit(third == 14),
            (15, entry) => {
                let pair = self.table.get(usize::from(entry)).copied().unwrap_or(0);
                let a = self.fresh();
                self.corner(a, pair)
            }
            _ => self.beside(edge, third),
        }
    }

    /// Decodes a triangle that has a recent edge.
    fn beside(&mut self, edge: u8, third: u8) -> Result<[u32; 3], StreamError> {
        let [a, b] = self.state.edges.get(edge)?;
        let (c, is_recent) = match third {
            0 => (self.fresh(), false),
            1..=12 => (self.state.vertices.get(third)?, true),
            13 | 14 => {
                self.state.last =
                    if third == 13 { self.state.last.wrapping_sub(1) } else { self.state.last.wrapping_add(1) };
                (self.state.last, false)
            }
            _ => (self.difference()?, false),
        };
        self.state.push_beside([a, b, c], is_recent);
        Ok([a, b, c])
    }

    /// Decodes a triangle if one of its corners follows the code.
    fn explicit(&mut self, first_is_next: bool) -> Result<[u32; 3], StreamError> {
        let pair = self.data.byte()?;
        if pair == 0 {
            self.state.next = 0;
        }
        let a = if first_is_next { self.fresh() } else { self.difference()? };
        self.corner(a, pair)
    }

    /// Decodes a triangle, given the first corner and the codes of the two others.
    fn corner(&mut self, a: u32, pair: u8) -> Result<[u32; 3], StreamError> {
        // All are read before any is pushed.
        let (b, b_is_recent) = self.other(pair >> 4)?;
        let (c, c_is_recent) = self.other(pair & 15)?;
        self.state.push_corner([a, b, c], [b_is_recent, c_is_recent]);
        Ok([a, b, c])
    }

    /// Decodes a corner. The flag is `true` if it is a recent vertex.
    fn other(&mut self, code: u8) -> Result<(u32, bool), StreamError> {
        Ok(match code {
            0 => (self.fresh(), false),
            15 => (self.difference()?, false),
            age => (self.state.vertices.get(age.wrapping_sub(1))?, true),
        })
    }

    fn fresh(&mut self) -> u32 {
        let fresh = self.state.next;
        self.state.next = fresh.wrapping_add(1);
        fresh
    }

    fn difference(&mut self) -> Result<u32, StreamError> {
        self.state.last = self.state.last.wrapping_add(unzigzag(self.data.varint()?));
        Ok(self.state.last)
    }
}
