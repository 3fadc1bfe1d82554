# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images of reports: rlx.plot."""
import re
import xml.etree.ElementTree as xml

import pytest
from test_report import dense

import rlx
import rlx.plot

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def report() -> rlx.Report:
    return rlx.explain(dense(), sizes={"rows": 8}, seconds=0.01, threads=1)


def titles(image):
    return [title.text for title in xml.fromstring(image.svg).iter(SVG + "title")]


def texts(image):
    return [text.text for text in xml.fromstring(image.svg).iter(SVG + "text")]


def test_times_has_a_bar_for_each_kernel(report):
    image = rlx.plot.times(report)
    assert len(titles(image)) == len(report.kernels)
    slowest = max(report.kernels, key=lambda kernel: kernel["ns"])
    assert titles(image)[0].startswith(slowest["label"]) and slowest["route"] in titles(image)[0]
    widths = [float(bar.get("width")) for bar in xml.fromstring(image.svg).iter(SVG + "rect")]
    assert widths == sorted(widths, reverse=True) and widths[0] == 360
    assert f"in {len(report.kernels)} kernels" in texts(image)[0]
    assert image._repr_svg_() == image.svg


def test_times_sums_up_the_others(report, monkeypatch):
    kernels = [{"label": f"k{i} <&>", "ns": 100.0 * i, "route": "r"} for i in range(1, 8)]
    monkeypatch.setattr(rlx.Report, "kernels", property(lambda self: kernels))
    image = rlx.plot.times(report, most=3)
    assert [title.split(":")[0] for title in titles(image)] == ["k7 <&>", "k6 <&>", "k5 <&>", "4 others"]
    assert "1 µs (36 %)" in texts(image) and "2.8 µs in 7 kernels" in texts(image)[0]
    with pytest.raises(ValueError):
        rlx.plot.times(report, most=0)


def test_times_are_estimated_without_a_run():
    empty = rlx.Report("empty")
    model = rlx.compile(dense(), report=empty)
    empty.measure(model, None)
    assert texts(rlx.plot.times(empty))[0].endswith("estimated")


def test_memory_has_the_temporaries_at_their_places(report, monkeypatch):
    buffers = [{"kind": "arena", "type": "f32[8]", "bytes": 2048, "offset": 0, "first": 0, "last": 1},
               {"kind": "arena", "type": "f32[4]", "bytes": 1024, "offset": 2048, "first": 1, "last": 3},
               {"kind": "input", "name": "x", "bytes": 4096, "offset": 0, "first": 0, "last": 3},
               {"kind": "view", "parent": 0}]
    monkeypatch.setattr(rlx.Report, "data", property(lambda self: {"model": "m", "buffers": buffers}))
    monkeypatch.setattr(rlx.Report, "kernels", property(lambda self: [{}] * 4))
    image = rlx.plot.memory(report)
    assert titles(image) == ["f32[8], 2 KiB, commands 0 to 1", "f32[4], 1 KiB, commands 1 to 3"]
    frame, first, second = ({key: float(bar.get(key)) for key in ("x", "y", "width", "height")}
                            for bar in xml.fromstring(image.svg).iter(SVG + "rect"))
    assert first["x"] == frame["x"] and first["width"] == pytest.approx(frame["width"] / 2, abs=0.1)
    assert second["y"] == frame["y"] and second["y"] + second["height"] == pytest.approx(first["y"], abs=0.1)
    assert first["y"] + first["height"] == pytest.approx(frame["y"] + frame["height"], abs=0.1)
    assert second["x"] + second["width"] == pytest.approx(frame["x"] + frame["width"], abs=0.1)
    assert texts(image)[0] == "m: 3 KiB of temporaries over 4 commands"


def test_images_are_saved(report, tmp_path):
    image = rlx.plot.memory(report)
    image.save(tmp_path / "memory.svg")
    assert (tmp_path / "memory.svg").read_text(encoding="utf-8") == image.svg
    assert re.fullmatch(r"<rlx.plot.Image of \d+ characters>", repr(image))
    with pytest.raises(rlx.InvalidArgumentError, match="a file whose name ends in .svg, got '.*memory.png'"):
        image.save(tmp_path / "memory.png")
