import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PROOFS } from "#test/prove/proofs.ts";

const read = (path: string): string => readFileSync(path, "utf8");
const page = read("src/docs/reviews.md");

const numbered = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${word}${i + 1}`);

/** What each review found, by its numbers; parts of a finding are not counted. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  Security: [...numbered("H", 5), ...numbered("M", 4), ...numbered("L", 10), "ASVS"],
  Acceptance: numbered("defect ", 9),
  Rightness: numbered("miss ", 9),
  "First user": [
    ...numbered("run ", 8),
    ...numbered("bug ", 28),
    ...numbered("room ", 23),
    ...numbered("change ", 5),
  ],
  "Sending providers": [...numbered("defect ", 12), "wishes"],
  Operator: [...numbered("defect ", 9), "drill 1", ...numbered("document ", 6)],
};
const STATES = ["fixed", "fixed, no test of its own", "left"];

type Row = {
  /** H1, M3.2, bug 5. */
  readonly id: string;
  readonly state: string;
  /** What is said behind the state. */
  readonly reason: string;
  /** A test with its title, or a command. */
  readonly proofs: readonly string[];
};

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The part of a page below a heading. */
const below = (text: string, heading: string): string =>
  text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";

/** Items of a list, each with the lines of the list inside it. */
const itemsOf = (text: string): string[][] =>
  text
    .split(/\n(?=- |## )/)
    .filter((item) => item.startsWith("- **"))
    .map((item) => item.split(/\n {2}- /).map(oneLine));

const rowsOf = (text: string): Row[] =>
  itemsOf(text).map(([head = "", ...proofs]) => {
    const [, id = "", state = "", reason = ""] =
      /^- \*\*([^*]+)\*\* .+: \*\*([a-z ,]+)\*\*\.(.*)$/.exec(head) ?? [];
    return { id, state, reason: reason.trim(), proofs };
  });

const sources = new Map<string, string>();

/** Whether a test of that file has that title, as its source writes it, or a row of its table begins with it. */
function isTest(file: string, title: string): boolean {
  if (!file.endsWith(".test.ts") || !existsSync(file)) return false;
  const source = sources.get(file) ?? read(file);
  sources.set(file, source);
  return ['"', "'", "`"].some((quote) =>
    [...source.matchAll(/[([]\s*(?=["'`])/g)].some(({ index, 0: begin }) =>
      source.startsWith(`${quote}${title}${quote},`, index + begin.length),
    ),
  );
}

/** Whether it names a test, a proof or a fault plan that exists. */
function exists(proof: string): boolean {
  const [, command = "", name = ""] = /^`npm run (prove|faults) -- (\w+)`$/.exec(proof) ?? [];
  if (command === "prove") return Object.hasOwn(PROOFS, name);
  if (command === "faults") return read("test/faults/main.ts").includes(`import("./${name}.ts")`);
  const [, file = "", long, short] = /^`([^`]+)`: (?:`` (.+) ``|`([^`]+)`)$/.exec(proof) ?? [];
  return isTest(file, long ?? short ?? "");
}

const reviews = Object.keys(FOUND).map((name) => ({ name, rows: rowsOf(below(page, name)) }));
const rows = reviews.flatMap((review) => review.rows);

describe("the page of reviews", () => {
  it("has every finding of every review, in order, and each part once", () => {
    for (const { name, rows: own } of reviews) {
      const ids = own.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)]);
      expect([...new Set(ids.map((id) => id.replace(/\.\d+$/, "")))]).toEqual(FOUND[name]);
    }
  });

  it("names a test for what is fixed, each a real one, and a reason for all else", () => {
    expect(rows.flatMap(({ proofs }) => proofs).filter((proof) => !exists(proof))).toEqual([]);
    const wrong = rows.filter(({ state, proofs, reason }) =>
      state === "fixed"
        ? proofs.length === 0
        : !STATES.includes(state) || proofs.length > 0 || reason === "",
    );
    expect(wrong).toEqual([]);
  });

  it("names a test or a command for each aim with figures", () => {
    const aims = itemsOf(below(page, "Aims with figures"));
    expect(aims.length).toBeGreaterThan(15);
    expect(aims.filter(([, ...proofs]) => proofs.length === 0)).toEqual([]);
    expect(aims.flatMap(([, ...proofs]) => proofs).filter((proof) => !exists(proof))).toEqual([]);
  });

  it("counts right", () => {
    const cells = (own: readonly Row[]): string =>
      STATES.map((state) => own.filter((row) => row.state === state).length).join(" | ");
    for (const { name, rows: own } of reviews) {
      const anchor = name.toLowerCase().replace(" ", "-");
      expect(page).toContain(`| [${name}](#${anchor}) | ${cells(own)} |`);
    }
    expect(page).toContain(`| all | ${cells(rows)} |`);
  });

  it("names on the page of the second reviews a real test for what is fixed, and a reason for all else", () => {
    const again = rowsOf(read("src/docs/second-reviews.md"));
    expect(again.length).toBeGreaterThan(20);
    expect(again.flatMap(({ proofs }) => proofs).filter((proof) => !exists(proof))).toEqual([]);
    const wrong = again.filter(({ state, proofs, reason }) =>
      state === "fixed" ? proofs.length === 0 : state !== "left" || reason === "",
    );
    expect(wrong).toEqual([]);
  });

  it("would miss a renamed test, a proof and a fault plan that are gone", () => {
    const file = "test/spec/reviews.test.ts";
    const title = "would miss a renamed test, a proof and a fault plan that are gone";
    expect(exists(`\`${file}\`: \`${title}\``)).toBe(true);
    expect(exists(`\`${file}\`: \`${title.slice(1)}\``)).toBe(false);
    expect(exists(`\`test/spec/gone.test.ts\`: \`${title}\``)).toBe(false);
    expect(["replies", "gone"].map((name) => exists(`\`npm run prove -- ${name}\``))).toEqual([
      true,
      false,
    ]);
    expect(["sends", "gone"].map((name) => exists(`\`npm run faults -- ${name}\``))).toEqual([
      true,
      false,
    ]);
    expect(
      rowsOf(
        "- **M3.1** one:\n  **left**. Missing.\n- **bug 2** two: **fixed**.\n  - `a`: `b\n    c`\n",
      ),
    ).toEqual([
      { id: "M3.1", state: "left", reason: "Missing.", proofs: [] },
      { id: "bug 2", state: "fixed", reason: "", proofs: ["`a`: `b c`"] },
    ]);
  });
});
