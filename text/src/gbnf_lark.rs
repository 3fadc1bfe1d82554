// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Writes a GBNF grammar in Lark, as llguidance reads it.

use std::fmt::Write;

use crate::gbnf::{Gbnf, Node};
use crate::gbnf_terminals::{cut, is_nullable, Part};

pub fn write(gbnf: &Gbnf) -> Result<String, String> {
    let cut = cut(gbnf)?;
    let mut writer = Writer { text: "start: r0\n".into(), groups: 0 };
    for (index, rule) in cut.rules.iter().enumerate() {
        if let Some(part) = rule {
            let body = writer.body(part);
            writer.rule(&format!("r{index}"), &body);
        }
    }
    for (index, terminal) in cut.terminals.iter().enumerate() {
        let mut expression = String::new();
        regular(terminal, &mut expression);
        let not_empty = if is_nullable(terminal) { r" & /[\x{0}-\x{10ffff}]+/" } else { "" };
        writer.rule(&format!("T{index}"), &format!("/{expression}/{not_empty}"));
    }
    Ok(writer.text)
}

struct Writer {
    text: String,
    groups: usize,
}

impl Writer {
    fn rule(&mut self, name: &str, body: &str) {
        self.text += &format!("{name}: {body}\n");
    }

    fn body(&mut self, part: &Part) -> String {
        match part {
            Part::Terminal(index) => format!("T{index}"),
            Part::Rule(index) => format!("r{index}"),
            Part::Sequence(parts) if parts.is_empty() => "\"\"".into(),
            Part::Sequence(parts) => self.joined(parts, " "),
            Part::Choice(parts) => self.joined(parts, " | "),
            Part::Repeat(part, least, most) => {
                let one = self.atom(part);
                match (least, most) {
                    (0, Some(1)) => format!("{one}?"),
                    (0, None) => format!("{one}*"),
                    (1, None) => format!("{one}+"),
                    (_, None) => format!("{one}{{{least},}}"),
                    (_, Some(0)) => "\"\"".into(),
                    (_, Some(most)) => format!("{one}{{{least},{most}}}"),
                }
            }
        }
    }

    fn joined(&mut self, parts: &[Part], separator: &str) -> String {
        parts.iter().map(|part| self.atom(part)).collect::<Vec<_>>().join(separator)
    }

    /// In a rule of its own unless it is a name: llguidance takes few parentheses within others.
    fn atom(&mut self, part: &Part) -> String {
        let body = self.body(part);
        if matches!(part, Part::Terminal(_) | Part::Rule(_)) {
            return body;
        }
        let name = format!("g{}", self.groups);
        self.groups += 1;
        self.rule(&name, &body);
        name
    }
}

/// A regular expression.
fn regular(node: &Node, text: &mut String) {
    match node {
        Node::One(characters) => {
            text.push('[');
            for (first, last) in characters {
                let _ = write!(text, r"\x{{{first:x}}}-\x{{{last:x}}}");
            }
            text.push(']');
        }
        Node::Sequence(parts) => parts.iter().for_each(|part| regular(part, text)),
        Node::Choice(parts) => {
            for (index, part) in parts.iter().enumerate() {
                text.push_str(if index == 0 { "(?:" } else { "|" });
                regular(part, text);
            }
            text.push(')');
        }
        Node::Repeat(part, least, most) => {
            text.push_str("(?:");
            regular(part, text);
            let most = most.map_or(String::new(), |most| most.to_string());
            let _ = write!(text, "){{{least},{most}}}");
        }
        Node::Rule(_) => {}
    }
}
