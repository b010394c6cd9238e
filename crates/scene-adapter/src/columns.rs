//! Columns in interleaved records.

/// Copies `size` bytes from each record, starting at `offset`, into one contiguous column.
pub fn gather(records: &[u8], stride: usize, offset: usize, size: usize) -> Vec<u8> {
    let values = records.chunks_exact(stride.max(1)).filter_map(|record| record.get(offset..)?.get(..size));
    // The column is part of the records, and thus never larger.
    let mut column = Vec::with_capacity(records.len().min(values.clone().count().saturating_mul(size)));
    values.for_each(|value| column.extend_from_slice(value));
    column
}
