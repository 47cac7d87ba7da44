//! The rules at work: a folder for each chapter of the Comprehensive Rules, a file for each section.
