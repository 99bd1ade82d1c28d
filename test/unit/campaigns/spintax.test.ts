import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chooseSpintax,
  looseBrace,
  parseSpintax,
  piecesOf,
  spin,
} from "#modules/campaigns/rules/template/spintax.ts";
import { cpuMs } from "#test/support/cpu-time.ts";

/** Every text that a template can become. */
function everySpin(source: string): string[] {
  const nodes = parseSpintax(source);
  const seen = new Set<string>();
  const visit = (path: number[]): void => {
    let at = 0;
    let next = -1;
    const text = chooseSpintax(nodes, (below) => {
      const choice = path[at] ?? 0;
      if (at >= path.length && next < 0) next = below;
      at++;
      return choice;
    });
    if (next < 0) seen.add(text);
    else for (let i = 0; i < next; i++) visit([...path, i]);
  };
  visit([]);
  return [...seen].sort();
}

describe("spintax", () => {
  it.each([
    ["{a|b}", ["a", "b"]],
    ["x {a|b} y", ["x a y", "x b y"]],
    ["{a|{b|c} d}", ["a", "b d", "c d"]],
    ["{{a|b}|c}", ["a", "b", "c"]],
    ["{a|}", ["", "a"]],
    ["{{random|a|b}}", ["a", "b"]],
    ["{{ random | Hi | Yo }}", [" Hi ", " Yo "]],
    ["{{random|a|{b|c}}}", ["a", "b", "c"]],
    ["{{random|Hi {{ first_name }}|Yo}}", ["Hi {{ first_name }}", "Yo"]],
    ["{{random|only}}", ["only"]],
    [
      "{Hi {{ first_name | default: 'you|me' }}|Yo}",
      ["Hi {{ first_name | default: 'you|me' }}", "Yo"],
    ],
    ["{{{first_name}}|there}", ["there", "{{first_name}}"]],
    ["{there|{{first_name}}}", ["there", "{{first_name}}"]],
    ["{a|{% if x %}|{% endif %}}", ["a", "{% endif %}", "{% if x %}"]],
  ])("%j becomes each of its alternatives", (source, texts) => {
    expect(everySpin(source)).toEqual([...texts].sort());
  });

  it.each([
    "no braces at all",
    "{a}",
    "{ color: red }",
    "a { b { c } d } e",
    "{a|b",
    "a|b}",
    "} {",
    "{{ first_name }}",
    "{{ first_name | default: 'a|b' | upcase }}",
    "{% if a %}{{ b }}{% endif %}",
    "{% raw %}{a|b}{% endraw %}",
    "{% comment %}{a|b}{% endcomment %}",
    '{"key": "value"}',
    "<style>@media screen { a[lang|=en] { color: red } }</style>",
    "{{ unclosed",
    "{{{ x",
    "",
  ])("%j is text, down to the character", (source) => {
    expect(everySpin(source)).toEqual([source]);
  });

  it("makes the same choice for the same seed, and spreads over seeds", () => {
    const source = "{Hi|Hello|Hey} {{random|you|there}}";
    const texts = Array.from({ length: 600 }, (_, i) => spin(source, `${i}:7`));
    expect(texts).toEqual(texts.map((_, i) => spin(source, `${i}:7`)));
    const counts = Map.groupBy(texts, (text) => text);
    expect(counts.size).toBe(6);
    for (const group of counts.values()) expect(group.length).toBeGreaterThan(60);
  });

  it("cuts into pieces that keep their lines and columns", () => {
    const source = "a {one|two\n{x|y}} {{ z }}";
    expect(piecesOf(source, parseSpintax(source))).toEqual([
      { start: 3, text: "one" },
      { start: 12, text: "x" },
      { start: 14, text: "y" },
      { start: 7, text: "two\n     " },
      { start: 0, text: "a         \n       {{ z }}" },
    ]);
  });

  it("finds a brace that a choice could complete", () => {
    expect(looseBrace(parseSpintax("{a|b} {c} {"))).toBe(-1);
    expect(looseBrace(parseSpintax("x {{a|b}"))).toBe(2);
  });

  it("any text: never fails, is deterministic, and without a pipe stays as it is", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "|",
      "{{",
      "}}",
      "{%",
      "%}",
      "random|",
      "a",
      "'",
      '"',
      "\n",
      "<style>",
      "</style>",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.string(), (pieces, seed) => {
        const source = pieces.join("");
        const text = spin(source, seed);
        expect(spin(source, seed)).toBe(text);
        expect(source.includes("|") || text === source).toBe(true);
        for (const piece of piecesOf(source, parseSpintax(source))) {
          expect(piece.start + piece.text.length).toBeLessThanOrEqual(source.length);
        }
      }),
    );
  });

  it("64 KB of braces take no longer than reading them", () => {
    const closing = `{|`.repeat(20_000) + `}`.repeat(20_000);
    expect(spin(closing, "s").length).toBeLessThan(closing.length);
    for (const piece of [
      "{",
      "{a|",
      "{{",
      "{%",
      "{{ '",
      "<style",
      "{a|b}",
      "{{random|",
      "{%raw%}",
      "{|",
      "}",
    ]) {
      const source = piece.repeat(65_536 / piece.length);
      const start = cpuMs();
      const nodes = parseSpintax(source);
      chooseSpintax(nodes, () => 0);
      piecesOf(source, nodes);
      expect(cpuMs() - start, piece).toBeLessThan(1_000);
    }
  });
});
