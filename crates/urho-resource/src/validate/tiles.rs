//! Checks the tiles of a layer.

/// The reason why the data of a layer can't be read.
pub(super) type Fault = String;

/// Counts the numbers in a list that is separated by commas and white space.
pub(super) fn csv(text: &[u8]) -> Result<u64, Fault> {
    let mut count = 0;
    for word in text.split(|byte| *byte == b',').map(<[u8]>::trim_ascii) {
        if word.is_empty() {
            continue;
        }
        let is_number = std::str::from_utf8(word).is_ok_and(|word| word.parse::<u32>().is_ok());
        if !is_number {
            return Err(format!("\"{}\" isn't a tile number", String::from_utf8_lossy(word.get(..16).unwrap_or(word))));
        }
        count += 1;
    }
    Ok(count)
}

/// Counts the tiles in Base64, where each has four bytes. The decoder of the engine stops at the first character that
/// is not in the alphabet.
pub(super) fn base64(text: &[u8]) -> Result<u64, Fault> {
    let text = text.trim_ascii();
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let letters = text.iter().take_while(|byte| is_letter(byte)).count();
    let rest = text.get(letters..).unwrap_or_default();
    if !rest.iter().all(|byte| *byte == b'=') || rest.len() > 2 {
        let sign = rest.iter().find(|byte| **byte != b'=').copied().unwrap_or(b'=');
        let what = if sign.is_ascii_whitespace() {
            "a line break or blank".to_owned()
        } else {
            format!("{:?}", char::from(sign))
        };
        return Err(format!("{what} after {letters} signs of Base64: the engine stops there"));
    }
    // Three bytes from four letters.
    Ok(letters as u64 * 3 / 4 / 4)
}
