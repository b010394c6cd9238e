//! XML and JSON trees: accepted input, rejected input, and the effect of edits.
#![cfg(feature = "text-tree")]

use binio::Fault;
use urho_core::tree::{
    Edits, Element, JsonKind, JsonTree, JsonValue, JsonWriter, Span, XmlEncoding, XmlTree, XmlWriter,
};
use urho_core::{Error, ErrorKind};

const FILE: &[u8] = b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- a -->\n<a x=\"1\" y='&lt;2&gt;'>\r\n  <b/>\r\n  text &amp; <![CDATA[<more>]]>\r\n  <c z = \"\t\" ></c>\r\n  <b n=\"2\"/>\r\n</a>\n<!-- z -->";

fn names<'a>(elements: impl Iterator<Item = Element<'a, 'a>>) -> Vec<String> {
    elements.map(|element| element.name().to_string()).collect()
}

#[test]
fn xml_parts_are_where_they_are() {
    let tree = XmlTree::parse(FILE).unwrap();
    let root = tree.root(FILE);
    assert_eq!(root.name(), "a");
    assert!(root.raw().starts_with(b"<a x=") && root.raw().ends_with(b"</a>"));
    assert_eq!(root.content_span().unwrap().of(FILE).first(), Some(&b'\r'));
    let attributes: Vec<_> = root.attributes().map(|one| (one.name, one.value().to_string(), one.raw)).collect();
    assert_eq!(attributes, [(&b"x"[..], "1".into(), &b"1"[..]), (b"y", "<2>".into(), b"&lt;2&gt;")]);
    assert_eq!(names(root.children()), ["b", "c", "b"]);
    assert_eq!(root.child("b").unwrap().raw(), b"<b/>");
    assert!(root.child("b").unwrap().content_span().is_none());
    assert!(root.child("c").unwrap().content_span().unwrap().is_empty());
    assert_eq!(root.child("c").unwrap().attribute("z").unwrap(), " ");
    assert_eq!(root.children_named("b").nth(1).unwrap().attribute("n").unwrap(), "2");
    assert_eq!(root.text(), "\n  text & <more>");
    assert_eq!(root.child("b").unwrap().text(), "");
    assert!(root.attribute("X").is_none() && root.child("d").is_none());
    assert_eq!(tree.behind_root(FILE).count(), 0);
    let element = tree.element(FILE, root.child("c").unwrap().index()).unwrap();
    assert_eq!(element.offset(), u64::from(element.span().start));
}

/// White space belongs to the text after it, if there is one.
#[test]
fn blanks_belong_to_texts() {
    let file = b"<a> <b/> &amp; one<c/> </a>";
    let tree = XmlTree::parse(file).unwrap();
    assert_eq!(tree.root(file).text(), " & one");
    assert_eq!((tree.len(), tree.is_empty()), (4, false), "three elements and a text");
    assert!(format!("{:?}", tree.root(file)).starts_with("Element { name: "));
    let json = JsonTree::parse(b"{\"a\": [1]}").unwrap();
    assert!(format!("{:?}", json.root(b"{\"a\": [1]}")).starts_with("JsonValue { kind: Object"));
    assert_eq!((json.len(), json.is_empty()), (4, false), "an object, a key, a list, a number");
}

/// Escaped text reads back as the original.
#[test]
fn texts_are_escaped() {
    let mut xml = XmlWriter::document();
    xml.open("a").attribute("x", b"<&>\"'\t\r\n").text(b"1 < 2 & 3 > 2\r\n]]>").close();
    let file = xml.finish().unwrap();
    let expected =
        "<?xml version=\"1.0\"?>\n<a x=\"&lt;&amp;>&quot;'&#09;&#13;&#10;\">1 &lt; 2 &amp; 3 &gt; 2&#13;\n]]&gt;</a>\n";
    assert_eq!(String::from_utf8(file.clone()).unwrap(), expected);
    let tree = XmlTree::parse(&file).unwrap();
    assert_eq!(tree.root(&file).attribute("x").unwrap(), "<&>\"'\t\r\n");
    assert_eq!(tree.root(&file).text(), "1 < 2 & 3 > 2\r\n]]>");
}

#[test]
fn values_outlive_the_tree() {
    let file = b"<a x=\"one\"/>".to_vec();
    let value = {
        let tree = XmlTree::parse(&file).unwrap();
        tree.root(&file).attribute("x").unwrap()
    };
    assert_eq!(value, "one");
}

#[test]
fn of_two_attributes_the_first_counts() {
    let file = b"<a x=\"1\" x=\"2\"/><b/>";
    let tree = XmlTree::parse(file).unwrap();
    assert_eq!(tree.root(file).attribute("x").unwrap(), "1");
    assert_eq!(tree.root(file).attributes().len(), 2);
    assert_eq!(names(tree.behind_root(file)), ["b"]);
}

#[test]
fn a_tree_of_another_text_does_no_harm() {
    let tree = XmlTree::parse(FILE).unwrap();
    let root = tree.root(b"<x");
    assert_eq!(root.name(), "");
    assert_eq!(root.children().map(|child| child.attributes().count()).sum::<usize>(), 2);
    let mut edits = Edits::new();
    root.set_attribute("x", b"2", &mut edits).unwrap();
    root.remove(&mut edits);
    assert!(edits.apply(b"<x").is_err());
    let json = JsonTree::parse(b"{\"a\": [1, 2]}").unwrap();
    assert!(json.root(b"").get("a").is_none());
}

#[track_caller]
fn refused_xml(file: &[u8], at: u64, message: &str) {
    let error = XmlTree::parse(file).unwrap_err();
    assert_eq!(error.offset(), Some(at), "{error}");
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn xml_that_is_refused() {
    refused_xml(b"", 0, "no root element");
    refused_xml(b"<!-- only -->", 0, "no root element");
    refused_xml(b"<a><b></a>", 6, "expected `</b>`");
    refused_xml(b"<a><b/>", 7, "ends inside");
    refused_xml(b"<a/></b>", 4, "`</b>`");
    refused_xml(b"<a x=1/>", 5, "in quotes");
    refused_xml(b"<a x/>", 4, "`=`");
    refused_xml(b"<a x=/>", 5, "value");
    refused_xml(b"<a x=\"1/>", 0, "not closed");
    refused_xml(b"<a x='1\">", 0, "not closed");
    refused_xml(b"\xff\xfe<\0a\0/\0>\0", 0, "UTF-8");
    refused_xml(b"\xfe\xff\0<\0a\0/\0>", 0, "UTF-8");
    refused_xml(b"<\0a\0/\0>\0", 1, "UTF-8");
    refused_xml(&[b"<a>".repeat(129), b"</a>".repeat(129)].concat(), 3 * 128, "nesting");
    let deep = [b"<a>".repeat(128), b"</a>".repeat(128)].concat();
    assert_eq!(XmlTree::parse(&deep).unwrap().len(), 128);
    refused_xml(&b"<a>".repeat(100_000), 3 * 128, "nesting");
}

#[test]
fn entities_that_nobody_declared_stay_as_they_are() {
    let file = b"<a x=\"&bomb; & 1\">&bomb; &</a>";
    let tree = XmlTree::parse(file).unwrap();
    let root = tree.root(file);
    assert_eq!(root.attribute("x").unwrap(), "&bomb; & 1");
    assert!(root.attribute_of("x").unwrap().odd().is_some());
    assert_eq!(root.text(), "&bomb; &");
}

/// Returns `file` after an edit of its root.
#[track_caller]
fn edited(file: &str, edit: impl FnOnce(Element<'_, '_>, &mut Edits) -> Result<(), Error>, expected: &str) {
    let tree = XmlTree::parse(file.as_bytes()).unwrap();
    let mut edits = Edits::new();
    edit(tree.root(file.as_bytes()), &mut edits).unwrap();
    let changed = edits.apply(file.as_bytes()).unwrap();
    assert_eq!(String::from_utf8(changed.clone()).unwrap(), expected);
    XmlTree::parse(&changed).unwrap();
}

#[test]
fn attributes_change_alone() {
    let set = |name: &'static str, value: &'static str| {
        move |root: Element<'_, '_>, edits: &mut Edits| root.set_attribute(name, value.as_bytes(), edits)
    };
    edited("<a  x = '1'\ty=\"2\" />", set("x", "it's \"<3>\""), "<a  x = 'it&apos;s &quot;&lt;3>&quot;'\ty=\"2\" />");
    edited("<a  x = '1'\ty=\"2\" />", set("z", "a\nb"), "<a  x = '1'\ty=\"2\" z=\"a&#10;b\" />");
    edited("<a><b/></a>", set("z", "1"), "<a z=\"1\"><b/></a>");
    edited("<a x='1'/>", set("x", "1"), "<a x='1'/>");
    let take = |root: Element<'_, '_>, edits: &mut Edits| {
        assert!(root.remove_attribute("x", edits) && !root.remove_attribute("q", edits));
        Ok(())
    };
    edited("<a  x = '1'\ty=\"2\" />", take, "<a\ty=\"2\" />");
    edited("<a y=''\n   x='1'/>", take, "<a y=''/>");
    let tree = XmlTree::parse(b"<a/>").unwrap();
    let error = tree.root(b"<a/>").set_attribute("x", b"\0", &mut Edits::new()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotInText(_)));
}

#[test]
fn elements_come_and_go_with_their_lines() {
    let remove = |root: Element<'_, '_>, edits: &mut Edits| {
        root.child("b").unwrap().remove(edits);
        Ok(())
    };
    edited("<a>\r\n\t<!-- 1 -->\r\n\t<b>\r\n\t</b>\r\n\t<c/>\r\n</a>", remove, "<a>\r\n\t<!-- 1 -->\r\n\t<c/>\r\n</a>");
    edited("<a><b/><c/></a>", remove, "<a><c/></a>");
    edited("<a>\n  <b/> <!-- of b -->\n</a>", remove, "<a> <!-- of b -->\n</a>");

    let append =
        |root: Element<'_, '_>, edits: &mut Edits| root.append(edits, |new| new.open("n").attribute("k", b"v").close());
    edited("<a>\r\n  <b/>\r\n</a>", append, "<a>\r\n  <b/>\r\n  <n k=\"v\" />\r\n</a>");
    edited("<a><b/></a>", append, "<a><b/><n k=\"v\" /></a>");
    edited("<a/>", append, "<a>\n\t<n k=\"v\" />\n</a>");
    edited("<a x=\"1\" />", append, "<a x=\"1\">\n\t<n k=\"v\" />\n</a>");
    edited("<a>\n</a>", append, "<a>\n\t<n k=\"v\" />\n</a>");
    edited("<a><!-- 1 --></a>", append, "<a><!-- 1 -->\n\t<n k=\"v\" />\n</a>");

    let around = |root: Element<'_, '_>, edits: &mut Edits| {
        let b = root.child("b").unwrap();
        b.insert_before(edits, |new| new.open("p").open("q").close().close())?;
        b.insert_after(edits, |new| new.open("r").text(b"1 < 2").close())
    };
    let expected = "<a>\n  <p>\n    <q />\n  </p>\n  <b/>\n  <r>1 &lt; 2</r>\n</a>";
    edited("<a>\n  <b/>\n</a>", around, expected);
}

#[test]
fn edits_that_exclude_each_other_are_refused() {
    let mut edits = Edits::new();
    edits.replace(Span::new(1, 3), "x");
    edits.remove(Span::new(2, 4));
    assert_eq!(edits.apply(b"abcdef").unwrap_err().offset(), Some(2));
    let mut edits = Edits::new();
    edits.remove(Span::new(5, 7));
    assert!(edits.apply(b"abcdef").is_err());
    let mut edits = Edits::new();
    edits.insert(9, "x");
    assert!(edits.apply(b"abcdef").is_err());
    let mut edits = Edits::new();
    edits.insert(3, "1");
    edits.insert(3, "2");
    edits.remove(Span::new(3, 4));
    assert!(!edits.is_empty());
    assert_eq!(edits.apply(b"abcdef").unwrap(), b"abc12ef");
    assert_eq!(Edits::new().apply(b"abc").unwrap(), b"abc");
}

#[test]
fn a_writer_remembers_what_can_t_be_written() {
    let faults: [fn(&mut XmlWriter) -> &mut XmlWriter; 6] = [
        |xml| xml.open("a b").close(),
        |xml| xml.open("a").attribute("", b"").close(),
        |xml| xml.open("a").attribute("x", b"\0").close(),
        |xml| xml.open("a").text(b"1").attribute("x", b"").close(),
        |xml| xml.open("a"),
        |xml| xml.text(b"x"),
    ];
    for fault in faults {
        let mut xml = XmlWriter::document();
        fault(&mut xml);
        assert!(matches!(xml.finish().unwrap_err().kind(), ErrorKind::NotInText(_)));
    }
    let mut deep = XmlWriter::document();
    (0..1000).for_each(|_| _ = deep.open("a"));
    (0..1000).for_each(|_| _ = deep.close());
    assert!(deep.finish().is_err());
    let mut raw = XmlWriter::document();
    raw.open("a").raw(b"<b  />").raw(b"<c/>").close();
    assert_eq!(raw.finish().unwrap(), b"<?xml version=\"1.0\"?>\n<a>\n\t<b  />\n\t<c/>\n</a>\n");
}

const JSON: &[u8] = br#"{
  "a": [1, -2.5e3, "x\u0041\n", true, null, {}], // one
  "b": {"c": 18446744073709551615, "c": 2,},
  /* two */
  "a b": []
}
"#;

#[test]
fn json_parts_are_where_they_are() {
    let tree = JsonTree::parse(JSON).unwrap();
    let root = tree.root(JSON);
    assert_eq!((root.kind(), root.raw().len()), (JsonKind::Object, JSON.len() - 1));
    let names: Vec<_> = root.members().map(|member| member.name()).collect();
    assert_eq!(names, ["a", "b", "a b"]);
    let items: Vec<_> = root.get("a").unwrap().items().collect();
    assert_eq!(items.len(), 6);
    assert_eq!((items[0].as_f64(), items[0].as_i64(), items[0].as_str()), (Some(1.0), Some(1), None));
    assert_eq!((items[1].as_f64(), items[1].as_i64(), items[1].raw()), (Some(-2500.0), None, &b"-2.5e3"[..]));
    assert_eq!(items[2].as_str().unwrap(), "xA\n");
    assert_eq!((items[3].as_bool(), items[3].is_null(), items[4].is_null()), (Some(true), false, true));
    assert_eq!((items[5].kind(), items[5].members().count(), items[5].items().count()), (JsonKind::Object, 0, 0));
    let b = root.get("b").unwrap();
    assert_eq!(b.members().next().unwrap().value.as_u64(), Some(u64::MAX));
    assert_eq!(b.get("c").unwrap().as_i64(), Some(2));
    assert_eq!(b.offset(), u64::from(b.span().start));
    let scalar = JsonTree::parse(b"\xef\xbb\xbf 1 ").unwrap();
    assert_eq!(scalar.root(b"\xef\xbb\xbf 1 ").as_i64(), Some(1));
    let huge = JsonTree::parse(b"1e999").unwrap();
    assert_eq!(huge.root(b"1e999").as_f64(), Some(f64::INFINITY));
}

#[test]
fn json_that_is_refused() {
    for (file, at, message) in [
        (&b""[..], 0, "value"),
        (b"[1 2]", 3, "`,` or `]`"),
        (b"[,]", 1, "value"),
        (b"[1,,]", 3, "value"),
        (b"{\"a\" 1}", 5, "`:`"),
        (b"{a: 1}", 1, "double quotes"),
        (b"{\"a\": 1 \"b\"}", 8, "`,` or `}`"),
        (b"[1}", 2, "`,` or `]`"),
        (b"[01]", 1, "number"),
        (b"[-]", 1, "number"),
        (b"[+1]", 1, "value"),
        (b"[NaN]", 1, "value"),
        (b"[\"\\x\"]", 1, "escape"),
        (b"[\"\\ud800\"]", 1, "escape"),
        (b"[\"\n\"]", 2, "control"),
        (b"[\"abc", 1, "does not end"),
        (b"[\"abc\\", 1, "does not end"),
        (b"[1] 2", 4, "end of the file"),
        (b"/* [1]", 0, "comment"),
        (b"[\"\xff\"]", 2, "UTF-8"),
        (b"\xff\xfe[\0]\0", 0, "UTF-8"),
        (b"[", 1, "value"),
    ] {
        let error = JsonTree::parse(file).unwrap_err();
        assert_eq!(error.offset(), Some(at), "{error}");
        assert!(error.to_string().contains(message), "{error}");
    }
    let error = JsonTree::parse(&b"[".repeat(200_000)).unwrap_err();
    assert_eq!((error.offset(), error.kind()), (Some(128), &Fault::Limit("nesting").into()));
    JsonTree::parse(&[b"[".repeat(128), b"]".repeat(128)].concat()).unwrap();
}

#[track_caller]
fn edited_json(file: &str, edit: impl FnOnce(JsonValue<'_, '_>, &mut Edits) -> Result<(), Error>, expected: &str) {
    let tree = JsonTree::parse(file.as_bytes()).unwrap();
    let mut edits = Edits::new();
    edit(tree.root(file.as_bytes()), &mut edits).unwrap();
    let changed = edits.apply(file.as_bytes()).unwrap();
    assert_eq!(String::from_utf8(changed.clone()).unwrap(), expected);
    JsonTree::parse(&changed).unwrap();
}

#[test]
fn members_change_alone() {
    let set = |root: JsonValue<'_, '_>, edits: &mut Edits| {
        root.set_member("b", edits, |new| new.array().string("\"\u{1}\"").number(1.0).end())
    };
    edited_json("{ \"a\":1,  \"b\" : 2 }", set, "{ \"a\":1,  \"b\" : [\n\t\"\\\"\\u0001\\\"\",\n\t1.0\n] }");
    edited_json("{\n  \"b\": 2 // two\n}", set, "{\n  \"b\": [\n    \"\\\"\\u0001\\\"\",\n    1.0\n  ] // two\n}");
    let add = |root: JsonValue<'_, '_>, edits: &mut Edits| root.set_member("c", edits, |new| new.bool(true));
    edited_json("{\n  \"b\": 2 // two\n}", add, "{\n  \"b\": 2,\n  \"c\": true // two\n}");
    edited_json("{\n\t\"b\": 2,\n}", add, "{\n\t\"b\": 2,\n\t\"c\": true,\n}");
    edited_json("{}", add, "{\n\t\"c\": true\n}");
    edited_json("{\"a\": 1}", add, "{\"a\": 1, \"c\": true}");
    let push = |root: JsonValue<'_, '_>, edits: &mut Edits| root.push_item(edits, |new| new.null());
    edited_json("[\r\n\t1\r\n]", push, "[\r\n\t1,\r\n\tnull\r\n]");
    edited_json("[ /* none */ ]", push, "[ /* none */ \n\tnull\n]");
    fn removed(file: &str, index: usize, expected: &str) {
        let tree = JsonTree::parse(file.as_bytes()).unwrap();
        let mut edits = Edits::new();
        assert!(tree.root(file.as_bytes()).remove_at(index, &mut edits));
        assert_eq!(edits.apply(file.as_bytes()).unwrap(), expected.as_bytes());
    }
    removed("{\n\t\"a\": 1,\n\t\"b\": 2\n}", 0, "{\n\t\"b\": 2\n}");
    removed("{\n\t\"a\": 1, // one\n\t\"b\": 2\n}", 1, "{\n\t\"a\": 1 // one\n}");
    removed("[1, 2, 3]", 1, "[1, 3]");
    removed("[1, 2, ]", 1, "[1, ]");
    removed("[1]", 0, "[]");
    let several = |file: &str, indices: &[usize], expected: &str| {
        let tree = JsonTree::parse(file.as_bytes()).unwrap();
        let mut edits = Edits::new();
        let removed = tree.root(file.as_bytes()).remove_where(|index| indices.contains(&index), &mut edits);
        assert_eq!((removed, edits.apply(file.as_bytes()).unwrap()), (indices.len(), expected.as_bytes().to_vec()));
    };
    several("[1, 2, 3, 4]", &[2, 3], "[1, 2]");
    several("[1, 2, 3, 4]", &[0, 1, 3], "[ 3]");
    several("[1, 2, 3, 4, ]", &[1, 3], "[1, 3, ]");
    several("{\n\t\"a\": 1,\n\t\"b\": 2,\n\t\"a\": 3\n}", &[0, 2], "{\n\t\"b\": 2\n}");
    several("[1, 2]", &[0, 1], "[]");
    let tree = JsonTree::parse(b"[1]").unwrap();
    assert!(!tree.root(b"[1]").remove_at(1, &mut Edits::new()));
    assert!(tree.root(b"[1]").set_member("a", &mut Edits::new(), |new| new.null()).is_err());
}

#[test]
fn a_json_writer_remembers_what_can_t_be_written() {
    let faults: [fn(&mut JsonWriter) -> &mut JsonWriter; 8] = [
        |json| json.number(f64::NAN),
        |json| json.null().null(),
        |json| json.object(),
        |json| json.object().null().end(),
        |json| json.array().member("a").null().end(),
        |json| json.object().member("a").end(),
        |json| json.end(),
        |json| json,
    ];
    for fault in faults {
        let mut json = JsonWriter::document();
        fault(&mut json);
        assert!(matches!(json.finish().unwrap_err().kind(), ErrorKind::NotInText(_)));
    }
    let mut json = JsonWriter::document();
    json.array().object().end().array().end().end();
    assert_eq!(json.finish().unwrap(), b"[\n\t{},\n\t[]\n]");
}

/// The engine skips a document type, also with entities, which nobody expands.
#[test]
fn document_types_are_skipped() {
    for file in [
        &b"<!DOCTYPE a><a x=\"&e;\"/>"[..],
        b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e \"eeee\"><!ELEMENT a ANY>]><!-- z --><a x=\"&e;\"/>",
    ] {
        let tree = XmlTree::parse(file).unwrap();
        assert_eq!(tree.root(file).attribute("x").unwrap(), "&e;");
        assert_eq!(tree.len(), 1);
    }
}

#[test]
fn encodings_are_those_of_the_engine() {
    use XmlEncoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
    let text = "<a x=\"Gr\u{fc}n \u{20ac} \u{1d11e}\"/>";
    let marked = format!("\u{feff}{text}");
    for encoding in [Utf16Le, Utf16Be, Utf32Le, Utf32Be] {
        for text in [text, &marked] {
            let file = encoding.encode(text.as_bytes());
            assert_eq!((XmlEncoding::of(&file), file.len()), (encoding, encoding.encoded_len(text.as_bytes())));
            assert_eq!(encoding.decode(&file).unwrap(), text.as_bytes());
            let at = text.find('\u{1d11e}').unwrap();
            let wanted = encoding.encode(&text.as_bytes()[..at]).len() as u64;
            assert_eq!(
                encoding.offsets(text.as_bytes(), [at as u64]).into_iter().collect::<Vec<_>>(),
                [(at as u64, wanted)]
            );
            // A file that ends inside of a character.
            let error = encoding.decode(&file[..file.len() - 1]).unwrap_err();
            assert_eq!(error.offset(), Some((file.len() - encoding.encoded_len(b">")) as u64));
        }
    }
    // By hand: U+00FC, U+20AC and U+1D11E, the low byte first.
    assert_eq!(Utf16Le.encode("\u{fc}\u{20ac}\u{1d11e}".as_bytes()), [0xfc, 0, 0xac, 0x20, 0x34, 0xd8, 0x1e, 0xdd]);
    assert_eq!(Utf32Be.encode("\u{1d11e}".as_bytes()), [0, 1, 0xd1, 0x1e]);
    for (file, offset) in
        [(&[b'<', 0, 0, 0xd8, b'a', 0][..], 2), (&[b'<', 0, 0, 0xdc, b'a', 0], 2), (&[b'<', 0, 0, 0xd8], 2)]
    {
        assert_eq!((XmlEncoding::of(file), Utf16Le.decode(file).unwrap_err().offset()), (Utf16Le, Some(offset)));
    }
    assert_eq!(Utf32Le.decode(&[b'<', 0, 0, 0, 0, 0xd8, 0, 0]).unwrap_err().offset(), Some(4), "a surrogate");
    for (file, encoding) in [
        ("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><a/>", Latin1),
        ("<?xml version='1.0' encoding = 'LATIN1' ?><a/>", Latin1),
        ("<?xml version='1.0' encoding='windows-1252'?><a/>", Utf8),
        ("<?xml version='1.0'?><a encoding='latin1'/>", Utf8),
        ("<?xmlx encoding='latin1'?><a/>", Utf8),
        ("<a>", Utf8),
    ] {
        assert_eq!(XmlEncoding::of(file.as_bytes()), encoding, "{file}");
    }
    assert_eq!(Latin1.decode(b"Gr\xfcn").unwrap(), "Gr\u{fc}n".as_bytes());
    assert_eq!(Latin1.encode("Gr\u{fc}n \u{20ac}".as_bytes()), b"Gr\xfcn &#x20AC;");
}
