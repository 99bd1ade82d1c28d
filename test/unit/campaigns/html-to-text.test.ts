import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlToText } from "#modules/campaigns/rules/template/html-to-text.ts";

describe("HTML read as text", () => {
  it.each([
    ["Hello", "Hello"],
    ["<p>One</p><p>Two</p>", "One\n\nTwo"],
    ["<div>One</div><div>Two</div>", "One\nTwo"],
    ["<p>One<br>Two<br/><br/>Three</p>", "One\nTwo\n\nThree"],
    ["<p> many \n  blanks\t here </p>", "many blanks here"],
    ["<b>bold</b> and<i> it</i>", "bold and it"],
    ["A&nbsp;&amp;&nbsp;B &lt;c&gt; &euro; &#8364;", "A & B <c> € €"],
    ['<a href="https://x.test/a">Look</a>', "Look (https://x.test/a)"],
    [
      'See <a href="https://x.test/a?b=1&amp;c=2">this</a>, please',
      "See this (https://x.test/a?b=1&c=2), please",
    ],
    ['<a href="https://x.test/">https://x.test</a>', "https://x.test"],
    ['<a href="https://x.test">x.test</a>', "x.test"],
    ['<a href="mailto:a@b.test">a@b.test</a>', "a@b.test"],
    ['<a href="mailto:a@b.test">Write</a>', "Write (a@b.test)"],
    ['<a href="#top">Top</a><a name="x">X</a>', "TopX"],
    ['<a href="https://x.test"><img src="i.png" alt="Logo"></a>', "Logo (https://x.test)"],
    ['<a href="https://x.test"><img src="i.png"></a>', "https://x.test"],
    ["<ul><li>One</li><li>Two</li></ul>", "- One\n- Two"],
    ["<ol><li>One<li>Two</ol>after", "1. One\n2. Two\n\nafter"],
    [
      "<p>List:</p><ul><li>One<ul><li>In</li></ul></li><li>Two</li></ul>",
      "List:\n\n- One\n  - In\n- Two",
    ],
    ["<ul><li><p>One</p></li><li><p>Two</p></li></ul>", "- One\n- Two"],
    ["<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"],
    ["<style>p{x}</style><script>alert(1)</script><p>Hi</p><!-- no -->", "Hi"],
    ["<head><title>T</title></head><body>B</body>", "B"],
    ["a<hr>b", "a\n---\nb"],
    ["<pre>a\n  b</pre>", "a\n  b"],
    ["<h1>Head</h1>text", "Head\n\ntext"],
    ["", ""],
  ])("%j reads %j", (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it("any input: never fails, and leaves no ragged ends", () => {
    const piece = fc.constantFrom(
      "<p>",
      "</p>",
      "<ul>",
      "<li>",
      "</ul>",
      "<a href='https://x.test'>",
      "</a>",
      "<br>",
      "<td>",
      "text",
      " ",
      "\n",
      "&amp;",
      "<",
      ">",
      "<pre>",
      "</pre>",
      "<style>",
      "</head>",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = htmlToText(pieces.join(""));
        expect(text).toBe(text.trim());
        expect(text).not.toMatch(/[ \t]+$/m);
      }),
    );
  });
});
