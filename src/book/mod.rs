//! The rulebook as data: the index of rules, their headings, fingerprints and gists.
