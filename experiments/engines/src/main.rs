//! The filters inside engines: what databases, file formats and tools promise, what their own schemes must give, and what they do.

bloomlab_workbench::paper!();
