//! The outcomes of many scenarios, one format a file.
