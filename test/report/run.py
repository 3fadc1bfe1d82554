#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens pages of `rlx-run --report` in headless Chromium and uses them: tabs, search, clicks, folding.

Needs the release build, the models and Chromium; scripts/test_report.sh sets all up. Screenshots go
to build/report-test/. The last line is "N passed, M failed".
"""
import os
import subprocess
import sys
import time
import traceback

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "build", "report-test")
MOST_BYTES = 3 << 20  # of a page
MOST_SECONDS = 5  # until a page of 3,000 ops can be used, on a slow machine


def report(model, name, *options):
    """Writes the report of a model; the path of the page."""
    path = os.path.join(FOLDER, name + ".html")
    subprocess.run([os.path.join(ROOT, "build", "release", "bin", "rlx-run"), model, "--report=" + path, *options],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path


def large_model():
    """3,000 ops in 100 scopes: residual blocks, so that nothing fuses to a chain."""
    from onnx import TensorProto, helper
    nodes, last = [], "x"
    for block in range(100):
        begin = last
        for step in range(30):
            op = ("Tanh", "Add", "Sigmoid")[step % 3]
            out = f"b{block}_{step}"
            inputs = [last, begin] if op == "Add" else [last]
            nodes.append(helper.make_node(op, inputs, [out], name=f"/stage{block // 10}/block{block}/{op}_{step}"))
            last = out
    value = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [16]) for name in ("x", last)]
    graph = helper.make_graph(nodes, "large", [value[0]], [value[1]])
    path = os.path.join(FOLDER, "large.onnx")
    with open(path, "wb") as file:
        file.write(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)],
                                     ir_version=8).SerializeToString())
    return path


class Page:
    """A report in the browser."""

    def __init__(self, driver, path):
        self.driver = driver
        self.path = path
        begin = time.monotonic()
        driver.get("file://" + path)
        self.seconds = time.monotonic() - begin

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def run(self, script, *arguments):
        return self.driver.execute_script("return " + script, *arguments)

    def search(self, text):
        box = self.find("#search")
        box.clear()
        box.send_keys(text)
        return self.all("#hits li")

    def tab(self, name):
        self.find(f"nav button[data-tab={name}]").click()

    def screenshot(self, name):
        self.driver.save_screenshot(os.path.join(FOLDER, name + ".png"))

    def console(self):
        return [line["message"] for line in self.driver.get_log("browser")]


def check(condition, text):
    if not condition:
        raise AssertionError(text)


QUERY = "/model/model.0/auto_model/encoder/layer.1/attention/self/query/MatMul"


def search_finds_a_node_and_its_kernel(page):
    hits = page.search("layer.1 query MatMul")
    check(hits and QUERY in hits[0].text, f"the first hit is {hits[0].text if hits else 'missing'}")
    page.find("#search").send_keys(Keys.ENTER)
    details = page.find("#details").text
    check(QUERY in details and "fast path matmul_packed" in details, f"the details are {details}")
    page.screenshot("found")
    # The matmul was fused: its kernel is that of the addition behind it.
    page.find("#details .kernel a").click()
    details = page.find("#details").text
    check("matmul_packed" in details and "of the roofline" in details and "layer.1" in details,
          f"the kernel's details are {details}")
    check(page.find("input[value=kernels]").is_selected(), "the kernel is not shown among kernels")


def a_click_on_the_graph_shows_the_op(page):
    page.search("embeddings/LayerNorm")
    page.find("#search").send_keys(Keys.ENTER)
    at = page.run("rlxReport.positionOf(rlxReport.nodes.find(node => node.op === 'layer_norm'))")
    page.find("#details .close").click()
    check(not page.find("#details").is_displayed(), "the details did not close")
    # The details made the graph narrower.
    at = page.run("rlxReport.positionOf(rlxReport.nodes.find(node => node.op === 'layer_norm'))")
    ActionChains(page.driver).move_by_offset(int(at["x"]), int(at["y"])).click().move_by_offset(
        -int(at["x"]), -int(at["y"])).perform()
    check("layer_norm" in page.find("#details").text, "a click on the op did not show it")


def kernels_are_measured(page):
    page.tab("kernels")
    rows = page.all("#table tbody tr")
    check(len(rows) > 40, f"there are {len(rows)} kernels")
    check("matmul_packed" in rows[0].text, f"the longest kernel is {rows[0].text}")
    shares = page.run("rlxReport.kernels.reduce((sum, kernel) => sum + (kernel.share || 0), 0)")
    check(abs(shares - 1) < 1e-6, f"the shares of the run sum up to {shares}")
    rows[0].click()
    check("fast path" in page.find("#details").text, "a click on a row did not show its kernel")
    page.screenshot("kernels")
    page.find("#table th:nth-child(2)").click()  # by name, from the last one down
    names = [row.text for row in page.all("#table tbody tr td:nth-child(2)")]
    check(names == sorted(names, reverse=True), "the kernels are not sorted by name")


def flops_are_those_of_the_model(page):
    # 128 tokens: 6 matmuls of 384 x 384 x 128 for q, k, v, out and two of 384 x 1536, three layers.
    flops = page.run("rlxReport.kernels.reduce((sum, kernel) => sum + kernel.flops, 0)")
    matmuls = 3 * 2 * 128 * (4 * 384 * 384 + 2 * 384 * 1536)
    check(matmuls < flops < 1.2 * matmuls, f"{flops} operations for matmuls of {matmuls}")


def memory_is_drawn(page):
    page.tab("memory")
    text = page.find("#memory-text").text
    check("temporaries" in text and "MiB of params" in text, f"the text is {text}")
    drawn = page.run("new Set(document.getElementById('plan').getContext('2d').getImageData(0, 0, 900, 400).data).size")
    check(drawn > 20, "the plan is empty")
    page.screenshot("memory")


def compilation_is_listed(page):
    page.tab("compilation")
    phases = [row.text.split()[0] for row in page.all("#phases tbody tr")]
    check(phases[:3] == ["context", "import", "input"] and "package" in phases, f"the phases are {phases}")
    check(any("FuseAttention" in row.text for row in page.all("#remarks tbody tr")), "attention's fusion is not listed")
    page.screenshot("compilation")


def nothing_is_wrong_in_the_console(page):
    check(page.console() == [], f"the console has {page.console()}")


def a_large_model_can_be_used(page):
    check(os.path.getsize(page.path) <= MOST_BYTES, f"the page has {os.path.getsize(page.path)} bytes")
    check(page.seconds <= MOST_SECONDS, f"the page took {page.seconds:.1f} s")
    shown = page.run("rlxReport.shown()")
    check(2 <= shown <= 50, f"{shown} boxes are shown: scopes do not fold")
    page.screenshot("large")


def scopes_unfold(page):
    begin = time.monotonic()
    page.search("block57/Tanh_3")
    page.find("#search").send_keys(Keys.ENTER)
    check("/stage5/block57/Tanh_3" in page.find("#details").text, "the op was not found")
    shown = page.run("rlxReport.shown()")
    check(shown > 30, f"{shown} boxes: the scopes around the op are folded")
    page.find("#expand").click()
    check(page.run("rlxReport.shown()") >= 3000, "not all ops are shown")
    check(time.monotonic() - begin <= MOST_SECONDS, f"unfolding took {time.monotonic() - begin:.1f} s")
    page.screenshot("unfolded")
    page.find("#collapse").click()
    check(page.run("rlxReport.shown()") <= 50, "the scopes did not fold")


def a_model_without_a_run_says_so(page):
    check("No run was measured" in page.find("#warnings").text, "there is no warning")
    check(page.all("#table tbody tr"), "there are no kernels")


def main():
    os.makedirs(FOLDER, exist_ok=True)
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1500,950"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    minilm = os.path.join(ROOT, "models", "minilm", "model.onnx")
    no_params = os.path.join(ROOT, "test", "lit", "tools", "rlx-run", "Inputs", "dense.mlir")
    pages = [
        (lambda: report(minilm, "minilm", "--dim=batch_size=1", "--dim=sequence_length=128"),
         [search_finds_a_node_and_its_kernel, a_click_on_the_graph_shows_the_op, kernels_are_measured,
          flops_are_those_of_the_model, memory_is_drawn, compilation_is_listed, nothing_is_wrong_in_the_console]),
        (lambda: report(large_model(), "large"),
         [a_large_model_can_be_used, scopes_unfold, nothing_is_wrong_in_the_console]),
        (lambda: report(no_params, "no-params"), [a_model_without_a_run_says_so, nothing_is_wrong_in_the_console]),
    ]
    passed = failed = 0
    for make, tests in pages:
        page = Page(driver, make())
        for test in tests:
            try:
                test(page)
                passed += 1
            except Exception:  # one that ends must not hide the others
                failed += 1
                print(f"FAILED {test.__name__} of {os.path.basename(page.path)}\n{traceback.format_exc()}")
    driver.quit()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
