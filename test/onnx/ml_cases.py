# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of classifiers of ai.onnx.ml, in the kind `more`. ONNX leaves open how two classes are
scored, so the expected outputs follow ONNX Runtime's rules, written again in NumPy."""
import types

import numpy as np
from onnx import TensorProto, helper


def random_forest(random, trees, features, leaf_votes):
    """Attributes of full trees of depth 3, and the leaf of each row and tree."""
    attributes = {name: [] for name in ("nodes_treeids", "nodes_nodeids", "nodes_featureids", "nodes_modes",
                                        "nodes_values", "nodes_truenodeids", "nodes_falsenodeids")}
    votes = {"class_treeids": [], "class_nodeids": [], "class_ids": [], "class_weights": []}
    for tree in range(trees):
        for node in range(15):
            is_leaf = node >= 7
            for name, value in (("treeids", tree), ("nodeids", node), ("featureids", int(random.integers(features))),
                                ("modes", "LEAF" if is_leaf else "BRANCH_LEQ"),
                                ("values", float(np.float32(random.standard_normal()))),
                                ("truenodeids", 0 if is_leaf else 2 * node + 1),
                                ("falsenodeids", 0 if is_leaf else 2 * node + 2)):
                attributes["nodes_" + name].append(value)
            for target, weight in leaf_votes(tree) if is_leaf else ():
                for name, value in (("treeids", tree), ("nodeids", node), ("ids", target),
                                    ("weights", float(np.float32(weight)))):
                    votes["class_" + name].append(value)
    return {**attributes, **votes}


def scores_of(x, attributes, classes):
    scores = np.zeros((len(x), classes), np.float32)
    for row, values in enumerate(x):
        for tree in range(max(attributes["nodes_treeids"]) + 1):
            node = 0
            while node < 7:
                at = 15 * tree + node
                goes_left = values[attributes["nodes_featureids"][at]] <= attributes["nodes_values"][at]
                node = 2 * node + (1 if goes_left else 2)
            for i, target in enumerate(attributes["class_ids"]):
                if attributes["class_treeids"][i] == tree and attributes["class_nodeids"][i] == node:
                    scores[row, target] += attributes["class_weights"][i]
    return scores


def logistic(x):
    return (1 / (1 + np.exp(-x))).astype(np.float32)


def ml_cases():
    random = np.random.default_rng(3)
    x = random.standard_normal((9, 5)).astype(np.float32)
    cases = []

    def add(name, attributes, labels, expected, **more):
        node = helper.make_node("TreeEnsembleClassifier", ["x"], ["label", "scores"], domain="ai.onnx.ml",
                                classlabels_int64s=labels, **attributes, **more)
        zipped = helper.make_node("ZipMap", ["scores"], ["maps"], domain="ai.onnx.ml", classlabels_int64s=labels)
        graph = helper.make_graph(
            [node, zipped], name, [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 5])],
            [helper.make_tensor_value_info("label", TensorProto.INT64, ["n"]),
             helper.make_tensor_value_info("maps", TensorProto.FLOAT, ["n", len(labels)])])
        model = helper.make_model(graph, ir_version=8, opset_imports=[
            helper.make_opsetid("", 15), helper.make_opsetid("ai.onnx.ml", 3)])
        cases.append(types.SimpleNamespace(kind="more", name="test_trees_" + name, model=model,
                                           data_sets=[([x], expected)]))

    # Gradient boosting: each tree votes for one class.
    one_each = random_forest(random, 6, 5, lambda tree: [(tree % 3, random.standard_normal())])
    scores = scores_of(x, one_each, 3)
    add("three_classes", one_each, [7, 3, 5], [np.array([7, 3, 5])[scores.argmax(1)], logistic(scores)],
        post_transform="LOGISTIC")
    # A forest: each leaf votes for all classes.
    def shares(tree):
        return list(enumerate(random.dirichlet([1, 1, 1, 1]) / 4))
    forest = random_forest(random, 4, 5, shares)
    scores = scores_of(x, forest, 4)
    add("forest", forest, [0, 1, 2, 3], [scores.argmax(1), scores])
    # Two classes with votes for one of them: margins, and probabilities.
    margins = random_forest(random, 5, 5, lambda tree: [(0, random.standard_normal())])
    score = scores_of(x, margins, 2)[:, :1] + np.float32(0.25)
    add("margins", margins, [4, 9], [np.where(score[:, 0] > 0, 9, 4), logistic(np.hstack([-score, score]))],
        post_transform="LOGISTIC", base_values=[0.25])
    chances = random_forest(random, 5, 5, lambda tree: [(0, random.random() / 5)])
    score = scores_of(x, chances, 2)[:, :1]
    add("probabilities", chances, [4, 9], [np.where(score[:, 0] > 0.5, 9, 4), np.hstack([1 - score, score])])
    second = random_forest(random, 5, 5, lambda tree: [(1, random.random() / 5)])
    scores = scores_of(x, second, 2)
    add("votes_for_the_second", second, [4, 9], [np.where(scores[:, 1] > 0.5, 9, 4), scores])
    return cases
