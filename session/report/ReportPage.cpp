// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report as a page: page/report.html with the style, the program and the data inside.
#include "session/report/Report.h"

#include "session/report/Page.inc"

namespace rlx {

namespace {
// "</script>" in a string would end the element that has the data.
std::string inScript(std::string json) {
  for (size_t at = json.find("</"); at != std::string::npos; at = json.find("</", at + 3))
    json.replace(at, 2, "<\\/");
  return json;
}

void put(std::string &page, std::string_view mark, std::string_view text) {
  if (const size_t at = page.find(mark); at != std::string::npos)
    page.replace(at, mark.size(), text);
}
} // namespace

std::string Report::html() const {
  std::string page(kPageHtml);
  put(page, "/*STYLE*/", kPageCss);
  put(page, "/*PROGRAM*/", kPageJs);
  put(page, "/*DATA*/null", inScript(json())); // last: the data may contain a mark
  return page;
}

} // namespace rlx
