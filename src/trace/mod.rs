//! What happened and why: the tree of events, and its renderers.
