// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! GBNF, the grammars of llama.cpp: rules of literals, character classes, groups and repetitions.

use std::collections::HashMap;

use crate::gbnf_lark;

/// Groups within groups.
const MAX_DEPTH: usize = 50;
/// Of a repetition, as in llama.cpp.
const MAX_COUNT: u32 = 2000;
const MAX_RULES: usize = 2000;
/// Of a character class. Each use of a rule may copy its classes.
const MAX_RANGES: usize = 1000;
const MAX_CHARACTER: u32 = 0x10ffff;

/// Sorted ranges of characters, which do not touch. Surrogates are in none.
pub type Characters = Vec<(u32, u32)>;

#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Node {
    One(Characters),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat(Box<Node>, u32, Option<u32>),
    Rule(usize),
}

/// The bodies of the rules. The first one is the root.
pub struct Gbnf {
    pub rules: Vec<Node>,
}

/// Whether a text is GBNF: the name of its first rule stands before "::=".
pub fn is_gbnf(source: &str) -> bool {
    let is_comment = |line: &&str| line.is_empty() || line.starts_with('#') || line.starts_with("//");
    let first = source.lines().map(str::trim).find(|line| !is_comment(line)).unwrap_or("");
    first.trim_start_matches(is_in_name).trim_start().starts_with("::=")
}

/// The same grammar for llguidance.
pub fn to_lark(source: &str) -> Result<String, String> {
    gbnf_lark::write(&parse(source)?)
}

fn is_in_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '-' || character == '_'
}

pub fn parse(source: &str) -> Result<Gbnf, String> {
    let mut parser = Parser { rest: source, line: 1, depth: 0, names: Vec::new(), indices: HashMap::new() };
    parser.index("root", 1);
    parser.skip(true);
    while !parser.rest.is_empty() {
        parser.rule()?;
    }
    if parser.names.len() > MAX_RULES {
        return Err(format!("the grammar has {} rules, but may have {MAX_RULES} at most", parser.names.len()));
    }
    let mut rules = Vec::new();
    for name in parser.names {
        let Some(body) = name.body else {
            return Err(match name.text.as_str() {
                "root" => "the grammar has no rule 'root', which answers begin with".into(),
                other => format!("line {}: there is no rule '{other}'", name.line),
            });
        };
        rules.push((body, name.text, name.line));
    }
    check_ends(&rules)?;
    Ok(Gbnf { rules: rules.into_iter().map(|(body, ..)| body).collect() })
}

/// Each rule must have a text that is finite.
fn check_ends(rules: &[(Node, String, usize)]) -> Result<(), String> {
    fn ends(node: &Node, known: &[bool]) -> bool {
        match node {
            Node::One(_) => true,
            Node::Sequence(parts) => parts.iter().all(|part| ends(part, known)),
            Node::Choice(parts) => parts.iter().any(|part| ends(part, known)),
            Node::Repeat(part, least, _) => *least == 0 || ends(part, known),
            Node::Rule(index) => known[*index],
        }
    }
    let mut known = vec![false; rules.len()];
    loop {
        let before = known.clone();
        for (index, (body, ..)) in rules.iter().enumerate().rev() {
            known[index] = ends(body, &known);
        }
        if known == before {
            break;
        }
    }
    match known.iter().position(|ends| !ends) {
        Some(wrong) => Err(format!("line {}: the rule '{}' never ends", rules[wrong].2, rules[wrong].1)),
        None => Ok(()),
    }
}

struct Name {
    text: String,
    line: usize, // of its first use
    body: Option<Node>,
}

struct Parser<'a> {
    rest: &'a str,
    line: usize,
    depth: usize,
    names: Vec<Name>,
    indices: HashMap<String, usize>,
}

impl<'a> Parser<'a> {
    fn wrong<T>(&self, message: impl std::fmt::Display) -> Result<T, String> {
        Err(format!("line {}: {message}", self.line))
    }

    /// The next character, or the end of the line.
    fn next(&self) -> String {
        match self.rest.chars().next() {
            None => "the end".into(),
            Some('\n' | '\r') => "the end of the line".into(),
            Some(character) => format!("'{character}'"),
        }
    }

    fn index(&mut self, name: &str, line: usize) -> usize {
        if let Some(index) = self.indices.get(name) {
            return *index;
        }
        self.indices.insert(name.into(), self.names.len());
        self.names.push(Name { text: name.into(), line, body: None });
        self.names.len() - 1
    }

    fn take(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.line += text.matches('\n').count();
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Skips blanks and comments, and ends of lines if they mean nothing here.
    fn skip(&mut self, skips_lines: bool) {
        loop {
            if self.rest.starts_with('#') {
                self.rest = &self.rest[self.rest.find(['\r', '\n']).unwrap_or(self.rest.len())..];
            } else if !(self.take(" ") || self.take("\t") || (skips_lines && (self.take("\n") || self.take("\r")))) {
                return;
            }
        }
    }

    fn name(&mut self) -> &'a str {
        let size = self.rest.find(|character| !is_in_name(character)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(size);
        self.rest = rest;
        name
    }

    fn rule(&mut self) -> Result<(), String> {
        let line = self.line;
        let name = self.name();
        if name.is_empty() {
            return self.wrong(format!("expected the name of a rule, but got {}", self.next()));
        }
        self.skip(false);
        if !self.take("::=") {
            return self.wrong(format!("expected '::=' behind the name '{name}', but got {}", self.next()));
        }
        self.skip(true);
        let body = self.choice()?;
        if !self.rest.is_empty() && !self.rest.starts_with(['\r', '\n']) {
            return self.wrong(format!("expected the end of the rule '{name}', but got {}", self.next()));
        }
        let index = self.index(name, line);
        if self.names[index].body.is_some() {
            return Err(format!("line {line}: the rule '{name}' is there twice"));
        }
        self.names[index].body = Some(body);
        self.names[index].line = line;
        self.skip(true);
        Ok(())
    }

    fn choice(&mut self) -> Result<Node, String> {
        let mut options = vec![self.sequence()?];
        while self.take("|") {
            self.skip(true);
            options.push(self.sequence()?);
        }
        Ok(if options.len() == 1 { options.remove(0) } else { Node::Choice(options) })
    }

    fn sequence(&mut self) -> Result<Node, String> {
        let mut parts = Vec::new();
        loop {
            let part = match self.rest.chars().next() {
                Some('"') => self.literal()?,
                Some('[') => self.class()?,
                Some('(') => self.group()?,
                Some('.') => {
                    self.take(".");
                    Node::One(negated(&Vec::new()))
                }
                Some(character) if is_in_name(character) => {
                    let line = self.line;
                    let name = self.name();
                    Node::Rule(self.index(name, line))
                }
                Some('<' | '!') => return self.wrong("tokens in GBNF are not supported; write the text of the token"),
                Some('*' | '+' | '?' | '{') => {
                    return self.wrong(format!(
                        "expected something to repeat before {}; a repetition is repeated in parentheses",
                        self.next()
                    ))
                }
                _ => return Ok(Node::Sequence(parts)),
            };
            self.skip(self.depth > 0);
            parts.push(self.repeated(part)?);
        }
    }

    fn repeated(&mut self, part: Node) -> Result<Node, String> {
        let (least, most) = if self.take("*") {
            (0, None)
        } else if self.take("+") {
            (1, None)
        } else if self.take("?") {
            (0, Some(1))
        } else if self.take("{") {
            self.counts()?
        } else {
            return Ok(part);
        };
        self.skip(self.depth > 0);
        Ok(Node::Repeat(Box::new(part), least, most))
    }

    fn count(&mut self) -> Result<Option<u32>, String> {
        self.skip(self.depth > 0);
        let size = self.rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(size);
        self.rest = rest;
        self.skip(self.depth > 0);
        if digits.is_empty() {
            return Ok(None);
        }
        match digits.parse() {
            Ok(count) if count <= MAX_COUNT => Ok(Some(count)),
            _ => self.wrong(format!("a repetition has {MAX_COUNT} times at most, but this one {digits}")),
        }
    }

    /// Behind the brace of {m}, {m,}, {,n} or {m,n}.
    fn counts(&mut self) -> Result<(u32, Option<u32>), String> {
        let least = self.count()?;
        let has_most = self.take(",");
        let most = if has_most { self.count()? } else { least };
        if !self.take("}") || (least.is_none() && most.is_none()) {
            return self.wrong(format!("expected {{m}}, {{m,}} or {{m,n}}, but got {}", self.next()));
        }
        let least = least.unwrap_or(0);
        match most {
            Some(most) if most < least => self.wrong(format!("the repetition {{{least},{most}}} has no times")),
            _ => Ok((least, most)),
        }
    }

    fn group(&mut self) -> Result<Node, String> {
        self.take("(");
        if self.depth == MAX_DEPTH {
            return self.wrong(format!("groups are nested more than {MAX_DEPTH} deep"));
        }
        let line = self.line;
        self.depth += 1;
        self.skip(true);
        let body = self.choice()?;
        self.depth -= 1;
        if !self.take(")") {
            return self.wrong(format!("expected ')' for the '(' of line {line}, but got {}", self.next()));
        }
        Ok(body)
    }

    fn literal(&mut self) -> Result<Node, String> {
        self.take("\"");
        let mut characters = Vec::new();
        while !self.take("\"") {
            let character = self.character("a literal")?;
            characters.push(Node::One(vec![(character, character)]));
        }
        Ok(Node::Sequence(characters))
    }

    fn class(&mut self) -> Result<Node, String> {
        self.take("[");
        let is_negated = self.take("^");
        let mut ranges = Vec::new();
        while !self.take("]") {
            let first = self.character("a character class")?;
            let mut last = first;
            if self.rest.starts_with('-') && !self.rest.starts_with("-]") {
                self.take("-");
                last = self.character("a character class")?;
            }
            if last < first {
                return self.wrong("a range of a character class ends before it begins");
            }
            ranges.push((first, last));
        }
        let set = normalized(ranges);
        let set = if is_negated { negated(&set) } else { set };
        if set.is_empty() {
            return self.wrong("a character class has no character");
        }
        if set.len() > MAX_RANGES {
            return self.wrong("a character class has more than 1000 ranges");
        }
        Ok(Node::One(set))
    }

    /// One character of a literal or class, which may be an escape.
    fn character(&mut self, of: &str) -> Result<u32, String> {
        let Some(character) = self.rest.chars().next().filter(|next| *next != '\n') else {
            return self.wrong(format!("{of} does not end before {}", self.next()));
        };
        self.rest = &self.rest[character.len_utf8()..];
        if character != '\\' {
            return Ok(character as u32);
        }
        let Some(escape) = self.rest.chars().next() else {
            return self.wrong("expected an escape behind '\\', but got the end");
        };
        self.rest = &self.rest[escape.len_utf8()..];
        match escape {
            'x' => self.hexadecimal(2),
            'u' => self.hexadecimal(4),
            'U' => self.hexadecimal(8),
            't' => Ok('\t' as u32),
            'r' => Ok('\r' as u32),
            'n' => Ok('\n' as u32),
            '\\' | '"' | '[' | ']' | '-' | '^' => Ok(escape as u32),
            other => self.wrong(format!("the escape '\\{other}' is unknown")),
        }
    }

    fn hexadecimal(&mut self, digits: usize) -> Result<u32, String> {
        let text = self.rest.get(..digits).filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let value = text.and_then(|text| u32::from_str_radix(text, 16).ok());
        match value.and_then(char::from_u32) {
            Some(character) => {
                self.rest = &self.rest[digits..];
                Ok(character as u32)
            }
            None => self.wrong(format!("expected {digits} hexadecimal digits of a character behind the escape")),
        }
    }
}

/// Sorted ranges without surrogates, which are no characters.
fn normalized(mut ranges: Characters) -> Characters {
    ranges.sort_unstable();
    let halves = |(first, last): (u32, u32)| [(first, last.min(0xd7ff)), (first.max(0xe000), last)];
    let mut set: Characters = Vec::new();
    for (first, last) in ranges.into_iter().flat_map(halves) {
        match set.last_mut() {
            _ if first > last => {}
            Some(before) if first <= before.1 + 1 => before.1 = before.1.max(last),
            _ => set.push((first, last)),
        }
    }
    set
}

fn negated(set: &Characters) -> Characters {
    let mut ranges = Vec::new();
    let mut next = 0;
    for (first, last) in set {
        if *first > next {
            ranges.push((next, first - 1));
        }
        next = last + 1;
    }
    if next <= MAX_CHARACTER {
        ranges.push((next, MAX_CHARACTER));
    }
    normalized(ranges)
}
