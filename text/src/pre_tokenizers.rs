// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How text is cut into words before BPE merges, by the names of `tokenizer.ggml.pre`.

use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::pre_tokenizers::digits::Digits;
use tokenizers::pre_tokenizers::sequence::Sequence;
use tokenizers::pre_tokenizers::split::{Split, SplitPattern};
use tokenizers::pre_tokenizers::PreTokenizerWrapper;
use tokenizers::SplitDelimiterBehavior::Isolated;

use crate::failure::Failure;

#[derive(Clone, Copy)]
enum Step {
    /// Each digit is a word.
    Digits,
    /// GPT-2's expression.
    Gpt2,
    /// The matches of an expression, and the text between them.
    Split(&'static str),
}

/// One way to cut, and the names that files have for it.
struct Kind {
    names: &'static [&'static str],
    steps: &'static [Step],
    /// A word that is a token needs no merges.
    ignores_merges: bool,
}

const WORDS: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
const WORDS_AND_DIGITS: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
/// A word ends where a small letter is before a capital one: o200k_base, with one to three digits.
const CASED_WORDS: &str = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+";
const CASED_WORDS_AND_DIGITS: &str = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+";

/// GPT-2's, for steps that come before another one.
const GPT2_WORDS: &str = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+";
/// Letters with a case, without those of Armenian and Georgian and rare ones, which DeepSeek's list has not.
const DEEPSEEK_WORDS: &str = r"\s?[\p{Lu}\p{Ll}\p{Lt}&&[^\u{560}-\u{588}\u{10c7}-\u{10ff}\u{1c80}-\u{1c8f}\u{2d00}-\u{2d2f}\u{a790}-\u{a7ff}\u{ab30}-\u{ab6f}\u{10570}-\u{105bf}\u{16e40}-\u{16e7f}\u{1d400}-\u{1d7cb}\u{1df00}-\u{1df2f}]]+";
/// Words that end at signs of several scripts, with these signs between them.
const BLOOM_WORDS: &str = r" ?[^(\s|.,!?…。，、।۔،)]+";
const HAN_AND_HANGUL: &str = r"[一-龥ࠀ-一가-퟿]+";

const KINDS: &[Kind] = &[
    Kind {
        names: &[
            "gpt-2", "phi-2", "olmo", "mpt", "roberta-bpe", "mellum", "gigachat", "a.x-4.0", "trillion", "granite-docling",
        ],
        steps: &[Step::Gpt2],
        ignores_merges: false,
    },
    // That of files without a name, too.
    Kind {
        names: &["default"],
        steps: &[
            Step::Split(r"[\p{P}$+<=>^~|]+"),
            Step::Split(GPT2_WORDS),
            Step::Split(r"\p{N}+"),
            Step::Split("[0-9][0-9][0-9]"),
        ],
        ignores_merges: false,
    },
    Kind {
        names: &["falcon"],
        steps: &[Step::Split(r"[\p{P}$+<=>^~|`]+"), Step::Split(GPT2_WORDS), Step::Split("[0-9][0-9][0-9]")],
        ignores_merges: false,
    },
    Kind {
        names: &["deepseek-llm"],
        steps: &[
            Step::Split(r"[\r\n]"),
            Step::Split(DEEPSEEK_WORDS),
            Step::Split(r"\s?[!-/:-~！-／：-～‘-‟　-。]+"),
            Step::Split(r"\s+$"),
            Step::Split(HAN_AND_HANGUL),
            Step::Split(r"\p{N}+"),
        ],
        ignores_merges: false,
    },
    Kind {
        names: &["deepseek-coder"],
        steps: &[
            Step::Split(r"[\r\n]"),
            Step::Split(r"\s?\p{L}+"),
            Step::Split(r"\s?\p{P}+"),
            Step::Split(HAN_AND_HANGUL),
            Step::Split(r"\p{N}"),
        ],
        ignores_merges: false,
    },
    Kind { names: &["bloom", "gpt3-finnish", "poro-chat"], steps: &[Step::Split(BLOOM_WORDS)], ignores_merges: false },
    Kind { names: &["viking"], steps: &[Step::Split(BLOOM_WORDS), Step::Split(r"\p{N}")], ignores_merges: false },
    Kind {
        names: &["smollm", "starcoder", "refact", "codeshell", "command-r", "exaone", "minerva-7b"],
        steps: &[Step::Digits, Step::Gpt2],
        ignores_merges: false,
    },
    Kind {
        names: &["llama-bpe", "llama3", "llama-v3", "falcon3", "pixtral", "midm-2.0"],
        steps: &[Step::Split(WORDS)],
        ignores_merges: true,
    },
    Kind { names: &["dbrx", "smaug-bpe"], steps: &[Step::Split(WORDS)], ignores_merges: false },
    Kind { names: &["gpt-4o", "llama4", "kanana2"], steps: &[Step::Split(CASED_WORDS)], ignores_merges: false },
    Kind { names: &["tekken"], steps: &[Step::Split(CASED_WORDS_AND_DIGITS)], ignores_merges: true },
    Kind {
        names: &["qwen2", "stablelm2", "deepseek-r1-qwen", "megrez", "kormo"],
        steps: &[Step::Split(WORDS_AND_DIGITS)],
        ignores_merges: false,
    },
];

/// The steps of a name, and whether words that are tokens need no merges.
pub fn find(name: &str) -> Result<(PreTokenizerWrapper, bool), Failure> {
    let Some(kind) = KINDS.iter().find(|kind| kind.names.contains(&name)) else {
        let known: Vec<&str> = KINDS.iter().flat_map(|kind| kind.names.iter().copied()).collect();
        return Err(Failure::unsupported(format!(
            "the pre-tokenizer '{name}' is unknown; known ones are {}",
            known.join(", ")
        )));
    };
    let mut steps: Vec<PreTokenizerWrapper> = Vec::new();
    let mut cuts_gpt2 = false;
    for step in kind.steps {
        match step {
            Step::Digits => steps.push(Digits::new(true).into()),
            Step::Gpt2 => cuts_gpt2 = true,
            Step::Split(expression) => {
                let pattern = SplitPattern::Regex(expression.to_string());
                let split = Split::new(pattern, Isolated, false).map_err(|error| error.to_string())?;
                steps.push(split.into());
            }
        }
    }
    steps.push(ByteLevel::new(false, false, cuts_gpt2).into());
    Ok((Sequence::new(steps).into(), kind.ignores_merges))
}
