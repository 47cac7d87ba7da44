//! What a game is: players, zones, objects, counters, the stack, and every possible change.
