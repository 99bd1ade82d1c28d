import { spawnSync } from "node:child_process";
import { UNPROVEN } from "./ledger.ts";

/** Runs a plan so often, one after the other; a table tells how each ended, by the first that broke. */
export function runSeeds(args: readonly string[], times: number, isSeeded: boolean): void {
  const isMutant = args.includes("--mutant");
  const [good, unproven] = isMutant ? ["caught", "got away"] : ["held", "unproven"];
  const ended = Array.from({ length: times }, () => {
    const seed = isSeeded ? Math.floor(Math.random() * 100_000) : undefined;
    const began = performance.now();
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        `${import.meta.dirname}/main.ts`,
        ...args,
        ...(seed === undefined ? [] : ["--seed", `${seed}`]),
      ],
      { encoding: "utf8" },
    );
    const seconds = Math.round((performance.now() - began) / 1_000);
    const verdict = status === 0 ? good : status === UNPROVEN ? unproven : "failed";
    const first = /^BROKEN: (.*)$/m.exec(stderr)?.[1] ?? "";
    if (status !== 0) console.error(stdout, stderr);
    const one = { seed, verdict, seconds, first };
    console.log(JSON.stringify(one));
    return one;
  });
  console.table(ended);
  const count = ended.filter(({ verdict }) => verdict === good).length;
  const middle = ended.map(({ seconds }) => seconds).toSorted((a, b) => a - b)[times >> 1];
  console.log(`${args.join(" ")}: ${count} of ${times} ${good}, ${middle} s each in the median`);
  process.exitCode = count === times ? 0 : 1;
}
