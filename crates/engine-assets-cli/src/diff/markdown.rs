//! Writes changes as Markdown, to be used in a comment.

use super::compared::{Compared, Content};
use super::page::{headline, summary};
use crate::counts::{counted, grouped};
use crate::markup::escaped;
use crate::report::shown_text;

/// Maximum size of a comment in bytes. GitHub allows 65,536 characters, and the program that posts the comment needs
/// some of them.
const MOST_BYTES: usize = 60_000;
/// Maximum number of changes to list for a file.
const MOST_LISTED: usize = 40;

/// Returns the changes as Markdown. Texts from files are written as code, so that they can't mention people or contain
/// links.
pub(super) fn comment(all: &[Compared]) -> String {
    let mut text = format!("### {}\n", headline(all));
    for (number, compared) in all.iter().enumerate() {
        let part = file(compared);
        if text.len() + part.len() > MOST_BYTES {
            text += &format!("\nand {} more\n", counted(all.len() - number, "file"));
            break;
        }
        text += &part;
    }
    text
}

fn file(compared: &Compared) -> String {
    let (title, summary) = (compared.title(), summary(compared));
    let items: Vec<String> = match &compared.content {
        Content::Changes(changes) => changes.iter().map(|change| change.sentence(&code)).collect(),
        Content::Failed(errors) => errors.iter().map(|error| code(error)).collect(),
        // A list item is Markdown, even between tags.
        _ => return format!("\n- {}: {summary}\n", code(&title)),
    };
    let mut text = format!("\n<details><summary><code>{}</code>: {summary}</summary>\n\n", escaped(&title));
    for item in items.iter().take(MOST_LISTED) {
        text += &format!("- {item}\n");
    }
    if items.len() > MOST_LISTED {
        text += &format!("- and {} more\n", grouped((items.len() - MOST_LISTED) as u64));
    }
    text + "\n</details>\n"
}

/// Returns a text as code, using more backticks than the text contains.
fn code(text: &str) -> String {
    let text = shown_text(text);
    if text.is_empty() {
        return "*nothing*".to_owned();
    }
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // Blanks keep backticks of the text apart from those around it.
    let blank = if longest > 0 || text.trim().is_empty() { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn texts_stay_code() {
        assert_eq!(code("nodes/Jack"), "`nodes/Jack`");
        assert_eq!(code("a `b` c"), "`` a `b` c ``");
        assert_eq!(code("```"), "```` ``` ````");
        assert_eq!(code(""), "*nothing*");
        assert_eq!(code("@all <img>"), "`@all <img>`");
    }
}
