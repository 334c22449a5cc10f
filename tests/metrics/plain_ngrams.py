"""Slow reference implementations of BLEU, ROUGE-L and CIDEr over lists of words, straight from their formulas."""

import math
from collections import Counter


def ngrams(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def bleu_counts(candidate, references, order):
    """Clipped matches and candidate n-grams for n = 1..order, candidate length, closest reference length."""
    matches = []
    for n in range(1, order + 1):
        own = ngrams(candidate, n)
        max_counts = {gram: max(ngrams(reference, n)[gram] for reference in references) for gram in own}
        matches.append(sum(min(count, max_counts[gram]) for gram, count in own.items()))
    totals = [max(0, len(candidate) - n + 1) for n in range(1, order + 1)]
    closest = min((abs(len(reference) - len(candidate)), len(reference)) for reference in references)[1]
    return matches, totals, len(candidate), closest


def bleu_value(matches, totals, length, closest):
    value = 1.0
    for match, total in zip(matches, totals, strict=True):
        value *= (match + 1e-15) / (total + 1e-9)
    value **= 1 / len(matches)
    ratio = (length + 1e-15) / (closest + 1e-9)
    return value if ratio >= 1 else value * math.exp(1 - 1 / ratio)


def bleu_corpus(candidates, references, order):
    counts = [bleu_counts(c, refs, order) for c, refs in zip(candidates, references, strict=True)]
    matches = [sum(count[0][n] for count in counts) for n in range(order)]
    totals = [sum(count[1][n] for count in counts) for n in range(order)]
    return bleu_value(matches, totals, sum(count[2] for count in counts), sum(count[3] for count in counts))


def common_length(left, right):
    """Length of the longest common subsequence, by its recursive definition."""
    table = {}
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if i == 0 or j == 0:
                table[i, j] = 0
            elif left[i - 1] == right[j - 1]:
                table[i, j] = table[i - 1, j - 1] + 1
            else:
                table[i, j] = max(table[i - 1, j], table[i, j - 1])
    return table[len(left), len(right)]


def rouge_value(candidate, references):
    precision = max(common_length(candidate, reference) / max(len(candidate), 1) for reference in references)
    recall = max(common_length(candidate, reference) / len(reference) for reference in references)
    if precision == 0 or recall == 0:
        return 0.0
    return (1 + 1.2**2) * precision * recall / (recall + 1.2**2 * precision)


def document_counts(references):
    """The number of items with each n-gram."""
    return Counter(
        gram for refs in references for gram in {gram for ref in refs for n in range(1, 5) for gram in ngrams(ref, n)}
    )


def cider_value(candidate, references, *, counts, documents, sigma=6.0, clip=True):
    total = 0.0
    for n in range(1, 5):
        own = _weighted(candidate, n, counts, documents)
        for reference in references:
            other = _weighted(reference, n, counts, documents)
            product = sum((min(own[g], other[g]) if clip else own[g]) * other[g] for g in own if g in other)
            norms = _norm(own) * _norm(other)
            penalty = math.exp(-((len(candidate) - len(reference)) ** 2) / (2 * sigma**2))
            total += penalty * product / norms if norms else 0.0
    return 10 * total / 4 / len(references)


def _weighted(words, n, counts, documents):
    return {g: tf * (math.log(documents) - math.log(max(1, counts[g]))) for g, tf in ngrams(words, n).items()}


def _norm(vector):
    return math.sqrt(sum(value**2 for value in vector.values()))
