//! Markdown to HTML, with links that lead to the pages of the site.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html};

use crate::links::slug;

/// A page as HTML, and its title: its first heading.
pub(super) struct Rendered {
    pub(super) html: String,
    pub(super) title: String,
}

/// Renders a page. `link` returns the target of a link on the site; `None` for a link without a target there, whose text stays.
pub(super) fn render(text: &str, link: impl Fn(&str) -> Option<String>) -> Rendered {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, options).collect();
    let title = name_headings(&mut events);
    let mut left_out = Vec::new();
    let mut in_rust = false;
    let events = events.into_iter().filter_map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let place = if link_type == LinkType::Email { Some(dest_url.to_string()) } else { link(&dest_url) };
            left_out.push(place.is_none());
            Some(Event::Start(Tag::Link { link_type, dest_url: CowStr::from(place?), title, id }))
        }
        Event::End(TagEnd::Link) if left_out.pop() == Some(true) => None,
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let dest_url = link(&dest_url).map_or(dest_url, CowStr::from);
            Some(Event::Start(Tag::Image { link_type, dest_url, title, id }))
        }
        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(ref language))) => {
            in_rust = language.starts_with("rust");
            Some(event)
        }
        Event::End(TagEnd::CodeBlock) => {
            in_rust = false;
            Some(event)
        }
        Event::Text(code) if in_rust => Some(Event::Text(shown_lines(&code).into())),
        event => Some(event),
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    // Tables are wider than telephones.
    let page = page.replace("<table>", "<div class=\"table\"><table>").replace("</table>", "</table></div>");
    Rendered { html: page, title }
}

/// Gives every heading the anchor that rustdoc and GitHub give it. Returns the text of the first.
fn name_headings(events: &mut [Event<'_>]) -> String {
    let mut title = None;
    let mut used = Vec::new();
    for start in 0..events.len() {
        if !matches!(events[start], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let inside = events[start + 1..].iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let text: String = inside
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
                _ => None,
            })
            .collect();
        let anchor = unique(slug(&text), &mut used);
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[start] {
            *id = Some(anchor.into());
        }
        title.get_or_insert(text);
    }
    title.unwrap_or_default()
}

fn unique(slug: String, used: &mut Vec<String>) -> String {
    let count = used.iter().filter(|one| **one == slug).count();
    used.push(slug.clone());
    if count == 0 { slug } else { format!("{slug}-{count}") }
}

/// The lines of an example in Rust that rustdoc shows.
fn shown_lines(code: &str) -> String {
    let lines = code.lines().filter(|line| *line != "#" && !line.starts_with("# "));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::render;

    #[test]
    fn links_headings_and_hidden_lines() {
        let text = "# A `b`\n\n## Two\n## Two\n[x](y.md) [gone](crate::X)\n\n```rust\n# hidden\nshown\n```\n";
        let page = render(text, |link| (link == "y.md").then(|| "y.html".to_owned()));
        assert_eq!(page.title, "A b");
        assert!(page.html.contains("<h1 id=\"a-b\">") && page.html.contains("<h2 id=\"two-1\">"), "{}", page.html);
        assert!(page.html.contains("<a href=\"y.html\">x</a> gone") && !page.html.contains("hidden"), "{}", page.html);
    }
}
