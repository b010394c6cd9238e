//! Values of a text that move to another element: the text before and after, written by hand.

use udm::Document;

#[test]
fn what_is_moved_keeps_its_comments() {
    let source = "\
hall
{
    // of the hall, which stays

    // Watts
    $float power 5.0 // at night
    light /* big */
    {
        // a comment
        $vec3 color [1, .5, 0]

        /* two
        lines */
        $string label \"two
        lines\"
    }
}
yard {}
";
    let moved = |edits: &[(&str, &str)]| {
        let mut document = Document::parse_text(source.as_bytes()).unwrap();
        for (from, to) in edits {
            let value = document.remove(from).unwrap();
            document.insert(to, value).unwrap();
        }
        let written = document.to_bytes().unwrap();
        assert_eq!(Document::parse_text(&written).unwrap().root, document.root);
        String::from_utf8(written).unwrap()
    };
    // Into an element that is new, deeper, and with another key.
    assert_eq!(
        moved(&[("hall/power", "lamps/first/power"), ("hall/light", "lamps/first/lamp")]),
        "\
hall
{
    // of the hall, which stays

}
yard {}
\"lamps\"
{
    \"first\"
    {
        // Watts
        $float power 5.0 // at night
        \"lamp\" /* big */
        {
            // a comment
            $vec3 color [1, .5, 0]

            /* two
            lines */
            $string label \"two
        lines\"
        }
    }
}
"
    );
    // A line that ends in a comment ends, also where everything was on one line.
    assert_eq!(
        moved(&[("hall/power", "yard/power")]).lines().skip(15).collect::<Vec<_>>(),
        ["yard {", "    // Watts", "    $float power 5.0 // at night", "}"]
    );
    // A piece that occurs twice is moved once.
    let mut document = Document::parse_text(source.as_bytes()).unwrap();
    let light = document.remove("hall/light").unwrap();
    document.insert("a", light.clone()).unwrap();
    document.insert("b", light).unwrap();
    let written = String::from_utf8(document.to_bytes().unwrap()).unwrap();
    assert_eq!(written.matches("// a comment").count(), 1, "{written}");
}

/// Texts before and after the value at the first path is at the second.
const MOVES: [(&str, &str, &str, &str); 8] = [
    // The beginning of base64 is no comment, and the lines of strings stay as they are.
    (
        "a\n{\n\tb { $blob c [//8=] $string s \"one\n\t\ttwo\" }\n}",
        "a/b",
        "d",
        "a\n{\n}\n\"d\" { $blob c [//8=] $string s \"one\n\t\ttwo\" }",
    ),
    // Comments on the line of the previous entry or brace don't belong to an entry.
    (
        "a { // of a\n\t$int8 x 1\n\t$int8 y 2\n}\nb {\n}",
        "a/x",
        "b/x",
        "a { // of a\n\t$int8 y 2\n}\nb {\n\t$int8 x 1\n}",
    ),
    ("a { // of a\n\t$int8 x 1 }\nb {\n}", "a/x", "b/x", "a { // of a\n}\nb {\n\t$int8 x 1\n}"),
    (
        "a {\n\t$int8 y 1 /* of\n\ty */\n\t$int8 x 1\n}\nb {\n}",
        "a/x",
        "b/x",
        "a {\n\t$int8 y 1 /* of\n\ty */\n}\nb {\n\t$int8 x 1\n}",
    ),
    // On the line of another entry, comments would be the other's.
    ("a {\n\t// of x\n\t$int8 x 1\n}\nb { $int8 y 1 }", "a/x", "b/x", "a {\n}\nb { $int8 y 1\n// of x\n$int8 x 1 }"),
    // A comment before an entry, on its line.
    (
        "a\n{\n\t/* c */ b\n\t{\n\t\t$int8 x 1\n\t\t$int8 y 1\n\t}\n}",
        "a/b",
        "c",
        "a\n{\n}\n/* c */ \"c\"\n{\n\t$int8 x 1\n\t$int8 y 1\n}",
    ),
    // Small values with another key may be equal by chance: the comments are about the value that was removed.
    ("a\n{\n\t$bool on 1 // open\n}", "a/on", "off", "a\n{\n}\n$bool off 1"),
    ("a\n{\n\tb { $bool on 1 /* open */ }\n}", "a/b", "c", "a\n{\n}\n\"c\"\n{\n\t$bool on 1\n}"),
];

#[test]
fn what_is_moved_takes_only_its_own_text() {
    for (text, from, to, moved) in MOVES {
        let mut document = Document::parse_text(text.as_bytes()).unwrap();
        let value = document.remove(from).unwrap();
        document.insert(to, value).unwrap();
        let written = document.to_bytes().unwrap();
        assert_eq!(written.escape_ascii().to_string(), moved.as_bytes().escape_ascii().to_string());
        assert_eq!(Document::parse_text(&written).unwrap().root, document.root);
    }
    // Nothing tells which of two equal values was moved.
    let mut document = Document::parse_text(b"a\n{\n\t$int8 x 1 // of a\n}\nb\n{\n\t$int8 x 1 // of b\n}\n").unwrap();
    let value = document.remove("a/x").unwrap();
    document.remove("b/x").unwrap();
    document.insert("c/x", value).unwrap();
    let written = String::from_utf8(document.to_bytes().unwrap()).unwrap();
    assert!(!written.contains("of"), "{written}");
}
