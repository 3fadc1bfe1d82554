# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Expected values of gaussian_splat_render.mlir and gaussian_splat_render_backward.mlir.

Renders their scene pixel by pixel from the definition, with the inverse covariance and without
tiles, and takes central differences for the gradients. Prints the tensors as MLIR literals.

    python3 gaussian_splat.py image|gradients
"""

import math
import sys

WIDTH, HEIGHT, CUTOFF, STEPS, THRESHOLD = 16, 12, 1 / 255, 32, 0.01
# All values are exact in f32. Gaussian 2 is behind the camera, 3 beside the image, 4 below the
# cutoff. 0 and 6 have equal positions, so their indices decide.
SCENE = {
    "positions": [[0, 0.125, 0], [-0.75, 0.25, -1], [0, 0, -9], [30, 0, 0], [0.25, 0, -0.5],
                  [1.5, -0.75, 0.5], [0, 0.125, 0]],
    "log_scales": [[-0.5, -1, -1.5], [-1.25, -1.25, -1.25], [0, 0, 0], [-1, -1, -1],
                   [0, 0, 0], [-0.25, -2, -1.5], [-2, -1.75, -1.5]],
    "rotations": [[0.25, -0.5, 0.125, 1], [0, 0, 0, 2], [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1],
                  [-0.5, 0.25, 0.75, 0.5], [0.5, 0.5, -0.5, 0.5]],
    "opacity_logits": [1.5, 0.25, 4, 3, -7, 2.5, 6],
    "colors": [[0.5, 0.25, 0.125], [0.25, 0.75, 0.5], [1, 1, 1], [1, 1, 1], [1, 1, 1],
               [0.125, 0.25, 0.875], [0.75, 0.5, 0.25]],
    "sh": [[[((5 * i + 3 * k + 7 * c) % 16 - 7.5) / 32 for c in range(3)] for k in range(4)]
           for i in range(7)],
}
CAMERA = [0.25, -0.5, -4, 0, 0, 0, 0, 1, 0.125, 50, 0.125, 64]
BACKGROUND = [0.125, 0.25, 0.375]
# The gradient of the loss with respect to the image.
D_IMAGE = [[[((3 * y + 5 * x + 11 * c) % 32 - 15.5) / 32 for c in range(4)] for x in range(WIDTH)]
           for y in range(HEIGHT)]


def sub(a, b):
    return [x - y for x, y in zip(a, b)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    return [x / math.sqrt(dot(a, a)) for x in a]


def times(matrix, vector):
    return [dot(row, vector) for row in matrix]


EYE = CAMERA[0:3]
FORWARD = unit(sub(CAMERA[3:6], EYE))
RIGHT = unit(cross(FORWARD, CAMERA[6:9]))
UP = cross(RIGHT, FORWARD)


def rotation(q):
    x, y, z, w = (v / math.sqrt(dot(q, q)) for v in q)
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def prepared(scene):
    """The visible Gaussians, the nearest first: (depth, number, precision, position, …)."""
    result = []
    for i, position in enumerate(scene["positions"]):
        depth = dot(sub(position, EYE), FORWARD)
        opacity = 1 / (1 + math.exp(-scene["opacity_logits"][i]))
        if not (CAMERA[10] <= depth <= CAMERA[11] and opacity >= CUTOFF):
            continue
        turn = rotation(scene["rotations"][i])
        inverse = [math.exp(-2 * s) for s in scene["log_scales"][i]]
        precision = [[sum(turn[r][k] * inverse[k] * turn[c][k] for k in range(3))
                      for c in range(3)] for r in range(3)]
        x, y, z = unit(sub(position, EYE))
        basis = [math.sqrt(1 / (4 * math.pi))] + [math.sqrt(3 / (4 * math.pi)) * v
                                                  for v in (-y, z, -x)]
        color = [scene["colors"][i][c] + sum(b * h[c] for b, h in zip(basis, scene["sh"][i]))
                 for c in range(3)]
        result.append((depth, i, precision, position, opacity, color))
    return sorted(result, key=lambda g: g[:2])


def pixel(gaussians, row, column):
    tangent = math.tan(math.radians(CAMERA[9]) / 2)
    right = (2 * (column + 0.5) / WIDTH - 1) * tangent * WIDTH / HEIGHT
    up = (1 - 2 * (row + 0.5) / HEIGHT) * tangent
    ray = [f + right * r + up * u for f, r, u in zip(FORWARD, RIGHT, UP)]
    light, transmittance, steps = [0, 0, 0], 1, 0
    for _, _, precision, position, opacity, color in gaussians:
        if steps == STEPS or transmittance < THRESHOLD:
            break
        time = dot(ray, times(precision, sub(position, EYE))) / dot(ray, times(precision, ray))
        offset = [e + time * d - p for e, d, p in zip(EYE, ray, position)]
        alpha = opacity * math.exp(-dot(offset, times(precision, offset)) / 2)
        if time <= 0 or alpha < CUTOFF:
            continue
        light = [v + transmittance * alpha * c for v, c in zip(light, color)]
        transmittance *= 1 - alpha
        steps += 1
    rgb = [max(v + transmittance * b, 0) ** 2.2 for v, b in zip(light, BACKGROUND)]
    return rgb + [1 - transmittance]


def render(scene):
    gaussians = prepared(scene)
    return [[pixel(gaussians, y, x) for x in range(WIDTH)] for y in range(HEIGHT)]


def loss(scene):
    image = render(scene)
    return sum(dot(image[y][x], D_IMAGE[y][x]) for y in range(HEIGHT) for x in range(WIDTH))


def difference(values, i, scene, step=2.0**-14):
    """The slope at values[i], a part of the scene; of fourth order."""
    def at(offset):
        before, values[i] = values[i], values[i] + offset
        result = loss(scene)
        values[i] = before
        return result
    return (8 * (at(step) - at(-step)) - (at(2 * step) - at(-2 * step))) / (12 * step)


def gradient(values, scene):
    return [gradient(v, scene) if isinstance(v, list) else difference(values, i, scene)
            for i, v in enumerate(values)]


def text(value):
    if isinstance(value, list):
        return "[" + ", ".join(map(text, value)) + "]"
    return f"{value:.11e}" if abs(value) > 1e-11 else "0.0"


if sys.argv[1] == "image":
    print(text(render(SCENE)))
else:
    # Differences need continuous functions: no cutoff, no threshold, no equal depths.
    CUTOFF = THRESHOLD = 0
    SCENE["positions"][6] = [0, 0.125, 0.25]
    for name, values in SCENE.items():
        print(name, text(gradient(values, SCENE)))
