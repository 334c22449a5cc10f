import gzip
import hashlib
import json
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

from cinescribe.language.tokens.tokenize import tokenize
from tests.shared import shared

# What CoreNLP 3.4.1's `PTBTokenizer -preserveLines -lowerCase` gives, less the COCO tools' punctuation.
JAR = (
    ("A man can't ride \"Bob's\" horse, isn't he?", "a man ca n't ride bob 's horse is n't he"),
    (
        "I cannot, won't and ain't gonna; they've said they'd.",
        "i can not wo n't and ai n't gon na they 've said they 'd",
    ),
    (
        "It's the dogs' and the boss's 90's '90s rock'n'roll fish 'n chips.",
        "it 's the dogs and the boss 's 90 's '90s rock 'n' roll fish 'n chips",
    ),
    (
        "'Tis o'clock, ma'am! O'Neil and d'Artagnan shouted: 'hello'",
        "'t is o'clock ma'am o'neil and d'artagnan shouted hello",
    ),
    (
        "don\u2019t \u201cquote\u201d \u2018single\u2019 it\u2019s the \u201990s",
        "do n't quote single it 's the \u201990s",
    ),
    (
        "y'all gimme some; gotta go, lemme wanna see 'em 'til dawn 'cause",
        "y' all gim me some got ta go lem me wan na see 'em 'til dawn 'cause",
    ),
    (
        "Mr. Smith and Dr. Jones met on Main St. at 5 p.m. etc.",
        "mr. smith and dr. jones met on main st. at 5 p.m. etc.",
    ),
    (
        "The U.S. Air Force, the U.K., J.K. Rowling, Ph.D. and e.g. Inc. things.",
        "the u.s. air force the u.k. j.k. rowling ph.d. and e.g. inc. things",
    ),
    (
        "Sign no. 5 says No. No. 5 and fig. 3, pp. 12 but not yes. no.",
        "sign no. 5 says no no. 5 and fig. 3 pp. 12 but not yes no",
    ),
    ("Vitamin C. The I. step, plan B. and S. Main", "vitamin c the i. step plan b. and s. main"),
    ("She is ill. They see Mass. and mass. of la. La. grass", "she is ill they see mass. and mass of la la. grass"),
    ("Bros. Ltd. Co. Corp. Ave. Blvd. Ft. ft. lbs. oz. in.", "bros. ltd. co. corp. ave. blvd. ft. ft. lbs oz in"),
    (
        "It costs $5.00, \xa33, \u20ac4, 50\xa2 or US$10 and A$7, C$ 5",
        "it costs $ 5.00 # 3 $ 4 50 cents or us$ 10 and a$ 7 c$ 5",
    ),
    ("A 1/2 and 2 1/2 and 3/4-inch and \xbd of 1\xbd cups", "a 1/2 and 2\xa01/2 and 3/4-inch and 1/2 of 1 1/2 cups"),
    (
        "Call 555-1234 or (555) 555-1234 or 1-800-555-1234 now",
        "call 555-1234 or -lrb-555-rrb-\xa0555-1234 or 1-800-555-1234 now",
    ),
    ("1,000 or 10.5% of 5:30pm and 12:00:01 on 10/12/2010", "1,000 or 10.5 % of 5:30 pm and 12:00:01 on 10/12/2010"),
    ("He is 5'10\" tall, 6ft, 2nd of 3rd, 4x4, 90\xb0F, -5 +5", "he is 5 10 tall 6ft 2nd of 3rd 4x4 90 \xb0 f -5 +5"),
    (
        "www.abc.com and http://x.com/a?b=c, mail a@b.com. @bob #tag #1",
        "www.abc.com and http://x.com/a?b=c mail a@b.com @bob #tag # 1",
    ),
    ("abc.com, end.Start yes!no what?ever a.b.c 3.14.15", "abc.com end.start yes!no what?ever a.b.c 3.14.15"),
    ("and/or he/she w/ w/o 24/7 a/b/c/d AC/DC", "and/or he/she w / w/o 24/7 a/b/c / d ac/dc"),
    (
        "AT&T, R&B, M&M's, b&w, black & white, B&W, C++ and C# or A+",
        "at&t r&b m&m 's b & w black & white b&w c++ and c# or a +",
    ),
    ("well-known three-year-old -red red- a--b a - b --- x", "well-known three-year-old red red a b a b x"),
    ("wait... what.... no.. yes. . . end\u2026", "wait what no yes end"),
    ("wow!! really?! yes!!! no?? *** ___ ### ==", "wow !! really ?! yes !!! no ?? *** ___ ### = ="),
    (":) :-) ;) :( :P <3 =D :D ^_^", ":-rrb- :--rrb- ;-rrb- :-lrb- :p < 3 =d :d ^_^"),
    ("<b>bold</b> <br /> a < b > c <3 &amp; &lt; &quot;", "<b> bold </b> <br\xa0/> a < b > c < 3 & <"),
    (
        "(paren) [bracket] {brace} ((x))",
        "-lrb- paren -rrb- -lsb- bracket -rsb- -lcb- brace -rcb- -lrb- -lrb- x -rrb- -rrb-",
    ),
    ("hello,world hello;world hello:world semi ;here a ;b", "hello world hello world hello world semi here a b"),
    (
        "a_b _c d_ \\\\ back\\\\slash | pipe ~ tilde ^ ` `quote'",
        "a_b _ c d _ \\ \\ back \\ \\ slash | pipe ~ tilde ^ quote",
    ),
    (
        "caf\xe9 na\xefve S\xe3o Z\xfcrich \u041c\u043e\u0441\u043a\u0432\u0430 \u5317\u4eac \u03a9\u03b2",
        "caf\xe9 na\xefve s\xe3o z\xfcrich \u043c\u043e\u0441\u043a\u0432\u0430 \u5317\u4eac \u03c9\u03b2",
    ),
    (
        "a\U0001f642b \U0001f682 train \u2764 \u2603 \u2605 \xa9 \xae \u2122 \u2192 x\xd7y",
        "a b train \u2764 \u2603 \u2605 \xa9 \xae \u2122 \u2192 x \xd7 y",
    ),
    (
        "soft\xadhyphen no\xa0break zero\u200bwidth ideo\u3000graphic tab\there",
        "softhyphen no break zero width ideo graphic tab here",
    ),
    ("line\nbreak and\n\ntwo", "line break and two"),
    (
        "\"A quoted sentence.\" 'Another one.' ``third'' (fourth.)",
        "a quoted sentence another one third -lrb- fourth -rrb-",
    ),
    (
        "Jan. 5, Sept. 3 and mar. 4; Tue. or Wed. at the Univ. of Wis.",
        "jan. 5 sept. 3 and mar. 4 tue. or wed. at the univ. of wis.",
    ),
    (
        "P1 gives SOMEONE the p2's T-shirt, mid-'90s style; J.-P. and U.S.-based",
        "p1 gives someone the p2 's t-shirt mid '90s style j.-p and u.s.-based",
    ),
    ("x., y.; word., etc., 5., Inc.: done", "x. y. word. etc. 5. inc. done"),
    ("half-eaten, F-16, 747-400, A380, mp3, v2.0, 7-eleven", "half-eaten f-16 747-400 a380 mp3 v2 .0 7-eleven"),
    ('"STOP" sign at "1st St." & "2nd Ave."', "stop sign at 1st st. & 2nd ave."),
    ("\"neon museum' and 'No Parking' 'n' more 'n\\'", "neon museum and no parking 'n' more n \\"),
    (
        "Plan B. Mr. X, plan C. THE end, plan D. The end and E. Zed",
        "plan b mr. x plan c the end plan d the end and e. zed",
    ),
    (
        "etc.-like Inc.-A, Ph.D.-3 and Inc.'s Co.; R.S.V.P. by Oct.7",
        "etc.-like inc. a ph.d. -3 and inc. 's co. r.s.v.p. by oct. 7",
    ),
    ("don't3 can'tso 4x4can't nnn't 'n won't.", "do n't 3 ca n'tso 4x4can t nnn t 'n wo n't"),
)

# Of the jar's answers for all of val2014 after the COCO tools' clearing, joined by line breaks.
VAL2014 = "6de156b93c237f4710f5088e120d6c685a3236818becb024f2f40cbf42478efb"


@pytest.mark.parametrize(("text", "tokens"), JAR)
def test_tokens_match_the_jar(text, tokens):
    assert tokenize([text]) == [tokens.split(" ")]


@pytest.mark.parametrize("name", ["coco126_fakecap2014", "coco1000_fakecap2014", "coco5k_ref5"])
def test_no_caption_of_the_golden_sets_differs(name):
    with gzip.open(shared(f"golden/coco/{name}.input.json.gz")) as raw:
        texts = [text for item in json.load(raw) for text in (item["cand"], *item["refs"])]
    with gzip.open(shared(f"golden/coco/{name}.tokenized.json.gz")) as tokenised:
        wanted = [text for item in json.load(tokenised) for text in (item["cand"], *item["refs"])]
    assert [" ".join(tokens) for tokens in tokenize(texts)] == wanted


@pytest.mark.slow
def test_no_caption_of_val2014_differs():
    spec = find_spec("pycocoevalcap")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("pycocoevalcap, which carries the captions, is not installed")
    with ZipFile(Path(spec.submodule_search_locations[0]) / "spice/spice-1.0.jar") as jar:
        annotations = json.loads(jar.read("coco/annotations/captions_val2014.json"))["annotations"]
    tokens = tokenize([annotation["caption"] for annotation in annotations])
    assert len(tokens) == 202_654
    joined = "\n".join(" ".join(words) for words in tokens)
    assert hashlib.sha256(joined.encode()).hexdigest() == VAL2014


def test_a_text_does_not_depend_on_its_neighbours():
    texts = [text for text, _ in JAR]
    assert tokenize(texts) == [tokens for text in texts for tokens in tokenize([text])]
    assert tokenize(texts[::-1]) == tokenize(texts)[::-1]


def test_the_fast_path_gives_the_same_tokens():
    # A digit sends a whole caption through all rules; without one it is put together from what was met before.
    for text, _ in JAR:
        assert tokenize(["7 | " + text])[0][2:] == tokenize(["x | " + text])[0][2:]


@pytest.mark.parametrize("text", ["", " ", "\n", ".", "?", '"', "' - --- , ;", "\U0001f682", "\u200b"])
def test_a_text_without_words_has_no_tokens(text):
    assert tokenize([text]) == [[]]


def test_no_texts_give_no_tokens():
    assert tokenize([]) == []


@pytest.mark.parametrize("length", [499, 500, 999, 1000, 1001, 5000])
def test_a_word_of_any_length_stays_whole(length):
    word = "a" * length
    assert tokenize([f"The {word}'s {word}.b-c {word}@d.e"]) == [["the", word, "'s", f"{word}.b-c", f"{word}@d.e"]]
