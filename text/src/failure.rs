// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Why a call has failed.

pub struct Failure {
    pub message: String,
    pub is_unsupported: bool, // unknown to this library
}

impl Failure {
    pub fn unsupported(message: String) -> Failure {
        Failure { message, is_unsupported: true }
    }
}

/// The caller gave something wrong.
impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure { message, is_unsupported: false }
    }
}
