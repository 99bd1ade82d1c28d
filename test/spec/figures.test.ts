import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BENCHES, commandOf } from "#test/bench/benches.ts";
import { FIGURES_PAGE, figuresPage, isAsWritten, partsIn } from "#test/bench/page.ts";
import pkg from "#package.json" with { type: "json" };

const page = readFileSync(FIGURES_PAGE, "utf8");
const conditions = {
  date: "2026-12-01",
  version: "1.2.3",
  machine: { processor: "A processor", cores: 2, memory_gb: 8, node: "v24.0.0" },
};
const figure = {
  what: "pixels | clicks",
  value: 12.5,
  unit: "ms",
  rounds: 5,
  spread_percent: 3,
  rival: "bare",
  rival_value: 10,
  ratio: 1.25,
  aim: "<= 2",
  met: true,
};
const run = (bench: string, value: number) => ({
  bench,
  seconds: 7,
  load: 0.25,
  figures: [{ ...figure, value }],
});

describe("the page of figures", () => {
  it("is as the benchmarks wrote it: a figure that is typed by hand is seen", () => {
    expect(isAsWritten(page)).toBe(true);
    expect(isAsWritten(page.replace(/\| (\d)/, "| 1$1"))).toBe(false);
    expect(isAsWritten(`${page}More.\n`)).toBe(false);
  });

  it("has a date, a machine and a command for each part", () => {
    const parts = partsIn(page);
    expect(parts.size).toBeGreaterThan(0);
    for (const [name, part] of parts) {
      const bench = BENCHES.find((each) => each.name === name);
      expect(bench, name).toBeDefined();
      if (!bench) continue;
      expect(part).toMatch(
        /, \d{4}-\d\d-\d\d, version \d+\.\d+\.\d+: .+, \d+ cores, \d+ GB, Node v/,
      );
      expect(part).toContain(`\`${commandOf(bench)}\``);
    }
  });

  it("names a script of package.json for every benchmark", () => {
    for (const bench of BENCHES) {
      const script = commandOf(bench).split(" ")[2] ?? "";
      expect(Object.keys(pkg.scripts)).toContain(script);
    }
  });

  it("keeps the parts of benchmarks that did not run, and replaces those of the others", () => {
    const first = figuresPage("", [run("tick", 1), run("send", 2)], conditions);
    const later = { ...conditions, date: "2026-12-02" };
    const second = figuresPage(first, [run("tick", 3)], later);
    expect([...partsIn(second).keys()]).toEqual(["send", "tick"]);
    expect(partsIn(second).get("send")).toBe(partsIn(first).get("send"));
    expect(partsIn(second).get("tick")).toContain(
      "2026-12-02, version 1.2.3: A processor, 2 cores",
    );
    expect(partsIn(second).get("tick")).toContain(
      "| pixels \\| clicks | 3 ms | 5 | 3 % | bare: 10 | 1.25 | <= 2 | yes |",
    );
    expect(isAsWritten(second)).toBe(true);
    expect(figuresPage(second, [], later)).toBe(second);
  });
});
