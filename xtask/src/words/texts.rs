//! The prose of a file: doc comments, comments, help texts and messages of sources, paragraphs of pages.

use proc_macro2::{TokenStream, TokenTree};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use syn::visit::{self, Visit};

/// Kind of a text.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Kind {
    Docs,
    Comments,
    Pages,
    Help,
    Messages,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Docs => "rustdoc",
            Self::Comments => "comments",
            Self::Pages => "Markdown",
            Self::Help => "--help",
            Self::Messages => "messages",
        }
    }
}

/// A text without code, and the line where it begins.
pub(crate) struct Text {
    pub(crate) kind: Kind,
    pub(crate) line: usize,
    pub(crate) prose: String,
}

/// Folder of the sources whose doc comments `clap` prints.
const COMMAND: &str = "crates/engine-assets-cli/src/";

/// Sources whose strings are help texts.
const HELP: [&str; 2] = ["crates/engine-assets-cli/src/convert_help.rs", "crates/engine-assets-cli/src/examples.rs"];

/// Returns the texts of a Markdown page.
pub(crate) fn texts_of_page(page: &str) -> Vec<Text> {
    vec![Text { kind: Kind::Pages, line: 1, prose: prose(page) }]
}

/// Returns the texts of a Rust source.
pub(crate) fn texts_of_source(name: &str, source: &str) -> Result<Vec<Text>, String> {
    let file = syn::parse_file(source).map_err(|error| format!("{name}: {error}"))?;
    let mut help = HelpTexts::default();
    if name.starts_with(COMMAND) {
        help.visit_file(&file);
    }
    let mut texts = comments(source);
    for text in texts.iter_mut().filter(|text| help.docs.contains(&text.prose)) {
        text.kind = Kind::Help;
    }
    if !name.contains("/tests/") {
        let tokens: TokenStream = source.parse().map_err(|error| format!("{name}: {error}"))?;
        let kind = if HELP.contains(&name) { Kind::Help } else { Kind::Messages };
        messages(tokens, kind, &mut texts);
    }
    Ok(texts)
}

/// Doc comments and comments on lines of their own, one text for adjacent lines.
fn comments(source: &str) -> Vec<Text> {
    let mut texts: Vec<Text> = Vec::new();
    let mut block: Option<(Kind, usize, String)> = None;
    for (number, line) in source.lines().chain([""]).enumerate() {
        let line = line.trim_start();
        let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        let comment = line.strip_prefix("//");
        let next = match (doc, comment) {
            (Some(text), _) => Some((Kind::Docs, text)),
            (None, Some(text)) => Some((Kind::Comments, text)),
            _ => None,
        };
        let continues = block.as_ref().map(|(kind, ..)| *kind) == next.map(|(kind, _)| kind);
        if !continues {
            texts.extend(block.take().map(|(kind, line, text)| Text { kind, line, prose: prose(&text) }));
        }
        if let Some((kind, text)) = next {
            let (_, _, all) = block.get_or_insert_with(|| (kind, number + 1, String::new()));
            all.push_str(text.strip_prefix(' ').unwrap_or(text));
            all.push('\n');
        }
    }
    texts
}

/// Strings with three words or more, except in tests.
fn messages(tokens: TokenStream, kind: Kind, texts: &mut Vec<Text>) {
    let mut is_test = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let inside = group.stream().to_string();
                // The body after `#[cfg(test)] mod tests`, and attributes, whose strings are doc comments.
                let is_attribute = inside.starts_with("doc =") || inside.starts_with("cfg");
                if inside == "cfg (test)" || inside == "cfg(test)" {
                    is_test = true;
                } else if is_test && group.delimiter() == proc_macro2::Delimiter::Brace {
                    is_test = false;
                } else if !is_attribute {
                    messages(group.stream(), kind, texts);
                }
            }
            TokenTree::Literal(literal) => {
                let line = literal.span().start().line;
                if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                    let prose = without_placeholders(&text.value());
                    if prose.split_whitespace().count() >= 3 {
                        texts.push(Text { kind, line, prose });
                    }
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Replaces the placeholders of a format string by a word, as [`prose`] replaces code: `{what}` is a name of the source.
pub(super) fn without_placeholders(message: &str) -> String {
    let mut parts = message.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push('`');
        text.push_str(part.split_once('}').map_or(part, |(_, after)| after));
    }
    text
}

/// Doc comments that `clap` prints: on items that derive its traits, and on their fields and variants.
#[derive(Default)]
struct HelpTexts {
    docs: Vec<String>,
}

impl HelpTexts {
    fn add(&mut self, attributes: &[syn::Attribute]) {
        let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
            syn::Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
                _ => None,
            },
            _ => None,
        });
        let text: Vec<String> = lines.map(|line| line.strip_prefix(' ').unwrap_or(&line).to_owned() + "\n").collect();
        if !text.is_empty() {
            self.docs.push(prose(&text.concat()));
        }
    }
}

/// Whether an item derives a trait of `clap`.
fn is_of_clap(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return false };
        let derived = list.tokens.to_string();
        ["Args", "Parser", "Subcommand", "ValueEnum"].iter().any(|name| derived.contains(name))
    })
}

impl<'a> Visit<'a> for HelpTexts {
    fn visit_item_struct(&mut self, item: &'a syn::ItemStruct) {
        if is_of_clap(&item.attrs) {
            self.add(&item.attrs);
            item.fields.iter().for_each(|field| self.add(&field.attrs));
        }
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'a syn::ItemEnum) {
        if is_of_clap(&item.attrs) {
            self.add(&item.attrs);
            for variant in &item.variants {
                self.add(&variant.attrs);
                variant.fields.iter().for_each(|field| self.add(&field.attrs));
            }
        }
        visit::visit_item_enum(self, item);
    }
}

/// Returns the prose of a Markdown text: no code, one line for each paragraph, heading, item and cell.
pub(super) fn prose(markdown: &str) -> String {
    let mut prose = String::new();
    let mut in_code = false;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(text) if !in_code => prose.push_str(&text),
            // A word, so that the clause around it stays whole.
            Event::Code(_) => prose.push('`'),
            Event::SoftBreak | Event::HardBreak => prose.push(' '),
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell) => prose.push('\n'),
            _ => {}
        }
    }
    prose
}

#[cfg(test)]
mod tests {
    use super::without_placeholders;

    #[test]
    fn placeholders_are_no_words() {
        assert_eq!(without_placeholders("no {what} {index:?} here"), "no ` ` here");
        assert_eq!(without_placeholders("plain text"), "plain text");
    }
}
