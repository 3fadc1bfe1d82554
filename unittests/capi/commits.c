// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Commits over the step program, whose state is a handle that its output feeds. */
#include "check.h"
#include "smoke.h"

struct seen {
  int calls;
  float value;
};

static void on_completion(void *context, rlx_commit_t *commit) {
  struct seen *seen = (struct seen *)context;
  const rlx_tensor_t *output = NULL;
  rlx_status_t *status = rlx_commit_get_output(commit, 0, &output);
  ++seen->calls;
  if (!status)
    seen->value = ((const float *)rlx_tensor_get_const_data(output))[0];
  rlx_status_free(status);
}

static const char *check_null_arguments(rlx_executable_t *exe, rlx_commit_t *commit) {
  rlx_named_tensor_t broken = {"x", NULL};
  rlx_input_set_t set = {NULL, 1};
  const rlx_tensor_t *output = NULL;
  CHECK(is_error(rlx_commit_create(NULL), RLX_INVALID_ARGUMENT, "commit is NULL"));
  CHECK(is_error(rlx_commit_wait(NULL), RLX_INVALID_ARGUMENT, "commit is NULL"));
  CHECK(is_error(rlx_commit_wait(commit), RLX_FAILED_PRECONDITION, "nothing was committed"));
  CHECK(is_error(rlx_commit_get_output(commit, 0, &output), RLX_FAILED_PRECONDITION,
                 "has no outputs: nothing was committed yet"));
  CHECK(is_error(rlx_commit_get_output(commit, 0, NULL), RLX_INVALID_ARGUMENT, "output is NULL"));
  CHECK(is_error(rlx_commit_get_output(NULL, 0, &output), RLX_INVALID_ARGUMENT, "commit is NULL"));
  CHECK(rlx_commit_is_done(NULL) == 1 && rlx_commit_is_done(commit) == 1);
  CHECK(is_error(rlx_commit_keep_outputs(NULL, NULL, 0), RLX_INVALID_ARGUMENT, "commit is NULL"));
  CHECK(
      is_error(rlx_commit_keep_outputs(commit, NULL, 1), RLX_INVALID_ARGUMENT, "indices is NULL"));
  rlx_commit_set_callback(NULL, on_completion, NULL);
  rlx_commit_free(NULL);
  CHECK(is_error(rlx_executable_commit_no_wait(NULL, NULL, 0, commit), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(is_error(rlx_executable_commit_no_wait(exe, NULL, 0, NULL), RLX_INVALID_ARGUMENT,
                 "commit is NULL"));
  CHECK(is_error(rlx_executable_commit_no_wait(exe, NULL, 1, commit), RLX_INVALID_ARGUMENT,
                 "inputs is NULL"));
  CHECK(is_error(rlx_executable_commit_no_wait(exe, &broken, 1, commit), RLX_INVALID_ARGUMENT,
                 "inputs[0] has a NULL name or tensor"));
  CHECK(is_error(rlx_executable_sync_pending(NULL), RLX_INVALID_ARGUMENT, "executable is NULL"));
  CHECK(is_error(rlx_executable_run_pipelined(NULL, NULL, 0, NULL), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(is_error(rlx_executable_run_pipelined(exe, NULL, 1, &commit), RLX_INVALID_ARGUMENT,
                 "sets is NULL"));
  CHECK(is_error(rlx_executable_run_pipelined(exe, &set, 1, NULL), RLX_INVALID_ARGUMENT,
                 "commits is NULL"));
  CHECK(is_error(rlx_executable_run_pipelined(exe, &set, 1, &commit), RLX_INVALID_ARGUMENT,
                 "sets[0].inputs is NULL"));
  set.inputs = &broken;
  CHECK(is_error(rlx_executable_run_pipelined(exe, &set, 1, &commit), RLX_INVALID_ARGUMENT,
                 "NULL name or tensor; while reading set 0"));
  return NULL;
}

const char *commits_test(rlx_executable_t *steps) {
  const int64_t dims[] = {4}, wrong_dims[] = {3};
  float values[4] = {1, 1, 1, 1};
  rlx_tensor_t *x = NULL, *wrong = NULL;
  rlx_named_tensor_t input = {"x", NULL};
  rlx_commit_t *commits[3] = {NULL, NULL, NULL};
  rlx_input_set_t sets[3];
  const rlx_tensor_t *output = NULL, *seen_output = NULL, *again = NULL;
  struct seen seen = {0, 0};
  const char *failed;
  size_t kept = 1;
  int i;
  CHECK(rlx_tensor_wrap(RLX_F32, 1, dims, values, NULL, NULL, &x) == NULL);
  CHECK(rlx_tensor_wrap(RLX_F32, 1, wrong_dims, values, NULL, NULL, &wrong) == NULL);
  input.tensor = x;
  for (i = 0; i < 3; ++i) {
    CHECK(rlx_commit_create(&commits[i]) == NULL);
    sets[i].inputs = &input;
    sets[i].num_inputs = 1;
  }
  if ((failed = check_null_arguments(steps, commits[0])))
    return failed;
  CHECK(rlx_executable_bind_handle(steps, "state", x) == NULL);
  CHECK(rlx_executable_set_handle_feed(steps, "state", 0) == NULL);

  rlx_commit_set_callback(commits[0], on_completion, &seen);
  for (i = 0; i < 3; ++i)
    CHECK(rlx_executable_commit_no_wait(steps, &input, 1, commits[i]) == NULL);
  CHECK(rlx_executable_sync_pending(steps) == NULL);
  for (i = 0; i < 3; ++i) {
    CHECK(rlx_commit_is_done(commits[i]) == 1 && rlx_commit_wait(commits[i]) == NULL);
    CHECK(rlx_commit_get_output(commits[i], 0, &output) == NULL);
    CHECK(((const float *)rlx_tensor_get_const_data(output))[3] == (float)(i + 2));
  }
  CHECK(seen.calls == 1 && seen.value == 2);
  CHECK(is_error(rlx_commit_get_output(commits[0], 2, &output), RLX_OUT_OF_RANGE,
                 "there is no output 2; the model has 2"));
  /* The result stays at its address. */
  CHECK(rlx_commit_get_output(commits[0], 0, &output) == NULL);
  CHECK(rlx_commit_get_output(commits[0], 1, &seen_output) == NULL);
  CHECK(rlx_commit_get_output(commits[0], 0, &again) == NULL && again == output);
  CHECK(((const float *)rlx_tensor_get_const_data(output))[0] == 2);
  CHECK(((const float *)rlx_tensor_get_const_data(seen_output))[0] == 1);
  CHECK(is_error(rlx_executable_get_output(steps, 0, &output), RLX_FAILED_PRECONDITION,
                 "output 'next' is not in the executable"));
  CHECK(is_error(rlx_executable_get_output(steps, 0, &output), RLX_FAILED_PRECONDITION,
                 "the last run wrote it into memory of the caller or of a commit"));
  rlx_commit_set_callback(commits[0], NULL, NULL);
  CHECK(rlx_executable_run_pipelined(steps, sets, 3, commits) == NULL);
  CHECK(rlx_commit_get_output(commits[2], 0, &output) == NULL);
  CHECK(((const float *)rlx_tensor_get_const_data(output))[3] == 7);
  CHECK(rlx_executable_run_pipelined(steps, NULL, 0, NULL) == NULL);
  CHECK(seen.calls == 1);

  /* One of the results is kept. The other one still feeds the handle. */
  CHECK(rlx_commit_keep_outputs(commits[0], &kept, 1) == NULL);
  CHECK(rlx_executable_commit_no_wait(steps, &input, 1, commits[0]) == NULL);
  CHECK(rlx_commit_wait(commits[0]) == NULL);
  CHECK(rlx_commit_get_output(commits[0], 1, &output) == NULL);
  CHECK(((const float *)rlx_tensor_get_const_data(output))[3] == 7);
  CHECK(is_error(rlx_commit_get_output(commits[0], 0, &output), RLX_FAILED_PRECONDITION,
                 "output 0 is none of those that the commit keeps"));
  CHECK(rlx_executable_read_handle(steps, "state", &output) == NULL);
  CHECK(((const float *)rlx_tensor_get_const_data(output))[3] == 8);
  CHECK(rlx_executable_bind_handle(steps, "state", output) == NULL);
  kept = 2;
  CHECK(rlx_commit_keep_outputs(commits[0], &kept, 1) == NULL);
  CHECK(is_error(rlx_executable_commit_no_wait(steps, &input, 1, commits[0]), RLX_OUT_OF_RANGE,
                 "there is no output 2"));
  CHECK(rlx_commit_keep_outputs(commits[0], NULL, 0) == NULL);

  /* Wrong names are reported at once, wrong shapes with the commit and with sync_pending. */
  input.name = "y";
  CHECK(is_error(rlx_executable_commit_no_wait(steps, &input, 1, commits[0]), RLX_INVALID_ARGUMENT,
                 "there is no input 'y'"));
  input.name = "x";
  input.tensor = wrong;
  CHECK(rlx_executable_commit_no_wait(steps, &input, 1, commits[0]) == NULL);
  CHECK(is_error(rlx_commit_wait(commits[0]), RLX_INVALID_ARGUMENT, "expected 4, got 3"));
  CHECK(is_error(rlx_commit_get_output(commits[0], 0, &output), RLX_FAILED_PRECONDITION,
                 "no outputs: its run failed with invalid_argument: input 'x'"));
  CHECK(is_error(rlx_executable_sync_pending(steps), RLX_INVALID_ARGUMENT, "expected 4, got 3"));
  CHECK(is_error(rlx_executable_run_pipelined(steps, sets, 3, commits), RLX_INVALID_ARGUMENT,
                 "while running set 0"));
  input.tensor = x;
  CHECK(rlx_executable_run(steps, &input, 1, NULL, 0) == NULL);
  CHECK(rlx_executable_get_output(steps, 0, &output) == NULL);
  CHECK(((const float *)rlx_tensor_get_const_data(output))[3] == 9);
  for (i = 0; i < 3; ++i)
    rlx_commit_free(commits[i]);
  rlx_tensor_free(x);
  rlx_tensor_free(wrong);
  return NULL;
}
