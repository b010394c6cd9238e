//! References, names and folders of projects.

use super::{Files, assert_law, lines};

#[test]
fn projects_of_many_references() {
    let files = |count: usize| -> Files {
        let texture = |number: usize| (format!("in/Textures/t{number}.png"), b"\x89PNG\r\n\x1a\n".to_vec());
        let material = |number: usize| {
            let text = format!("<material><texture name=\"Textures/t{number}.png\" /></material>");
            (format!("in/Materials/m{number}.xml"), text.into_bytes())
        };
        // Each pattern fits many names in part, and one script has all of them.
        let patterns =
            lines(count, |number| format!("a = \"Textures/t\" + x + \"{number}.png\"; b = \"Textures/\" + y;\n"));
        let names =
            lines(count, |number| format!("{{\"icon\": \"Textures/t{number}.png\", \"part\": \"t{number}.png\"}}\n"));
        let quotes = format!("\"Textures/{}\n", "\" + \"".repeat(count));
        let texts = [("Game.as", patterns), ("icons.json", names), ("Quotes.as", quotes)];
        let texts = texts.into_iter().map(|(name, text)| (format!("in/Scripts/{name}"), text.into_bytes()));
        (0..count).map(texture).chain((0..count).map(material)).chain(texts).collect()
    };
    for arguments in [
        &["doctor", "@/in"][..],
        &["validate", "--unused", "--quiet", "@/in"],
        &["refs", "Textures/t7.png", "--project", "@/in"],
        &["refs", "--graph", "json", "--project", "@/in"],
        &["refs", "--graph", "dot", "--project", "@/in"],
    ] {
        assert_law(&format!("{arguments:?}"), arguments, &[0, 1], (300, &files));
    }
}

#[test]
fn renames_of_many_files() {
    let files = |count: usize| -> Files {
        let model = |number: usize| (format!("in/Models/m{number}.mdl"), Vec::new());
        let animation = |number: usize| (format!("in/Models/m_{number}.ani"), Vec::new());
        let list = |number: usize| (format!("in/Models/m{number}.txt"), b"Materials/a.xml\n".to_vec());
        let table = lines(count, |number| format!("Models/m{number}.mdl\tModels/n{number}.mdl\n"));
        let names =
            lines(count, |number| format!("{{\"a\": \"Models/m{number}.mdl\", \"b\": \"Models/m_{number}.ani\"}}\n"));
        let texts = [("table.tsv", table), ("in/Config/a.json", names.clone()), ("in/Config/b.json", names)];
        let texts = texts.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes()));
        let first = [("in/Models/m.mdl".to_owned(), Vec::new())];
        let each = (0..count).map(model).chain((0..count).map(animation)).chain((0..count).map(list));
        each.chain(first).chain(texts).collect()
    };
    for arguments in [
        &["rename", "@/in", "--table", "@/table.tsv"][..],
        &["rename", "@/in", "Models", "Other"],
        &["rename", "@/in", "Models/m.mdl", "Models/x.mdl"],
    ] {
        assert_law(&format!("{arguments:?}"), arguments, &[0], (300, &files));
    }
}

/// Each script has a part of a name that fits all textures, and one script has a part for each of them.
#[test]
fn projects_of_many_parts_of_names() {
    let files = |count: usize| -> Files {
        let texture = |number: usize| (format!("in/Textures/t{number}.png"), b"png".to_vec());
        let script = |number: usize| (format!("in/Scripts/s{number}.as"), b"\"Textures/t\" + x;\n".to_vec());
        let parts = lines(count, |number| format!("\"Textures/t{number}\" + x + \".png\";\n"));
        let parts = [("in/Scripts/all.as".to_owned(), parts.into_bytes())];
        (0..count).map(texture).chain((0..count).map(script)).chain(parts).collect()
    };
    for arguments in [
        &["rename", "@/in", "Textures", "Art"][..],
        &["prune", "@/in", "-o", "@/out"],
        &["refs", "Textures/t7.png", "--project", "@/in"],
    ] {
        assert_law(&format!("{arguments:?}"), arguments, &[0], (1500, &files));
    }
}
