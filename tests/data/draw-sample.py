#!/usr/bin/env python3
"""Draws the names of the 200 sample cards of tests/data/sample-cards.

    tests/data/draw-sample.py ../shared/cards/oracle-cards.jsonl.gz > tests/data/sample-cards/names.txt

The sample is drawn without looking: from the normal game cards (those without a `kind`) of every layout, two hundred names
by the generator in splitmix.py, so that the same file and seed give the same names with any Python. Only names are
written; names are facts, and card texts stay out of the project.
"""

import gzip
import json
import sys

from splitmix import generator

SEED = 20260807
SIZE = 200


def main():
    with gzip.open(sys.argv[1], "rt", encoding="utf-8") as lines:
        cards = (json.loads(line) for line in lines)
        names = sorted({card["name"] for card in cards if "kind" not in card})
    numbers = generator(SEED)
    drawn = set()
    while len(drawn) < SIZE:
        drawn.add(names[next(numbers) % len(names)])
    print("\n".join(sorted(drawn)))


if __name__ == "__main__":
    main()
