// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* JSON, for rooms without LLVM. The values of a text are a list: an array or object is before its
 * elements, and `span` counts it and all that it has inside.
 *
 *   {"a": [1, "x"]}   ->   object (size 1, span 4), "a": array (size 2, span 3), 1, "x"
 *
 * formats/json is the interface for C++. Threads: a parsed text is immutable. */
#ifndef RLX_TEXT_JSON_H
#define RLX_TEXT_JSON_H

#include "rlx_text.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rlx_text_json_kind {
  RLX_TEXT_JSON_NULL = 0,
  RLX_TEXT_JSON_BOOL = 1,
  RLX_TEXT_JSON_INTEGER = 2, /* that 64 bits hold */
  RLX_TEXT_JSON_NUMBER = 3,
  RLX_TEXT_JSON_STRING = 4,
  RLX_TEXT_JSON_ARRAY = 5,
  RLX_TEXT_JSON_OBJECT = 6
} rlx_text_json_kind_t;

typedef struct rlx_text_json_value {
  uint32_t kind;
  rlx_text_string_t key;  /* in an object; else empty */
  rlx_text_string_t text; /* of a string */
  double number;          /* of an integer, too */
  int64_t integer;        /* 0 or 1 for a bool */
  size_t size;            /* the number of elements */
  size_t span;            /* the next value is so many further */
} rlx_text_json_value_t;

typedef struct rlx_text_json rlx_text_json_t;

/* Parses a text of one value. Keys of an object must differ, and values are nested in 127 others at
 * most. NULL: `*error` tells why, with line and column. */
rlx_text_json_t *rlx_text_json_parse(rlx_text_string_t bytes, rlx_text_error_t *error);
/* At least one value, in memory of `json`. */
const rlx_text_json_value_t *rlx_text_json_values(const rlx_text_json_t *json, size_t *count);
/* NULL is allowed. */
void rlx_text_json_free(rlx_text_json_t *json);

#ifdef __cplusplus
}
#endif

#endif /* RLX_TEXT_JSON_H */
