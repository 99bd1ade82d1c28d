import { createHash } from "node:crypto";
import { BENCHES, commandOf } from "./benches.ts";
import type { Figure } from "./report.ts";

/** Where measured figures stand; `npm run bench -- --page` writes it. */
export const FIGURES_PAGE = "src/docs/figures.md";

export type Machine = {
  readonly processor: string;
  readonly cores: number;
  readonly memory_gb: number;
  readonly node: string;
};

export type Run = {
  readonly bench: string;
  readonly seconds: number;
  /** How many processes wanted a core just before: above the number of cores the machine was busy. */
  readonly load: number;
  readonly figures: readonly Figure[];
};

/** Under which conditions runs were made. */
export type Conditions = {
  readonly date: string;
  readonly version: string;
  readonly machine: Machine;
};

const INTRODUCTION = `# Figures

How fast Outrider is. The benchmarks write this page, nothing is typed by hand. \`npm run bench -- --page\` runs all of them, each in its
own process. \`npm run bench -- --page --only tick,send\` runs some and keeps the others.

Each part has its date, version, machine and command. A ratio is the value divided by the value of the rival in the same run. The spread
is the difference between the rounds. Load is the number of processes that wanted a core before the run. Above the number of cores the
machine was busy, and times are too long. The [proof](proof.md#speed) describes what is measured.
`;

/** The page with these runs in place of earlier ones of the same benchmarks; the other parts stay. */
export function figuresPage(before: string, runs: readonly Run[], conditions: Conditions): string {
  const kept = partsIn(before);
  const parts = BENCHES.flatMap((bench) => {
    const run = runs.find((each) => each.bench === bench.name);
    const part = run ? partOf(run, commandOf(bench), conditions) : kept.get(bench.name);
    return part === undefined ? [] : [part];
  });
  const text = [INTRODUCTION, ...parts].join("\n");
  return `${text}\n<!-- ${sealOf(text)} -->\n`;
}

/** Whether a page is as it was written: its last line is a digest of the others. */
export function isAsWritten(page: string): boolean {
  const [, text = "", seal] = /^([\s\S]*)\n<!-- (\w+) -->\n$/.exec(page) ?? [];
  return seal === sealOf(text);
}

const sealOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 16);

/** The parts of a page by their benchmarks. */
export function partsIn(page: string): ReadonlyMap<string, string> {
  const [, ...parts] = page.replace(/\n<!-- \w+ -->\n$/, "").split(/^(?=## )/m);
  return new Map(
    parts.map((part) => [/^## (\S+)/.exec(part)?.[1] ?? "", `${part.trimEnd()}\n`] as const),
  );
}

function partOf({ bench, seconds, load, figures }: Run, command: string, on: Conditions): string {
  const { processor, cores, memory_gb: memory, node } = on.machine;
  const rows = figures.map(({ what, value, unit, rounds, spread_percent, ...held }) =>
    [
      what,
      `${value} ${unit}`,
      rounds,
      spread_percent === null ? "" : `${spread_percent} %`,
      held.rival === null ? "" : `${held.rival}: ${held.rival_value}`,
      held.ratio ?? "",
      held.aim ?? "",
      held.met === null ? "" : held.met ? "yes" : "no",
    ]
      .map((cell) => String(cell).replaceAll("|", "\\|"))
      .join(" | "),
  );
  return [
    `## ${bench}`,
    "",
    `\`${command}\`, ${on.date}, version ${on.version}: ${processor}, ${cores} cores, ${memory} GB, Node ${node}, load ${load.toFixed(1)}, ${seconds} s.`,
    "",
    "| what | median | rounds | spread | against | ratio | aim | met |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${row} |`),
    "",
  ].join("\n");
}
