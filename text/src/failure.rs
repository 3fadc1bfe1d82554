// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Why a call has failed.

pub struct Failure {
    pub message: String,
    pub is_unsupported: bool, // this library does not know what was asked for
}

impl Failure {
    pub fn unsupported(message: String) -> Failure {
        Failure { message, is_unsupported: true }
    }
}

/// What was given is wrong.
impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure { message, is_unsupported: false }
    }
}
