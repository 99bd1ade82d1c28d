import { Liquid } from "liquidjs";
import { expect, it } from "vitest";
import { parseLiquid, renderLiquid } from "#modules/campaigns/rules/template/liquid.ts";
import { cpuMs } from "#test/support/cpu-time.ts";

/** More than any of them takes on a slow machine; before their limits they took 2 s to minutes. */
const MOST_MS = 1_500;

function render(source: string): string {
  const nodes = parseLiquid(source);
  if ("error" in nodes) return nodes.error.message;
  const result = renderLiquid(nodes, { name: "Ann, Bob" }, "text");
  return "error" in result ? result.error.message : result.text;
}

/** What it says, once it is done in time. */
function inTime(source: string): string {
  const from = cpuMs();
  const said = render(source);
  const ms = cpuMs() - from;
  expect(ms, `${source.slice(-80)}: ${said.slice(0, 80)}`).toBeLessThan(MOST_MS);
  return said;
}

/** A text `s` of a piece, doubled so often. */
const doubled = (piece: string, times: number): string =>
  `{% assign s = '${piece}' %}${"{% assign s = s | append: s %}".repeat(times)}`;
const often = (inside: string): string => `{% for i in (1..4000) %}${inside}{% endfor %}`;

const FIRST: Readonly<Record<string, string>> = {
  append: "'x'",
  concat: "t",
  date: "'%A'",
  default: "'x'",
  find_exp: "'x', 'x == 1'",
  has_exp: "'x', 'x == 1'",
  find_index_exp: "'x', 'x == 1'",
  reject_exp: "'x', 'x == 2'",
  where_exp: "'x', 'x == x'",
  find: "'a', 'b'",
  has: "'a', 'b'",
  join: "','",
  map: "'a'",
  prepend: "'x'",
  push: "'x'",
  remove: "'b'",
  remove_first: "'b'",
  remove_last: "'b'",
  replace: "'b', 'c'",
  replace_first: "'b', 'c'",
  replace_last: "'b', 'c'",
  reject: "'a'",
  slice: "1, 5",
  sort: "'a'",
  split: "'b'",
  truncate: "5",
  truncatewords: "5",
  unshift: "'x'",
  where: "'a'",
};

it("no filter of a text or a list takes long, however often it is asked", () => {
  const list = `${doubled("ab-", 14)}{% assign t = s | split: 'b' %}`;
  const filters = Object.keys(new Liquid().filters);
  expect(filters.length).toBeGreaterThan(40);
  for (const name of filters) {
    const call = FIRST[name] === undefined ? name : `${name}: ${FIRST[name]}`;
    inTime(doubled("aB1- %é", 15) + often(`{% assign y = s | ${call} %}`));
    inTime(list + often(`{% assign y = t | ${call} %}`));
  }
});

it("a list cannot hold itself, over and over", () => {
  const twice = (add: string) =>
    `{% assign a = 'x,x' | split: ',' %}${`{% assign a = a | ${add} %}`.repeat(25)}{% if a == a %}same{% endif %}`;
  expect(inTime(twice("push: a"))).toBe("a list may not hold lists");
  expect(inTime(twice("unshift: a"))).toBe("a list may not hold lists");
  expect(inTime(twice("group_by: 'x'"))).toBe("a list may not hold lists");
  const long = `${doubled("x", 17)}{% assign a = 'x' | split: ',' %}${"{% assign a = a | push: s %}".repeat(900)}{{ a }}`;
  expect(inTime(long)).toMatch(/(?:so|too) much text$/);
});

it("comparing and searching is counted as well", () => {
  const range = "{% assign t = (1..200000) %}";
  expect(inTime(range + often("{% if t == t %}{% endif %}"))).toMatch(/reads too much/);
  expect(inTime(range + often("{% case t %}{% when t %}{% endcase %}"))).toMatch(/not lists/);
  const whens = `{% case s %}${"{% when t %}".repeat(3_000)}{% endcase %}`;
  expect(inTime(doubled("a", 17) + often(whens))).toMatch(/loops too often/);
  // In a text of one letter such a pattern takes the product of both.
  const pattern =
    "{% assign p = s | slice: 0, 60000 %}{% assign p = p | append: 'b' | append: p %}";
  for (const search of ["{% if s contains p %}{% endif %}", "{{ s | split: p | size }}"]) {
    expect(inTime(doubled("a", 17) + pattern + search)).toMatch(/1000 characters at most/);
  }
});

it("what people write stays as it is", () => {
  expect(render("{{ name | split: ', ' | reverse | join: ' and ' | upcase }}")).toBe("BOB AND ANN");
  expect(render("{% assign a = name | split: ', ' | push: 'Cy' | sort %}{{ a | join: '/' }}")).toBe(
    "Ann/Bob/Cy",
  );
  expect(render("{{ name | replace: 'Ann', 'Zoe' | slugify }}")).toBe("zoe-bob");
  expect(render("{% if name contains 'Bob' and name != '' %}yes{% endif %}")).toBe("yes");
  expect(render("{% case name %}{% when 'x', 'Ann, Bob' %}yes{% else %}no{% endcase %}")).toBe(
    "yes",
  );
  expect(render("{{ '2026-11-28' | date: '%d %B %Y' }}")).toBe("28 November 2026");
  expect(render(`{{ '${"word ".repeat(2_000)}' | split: ' ' | size }}`)).toBe("2000");
});
