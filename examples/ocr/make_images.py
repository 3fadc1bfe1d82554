#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Renders the line images of this folder (needs Pillow and the DejaVu fonts of Debian)."""
import os

from PIL import Image, ImageDraw, ImageFont

HERE = os.path.dirname(os.path.abspath(__file__))
FONTS = "/usr/share/fonts/truetype/dejavu/"
LINES = [
    ("line1.png", "Hello, compiler!", "DejaVuSans.ttf", 30),
    ("line2.png", "one kernel, every size: 0123456789", "DejaVuSerif.ttf", 28),
    ("line3.png", "RLX", "DejaVuSans-Bold.ttf", 34),
]

for name, text, font, size in LINES:
    face = ImageFont.truetype(FONTS + font, size)
    left, top, right, bottom = face.getbbox(text)
    image = Image.new("RGB", (right - left + 24, 48), (250, 248, 244))
    ImageDraw.Draw(image).text((12 - left, (48 - bottom - top) / 2), text, font=face,
                               fill=(24, 24, 32))
    image.save(os.path.join(HERE, name), optimize=True)
