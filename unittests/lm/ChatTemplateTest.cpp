// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chat templates. The expected texts are those of Python's jinja2 with trimmed blocks, as Hugging
// Face's tokenizers render them.
#include "lm/ChatTemplate.h"

#include <ctime>
#include <gtest/gtest.h>

#include "formats/gguf/GgufFile.h"
#include "unittests/formats/GgufWriter.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;
using gguf::ValueType;
using lm::ChatTemplate;
using lm::Message;
using test::GgufWriter;

namespace {

rt::StatusOr<ChatTemplate> made(std::string_view source) {
  GgufWriter writer;
  writer.text("tokenizer.ggml.model", "gpt2")
      .texts("tokenizer.ggml.tokens", {"<s>", "</s>", "a"})
      .array<int32_t>("tokenizer.ggml.token_type", ValueType::I32, {3, 3, 1})
      .value<uint32_t>("tokenizer.ggml.bos_token_id", ValueType::U32, 0)
      .value<uint32_t>("tokenizer.ggml.eos_token_id", ValueType::U32, 1);
  if (!source.empty())
    writer.text("tokenizer.chat_template", source);
  const std::vector<uint8_t> bytes = writer.bytes();
  RLX_ASSIGN_OR_RETURN(const gguf::GgufFile file, gguf::GgufFile::parse(bytes));
  RLX_ASSIGN_OR_RETURN(const auto vocabulary, lm::Vocabulary::create(file.metadata));
  return ChatTemplate::create(file.metadata, *vocabulary);
}

rt::StatusOr<std::string> rendered(std::string_view source, const std::vector<Message> &messages) {
  RLX_ASSIGN_OR_RETURN(const ChatTemplate chatTemplate, made(source));
  return chatTemplate.render(messages);
}

const std::vector<Message> kTalk = {{"system", "Be brief."},
                                    {"user", " Hi\n\"you\" "},
                                    {"assistant", "Hello."},
                                    {"user", "\u00e9<|x|>"}};

void expectText(std::string_view source, std::string_view expected) {
  ASSERT_OK_AND_ASSIGN(const std::string text, rendered(source, kTalk));
  EXPECT_EQ(text, expected) << source;
}

TEST(ChatTemplate, MessagesAndTheBeginOfAnAnswer) {
  expectText("{% for m in messages %}\n  {{- '<|' + m.role + '|>' + m['content'] | trim }}\n"
             "{% endfor %}\n{% if add_generation_prompt %}\n<|assistant|>\n{% endif %}",
             "<|system|>Be brief.\n<|user|>Hi\n\"you\"\n<|assistant|>Hello.\n<|user|>\u00e9<|x|>\n"
             "<|assistant|>\n");
  expectText("{{ bos_token }}{{ messages[-1].content }}{{ eos_token }}", "<s>\u00e9<|x|></s>");
}

TEST(ChatTemplate, TheLanguage) {
  expectText("{% set ns = namespace(n=0) %}{% for m in messages %}{% if m.role != 'user' %}"
             "{% continue %}{% endif %}{% set ns.n = ns.n + 1 %}{{ loop.index0 }}{% endfor %}"
             "/{{ ns.n }}",
             "13/2");
  expectText("{% macro tag(x, y='!') %}[{{ x }}{{ y }}]{% endmacro %}"
             "{{ tag('a') }}{{ tag('b', y='?') }}",
             "[a!][b?]");
  expectText("{{ messages[1:] | length }} {{ messages | selectattr('role', 'equalto', 'user') | "
             "list | length }} {{ tools is defined }} {{ tools | length }}",
             "3 2 False 0");
  expectText("{{ 7 // 2 }} {{ 7 % 2 == 1 }} {{ none }} {{ [1, 'a', true] }} {{ 'x' if tools else "
             "'y' }}",
             "3 True None [1, 'a', True] y");
}

TEST(ChatTemplate, MethodsOfPython) {
  expectText("{{ messages[1].content.strip() }}|{{ 'a,b'.split(',')[1] }}|"
             "{{ 'Abc'.startswith('A') }}|{{ 'abc'.upper() }}|{{ 'aXb'.replace('X', '-') }}",
             "Hi\n\"you\"|b|True|ABC|a-b");
  expectText("{% for k, v in messages[0].items() %}{{ k }}={{ v }};{% endfor %}"
             "{{ messages[0].get('x', 'none') }}",
             "role=system;content=Be brief.;none");
}

TEST(ChatTemplate, Json) {
  expectText("{{ messages[1] | tojson }}", R"({"role": "user", "content": " Hi\n\"you\" "})");
  expectText("{{ [1, 2.5, none, true, {}] | tojson }}", "[1, 2.5, null, true, {}]");
  expectText("{{ {'b': [1], 'a': 2} | tojson(indent=2) }}",
             "{\n  \"b\": [\n    1\n  ],\n  \"a\": 2\n}");
  expectText("{{ {'b': [1, 2], 'a': 2} | tojson(separators=(',', ':'), sort_keys=true) }}",
             R"({"a":2,"b":[1,2]})");
  expectText("{{ messages[3].content | tojson }}{{ '\u00e9' | tojson(ensure_ascii=true) }}",
             "\"\u00e9<|x|>\"\"\\u00e9\"");
}

TEST(ChatTemplate, TheDate) {
  const std::time_t now = std::time(nullptr);
  char year[8];
  std::strftime(year, sizeof year, "%Y", std::localtime(&now));
  expectText("{{ strftime_now('%Y') }}", year);
}

TEST(ChatTemplate, Errors) {
  EXPECT_ERROR(rendered("a\n{{ raise_exception('roles must alternate') }}", kTalk).status(),
               InvalidArgument, "roles must alternate (line 2 of the chat template)");
  EXPECT_ERROR(rendered("{% for m in messages %}", kTalk).status(), InvalidArgument,
               "(line 1 of the chat template)");
  EXPECT_ERROR(rendered("{{ messages.x.y }}", kTalk).status(), InvalidArgument, "undefined value");
  EXPECT_ERROR(rendered("{{ frobnicate() }}", kTalk).status(), InvalidArgument, "frobnicate");
  EXPECT_ERROR(rendered("{% include 'other' %}", kTalk).status(), InvalidArgument, "other");
  EXPECT_ERROR(made("").status(), NotFound, "tokenizer.chat_template");
}

// A template from a file must not run for ever, nor overflow the stack.
TEST(ChatTemplate, ItsStepsAreLimited) {
  EXPECT_ERROR(rendered("{% for a in range(90000) %}{% for b in range(90000) %}{% endfor %}"
                        "{% endfor %}",
                        kTalk)
                   .status(),
               InvalidArgument, "fuel");
  EXPECT_ERROR(rendered("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", kTalk).status(),
               InvalidArgument, "recursion");
#ifndef RLX_SANITIZED // what contains itself is never freed
  for (const char *print : {"{{ n }}", "{{ n | tojson }}"})
    EXPECT_ERROR(
        rendered(std::string("{% set n = namespace(x=1) %}{% set n.x = n %}") + print, kTalk)
            .status(),
        InvalidArgument, "nested too deeply");
#endif
  const std::string deep =
      "{% set n = namespace(x=1) %}{% for a in range(90000) %}{% set n.x = [n.x] "
      "%}{% endfor %}";
  EXPECT_OK(rendered(deep, kTalk).status());
  EXPECT_ERROR(rendered(deep + "{{ n.x }}", kTalk).status(), InvalidArgument, "nested too deeply");
}

} // namespace
