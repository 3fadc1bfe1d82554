// Exists so that RLXPCH has a source; see RLXMLIR.cmake.
