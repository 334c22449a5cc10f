"""Simple reference implementations of BLEU, ROUGE-L and CIDEr for short lists of words."""

import math
from collections import Counter, defaultdict


def ngrams(words, n):
    return Counter(tuple(words[s : s + n]) for s in range(len(words) - n + 1))


def bleu(items, order):
    """Corpus BLEU of pairs (candidate, references)."""
    matches, totals, length, ref_length = [1e-15] * order, [1e-9] * order, 1e-15, 1e-9
    for candidate, references in items:
        length += len(candidate)
        ref_length += min((abs(len(each) - len(candidate)), len(each)) for each in references)[1]
        for n in range(1, order + 1):
            max_counts: Counter[tuple[str, ...]] = Counter()
            for each in references:
                max_counts |= ngrams(each, n)
            matches[n - 1] += (ngrams(candidate, n) & max_counts).total()
            totals[n - 1] += max(0, len(candidate) - n + 1)
    product = math.prod(match / total for match, total in zip(matches, totals, strict=True))
    return product ** (1 / order) * math.exp(min(0, 1 - ref_length / length))


def rouge(items):
    """Corpus ROUGE-L of pairs (candidate, references)."""
    return sum(_rouge(*item) for item in items) / len(items)


def _rouge(candidate, references):
    common = [_subsequence(tuple(candidate), tuple(each)) for each in references]
    precision = max(common) / len(candidate)
    recall = max(length / len(each) for length, each in zip(common, references, strict=True))
    return (1 + 1.44) * precision * recall / (recall + 1.44 * precision) if precision else 0.0


def _subsequence(left, right):
    rows = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for a, word in enumerate(left):
        for b, other in enumerate(right):
            rows[a + 1][b + 1] = rows[a][b] + 1 if word == other else max(rows[a][b + 1], rows[a + 1][b])
    return rows[-1][-1]


def cider(items, *, clip, sigma):
    """Corpus CIDEr of pairs (candidate, references), with document frequencies from the references."""
    counts: Counter[tuple[str, ...]] = Counter()
    for _, references in items:
        counts.update({gram for each in references for n in range(1, 5) for gram in ngrams(each, n)})
    max_weight = math.log(len(items))
    weight = defaultdict(lambda: max_weight, {gram: math.log(len(items) / count) for gram, count in counts.items()})
    return sum(_cider(*item, weight=weight, clip=clip, sigma=sigma) for item in items) / len(items)


def _cider(candidate, references, *, weight, clip, sigma):
    total = 0.0
    for reference in references:
        penalty = math.exp(-((len(candidate) - len(reference)) ** 2) / (2 * sigma**2))
        for n in range(1, 5):
            one, other = (
                {gram: count * weight[gram] for gram, count in ngrams(words, n).items()}
                for words in (candidate, reference)
            )
            norms = [math.sqrt(sum(value**2 for value in each.values())) for each in (one, other)]
            if all(norms):
                shared = sum(
                    (min(value, other.get(gram, 0)) if clip else value) * other.get(gram, 0)
                    for gram, value in one.items()
                )
                total += shared / math.prod(norms) * penalty
    return 10 * total / 4 / len(references)
