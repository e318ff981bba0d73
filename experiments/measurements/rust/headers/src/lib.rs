//! Nothing: the dependencies are fetched for their C++ headers.
