// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grammars of answers: masks and texts of small grammars, each of which can be followed by hand,
// and wrong and hostile grammars.
#include "lm/Grammar.h"

#include <gtest/gtest.h>
#include <random>
#include <set>
#include <thread>

#include "formats/gguf/GgufFile.h"
#include "unittests/formats/GgufWriter.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;
using lm::Grammar;
using lm::GrammarState;
using lm::Token;
using lm::Vocabulary;
using Kind = Grammar::Kind;

namespace {

// GPT-2's characters for the bytes 0x20 and 0x0a.
constexpr const char *kSpace = "\u0120", *kNewline = "\u010A";

// The printable characters of ASCII, each at its number; a space and an end of a line; the two
// bytes of "\u00e9"; two words; then tokens without a text.
std::vector<std::string> tokens() {
  std::vector<std::string> all;
  for (int character = 0; character < 0x7f; ++character)
    all.push_back(character > 0x20 ? std::string(1, static_cast<char>(character))
                                   : "unused" + std::to_string(character));
  all[' '] = kSpace;
  all['\n'] = kNewline;
  for (const char *more : {"\u00C3", "\u00A9", "true", "ab", "<|tool|>", "<|im_end|>", "<unk>"})
    all.emplace_back(more);
  return all;
}
constexpr Token kTrue = 0x81, kAb = 0x82, kTool = 0x83, kEnd = 0x84, kUnknown = 0x85;

std::shared_ptr<const Vocabulary> vocabulary() {
  std::vector<int32_t> types(tokens().size(), 1);
  for (size_t token = 0; token < 0x20; ++token)
    types[token] = token == '\n' ? 1 : 5;
  types[kTool] = types[kEnd] = 3;
  types[kUnknown] = 2;
  test::GgufWriter writer;
  writer.text("tokenizer.ggml.model", "gpt2")
      .texts("tokenizer.ggml.tokens", tokens())
      .array<int32_t>("tokenizer.ggml.token_type", gguf::ValueType::I32, types)
      .texts("tokenizer.ggml.merges", {"a b"});
  const std::vector<uint8_t> bytes = writer.bytes();
  return Vocabulary::create(gguf::GgufFile::parse(bytes)->metadata).value();
}

std::set<Token> allowed(GrammarState &state) {
  const auto mask = state.mask();
  EXPECT_TRUE(mask.ok()) << mask.status().toString();
  std::set<Token> found;
  for (Token token = 0; mask.ok() && token < 32 * mask->size(); ++token)
    if ((*mask)[token / 32] >> (token % 32) & 1)
      found.insert(token);
  return found;
}

// Whether a grammar has a text, written byte by byte.
bool has(const Grammar &grammar, const Vocabulary &vocabulary, std::string_view text) {
  GrammarState state = grammar.begin().value();
  for (const char byte : text) {
    Token token = static_cast<unsigned char>(byte);
    if (token > 0x7f)
      token = byte == '\xC3' ? 0x7f : 0x80;
    EXPECT_EQ(vocabulary.bytes(token), std::string_view(&byte, 1));
    const auto mask = state.mask();
    if (!mask.ok() || ((*mask)[token / 32] >> (token % 32) & 1) == 0)
      return false;
    EXPECT_TRUE(state.accept(token).ok());
  }
  const auto mask = state.mask();
  return mask.ok() && ((*mask)[kEnd / 32] >> (kEnd % 32) & 1);
}

class GrammarTest : public ::testing::Test {
protected:
  std::shared_ptr<const Grammar> made(std::string_view source, Kind kind = Kind::Rules) {
    auto grammar = Grammar::create(*words, kind, source);
    EXPECT_TRUE(grammar.ok()) << source << ": " << grammar.status().toString();
    return grammar.value();
  }

  void expectTexts(std::string_view source, const std::vector<std::string> &texts,
                   const std::vector<std::string> &others, Kind kind = Kind::Rules) {
    const auto grammar = made(source, kind);
    for (const std::string &text : texts)
      EXPECT_TRUE(has(*grammar, *words, text)) << source << " has no '" << text << "'";
    for (const std::string &text : others)
      EXPECT_FALSE(has(*grammar, *words, text)) << source << " has '" << text << "'";
  }

  void expectWrong(std::string_view source, std::string_view message, Kind kind = Kind::Rules) {
    const auto grammar = Grammar::create(*words, kind, source);
    ASSERT_FALSE(grammar.ok()) << source;
    EXPECT_EQ(grammar.status().code(), rt::StatusCode::InvalidArgument);
    EXPECT_NE(grammar.status().toString().find(message), std::string::npos)
        << source << ": " << grammar.status().toString();
  }

  std::shared_ptr<const Vocabulary> words = vocabulary();
};

TEST_F(GrammarTest, MasksHaveTheTokensThatMayFollow) {
  const auto grammar = made("root ::= \"ab\" \"c\"? | \"x\"");
  GrammarState state = grammar->begin().value();
  EXPECT_EQ(allowed(state), (std::set<Token>{'a', 'x', kAb}));
  EXPECT_FALSE(state.isFinished());
  ASSERT_OK(state.accept(kAb));
  EXPECT_EQ(allowed(state), (std::set<Token>{'c', kEnd}));
  EXPECT_FALSE(state.isFinished());
  EXPECT_FALSE(state.accept('x').ok());
  ASSERT_OK(state.accept('c'));
  EXPECT_TRUE(state.isFinished());
  EXPECT_EQ(allowed(state), (std::set<Token>{kEnd}));
  // Other answers begin anew.
  GrammarState other = grammar->begin().value();
  EXPECT_EQ(allowed(other), (std::set<Token>{'a', 'x', kAb}));
  ASSERT_OK(other.accept('x'));
  EXPECT_TRUE(other.isFinished());
}

// A grammar of any text has all tokens that stand for text, and those alone.
TEST_F(GrammarTest, TokensWithoutTextAreInNoAnswer) {
  GrammarState state = made("root ::= .*")->begin().value();
  std::set<Token> expected = {'\n', kTrue, kAb, kEnd, 0x7f}; // 0x7f begins a character
  for (Token token = ' '; token < 0x7f; ++token)
    expected.insert(token);
  EXPECT_EQ(allowed(state), expected);
  ASSERT_OK(state.accept(0x7f));
  EXPECT_EQ(allowed(state), (std::set<Token>{0x80}));
  // Lark can name them.
  state = made("start: \"a\" <|tool|>")->begin().value();
  ASSERT_OK(state.accept('a'));
  EXPECT_EQ(allowed(state), (std::set<Token>{kTool}));
}

TEST_F(GrammarTest, Gbnf) {
  expectTexts(
      "# a comment\nroot ::= item (\",\" item){1,2} # behind\n\nitem ::=\n  [a-c]+ |\n  \"\\\"\" "
      "[^\"\\n] \"\\\"\"\n",
      {"a,b", "abc,\"x\",c", "\"\u00e9\",a"}, {"", "a", "a,b,c,a", "d,a", "\"xy\",a", "a,"});
  expectTexts("root ::= \"\\x41\\u0042\\U00000043\\\\\"? [\\]\\-x^]{2} .{,1} [a-]{1}",
              {"]-a", "^xz-", "xx\na", "ABC\\]]-"}, {"]a", "xx", "yy-", "xx12-", "AB]]-"});
  expectTexts("root ::= ( \"a\"\n  | root \"b\" # left recursion\n  )\r\n", {"a", "abb"},
              {"", "b"});
  expectTexts("root ::= pair\npair ::= \"(\" pair? \")\" | \"[\" pair* \"]\"",
              {"()", "[]", "[()[()]]", "((()))"}, {"", "(", "(]", "[(])", "()()"});
}

// All ways to divide a text count, not only the longest match of each part.
TEST_F(GrammarTest, GbnfHasNoLongestMatch) {
  expectTexts("root ::= [a-z]+ \"b\"", {"ab", "bb", "abcb"}, {"b", "a", "ba"});
  expectTexts("root ::= x x\nx ::= [ab]+ x? | \"(\" x \")\"", {"aa", "ab(a)", "(b)b"},
              {"a", "(a)"});
  expectTexts("root ::= \"a\" root \"c\" | \"a\" \"b\" | \"abc\" \"d\"?",
              {"ab", "abc", "abcd", "aabc", "aabcc", "aabcdc"}, {"a", "abb", "aab", "abcc"});
  // llama.cpp's example: the end of a line is white space, too.
  expectTexts("root ::= (expr \"=\" ws term \"\\n\")+\nexpr ::= term ([-+*/] term)*\n"
              "term ::= ident | num | \"(\" ws expr \")\" ws\nident ::= [a-z] [a-z0-9_]* ws\n"
              "num ::= [0-9]+ ws\nws ::= [ \\t\\n]*",
              {"x=1\n", "(y+1) *2 = z\nb=3\n", "a=b \n\n"}, {"x=1", "x=\n", "=1\n", "1a=1\n"});
}

TEST_F(GrammarTest, Lark) {
  expectTexts("start: WORD (\", \" WORD)*\nWORD: /[a-z]+/", {"a", "ab, c"}, {"", "a,b", "a, "});
  expectTexts("start: %json {\"type\": \"boolean\"}", {"true", "false"}, {"null", "no"});
}

TEST_F(GrammarTest, JsonSchemas) {
  expectTexts(R"({"type": "object", "properties": {"a": {"type": "integer", "minimum": 3},
      "b": {"enum": ["x", null]}}, "required": ["a"], "additionalProperties": false})",
              {R"({"a":3})", R"({"a": 40, "b": "x"})", "{\n  \"a\": 5,\n  \"b\": null\n}"},
              {"{}", R"({"a":2})", R"({"a":3,"c":1})", R"({"a":3.5})", "{\"a\":3} "},
              Kind::JsonSchema);
  expectTexts(R"({"$ref": "#/$defs/tree", "$defs": {"tree": {"type": "array", "maxItems": 2,
      "items": {"$ref": "#/$defs/tree"}}}})",
              {"[]", "[[],[[]]]"}, {"", "[[],[],[]]", "{}"}, Kind::JsonSchema);
  expectTexts("true", {"1", "\"x\"", "[{\"a\": null}]"}, {"x", "[", "{1: 2}"}, Kind::JsonSchema);
  expectTexts(R"({"type": "string", "pattern": "^[a-f]{2,3}$"})", {"\"ab\"", "\"fff\""},
              {"\"a\"", "ab", "\"ag\""}, Kind::JsonSchema);
  // A model cannot fill an answer with blanks, unless the schema wants it so.
  expectTexts(R"({"type": "array", "items": {"type": "null"}})", {"[]", "[ null]", "[\n null]"},
              {"[  null]", "[\n\n\n]"}, Kind::JsonSchema);
  expectTexts(R"({"type": "array", "x-guidance": {"whitespace_flexible": true}})", {"[  1]"}, {},
              Kind::JsonSchema);
}

// Random answers are texts of the grammar, for tokens of several characters as well.
TEST_F(GrammarTest, AnswersOfRandomTokensAreTexts) {
  const auto grammar = made("root ::= \"[\" (value (\",\" value)*)? \"]\"\n"
                            "value ::= \"true\" | [ab]{1,3} | root");
  std::mt19937 engine(1);
  for (int answer = 0; answer < 200; ++answer) {
    GrammarState state = grammar->begin().value();
    std::string text;
    while (!state.isFinished()) {
      const std::set<Token> choice = allowed(state);
      ASSERT_FALSE(choice.empty()) << text;
      const bool closes = text.size() > 40 && choice.contains(']');
      const Token token =
          closes ? ']' : *std::next(choice.begin(), static_cast<int>(engine() % choice.size()));
      if (token == kEnd)
        break;
      text += words->bytes(token);
      ASSERT_OK(state.accept(token));
    }
    EXPECT_TRUE(has(*grammar, *words, text)) << text;
  }
}

TEST_F(GrammarTest, ThreadsShareAGrammar) {
  const auto grammar = made("{}", Kind::JsonSchema);
  std::vector<std::thread> threads;
  std::vector<int> right(4);
  for (int &each : right)
    threads.emplace_back([&] { each = has(*grammar, *words, "{\"a\": [1, 2, {\"b\": true}]}"); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, (std::vector<int>{1, 1, 1, 1}));
}

// The states that an answer reaches end with it, so any number of answers has room for them.
TEST_F(GrammarTest, AnswersShareNoStates) {
  const auto grammar = made("start: /(a|b)*a(a|b){16}c/");
  std::minstd_rand random(1);
  for (int answer = 0; answer < 300; ++answer) {
    GrammarState state = grammar->begin().value();
    for (int i = 0; i < 200; ++i)
      ASSERT_TRUE(state.accept(random() >> 8 & 1 ? 'a' : 'b').ok()) << answer;
  }
}

TEST_F(GrammarTest, WrongGrammars) {
  expectWrong(" \n", "the grammar is empty; while reading the grammar");
  expectWrong("x ::= \"a\"", "the grammar has no rule 'root', which answers begin with");
  expectWrong("root ::= \"a\"\n  | b", "line 2: expected the name of a rule, but got '|'");
  expectWrong("root ::= \"a\" |\n b", "line 2: there is no rule 'b'");
  expectWrong("root ::= \"a\"\nroot ::= \"b\"", "line 2: the rule 'root' is there twice");
  expectWrong("root ::= \"a", "line 1: a literal does not end before the end");
  expectWrong("root ::= [a", "line 1: a character class does not end before the end");
  expectWrong("root ::= []", "line 1: a character class has no character");
  expectWrong("root ::= [b-a]", "line 1: a range of a character class ends before it begins");
  expectWrong("root ::= \"\\q\"", "line 1: the escape '\\q' is unknown");
  expectWrong("root ::= \"\\ud800\"", "line 1: expected 4 hexadecimal digits of a character");
  expectWrong("root ::= (\"a\"\n\"b\"",
              "line 2: expected ')' for the '(' of line 1, but got the end");
  expectWrong("root ::= \"a\" )", "line 1: expected the end of the rule 'root', but got ')'");
  expectWrong("root ::= *", "line 1: expected something to repeat before '*'");
  expectWrong("root ::= \"a\"+*", "a repetition is repeated in parentheses");
  expectWrong("root ::= \"a\"{3,2}", "line 1: the repetition {3,2} has no times");
  expectWrong("root ::= \"a\"{x}", "line 1: expected {m}, {m,} or {m,n}, but got 'x'");
  expectWrong("root ::= \"a\"{5000}", "a repetition has 2000 times at most, but this one 5000");
  expectWrong("root ::= <|tool|>", "line 1: tokens in GBNF are not supported");
  expectWrong("root ::= \"a\" root", "line 1: the rule 'root' never ends");
  expectWrong("start: (\"a\"", "line 1, column 12: Expected token ')'");
  expectWrong("start: a", "line 1, column 8: unknown name: \"a\"");
  expectWrong("start: /a(?!b)/", "look-around");
  // No token has a character beyond the vocabulary.
  expectWrong("root ::= \"\u4e00\"", "no token of the vocabulary begins a text of the grammar");
}

TEST_F(GrammarTest, WrongSchemas) {
  const auto expect = [&](std::string_view source, std::string_view message) {
    expectWrong(source, message, Kind::JsonSchema);
  };
  expect("", "the schema is empty; while reading the JSON schema");
  expect("{\"type\":", "the schema is no JSON: EOF while parsing a value at line 1 column 8");
  expect("[]", "a JSON schema is an object or true, but this one is []");
  expect("false", "a JSON schema is an object or true, but this one is false");
  expect(R"({"type": "text"})", "Invalid type: text; while");
  expect(R"({"properties": {"a": {"items": {"type": "text"}}}})",
         "Invalid type: text (in #/properties/a/items); while");
  expect(R"({"anyOf": [{"type": "null"}, {"not": {}}]})",
         "Unimplemented keys: [\"not\"] (in #/anyOf/1); while");
  expect(R"({"type": "integer", "minimum": 3, "maximum": 2})", "Unsatisfiable schema");
  expect(R"({"type": "string", "pattern": "a("})", "unclosed group");
  expect(R"({"$ref": "http://example.com/x"})", "http://example.com/x");
}

std::string repeated(std::string_view text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i)
    all += text;
  return all;
}

// Their memory and time are limited.
TEST_F(GrammarTest, HostileGrammars) {
  expectWrong("root ::= \"" + repeated("a", 300000) + "\"", "may have 262144 at most");
  expectWrong("{\"description\": \"" + repeated("a", 3000000) + "\"}", "may have 2097152 at most",
              Kind::JsonSchema);
  expectWrong("root ::= " + repeated("(", 100000), "groups are nested more than 50 deep");
  expectWrong("root ::= " + repeated("[ab]? ", 9000) + "root \"b\" | \"a\"",
              "the grammar is too large");
  expectWrong("start: " + repeated("(", 100000), "too deeply nested");
  // Every other character, so that each is a range of its own.
  const auto ranges = [](int first, int count) {
    std::string set;
    for (int i = 0; i < count; ++i) {
      const int character = first + 2 * i; // three bytes of UTF-8
      set += {static_cast<char>(0xE0 | character >> 12),
              static_cast<char>(0x80 | (character >> 6 & 0x3f)),
              static_cast<char>(0x80 | (character & 0x3f))};
    }
    return "[" + set + "]";
  };
  expectWrong("root ::= " + repeated("c ", 4000) + "\nc ::= " + ranges(0x4E00, 2000),
              "a character class has more than 1000 ranges");
  std::string options, classes;
  for (int i = 0; i < 200; ++i)
    options += "a \"x\" | ";
  for (int i = 0; i < 10; ++i)
    classes += "| " + ranges(0x4E00 + 2000 * i, 900) + " ";
  expectWrong("root ::= " + options + "c\na ::= \"" + repeated("q", 4980) + "\"\nc ::= \"z\" " +
                  classes,
              "the grammar is too large");
  expectWrong(repeated("{\"items\":", 100000), "recursion limit", Kind::JsonSchema);
  std::string rules = "root ::= r0\n", terminals = "start: T0\n", chain = "start: r0\n";
  std::string refs = "{\"$ref\": \"#/$defs/0\", \"$defs\": {";
  for (int i = 0; i < 5000; ++i) {
    const std::string from = std::to_string(i), to = std::to_string(i + 1);
    rules += "r" + from + " ::= r" + to + " r" + to + "\n";
    chain += "r" + from + ": r" + to + "\n";
    if (i < 60)
      terminals += "T" + from + ": T" + to + " T" + to + "\n";
    refs += "\"" + from + "\": {\"allOf\": [{\"$ref\": \"#/$defs/" + to + "\"}]}, ";
  }
  expectWrong(rules, "rules, but may have 2000 at most");
  expectWrong(terminals + "T60: \"a\"\n", "too big");
  // Rules in a long chain are no error, and no end of the stack.
  expectTexts(chain + "r5000: \"a\"\n", {"a"}, {"", "b"});
  expectTexts(refs + "\"5000\": {\"type\": \"null\"}}}", {"null"}, {"true"}, Kind::JsonSchema);
  // Texts of any length, and states that only their use makes.
  expectTexts("root ::= ((\"a\"{1000}){1000}){1000} root | \"b\"", {"b"}, {"aab"});
  const auto large = made("start: /(a|b)*a(a|b){2000}c/");
  GrammarState state = large->begin().value();
  for (int i = 0; i < 300; ++i) {
    ASSERT_OK(state.mask().status());
    ASSERT_OK(state.accept(i % 3 == 0 ? 'a' : 'b'));
  }
}

} // namespace
