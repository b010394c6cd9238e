//! Writes text to HTML and XML.

/// Escapes text for HTML and XML, so that it can't become an element or end an attribute. Control characters are
/// replaced, because they are not allowed in XML.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' => escaped.push(letter),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if letter.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Escapes a path for HTML. Browsers break it after its folders instead of inside a name.
pub(crate) fn escaped_path(path: &str) -> String {
    escaped(path).replace('/', "/<wbr>")
}

#[cfg(test)]
mod tests {
    #[test]
    fn paths_break_after_folders() {
        assert_eq!(super::escaped_path("a/b&c/d"), "a/<wbr>b&amp;c/<wbr>d");
    }

    #[test]
    fn texts_cant_become_elements() {
        assert_eq!(super::escaped("<b a=\"&'\x1b\">"), "&lt;b a=&quot;&amp;&#39;\u{fffd}&quot;&gt;");
    }
}
