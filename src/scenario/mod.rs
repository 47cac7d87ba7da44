//! The scenario language: grammar, syntax tree with places, formatter. Syntax only: it knows no cards.
