// Whether the files and folders that a command line writes can be written: asked before the
// minutes that a compilation may take, not after.
#ifndef RLX_TOOLS_RLXRUN_RUN_OUTPUTPLACES_H
#define RLX_TOOLS_RLXRUN_RUN_OUTPUTPLACES_H

#include "tools/rlx-run/common/Options.h"

namespace rlx::run {

// Makes the folders of --output-dir, --dump-phases and --probe. Files are left as they are: one
// that is not there yet is made and removed again. The first place that cannot be written is the
// error, named with its option and the reason.
rt::Status checkOutputPlaces(const Options &options);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_RUN_OUTPUTPLACES_H
