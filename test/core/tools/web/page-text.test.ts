import { describe, expect, it } from "vitest";
import { pageText } from "../../../../src/core/tools/web/page-text";

const SAMPLE = "<p>Run<pre class='x language-js'>\nif (a &lt; b) {\n  <b>call</b>();<br>}\n</pre>then go";

describe("the text of a page", () => {
  it.each([
    [
      "entities, named and numbered",
      "caf&eacute; &mdash; &#65;&#x42;&nbsp;&hellip; &copy 1 &lt;b&gt;",
      "café — AB … © 1 <b>",
    ],
    ["what only looks like an entity", "a &unknown; b &amp;lt; c?x=1&y=2", "a &unknown; b &lt; c?x=1&y=2"],
    ["invisible characters", "auto&shy;mobile\u200b s", "automobile s"],
    ["white space", "<p>one\n   two\t<b>three</b>  four</p>", "one two three four"],
    ["inline elements inside words", "un<b>believ</b>able", "unbelievable"],
    ["headings", "<h1>Prices</h1><h3>Ice <small>cold</small></h3>x", "# Prices\n\n### Ice cold\n\nx"],
    ["a title where no heading is", "<title>Stand &amp; Co</title><p>x", "# Stand & Co\n\nx"],
    ["a title where a heading is", "<title>gone</title><h1>Stand</h1>", "# Stand"],
    ["paragraphs and lines", "<p>a<p>b<br>c<div>d</div><div>e</div>", "a\n\nb\nc\nd\ne"],
    ["lists", "<ul><li>a<li>b<ol><li>c<li>d</ol><li>e</ul>f", "- a\n- b\n  1. c\n  2. d\n- e\n\nf"],
    ["paragraphs in lists", "<ul><li><p>a</p></li><li><p>b</p></li></ul>", "- a\n\n- b"],
    ["definitions", "<dl><dt>cup<dd>2.5 dl</dl>", "cup\n2.5 dl"],
    ["tables", "<table><tr><th>A<th>B<tr><td><p>1</p><td><p>2</p></table>x", "A | B\n1 | 2\n\nx"],
    ["empty cells", "<table><tr><td>a<td><td>c<tr><td><td>e</table>", "a | | c\n| e"],
    ["tables for layout", "<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>", "a\n\nb | c"],
    ["links", 'See <a href="/docs?a=1&amp;b=2">the docs</a>.', "See [the docs](/docs?a=1&b=2)."],
    ["links around nothing", 'a<a href="/x"> </a>b<a name="y"></a>', "a b"],
    ["links to nowhere", '<a href="javascript:go()">go</a> <a href="#top">up</a> <a href="data:,x">d</a>', "go up d"],
    ["anchors of headings", '<h2>Ice<a href="#ice">¶</a></h2>x', "## Ice\n\nx"],
    [
      "anchors before headings",
      '<h2><a href="#ice">§</a>Ice</h2><a href="#x">7</a> <a href="#y"><b>up</b></a>',
      "## Ice\n\n7 up",
    ],
    ["links that are not closed", '<a href="/a">a <a href="/b">b', "[a](/a) [b](/b)"],
    ["addresses with brackets", '<a href="/a (b)">a</a>', "[a](/a%20%28b%29)"],
    ["pictures", '<img src=x alt="A stand"><img alt=""><img>', "![A stand]"],
    ["code in a line", "run <code>npm test</code> and <kbd></kbd>go", "run `npm test` and go"],
    ["code samples", SAMPLE, "Run\n\n```js\nif (a < b) {\n  call();\n}\n```\n\nthen go"],
    ["fences in samples", "<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"],
    ["samples of lines", "<pre><div>a</div><div> b</div></pre>", "```\na\n b\n```"],
    [
      "what is not for readers",
      "<style>p{}</style>a<script>if(a<b){}</script><!-- x --><noscript>n</noscript> b",
      "a b",
    ],
    ["drawings", "a<svg><text>x</text><svg></svg></svg>b<svg>never closed", "abnever closed"],
    ["hidden parts", "<div hidden>x<div>y</div></div>a<div hidden=until-found>b</div>", "a\nb"],
    ["what only looks like a tag", "a < b and c <3 d", "a < b and c <3 d"],
    ["a script that is never closed", "x<script>never closed", "x"],
    ["a sample that is never closed", "<pre>never closed\n  x", "```\nnever closed\n  x\n```"],
    ["end tags without a start", "</ul></td></a></code></h1></pre>x</div>y", "x\ny"],
    ["nothing", "", ""],
  ])("has %s", (_, html, text) => expect(pageText(html)).toBe(text));

  it("is the same whatever the case of its tags", () => {
    const html = "<H1>A</H1><SCRIPT>x</SCRIPT><UL><LI>b</UL><PRE>c</PRE><SVG>d</SVG>";
    expect(pageText(html)).toBe(pageText(html.toLowerCase()).replace("# a", "# A"));
  });
});

/** Each of these makes readers that build a tree take the square of its length; the length is that of a whole page. */
describe("a hostile page", () => {
  const SIZE = 1_000_000;
  const filled = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length));
  it.each([
    ["brackets", "<"],
    ["half tags", "<a"],
    ["nested elements", "<div>"],
    ["nested lists", "<ul><li>"],
    ["nested tables", "<table><tr><td>"],
    ["nested samples", "<pre>"],
    ["lines in a sample", "<pre>x<br>"],
    ["nested drawings", "<svg>"],
    ["nested code", "<code>"],
    ["open links", "<a href=x>"],
    ["anchors", "<a href=#>x"],
    ["end tags", "</p></b>"],
    ["scripts", "<script></scrip"],
    ["comments", "<!--"],
    ["entities", "&#x"],
    ["cells", "<td>x"],
    ["bullets", "<li>"],
  ])("of %s is read to its end", (_, piece) => {
    const text = pageText(`<p>begin</p>${filled(piece)}`);
    expect(text.startsWith("begin")).toBe(true);
    expect(text.length).toBeLessThan(SIZE * 4);
  });

  it("of attributes is read to its end", () => {
    const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}=b`).join(" ");
    expect(pageText(`<p ${attributes}>x</p>`)).toBe("x");
  });
});
