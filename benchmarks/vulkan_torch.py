# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's side of benchmarks/vulkan.py: the work of a link, and MiniLM's network."""
import math
import time


class Torch:
    """Makes the tensors of cases: on a GPU, or on the CPU to try the program."""

    def __init__(self):
        import torch
        self.torch, self.functional = torch, torch.nn.functional
        self.on_gpu = torch.cuda.is_available()
        self.device = "cuda" if self.on_gpu else "cpu"
        self.dtype = torch.float32
        torch.backends.cuda.matmul.allow_tf32 = False
        torch.backends.cudnn.allow_tf32 = False

    def describe(self):
        name = self.torch.cuda.get_device_name() if self.on_gpu else "a CPU: of no use as a peer"
        return f"PyTorch {self.torch.__version__} on {name}"

    def random(self, shape, scale=1.0):
        return self.torch.empty(shape, device=self.device,
                                dtype=self.dtype).uniform_(-scale, scale)

    def wait(self):
        if self.on_gpu:
            self.torch.cuda.synchronize()

    def seconds_of_case(self, case):
        torch = self.torch
        self.dtype = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}[case.dtype]
        try:
            with torch.inference_mode():
                return self.seconds(case.torch(self))
        finally:
            if self.on_gpu:
                torch.cuda.empty_cache()

    def seconds(self, call, warm=0.4):
        """Of a call, in a row of them: the best of five rows. `call` gets its number."""
        calls, end = 0, time.monotonic() + warm  # the clocks of a card that does nothing are low
        begin = time.monotonic()
        while calls == 0 or time.monotonic() < end:
            call(calls)
            self.wait()
            calls += 1
        row = max(3, min(100, round(0.06 * calls / (time.monotonic() - begin))))
        best = math.inf
        for _ in range(5):
            begin = time.monotonic()
            for i in range(row):
                call(i)
            self.wait()
            best = min(best, (time.monotonic() - begin) / row)
        return best


class MiniLM:
    """The network of all-MiniLM with three layers and random weights: BERT's encoder and a mean."""
    WORDS, PLACES, WIDTH, INNER, HEADS, LAYERS = 30522, 512, 384, 1536, 12, 3

    def __init__(self, helper, batch, length):
        self.t, self.batch, self.length = helper, batch, length
        torch, width, inner = helper.torch, self.WIDTH, self.INNER
        helper.dtype = torch.float16
        self.words = helper.random((self.WORDS, width), 0.05)
        self.places = helper.random((self.PLACES, width), 0.05)
        self.types = helper.random((2, width), 0.05)
        self.norms = [self.norm() for _ in range(1 + 2 * self.LAYERS)]
        sizes = [(width, width)] * 4 + [(inner, width), (width, inner)]
        self.layers = [[(helper.random(size, 0.05), helper.random(size[:1], 0.05))
                        for size in sizes] for _ in range(self.LAYERS)]
        self.given = torch.full((batch, length), 7), torch.ones((batch, length))
        self.ids, self.mask = (each.to(helper.device) for each in self.given)

    def norm(self):
        return (self.t.random((self.WIDTH,)) + 2, self.t.random((self.WIDTH,)))

    def __call__(self, ids, mask):
        f, heads = self.t.functional, (self.batch, self.length, self.HEADS, -1)
        far = (1 - mask[:, None, None, :]).to(self.words.dtype) * -60000.0
        x = self.words[ids] + self.types[0] + self.places[:self.length]
        norms = iter(self.norms)
        x = f.layer_norm(x, (self.WIDTH,), *next(norms), 1e-12)
        for query, key, value, out, up, down in self.layers:
            q, k, v = (f.linear(x, *each).view(heads).transpose(1, 2)
                       for each in (query, key, value))
            y = f.scaled_dot_product_attention(q, k, v, attn_mask=far)
            y = f.linear(y.transpose(1, 2).reshape(x.shape), *out)
            x = f.layer_norm(x + y, (self.WIDTH,), *next(norms), 1e-12)
            y = f.linear(f.gelu(f.linear(x, *up)), *down)
            x = f.layer_norm(x + y, (self.WIDTH,), *next(norms), 1e-12)
        weights = mask[:, :, None]
        return x, (x * weights).sum(1) / weights.sum(1).clamp(min=1e-9)

    def ways(self):
        """Names and functions that make a call of a whole run, from the host and to it."""
        def give():
            self.ids.copy_(self.given[0])
            self.mask.copy_(self.given[1])

        def run(network):
            def call(_):
                give()
                return network(self.ids, self.mask)[1].float().cpu()
            return call

        def replayed():
            torch = self.t.torch
            stream = torch.cuda.Stream()
            with torch.cuda.stream(stream):
                self(self.ids, self.mask)
            torch.cuda.current_stream().wait_stream(stream)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                result = self(self.ids, self.mask)[1].float()

            def replay(_):
                give()
                graph.replay()
                return result.cpu()
            return replay
        return {"eager": lambda: run(self),
                "CUDA graph": replayed,
                "torch.compile": lambda: run(self.t.torch.compile(self.__call__))}
