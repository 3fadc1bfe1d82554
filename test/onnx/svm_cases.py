# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of support vector machines, linear models, labels and trees of ai.onnx.ml, in the kind `more`.
ONNX has no tests of them and leaves much open, so the expected outputs are ONNX Runtime's."""
import types

import numpy as np
import onnxruntime
from onnx import MapProto, TensorProto, helper, numpy_helper

from case_base import CaseBase

KERNELS = ("LINEAR", "POLY", "RBF", "SIGMOID")


def numbers(values):
    return [float(value) for value in np.asarray(values, np.float32).ravel()]


def map_proto(name, key, values):
    """A map as protobuf; numpy_helper has no maps with strings."""
    proto = MapProto(name=name, key_type=key)
    (proto.string_keys if key == TensorProto.STRING else proto.keys).extend(
        each.encode() if key == TensorProto.STRING else each for each in values)
    proto.values.CopyFrom(numpy_helper.from_list([
        np.array(value, object if isinstance(value, str) else None) for value in values.values()]))
    return proto


class Cases(CaseBase):
    def add(self, name, op, data_sets, outputs, **attributes):
        """Each data set is a list of inputs with a dynamic number of rows. `outputs` has the element types."""
        names = [f"x{i}" for i in range(len(data_sets[0]))]
        results = [f"y{i}" for i in range(len(outputs))]
        node = helper.make_node(op, names, results, domain="ai.onnx.ml", **attributes)

        def info(name, value, element):
            shape = ["n", *value.shape[1:]] if len(data_sets) > 1 else value.shape
            return helper.make_tensor_value_info(name, element, shape)
        inputs = [info(name, value, helper.np_dtype_to_tensor_dtype(value.dtype))
                  for name, value in zip(names, data_sets[0])]
        graph = helper.make_graph([node], name, inputs, [
            helper.make_tensor_value_info(result, element, None) for result, element in zip(results, outputs)])
        model = helper.make_model(graph, ir_version=8, opset_imports=[
            helper.make_opsetid("", 15), helper.make_opsetid("ai.onnx.ml", 1)])
        session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        expected = [session.run(None, dict(zip(names, values))) for values in data_sets]
        del graph.output[:]
        graph.output.extend(info(*each) for each in zip(results, expected[0], outputs))
        model.graph.CopyFrom(graph)
        self.all.append(types.SimpleNamespace(kind="more", name="test_ml_" + name, model=model,
                                              data_sets=list(zip(data_sets, expected))))

    def add_map(self, name, op, key, value, maps, output, expected=None, **attributes):
        """`key`, `value` and `output` are element types; each map is a data set. ONNX Runtime takes no maps of
        strings from Python, so their outputs are `expected`."""
        node = helper.make_node(op, ["map"], ["y"], domain="ai.onnx.ml", **attributes)
        kind = helper.make_map_type_proto(key, helper.make_tensor_type_proto(value, []))
        graph = helper.make_graph([node], name, [helper.make_value_info("map", kind)],
                                  [helper.make_tensor_value_info("y", output, [1, None])])
        model = helper.make_model(graph, ir_version=8, opset_imports=[
            helper.make_opsetid("", 15), helper.make_opsetid("ai.onnx.ml", 1)])
        if expected is None:
            session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
            expected = [session.run(None, {"map": each})[0] for each in maps]
        self.all.append(types.SimpleNamespace(
            kind="more", name="test_ml_" + name, model=model,
            data_sets=[([map_proto("map", key, each)], [result]) for each, result in zip(maps, expected)]))

    def rows(self, features, dtype=np.float32):
        """Data sets of 1 and 7 rows."""
        scale = 1 if np.issubdtype(dtype, np.floating) else 2
        return [[(scale * self.random.standard_normal((rows, features))).astype(dtype)] for rows in (1, 7)]

    def classifier(self, name, classes, kernel, chances=False, dtype=np.float32, post="NONE", texts=False,
                   counts=None, is_exact=False):
        """With `is_exact`, numbers are so few bits long that f32 sums do not round."""
        features, pairs = 3, classes * (classes - 1) // 2
        counts = counts or [int(count) for count in self.random.integers(1, 5, classes)]
        labels = [int(label) for label in self.random.permutation(max(20, classes))[:classes]]
        named = {"classlabels_strings": [f"class {label}" for label in labels]} if texts else {
            "classlabels_ints": labels}
        more = {"prob_a": numbers(-2 * self.random.random(pairs)),
                "prob_b": numbers(self.random.standard_normal(pairs) / 3)} if chances else {}

        def given(values):
            return numbers(np.round(4 * values) / 4 if is_exact else values)
        self.add(name, "SVMClassifier", self.rows(features, dtype),
                 [TensorProto.STRING if texts else TensorProto.INT64, TensorProto.FLOAT],
                 coefficients=given(self.floats(classes - 1, sum(counts))), vectors_per_class=counts,
                 support_vectors=given(self.floats(sum(counts), features)), rho=given(self.floats(pairs) / 2),
                 kernel_type=kernel, kernel_params=numbers([0.4, 0.3, 3]), post_transform=post, **named, **more)

    def linear_classifier(self, name, classes, is_positive=False, post="NONE", **more):
        coefficients = self.floats(classes, 3)
        self.add(name, "SVMClassifier", self.rows(3), [TensorProto.INT64, TensorProto.FLOAT],
                 coefficients=numbers(abs(coefficients) if is_positive else coefficients), rho=[0.25],
                 kernel_params=[0.0, 0.0, 0.0], classlabels_ints=list(range(3, 3 + classes)),
                 post_transform=post, **more)

    def regressor(self, name, kernel, supports=6, degree=2.0, **more):
        vectors = {"support_vectors": numbers(abs(self.floats(supports, 3)))} if supports else {}
        data = [[abs(x)] for x, in self.rows(3)]  # a power of a negative number may be NaN
        self.add(name, "SVMRegressor", data, [TensorProto.FLOAT], n_supports=supports, kernel_type=kernel,
                 kernel_params=numbers([0.4, 0.2, degree]), coefficients=numbers(self.floats(supports or 3)),
                 rho=[0.125], **vectors, **more)


def add_classifiers(cases):
    for kernel in KERNELS:
        for classes in (2, 3, 5):
            for chances in (False, True):
                cases.classifier(f"svm_{kernel.lower()}_{classes}_classes" + ("_probabilities" if chances else ""),
                                 classes, kernel, chances)
    for dtype in (np.int32, np.int64, np.float64):
        cases.classifier(f"svm_{np.dtype(dtype).name}", 4, "RBF", True, dtype)
    for post in ("LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"):
        for classes in (2, 4):
            cases.classifier(f"svm_{post.lower()}_{classes}_classes", classes, "LINEAR", post=post)
    cases.classifier("svm_probit", 3, "RBF", True, post="PROBIT")
    cases.classifier("svm_strings", 3, "POLY", texts=True)
    cases.linear_classifier("svm_without_vectors", 3)
    cases.linear_classifier("svm_without_vectors_softmax", 2, post="SOFTMAX")
    cases.linear_classifier("svm_without_vectors_positive", 2, is_positive=True)
    cases.linear_classifier("svm_without_vectors_probabilities", 2, prob_a=[1.0], prob_b=[0.5])


def add_regressors(cases):
    for kernel in KERNELS:
        cases.regressor(f"svm_regressor_{kernel.lower()}", kernel)
        cases.regressor(f"svm_one_class_{kernel.lower()}", kernel, one_class=1)
    cases.regressor("svm_regressor_fractional_degree", "POLY", degree=2.5)
    cases.regressor("svm_regressor_without_vectors", "LINEAR", supports=0)


def add_features(cases):
    def inputs(dtype, *widths):
        return [[(4 * cases.random.standard_normal((rows, width))).astype(dtype) for width in widths]
                for rows in (1, 7)]
    for dtype in (np.float32, np.float64, np.int32, np.int64):
        cases.add(f"feature_vectorizer_{np.dtype(dtype).name}", "FeatureVectorizer", inputs(dtype, 2, 3),
                  [TensorProto.FLOAT], inputdimensions=[2, 3])
    cases.add("feature_vectorizer_other_widths", "FeatureVectorizer", inputs(np.float32, 3, 1, 2),
              [TensorProto.FLOAT], inputdimensions=[2, 3, 2])
    cases.add("feature_vectorizer_vectors", "FeatureVectorizer", [[cases.floats(3), cases.floats(2)]],
              [TensorProto.FLOAT], inputdimensions=[3, 2])
    known = [[np.array([[5, 9], [-3, 5]])], [np.array([[9, -3]])]]
    cases.add("one_hot_encoder_no_others", "OneHotEncoder", known, [TensorProto.FLOAT], cats_int64s=[9, 5, -3],
              zeros=0)
    cases.add("one_hot_encoder_no_others_strings", "OneHotEncoder", [[np.array(["b", "a", "b"], object)]],
              [TensorProto.FLOAT], cats_strings=["a", "b"], zeros=0)


def add_linear_models(cases):
    for post in ("NONE", "LOGISTIC", "SOFTMAX"):
        cases.add(f"linear_classifier_one_score_{post.lower()}", "LinearClassifier", cases.rows(3),
                  [TensorProto.INT64, TensorProto.FLOAT], coefficients=numbers(cases.floats(3)), intercepts=[0.25],
                  classlabels_ints=[4, 7], post_transform=post)
    # Labels come from the scores before the transform, which makes some of them NaN.
    cases.add("linear_classifier_probit", "LinearClassifier", cases.rows(3), [TensorProto.STRING, TensorProto.FLOAT],
              coefficients=numbers(cases.floats(3, 3)), intercepts=[0.5, 0.25, 0.5],
              classlabels_strings=["a", "b", "c"], post_transform="PROBIT")
    rows = np.array([[1, -5, 2], [-3, -1, -2], [0, 0, 0]], np.float32)
    for norm in ("MAX", "L1", "L2"):
        cases.add(f"normalizer_{norm.lower()}", "Normalizer", [[rows]], [TensorProto.FLOAT], norm=norm)


def add_repeated_labels(cases):
    """The last one of equal labels holds."""
    cases.add("one_hot_encoder_repeated", "OneHotEncoder", [[np.array([1, 2, 4])]], [TensorProto.FLOAT],
              cats_int64s=[2, 1, 2])
    texts = np.array(["b", "a", "c"], object)
    repeated = {"cats_strings": ["a", "b", "a"], "cats_int64s": [3, 4, 9]}
    cases.add("category_mapper_repeated", "CategoryMapper", [[texts]], [TensorProto.INT64], **repeated)
    cases.add("category_mapper_repeated_numbers", "CategoryMapper", [[np.array([3, 4, 5])]], [TensorProto.STRING],
              cats_strings=["a", "b", "c"], cats_int64s=[3, 4, 3])


def add_maps(cases):
    elements = TensorProto
    numbers_of = [{5: 1.5, -2: 2.5, 7: 3.5}, {7: -1.0}]
    texts_of = [{"b": 1.5, "a": 2.5, "zz": 3.5}, {"c": 1.0}]
    maps = [{key: np.float32(value) for key, value in each.items()} for each in numbers_of]
    cases.add_map("dict_vectorizer", "DictVectorizer", elements.INT64, elements.FLOAT, maps, elements.FLOAT,
                  int64_vocabulary=[7, 1, 5, 7])
    texts = [{key: np.float32(value) for key, value in each.items()} for each in texts_of]
    cases.add_map("dict_vectorizer_strings", "DictVectorizer", elements.STRING, elements.FLOAT, texts, elements.FLOAT,
                  string_vocabulary=["a", "b", "c"])
    named = [{3: "x", 1: "12"}, {2: ""}]
    cases.add_map("dict_vectorizer_of_strings", "DictVectorizer", elements.INT64, elements.STRING, named,
                  elements.STRING, int64_vocabulary=[1, 2, 3],
                  expected=[np.array([["12", "", "x"]], object), np.array([["", "", ""]], object)])
    add_cast_maps(cases, elements)


def add_cast_maps(cases, elements):
    values = [{4: np.float32(1.75), 0: np.float32(-2.5), 9: np.float32(3)}, {1: np.float32(7)}]
    for form in ("DENSE", "SPARSE"):
        for to, element in (("TO_FLOAT", elements.FLOAT), ("TO_INT64", elements.INT64)):
            cases.add_map(f"cast_map_{form.lower()}_{to.lower()}", "CastMap", elements.INT64, elements.FLOAT, values,
                          element, cast_to=to, map_form=form, max_map=6)
    digits = [{4: "1.75", 0: "-2", 9: "3"}, {1: "7"}]
    for form, *texts in (("DENSE", ["-2", "1.75", "3"], ["7"]),
                         ("SPARSE", ["-2", "0.f", "0.f", "0.f", "1.75", "0.f"], ["0.f", "7"] + 4 * ["0.f"])):
        expected = [np.array([row], object) for row in texts]
        cases.add_map(f"cast_map_{form.lower()}_strings", "CastMap", elements.INT64, elements.STRING, digits,
                      elements.STRING, expected, cast_to="TO_STRING", map_form=form, max_map=6)
        expected = [np.array([[float(text.rstrip("f")) for text in row]], np.float32) for row in texts]
        cases.add_map(f"cast_map_{form.lower()}_of_strings", "CastMap", elements.INT64, elements.STRING, digits,
                      elements.FLOAT, expected, cast_to="TO_FLOAT", map_form=form, max_map=6)


def add_trees(cases):
    """A threshold that is NaN: only a missing feature passes, and only where the node says so."""
    rows = np.array([[1, 1], [np.nan, 1], [1, np.nan], [np.inf, -1], [-1, 3]], np.float32)
    for mode in ("BRANCH_LEQ", "BRANCH_LT"):
        for tracks_true in (0, 1):
            cases.add(f"trees_nan_{mode[7:].lower()}" + ("_missing_is_true" if tracks_true else ""),
                      "TreeEnsembleRegressor", [[rows], [rows[:1]]], [TensorProto.FLOAT],
                      nodes_treeids=5 * [0], nodes_nodeids=list(range(5)), nodes_featureids=[0, 1, 0, 0, 0],
                      nodes_modes=[mode, mode, "LEAF", "LEAF", "LEAF"], nodes_values=[np.nan, 2.0, 0.0, 0.0, 0.0],
                      nodes_truenodeids=[2, 3, 0, 0, 0], nodes_falsenodeids=[1, 4, 0, 0, 0],
                      nodes_missing_value_tracks_true=[tracks_true, tracks_true, 0, 0, 0], n_targets=1,
                      target_treeids=3 * [0], target_nodeids=[2, 3, 4], target_ids=3 * [0],
                      target_weights=[10.0, 20.0, 30.0])


def add_many_vectors(cases):
    """Classes with many vectors more than others, or none; and many classes."""
    for chances in (False, True):
        name = "_probabilities" if chances else ""
        cases.classifier("svm_unequal_classes" + name, 6, "RBF", chances, counts=[1, 17, 0, 2, 1, 3])
        cases.classifier("svm_128_classes" + name, 128, "RBF", chances, counts=64 * [1, 3])
    cases.classifier("svm_1024_classes", 1024, "LINEAR", dtype=np.int64, counts=1024 * [2], is_exact=True)


def svm_cases():
    cases = Cases()
    add_classifiers(cases)
    add_regressors(cases)
    add_features(cases)
    add_linear_models(cases)
    add_repeated_labels(cases)
    add_maps(cases)
    add_trees(cases)
    add_many_vectors(cases)
    return cases.all
