// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Losses and their gradients. Labels are class indices, which are checked in the run. There is one
// loss per row; a mean or a sum over the batch is a separate op, for example rlx.reduce_mean. Class
// weights and ignored labels are not supported.
#ifndef RLX_LOSS_TD
#define RLX_LOSS_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_SoftmaxCrossEntropyOp : RLX_CompositeOp<"softmax_cross_entropy", [RLX_MayFail]> {
  let summary = "cross entropy of the softmax of logits and integer labels";
  let description = [{
    *Semantics*: `result[p..] = ln(sum_c e^logits[p.., c]) - logits[p.., labels[p..]]`: one loss per
    row of the last dimension, which holds the classes. A label outside [0, C) fails the run.

    *Shape rule*: the logits have rank 1 or more (softmax_cross_entropy_c1) and at least one class
    (softmax_cross_entropy_c2). The labels have their shape without the last dimension
    (softmax_cross_entropy_c3). The result has the shape of the labels.

    *Types*: floating-point logits, integer labels. The result has the element type of the logits.

    *Numerics*: the largest logit of a row is subtracted first. f16 and bf16 compute in f32 and
    round once. A result is NaN if its row has NaN or +inf, or only -inf.

    *Example*:
    ```mlir
    %0 = rlx.softmax_cross_entropy %x, %labels : (tensor<?x1000xf32>, tensor<?xi64>) -> tensor<?xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$logits, RLX_IntTensor:$labels);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def RLX_SoftmaxCrossEntropyBackwardOp : RLX_CompositeOp<"softmax_cross_entropy_backward", [RLX_MayFail]> {
  let summary = "gradient of the softmax cross entropy";
  let description = [{
    *Semantics*: the gradient of the logits of an `rlx.softmax_cross_entropy`; `dy` is the gradient
    of its result: `result[p.., c] = (softmax(logits[p..])[c] - (c = labels[p..] ? 1 : 0)) *
    dy[p..]`. A label outside [0, C) fails the run.

    *Shape rule*: the logits have rank 1 or more (softmax_cross_entropy_backward_c1) and at least
    one class (softmax_cross_entropy_backward_c2). labels and `dy` have their shape without the last
    dimension (softmax_cross_entropy_backward_c3). Element types of logits and `dy` must be equal
    (softmax_cross_entropy_backward_c4). The result has the shape of the logits.

    *Types*: floating-point logits and `dy`, integer labels.

    *Numerics*: as `rlx.softmax`.

    *Example*:
    ```mlir
    %0 = rlx.softmax_cross_entropy_backward %x, %labels, %dy : (tensor<?x1000xf32>, tensor<?xi64>, tensor<?xf32>) -> tensor<?x1000xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$logits, RLX_IntTensor:$labels, RLX_FloatTensor:$dy);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

#endif // RLX_LOSS_TD
