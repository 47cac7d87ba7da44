//! Looking for words anywhere in the ability form.
//!
//! Every node of the form derives `Debug`, whose text names each node and field below it. That text is read here as it is written, word
//! by word, and never kept: a walk that can't forget a kind of node.

use std::fmt::{self, Debug, Write};

/// A word of the form: the name of a node or of a field, or a number.
#[derive(Debug, Clone, Copy)]
pub struct Word<'w> {
    /// The word itself.
    pub word: &'w str,
    /// The word before it: of the only part of a node the node's name, of a field's value the field's name.
    pub before: &'w str,
    /// The nodes in whose braces or brackets it stands, the innermost last, each with a space behind it.
    nodes: &'w str,
}

impl Word<'_> {
    /// The node that it stands in.
    pub fn innermost(&self) -> Option<&str> {
        self.nodes.rsplit(' ').find(|node| !node.is_empty())
    }

    /// Whether it stands somewhere within a node of that name.
    pub fn is_in(&self, node: &str) -> bool {
        self.nodes.split(' ').any(|its| its == node)
    }
}

/// Whether any word of the form is one that is looked for. What stands in quotes is no word.
pub fn mentions(form: &dyn Debug, sought: impl FnMut(Word<'_>) -> bool) -> bool {
    let mut reader = Reader {
        sought,
        found: false,
        word: String::new(),
        before: String::new(),
        nodes: String::new(),
        starts: Vec::new(),
        quoted: false,
        escaped: false,
    };
    // Writing ends early, as an error, when the word is found.
    write!(reader, "{form:?}").is_err() || reader.end().is_err() || reader.found
}

/// What reads the text as it is written.
struct Reader<F> {
    sought: F,
    found: bool,
    word: String,
    before: String,
    nodes: String,
    /// Where the name of each node begins.
    starts: Vec<usize>,
    quoted: bool,
    escaped: bool,
}

impl<F: FnMut(Word<'_>) -> bool> Reader<F> {
    /// The word that was being written is complete.
    fn end(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        self.found = (self.sought)(Word { word: &self.word, before: &self.before, nodes: &self.nodes });
        std::mem::swap(&mut self.before, &mut self.word);
        self.word.clear();
        if self.found { Err(fmt::Error) } else { Ok(()) }
    }
}

impl<F: FnMut(Word<'_>) -> bool> Write for Reader<F> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while !rest.is_empty() {
            // Most of the text is names, which are taken whole, and so is what stands in quotes. Names of nodes and fields are ASCII.
            let ends = |sign: u8| match self.quoted {
                true => self.escaped || matches!(sign, b'"' | b'\\'),
                false => !sign.is_ascii_alphanumeric() && sign != b'_',
            };
            let (whole, others) = rest.split_at(rest.bytes().position(ends).unwrap_or(rest.len()));
            if !self.quoted {
                self.word.push_str(whole);
            }
            let Some(sign) = others.chars().next() else { break };
            match sign {
                _ if self.escaped => self.escaped = false,
                '\\' if self.quoted => self.escaped = true,
                '"' => self.quoted = !self.quoted,
                '{' | '(' => {
                    self.end()?;
                    self.starts.push(self.nodes.len());
                    self.nodes.push_str(&self.before);
                    self.nodes.push(' ');
                }
                '}' | ')' => {
                    self.end()?;
                    self.nodes.truncate(self.starts.pop().unwrap_or(0));
                }
                _ => self.end()?,
            }
            rest = others.get(sign.len_utf8()..).unwrap_or_default();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[derive(Debug)]
    #[expect(dead_code, reason = "read through its debug text")]
    enum Form {
        It,
        Other,
        Each(Box<Form>),
        Cost { who: Box<Form>, name: &'static str },
    }

    #[test]
    fn words_are_whole_and_know_where_they_stand() {
        let form = Form::Each(Box::new(Form::Cost { who: Box::new(Form::It), name: "Other \" Form" }));
        assert!(mentions(&form, |it| it.word == "It" && it.before == "who" && it.nodes == "Each Cost "));
        assert!(mentions(&form, |it| it.word == "Cost" && it.is_in("Each")));
        assert!(!mentions(&form, |it| it.word == "Other"), "what is quoted is no word");
        assert!(!mentions(&form, |it| it.word == "I"), "a part of a word is none");
        assert!(mentions(&Form::Other, |it| it.word == "Other" && it.nodes.is_empty()));
    }
}
