//! Clauses that avoid the noun.

/// Kinds of clauses, and the words that begin them. A `/` separates the forms of one word.
const KINDS: [&str; 21] = [
    "what",
    "whatever",
    "stands/stand/stood",
    "behind",
    "beside",
    "those/that/one/ones that",
    "those which/whose",
    "that of",
    "those of",
    "of which",
    "none of",
    "comes/come/came along",
    "comes/come/came back",
    "comes/come/came from",
    "comes/come/came to",
    "goes/go/went to",
    "gives/give/gave back",
    "mends/mend/mended",
    "so many",
    "such of",
    "is/are there",
];

/// A clause and its sentence.
#[derive(Debug)]
pub(crate) struct Clause<'t> {
    pub(crate) kind: &'static str,
    pub(crate) sentence: &'t str,
}

/// Counts words: parts between spaces that have a letter.
pub(crate) fn words(prose: &str) -> usize {
    prose.split_whitespace().filter(|part| part.chars().any(char::is_alphabetic)).count()
}

/// Finds the clauses of a text. Questions are skipped.
pub(crate) fn clauses(prose: &str) -> Vec<Clause<'_>> {
    sentences(prose).flat_map(clauses_of_sentence).collect()
}

fn sentences(prose: &str) -> impl Iterator<Item = &str> {
    let ends = |text: &str| text.ends_with(['.', '?', '!', ':', '\n']);
    let mut rest = prose;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest
            .char_indices()
            .find(|(at, c)| *c == '\n' || (*c == ' ' && ends(&rest[..*at])))
            .map_or(rest.len(), |(at, c)| at + c.len_utf8());
        let (sentence, after) = rest.split_at(end);
        rest = after;
        Some(sentence.trim())
    })
}

fn clauses_of_sentence(sentence: &str) -> Vec<Clause<'_>> {
    if sentence.ends_with('?') {
        return Vec::new();
    }
    let words: Vec<String> = sentence
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .collect();
    let mut found = Vec::new();
    for at in 0..words.len() {
        let rest = words.get(at..).unwrap_or_default();
        found.extend(KINDS.iter().filter(|kind| begins(rest, kind)).map(|kind| Clause { kind, sentence }));
    }
    if sentence.contains(", else ") || sentence.contains("; else ") {
        found.push(Clause { kind: "else", sentence });
    }
    found
}

/// Returns whether the words begin with the words of the kind.
fn begins(words: &[String], kind: &str) -> bool {
    let mut words = words.iter();
    kind.split(' ').all(|forms| {
        words.next().is_some_and(|word| {
            forms.split('/').any(|form| word == form || word.strip_prefix(form).is_some_and(|end| end == "'s"))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{clauses, words};

    fn kinds(prose: &str) -> Vec<&'static str> {
        clauses(prose).into_iter().map(|clause| clause.kind).collect()
    }

    #[test]
    fn clauses_without_a_noun_are_found() {
        assert_eq!(kinds("What the file holds is kept."), ["what"]);
        assert_eq!(kinds("The hash of the page and that of the file, else none."), ["that of", "else"]);
        assert_eq!(
            kinds("It stands beside those that come along."),
            ["stands/stand/stood", "beside", "those/that/one/ones that", "comes/come/came along",]
        );
    }

    #[test]
    fn questions_and_nouns_are_fine() {
        assert_eq!(kinds("What is UDM? The file that contains it. Whatsoever!"), [""; 0]);
    }

    #[test]
    fn words_have_letters() {
        assert_eq!(words("two words, 1 000 – 3"), 2);
    }
}
