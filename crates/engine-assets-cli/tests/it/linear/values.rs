//! Values by their paths.

use super::{BytesOf, SMALL, assert_law, lines, scene};

/// Patterns that match many values, of one part and of many: they are changed in one pass.
#[test]
fn values_by_paths() {
    let node = |id: usize, inside: &str| {
        let name = "<attribute name=\"Name\" value=\"n\"/>";
        format!("<node id=\"{id}\">{name}{inside}</node>")
    };
    let light = |id: usize| {
        format!("<component type=\"Light\" id=\"{id}\"><attribute name=\"Range\" value=\"5\"/></component>")
    };
    let many = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<String>();
    let attribute = |at: usize| format!("<attribute name=\"a{at}\" value=\"1\"/>");
    let files: [(&str, BytesOf<'_>, &[&[&str]]); 6] = [
        (
            "nodes.xml",
            &|count| scene((0..count).map(|at| node(at + 2, &light(at + 1)))),
            &[
                &["get", "@", "**"],
                &["get", "@", "nodes/**[Light]/Range"],
                &["set", "--dry-run", "@", "nodes/*/Name", "m"],
                &["set", "--dry-run", "@", "nodes/*/Position", "1 2 3"],
                &["set", "--dry-run", "@", "nodes/**/Range", "7", "--where", "Light Type=Point"],
                &["remove", "--dry-run", "@", "nodes/**/Range"],
                &["remove", "--dry-run", "@", "nodes/*/Light"],
                &["remove", "--dry-run", "@", "nodes/*", "--where", "Name=n"],
                &["keys", "@", "nodes"],
                &["insert", "--dry-run", "@", "nodes", "m"],
            ],
        ),
        (
            "components.xml",
            &|count| scene(std::iter::once(node(2, &many(count, &|at| light(at + 1))))),
            &[
                &["set", "--dry-run", "@", "nodes[1]/**/Range", "7"],
                &["set", "--dry-run", "@", "nodes[1]/**/Brightness Multiplier", "7"],
                &["remove", "--dry-run", "@", "nodes[1]/*[Light]/Range"],
                &["keys", "@", "nodes[1]"],
            ],
        ),
        (
            "attributes.xml",
            &|count| {
                let component = format!("<component type=\"Thing\" id=\"1\">{}</component>", many(count, &attribute));
                scene(std::iter::once(node(2, &component)))
            },
            &[&["set", "--dry-run", "@", "nodes[1]/Thing/*", "7"], &["remove", "--dry-run", "@", "nodes[1]/Thing/a*"]],
        ),
        (
            "material.xml",
            &|count| {
                let parameter = |at: usize| format!("<parameter name=\"p{at}\" value=\"1\"/>");
                format!("<material>{}</material>", many(count, &parameter)).into_bytes()
            },
            &[
                &["set", "--dry-run", "@", "parameters/*", "7"],
                &["remove", "--dry-run", "@", "parameters/*"],
                &["get", "@", "**"],
            ],
        ),
        (
            "interface.xml",
            &|count| {
                let child = |at: usize| {
                    format!(
                        "<element type=\"Text\"><attribute name=\"Name\" value=\"t{at}\"/><attribute name=\"Position\" value=\"1 2\"/></element>"
                    )
                };
                format!("<element>{}</element>", many(count, &child)).into_bytes()
            },
            &[
                &["set", "--dry-run", "@", "children/*/Position", "3 4"],
                &["remove", "--dry-run", "@", "children/*/Position"],
                &["get", "@", "**"],
            ],
        ),
        (
            "effect.xml",
            &|count| {
                let fade = |at: usize| format!("<colorfade color=\"1 1 1 1\" time=\"{at}\"/>");
                format!("<particleeffect>{}</particleeffect>", many(count, &fade)).into_bytes()
            },
            &[&["set", "--dry-run", "@", "colorfade/*/time", "0.5"], &["remove", "--dry-run", "@", "colorfade/*"]],
        ),
    ];
    for (name, make, commands) in files {
        for arguments in commands {
            let file = format!("@/{name}");
            let words: Vec<&str> =
                arguments.iter().map(|word| if *word == "@" { file.as_str() } else { word }).collect();
            // A name isn't a pattern: nothing matches `a*`.
            let statuses: &[i32] = if arguments.contains(&"nodes[1]/Thing/a*") { &[1] } else { &[0] };
            let files = |count: usize| vec![(name.to_owned(), make(count))];
            assert_law(&format!("{name}: {arguments:?}"), &words, statuses, (SMALL / 2, &files));
        }
    }
}

#[test]
fn keys_of_many_nodes() {
    let files = |count: usize| {
        let nodes = lines(count / 4, |at| format!("<node id=\"{}\"></node>\n", at + 2));
        vec![("a.xml".into(), format!("<scene id=\"1\">\n{nodes}</scene>\n").into_bytes())]
    };
    assert_law("keys", &["keys", "@/a.xml", "nodes/*"], &[0], (SMALL, &files));
}
