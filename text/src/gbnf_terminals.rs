// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Cuts a GBNF grammar into terminals, which are regular expressions, and rules of them.
//!
//! llguidance finds terminals by their longest match, as lexers do. GBNF knows no terminals: all ways to divide a text
//! count. So the longest match must be the only one that can go on. A word of one terminal that another one could
//! extend by a character that may follow the first one breaks that: of `[a-z]+ "b"`, the first part would take the
//! "b". Such terminals are cut into their parts, down to single characters, which no other can extend.

use std::collections::{HashMap, HashSet};

use crate::gbnf::{Characters, Gbnf, Node};

/// Larger regular parts are rules. In nodes.
const MAX_SIZE: usize = 5000;
/// Of a regular part, in nodes within nodes.
const MAX_DEPTH: usize = 60;
/// A longer sequence that is cut loses half of it at once, not one part at its end.
const MAX_PEELED: usize = 16;
/// Edges of terminals that are made, and characters that are looked at: some hundred milliseconds, and 200 MB.
const MAX_STEPS: usize = 20_000_000;
/// A node takes more memory, and is copied.
const STEPS_OF_NODE: usize = 16;

/// A grammar of terminals, which are not empty.
#[derive(Clone)]
pub enum Part {
    Terminal(usize),
    Sequence(Vec<Part>),
    Choice(Vec<Part>),
    Repeat(Box<Part>, u32, Option<u32>),
    Rule(usize),
}

pub struct Terminals {
    /// Regular: without rules. May be empty, too, where the part is a repetition of 0 to 1 times.
    pub terminals: Vec<Node>,
    /// By the index in the GBNF; none for rules that are within terminals.
    pub rules: Vec<Option<Part>>,
}

pub fn cut(gbnf: &Gbnf) -> Result<Terminals, String> {
    let mut steps = 0;
    let regular = Regular::new(gbnf, &mut steps);
    let mut is_cut = HashSet::new();
    loop {
        let (found, indices) = (Vec::new(), HashMap::new());
        let cutter = Cutter { gbnf, regular: &regular, is_cut: &is_cut, steps: &mut steps, found, indices };
        let terminals = cutter.all();
        let conflicts = conflicts(&terminals, &mut steps)?;
        if conflicts.is_empty() {
            return Ok(terminals);
        }
        is_cut.extend(conflicts.into_iter().map(|terminal| terminals.terminals[terminal].clone()));
    }
}

/// Nodes, and nodes within nodes.
type Size = (usize, usize);

/// The rules as regular expressions without rules, if they are regular and small.
struct Regular {
    rules: Vec<Option<(Node, Size)>>,
}

impl Regular {
    fn new(gbnf: &Gbnf, steps: &mut usize) -> Regular {
        let mut made = Regular { rules: vec![None; gbnf.rules.len()] };
        loop {
            let mut has_grown = false;
            // Rules mostly stand behind those that use them.
            for (index, body) in gbnf.rules.iter().enumerate().rev() {
                if made.rules[index].is_none() {
                    made.rules[index] = made.inlined(body, steps);
                    has_grown |= made.rules[index].is_some();
                }
            }
            if !has_grown {
                return made;
            }
        }
    }

    fn size(&self, node: &Node) -> Option<Size> {
        let (nodes, depth) = match node {
            Node::One(_) => (1, 1),
            Node::Sequence(parts) | Node::Choice(parts) => {
                let mut size = (1, 1);
                for part in parts {
                    let (nodes, depth) = self.size(part)?;
                    size = (size.0 + nodes, size.1.max(depth + 1));
                }
                size
            }
            Node::Repeat(part, ..) => {
                let (nodes, depth) = self.size(part)?;
                (nodes + 1, depth + 1)
            }
            Node::Rule(index) => self.rules[*index].as_ref()?.1,
        };
        (nodes <= MAX_SIZE && depth <= MAX_DEPTH).then_some((nodes, depth))
    }

    /// Without rules, and without sequences within sequences. None if it is not regular, or too large.
    fn inlined(&self, node: &Node, steps: &mut usize) -> Option<(Node, Size)> {
        let size = self.size(node)?;
        *steps += STEPS_OF_NODE * size.0;
        (*steps <= MAX_STEPS).then(|| (self.built(node), size))
    }

    fn built(&self, node: &Node) -> Node {
        match node {
            Node::One(_) => node.clone(),
            Node::Sequence(parts) => {
                let mut flat = Vec::new();
                for part in parts {
                    match self.built(part) {
                        Node::Sequence(inner) => flat.extend(inner),
                        other => flat.push(other),
                    }
                }
                if flat.len() == 1 { flat.remove(0) } else { Node::Sequence(flat) }
            }
            Node::Choice(parts) => Node::Choice(parts.iter().map(|part| self.built(part)).collect()),
            Node::Repeat(part, least, most) => Node::Repeat(Box::new(self.built(part)), *least, *most),
            Node::Rule(index) => self.rules[*index].as_ref().map_or(Node::Rule(*index), |rule| rule.0.clone()),
        }
    }
}

struct Cutter<'a> {
    gbnf: &'a Gbnf,
    regular: &'a Regular,
    is_cut: &'a HashSet<Node>,
    steps: &'a mut usize,
    found: Vec<Node>,
    indices: HashMap<Node, usize>,
}

impl Cutter<'_> {
    /// All rules that the root needs.
    fn all(mut self) -> Terminals {
        let mut rules: Vec<Option<Part>> = vec![None; self.gbnf.rules.len()];
        let mut open = vec![0];
        while let Some(index) = open.pop() {
            if rules[index].is_none() {
                let part = self.part(&self.gbnf.rules[index]);
                needed(&part, &mut open);
                rules[index] = Some(part);
            }
        }
        Terminals { terminals: self.found, rules }
    }

    fn part(&mut self, node: &Node) -> Part {
        if let Some((whole, _)) = self.regular.inlined(node, self.steps) {
            return self.regular_part(&whole);
        }
        match node {
            Node::Sequence(parts) => Part::Sequence(self.grouped(parts, Cutter::run)),
            Node::Choice(parts) => Part::Choice(self.grouped(parts, Cutter::options)),
            Node::Repeat(part, least, most) => Part::Repeat(Box::new(self.part(part)), *least, *most),
            Node::One(_) => self.terminal(node),
            Node::Rule(index) => Part::Rule(*index),
        }
    }

    /// The parts, of which `join` makes one of adjacent ones that are regular.
    fn grouped(&mut self, parts: &[Node], join: impl Fn(&mut Self, &[Node]) -> Vec<Part>) -> Vec<Part> {
        let mut made = Vec::new();
        let (mut run, mut size) = (Vec::new(), 0);
        for part in parts {
            let whole = self.regular.inlined(part, self.steps);
            let added = whole.as_ref().map_or(MAX_SIZE, |(_, (nodes, _))| *nodes);
            if size + added >= MAX_SIZE && !run.is_empty() {
                made.extend(join(self, &std::mem::take(&mut run)));
                size = 0;
            }
            match whole {
                Some((whole, _)) => {
                    run.push(whole);
                    size += added;
                }
                None => made.push(self.part(part)),
            }
        }
        if !run.is_empty() {
            made.extend(join(self, &run));
        }
        made
    }

    /// A sequence of regular parts, one terminal if that may be.
    fn run(&mut self, parts: &[Node]) -> Vec<Part> {
        if let [part] = parts {
            return vec![self.regular_part(part)];
        }
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Node::Sequence(inner) => flat.extend(inner.iter().cloned()),
                other => flat.push(other.clone()),
            }
        }
        *self.steps += STEPS_OF_NODE * flat.len();
        let whole = Node::Sequence(flat);
        if !self.is_cut.contains(&whole) {
            return vec![self.terminal(&whole)];
        }
        if parts.iter().all(|part| matches!(part, Node::One(_))) {
            return parts.iter().map(|part| self.terminal(part)).collect();
        }
        // The end is where words are extended.
        let middle = if parts.len() > MAX_PEELED { parts.len() / 2 } else { parts.len() - 1 };
        let mut made = self.run(&parts[..middle]);
        made.extend(self.run(&parts[middle..]));
        made
    }

    /// Regular parts of a choice, one terminal if that may be.
    fn options(&mut self, parts: &[Node]) -> Vec<Part> {
        let whole = Node::Choice(parts.to_vec());
        match parts.len() > 1 {
            true => vec![self.regular_part(&whole)],
            false => parts.iter().map(|part| self.regular_part(part)).collect(),
        }
    }

    fn regular_part(&mut self, node: &Node) -> Part {
        if !self.is_cut.contains(node) {
            return self.terminal(node);
        }
        match node {
            Node::Sequence(parts) => Part::Sequence(self.run(parts)),
            Node::Choice(parts) => Part::Choice(parts.iter().map(|part| self.regular_part(part)).collect()),
            Node::Repeat(part, least, most) => Part::Repeat(Box::new(self.regular_part(part)), *least, *most),
            Node::One(_) | Node::Rule(_) => self.terminal(node),
        }
    }

    fn terminal(&mut self, node: &Node) -> Part {
        if matches!(node, Node::Sequence(parts) if parts.is_empty()) {
            return Part::Sequence(Vec::new());
        }
        let next = self.found.len();
        let index = *self.indices.entry(node.clone()).or_insert(next);
        if index == next {
            self.found.push(node.clone());
        }
        match is_nullable(node) {
            true => Part::Repeat(Box::new(Part::Terminal(index)), 0, Some(1)),
            false => Part::Terminal(index),
        }
    }
}

/// In parts.
fn size(part: &Part) -> usize {
    match part {
        Part::Terminal(_) | Part::Rule(_) => 1,
        Part::Sequence(parts) | Part::Choice(parts) => 1 + parts.iter().map(size).sum::<usize>(),
        Part::Repeat(part, ..) => 1 + size(part),
    }
}

fn needed(part: &Part, rules: &mut Vec<usize>) {
    match part {
        Part::Terminal(_) => {}
        Part::Sequence(parts) | Part::Choice(parts) => parts.iter().for_each(|part| needed(part, rules)),
        Part::Repeat(part, ..) => needed(part, rules),
        Part::Rule(index) => rules.push(*index),
    }
}

pub fn is_nullable(node: &Node) -> bool {
    match node {
        Node::One(_) | Node::Rule(_) => false,
        Node::Sequence(parts) => parts.iter().all(is_nullable),
        Node::Choice(parts) => parts.iter().any(is_nullable),
        Node::Repeat(part, least, _) => *least == 0 || is_nullable(part),
    }
}

/// A set of the classes into which the grammar's ranges divide all characters.
#[derive(Clone, PartialEq)]
struct Set(Vec<u64>);

impl Set {
    fn meets(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).any(|(left, right)| left & right != 0)
    }

    /// Whether it has grown.
    fn add(&mut self, other: &Set) -> bool {
        let mut has_grown = false;
        for (left, right) in self.0.iter_mut().zip(&other.0) {
            has_grown |= *right & !*left != 0;
            *left |= right;
        }
        has_grown
    }
}

struct Alphabet {
    begins: Vec<u32>, // of the classes
}

impl Alphabet {
    fn new(terminals: &[Node]) -> Alphabet {
        fn collect(node: &Node, begins: &mut Vec<u32>) {
            match node {
                Node::One(set) => begins.extend(set.iter().flat_map(|(first, last)| [*first, last + 1])),
                Node::Sequence(parts) | Node::Choice(parts) => parts.iter().for_each(|part| collect(part, begins)),
                Node::Repeat(part, ..) => collect(part, begins),
                Node::Rule(_) => {}
            }
        }
        let mut begins = Vec::new();
        terminals.iter().for_each(|terminal| collect(terminal, &mut begins));
        begins.sort_unstable();
        begins.dedup();
        Alphabet { begins }
    }

    /// Of a set.
    fn words(&self) -> usize {
        self.begins.len().div_ceil(64)
    }

    fn empty(&self) -> Set {
        Set(vec![0; self.words()])
    }

    fn set(&self, characters: &Characters) -> Set {
        let mut set = self.empty();
        for (first, last) in characters {
            let begin = self.begins.partition_point(|each| each < first);
            let end = self.begins.partition_point(|each| each <= last);
            (begin..end).for_each(|class| set.0[class / 64] |= 1 << (class % 64));
        }
        set
    }
}

/// The positions of the terminals' characters, by Glushkov's construction. Repetitions count as * or +, which has more
/// words: a conflict too many costs time only.
#[derive(Default)]
struct Positions {
    sets: Vec<Set>,
    next: Vec<Vec<usize>>,
    terminals: Vec<usize>, // of each
    first: Vec<Vec<usize>>, // of each terminal
    is_last: Vec<bool>,
}

/// First and last positions of a part.
struct Ends {
    first: Vec<usize>,
    last: Vec<usize>,
    is_nullable: bool,
}

impl Positions {
    fn of(terminals: &[Node], alphabet: &Alphabet, steps: &mut usize) -> Positions {
        let mut made = Positions::default();
        for (index, terminal) in terminals.iter().enumerate() {
            let ends = made.add(terminal, alphabet, steps);
            made.terminals.resize(made.sets.len(), index);
            made.is_last.resize(made.sets.len(), false);
            ends.last.iter().for_each(|position| made.is_last[*position] = true);
            made.first.push(ends.first);
        }
        made
    }

    fn connect(&mut self, from: &[usize], to: &[usize], steps: &mut usize) {
        *steps += from.len() * to.len();
        if *steps <= MAX_STEPS {
            from.iter().for_each(|position| self.next[*position].extend_from_slice(to));
        }
    }

    fn add(&mut self, node: &Node, alphabet: &Alphabet, steps: &mut usize) -> Ends {
        match node {
            Node::One(characters) => {
                *steps += alphabet.words();
                self.sets.push(if *steps <= MAX_STEPS { alphabet.set(characters) } else { Set(Vec::new()) });
                self.next.push(Vec::new());
                let position = self.sets.len() - 1;
                Ends { first: vec![position], last: vec![position], is_nullable: false }
            }
            Node::Sequence(parts) => {
                let mut whole = Ends { first: Vec::new(), last: Vec::new(), is_nullable: true };
                for part in parts {
                    let ends = self.add(part, alphabet, steps);
                    self.connect(&whole.last, &ends.first, steps);
                    if whole.is_nullable {
                        whole.first.extend(&ends.first);
                    }
                    if !ends.is_nullable {
                        whole.last.clear();
                    }
                    whole.last.extend(&ends.last);
                    whole.is_nullable &= ends.is_nullable;
                }
                whole
            }
            Node::Choice(parts) => {
                let mut whole = Ends { first: Vec::new(), last: Vec::new(), is_nullable: false };
                for part in parts {
                    let ends = self.add(part, alphabet, steps);
                    whole.first.extend(&ends.first);
                    whole.last.extend(&ends.last);
                    whole.is_nullable |= ends.is_nullable;
                }
                whole
            }
            Node::Repeat(part, least, most) => {
                let mut ends = self.add(part, alphabet, steps);
                if *most != Some(1) && *most != Some(0) {
                    self.connect(&ends.last, &ends.first, steps);
                }
                ends.is_nullable |= *least == 0;
                ends
            }
            Node::Rule(_) => Ends { first: Vec::new(), last: Vec::new(), is_nullable: true },
        }
    }
}

/// The characters that may follow each terminal.
struct Follow<'a> {
    terminals: &'a Terminals,
    first: Vec<Set>,                       // of the terminals
    rules: Vec<(Set, bool)>,               // first characters, and whether the rule may be empty
    behind_rules: Vec<Set>,
    behind: Vec<Set>, // the terminals
    has_grown: bool,
}

impl<'a> Follow<'a> {
    fn of(terminals: &'a Terminals, positions: &Positions, alphabet: &Alphabet, steps: &mut usize) -> Vec<Set> {
        // Each pass has a set for each part.
        let pass = alphabet.words() * terminals.rules.iter().flatten().map(size).sum::<usize>();
        let first = |first: &Vec<usize>| {
            let mut set = alphabet.empty();
            for position in first {
                set.add(&positions.sets[*position]);
            }
            set
        };
        let numbers = terminals.rules.len();
        let mut follow = Follow {
            terminals,
            first: positions.first.iter().map(first).collect(),
            rules: vec![(alphabet.empty(), false); numbers],
            behind_rules: vec![alphabet.empty(); numbers],
            behind: vec![alphabet.empty(); terminals.terminals.len()],
            has_grown: true,
        };
        while std::mem::take(&mut follow.has_grown) && *steps <= MAX_STEPS {
            *steps += pass;
            for (index, part) in terminals.rules.iter().enumerate().rev() {
                let Some(part) = part else { continue };
                let (set, is_nullable) = follow.first(part, alphabet);
                let known = &mut follow.rules[index];
                follow.has_grown |= known.0.add(&set) | (is_nullable && !known.1);
                known.1 |= is_nullable;
            }
        }
        follow.has_grown = true;
        while std::mem::take(&mut follow.has_grown) && *steps <= MAX_STEPS {
            *steps += pass;
            for (index, part) in follow.terminals.rules.iter().enumerate() {
                if let Some(part) = part {
                    let behind = follow.behind_rules[index].clone();
                    follow.walk(part, behind, alphabet);
                }
            }
        }
        follow.behind
    }

    fn first(&self, part: &Part, alphabet: &Alphabet) -> (Set, bool) {
        match part {
            Part::Terminal(index) => (self.first[*index].clone(), false),
            Part::Rule(index) => self.rules[*index].clone(),
            Part::Sequence(parts) => {
                let mut set = alphabet.empty();
                for part in parts {
                    let (inner, is_nullable) = self.first(part, alphabet);
                    set.add(&inner);
                    if !is_nullable {
                        return (set, false);
                    }
                }
                (set, true)
            }
            Part::Choice(parts) => {
                let mut all = (alphabet.empty(), false);
                for part in parts {
                    let (inner, is_nullable) = self.first(part, alphabet);
                    all.0.add(&inner);
                    all.1 |= is_nullable;
                }
                all
            }
            Part::Repeat(part, least, _) => {
                let (set, is_nullable) = self.first(part, alphabet);
                (set, is_nullable || *least == 0)
            }
        }
    }

    /// Adds the characters behind a part to its terminals and rules.
    fn walk(&mut self, part: &Part, mut behind: Set, alphabet: &Alphabet) {
        match part {
            Part::Terminal(index) => self.has_grown |= self.behind[*index].add(&behind),
            Part::Rule(index) => self.has_grown |= self.behind_rules[*index].add(&behind),
            Part::Sequence(parts) => {
                for part in parts.iter().rev() {
                    self.walk(part, behind.clone(), alphabet);
                    let (set, is_nullable) = self.first(part, alphabet);
                    if is_nullable {
                        behind.add(&set);
                    } else {
                        behind = set;
                    }
                }
            }
            Part::Choice(parts) => parts.iter().for_each(|part| self.walk(part, behind.clone(), alphabet)),
            Part::Repeat(part, _, most) => {
                if *most != Some(1) {
                    behind.add(&self.first(part, alphabet).0);
                }
                self.walk(part, behind, alphabet);
            }
        }
    }
}

/// The terminals that extend a word of a terminal by a character that may follow it. Reads all words at once, as a
/// lexer does: a state has the positions of all terminals that the word so far leads to.
fn conflicts(terminals: &Terminals, steps: &mut usize) -> Result<HashSet<usize>, String> {
    let too_large = || Err("the grammar is too large".to_string());
    if *steps > MAX_STEPS {
        return too_large();
    }
    let alphabet = Alphabet::new(&terminals.terminals);
    let positions = Positions::of(&terminals.terminals, &alphabet, steps);
    if *steps > MAX_STEPS {
        return too_large();
    }
    let behind = Follow::of(terminals, &positions, &alphabet, steps);
    if *steps > MAX_STEPS {
        return too_large();
    }
    let mut found = HashSet::new();
    let mut seen = HashSet::new();
    let mut open = targets(positions.first.iter().flatten(), &positions, &alphabet, steps);
    while let Some(state) = open.pop() {
        if *steps > MAX_STEPS {
            return too_large();
        }
        if seen.contains(&state) {
            continue;
        }
        let mut follows = alphabet.empty();
        for position in state.iter().filter(|position| positions.is_last[**position]) {
            follows.add(&behind[positions.terminals[*position]]);
        }
        for position in &state {
            *steps += 2 * positions.next[*position].len();
            if positions.next[*position].iter().any(|next| positions.sets[*next].meets(&follows)) {
                found.insert(positions.terminals[*position]);
            }
        }
        let next = state.iter().flat_map(|position| &positions.next[*position]);
        open.extend(targets(next, &positions, &alphabet, steps));
        seen.insert(state);
    }
    Ok(found)
}

/// The states behind one character, which leads to some of the positions.
fn targets<'a>(
    next: impl Iterator<Item = &'a usize>,
    positions: &Positions,
    alphabet: &Alphabet,
    steps: &mut usize,
) -> Vec<Vec<usize>> {
    let mut states = vec![Vec::new(); alphabet.begins.len()];
    let mut next: Vec<usize> = next.copied().collect();
    next.sort_unstable();
    next.dedup();
    for position in next {
        for (index, word) in positions.sets[position].0.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                states[64 * index + rest.trailing_zeros() as usize].push(position);
                rest &= rest - 1;
                *steps += 1;
            }
        }
    }
    *steps += states.len();
    states.retain(|state| !state.is_empty());
    states.sort_unstable();
    states.dedup();
    states
}
