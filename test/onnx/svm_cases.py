# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of support vector machines and of preparations of features of ai.onnx.ml, in the kind `more`.
ONNX has no tests of them and leaves much open, so the expected outputs are ONNX Runtime's."""
import types

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

from case_base import CaseBase

KERNELS = ("LINEAR", "POLY", "RBF", "SIGMOID")


def numbers(values):
    return [float(value) for value in np.asarray(values, np.float32).ravel()]


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

    def rows(self, features, dtype=np.float32):
        """Data sets of 1 and 7 rows."""
        scale = 1 if np.issubdtype(dtype, np.floating) else 2
        return [[(scale * self.random.standard_normal((rows, features))).astype(dtype)] for rows in (1, 7)]

    def classifier(self, name, classes, kernel, chances=False, dtype=np.float32, post="NONE", texts=False):
        features, pairs = 3, classes * (classes - 1) // 2
        counts = [int(count) for count in self.random.integers(1, 5, classes)]
        labels = [int(label) for label in self.random.permutation(20)[:classes]]
        named = {"classlabels_strings": [f"class {label}" for label in labels]} if texts else {
            "classlabels_ints": labels}
        more = {"prob_a": numbers(-2 * self.random.random(pairs)),
                "prob_b": numbers(self.random.standard_normal(pairs) / 3)} if chances else {}
        self.add(name, "SVMClassifier", self.rows(features, dtype),
                 [TensorProto.STRING if texts else TensorProto.INT64, TensorProto.FLOAT],
                 coefficients=numbers(self.floats(classes - 1, sum(counts))), vectors_per_class=counts,
                 support_vectors=numbers(self.floats(sum(counts), features)), rho=numbers(self.floats(pairs) / 2),
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


def svm_cases():
    cases = Cases()
    add_classifiers(cases)
    add_regressors(cases)
    add_features(cases)
    return cases.all
