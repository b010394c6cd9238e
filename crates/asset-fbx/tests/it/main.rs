//! Integration tests of `asset-fbx`, in one binary.
