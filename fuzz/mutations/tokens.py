"""Values that readers stumble over: numbers, texts, marks of formats, and names of files outside the input's folder."""

from __future__ import annotations

# Stands for the folder of files that no reader may open; replaced by its path when the input is written.
OUTSIDE = b"@OUTSIDE@"

NUMBERS = (
    *(b"0", b"-1", b"-0.0", b"1", b"0.5", b"2", b"7", b"1e308", b"-1e308", b"1e-320", b"1e400", b"-1e400", b"NaN"),
    *(b"nan", b"inf", b"Infinity", b"-Infinity", b"9" * 400, b"9" * 5000, b"-" + b"9" * 400, b"0." + b"3" * 400),
    *(b"2147483648", b"4294967296", b"9223372036854775807", b"9223372036854775808", b"18446744073709551616"),
    *(b"1000000000", b"100000", b"1_000", b"0x10", b"1,5", b"\xd9\xa3", b"\xc2\xb2", b"true", b"null", b"1/0"),
)
TEXTS = (
    *("", " ", "\0", "\x1b[31m", "\u2028", "\ufeff", "\ud800", "x" * 300, "x" * 10_000, "\N{GRINNING FACE}" * 80),
    *("../../x", "..", ".", "/", "/etc/hostname", "a/b", "a\\b", "C:\\x", "CON", "-", "--help", "%00", "~", "$HOME"),
    *("../outside/secret.txt", "../outside/secret.mp4", "../outside/secret.png", "../outside/pipe"),
    *("@OUTSIDE@/secret.txt", "@OUTSIDE@/secret.mp4", "file:@OUTSIDE@/secret.mp4", "concat:@OUTSIDE@/secret.mp4"),
    *("subfile,,start,0,end,9,,:@OUTSIDE@/secret.mp4", "http://127.0.0.1:9/x", "SOMEONE", "[PERSON1]", "P1", "P4,P5"),
    *("<script>alert(1)</script>", "=cmd|' /C calc'!A0", "</style>", "]]>", "*/", "99:99:99.999", "-00:00:01.000"),
)
ANY_MARKS = (
    *(
        b"\0",
        b"\xff",
        b"\xc3(",
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\r",
        b"\n\n",
        b"\t",
        b'"',
        b"'",
        b"\\",
    ),
    *(b"\xe2\x80\xa8", b"\x0c", b"\x1c", b"\xc2\x85", b"(", b")", b"[", b"]", b"{", b"}", b",", b";", b":", b"|", b"#"),
    *(b"\x1f\x8b", b"PK\x03\x04", b"\xf0\x9f\x98\x80", b"-->", b"_", b"*", b"/", b"--", b"SOMEONE", b"[PERSON1]"),
)
MARKS = {
    "json": (b"\\ud800", b"\\u0000", b"[[[[", b'{"a":', b"//", b"NaN", b'"":', b"\\"),
    "toml": (b"[[a]]", b"[a.b.c]", b'"""', b"'''", b"= [[[[", b"{a={a={", b"1979-05-27T07:32:00Z", b"\\uD800", b"inf"),
    "xml": (
        *(b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<?xml?>", b"&#0;", b"&#xD800;", b"&a;", b"&amp;", b"<p>", b"</p>"),
        *(b'encoding="UTF-9"', b'encoding="UTF-16"', b'xml:base="@OUTSIDE@/"', b'xml:space="preserve"', b"xmlns:x=''"),
        b'<!DOCTYPE x [<!ENTITY a SYSTEM "file://@OUTSIDE@/secret.txt">]>',
        b'<!DOCTYPE x SYSTEM "file://@OUTSIDE@/secret.txt">',
        b'<!DOCTYPE x [<!ENTITY a "b"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>',
        b'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="@OUTSIDE@/secret.txt" parse="text"/>',
    ),
    "subtitles": (
        *(
            b"00:00:01,000 --> 00:00:02,500\n",
            b"0:00.0-->0:01.0\n",
            b"WEBVTT\n\n",
            b"NOTE x\n",
            b"STYLE\n",
            b"<v Anna>",
        ),
        *(
            b"{\\i1}",
            b"\\N",
            b"<i>",
            b"</i>",
            b"<b",
            b"&lt;",
            b"[Events]\n",
            b"Dialogue: 0,0:00:01.00,0:00:02.00,",
            b"\n\n",
        ),
        *(b"Format: Start, End, Text\n", b"{1}{2}x\n", b"- Hi\n", b"<00:00:01.000>", b"\n\n1\n"),
    ),
    "screenplay": (
        *(
            b"INT. HOUSE - DAY\n\n",
            b"/*",
            b"*/",
            b"[[",
            b"]]",
            b"**",
            b"_",
            b"***",
            b"> x <",
            b"ANNA\n",
            b"(beat)\n",
            b"~",
        ),
        *(
            b"CUT TO:\n\n",
            b"@anna\n",
            b"===\n",
            b"# Act\n",
            b"Title: x\n",
            b"\t\t\t",
            b" " * 30,
            b"EXT./INT. ",
            b"12 ",
            b"\x0c",
        ),
    ),
    "film": (
        b"ffconcat version 1.0\nfile '@OUTSIDE@/secret.mp4'\n",
        b"ffconcat version 1.0\nfile ../outside/secret.mp4\n",
        b"#EXTM3U\n#EXTINF:1,\n@OUTSIDE@/secret.mp4\n",
        b"<MPD><BaseURL>@OUTSIDE@/secret.mp4</BaseURL></MPD>",
        *(
            b"moov",
            b"mdat",
            b"trak",
            b"dref",
            b"url ",
            b"alis",
            b"RIFF",
            b"WAVE",
            b"fmt ",
            b"data",
            b"\x1aE\xdf\xa3",
            b"edts",
        ),
    ),
    "pickle": (
        b"cos\nsystem\n(S'true'\ntR.",
        b"\x80\x04",
        b"c__builtin__\neval\n",
        b"R",
        b"b.",
        b"\x8c\x05",
        b"}",
        b"(l",
        b".",
    ),
}
NESTS = (
    *((b"[", b"]"), (b'{"a":', b"}"), (b"(", b")"), (b"<i>", b"</i>"), (b"<span>", b"</span>"), (b"{a=", b"}")),
    *(
        (b'<div xmlns="http://www.w3.org/ns/ttml">', b"</div>"),
        (b"[[", b"]]"),
        (b"/*", b"*/"),
        (b"**", b"**"),
        (b"_", b"_"),
    ),
)
FAMILIES = {
    ".json": "json",
    ".jsonl": "json",
    ".toml": "toml",
    **dict.fromkeys((".xml", ".ttml", ".fdx", ".dfxp"), "xml"),
    **dict.fromkeys((".srt", ".vtt", ".ass", ".ssa", ".sub", ".txt"), "subtitles"),
    **dict.fromkeys((".fountain", ".spmd"), "screenplay"),
    **dict.fromkeys((".mp4", ".mkv", ".avi", ".ts", ".wav", ".m4a"), "film"),
    **dict.fromkeys((".pkl", ".pth", ".pt", ".resume"), "pickle"),
}
