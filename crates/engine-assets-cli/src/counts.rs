//! Functions to format counts.

/// Formats a number with separators between thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a count with a noun, for example `1 bone` or `2 bones`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(count as u64))
}

/// Formats a size in bytes to be read by people.
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / 1024.0;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_read_well() {
        assert_eq!([0, 999, 1000, 1_234_567].map(super::grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(super::counted(1, "bone"), "1 bone");
        assert_eq!(super::counted(1200, "bone"), "1,200 bones");
    }

    #[test]
    fn sizes_read_well() {
        assert_eq!(
            [0, 1023, 1024, 1_572_864, 3 << 40].map(super::size),
            ["0 B", "1023 B", "1.0 KiB", "1.5 MiB", "3.0 TiB"]
        );
    }
}
