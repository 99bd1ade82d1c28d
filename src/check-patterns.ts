import { globSync, readFileSync } from "node:fs";
import { RegExpParser } from "@eslint-community/regexpp";
import { analyse } from "scslre";
import { parseSync } from "vite";
import { BOUNDED, BUILT } from "./bounded-patterns.ts";

type Found = {
  readonly path: string;
  readonly line: number;
  readonly pattern: string;
  /** Null for a pattern that is put together when the program runs. */
  readonly flags: string | null;
};

/**
 * Part of `npm run check`: no regular expression in `src` may take time that grows faster than its
 * input, as scslre (the library behind eslint-plugin-regexp) judges it, but those that
 * `bounded-patterns.ts` names. What it can't see, the growth test measures.
 */
const found = globSync("src/**/*.{ts,tsx,mjs}").flatMap((path) =>
  patternsIn(path, readFileSync(path, "utf8")),
);
const named = new Set<unknown>();
const complaints = found.flatMap((one) => {
  const { path, line, pattern } = one;
  const exceptions = one.flags === null ? BUILT : BOUNDED;
  const known = exceptions.find(
    (e) => e.path === path && (!("pattern" in e) || e.pattern === pattern),
  );
  if (known) named.add(known);
  const faults = one.flags === null ? ["is built at run time"] : faultsOf(pattern, one.flags);
  if (faults.length === 0 || known) return [];
  return [`${path}:${line} /${pattern.slice(0, 150)}/ ${faults.join(", ")}`];
});
const gone = [...BOUNDED, ...BUILT].filter((one) => !named.has(one));

for (const { path } of gone)
  complaints.push(`bounded-patterns.ts names a pattern of ${path} that is gone`);
if (complaints.length > 0) {
  console.log(complaints.join("\n"));
  console.log("Write it so that it reads its input once, or name it and the bound of its input.");
  process.exitCode = 1;
}

function faultsOf(source: string, text: string): string[] {
  const parser = new RegExpParser();
  const flags = parser.parseFlags(text);
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode: flags.unicode,
    unicodeSets: flags.unicodeSets,
  });
  // A sticky pattern is tried at one place alone.
  const { reports } = analyse({ pattern, flags }, { reportTypes: { Move: !flags.sticky } });
  return reports.map(({ type, character }) => {
    const sign = character.pick;
    if (type === "Move") return `is tried again at each of many ${JSON.stringify(sign)}`;
    return `divides many ${JSON.stringify(sign)} in many ways`;
  });
}

function patternsIn(path: string, source: string): Found[] {
  const patterns: Found[] = [];
  const lineOf = (offset: number): number => source.slice(0, offset).split("\n").length;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === "object" && value !== null) look(value as Record<string, unknown>);
  };
  const look = (node: Record<string, unknown>): void => {
    const line = () => lineOf(Number(node["start"]));
    const regex = node["regex"] as { pattern: string; flags: string } | undefined;
    if (node["type"] === "Literal" && regex) patterns.push({ path, line: line(), ...regex });
    const callee = node["callee"] as { name?: string } | undefined;
    if (callee?.name === "RegExp") {
      const text = source.slice(Number(node["start"]), Number(node["end"]));
      patterns.push({ path, line: line(), pattern: text.replace(/\s+/g, " "), flags: null });
    }
    for (const [key, child] of Object.entries(node)) if (key !== "regex") visit(child);
  };
  visit(parseSync(path, source).program.body);
  return patterns;
}
