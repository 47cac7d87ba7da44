"""The generator of the drawings in this folder, the same with any Python."""


def generator(state):
    """SplitMix64: a small generator whose numbers no library version changes."""
    mask = (1 << 64) - 1
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        number = state
        number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & mask
        number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & mask
        yield number ^ (number >> 31)
