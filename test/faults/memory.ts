import { readFile, rm } from "node:fs/promises";
import type { Change } from "./copy.ts";
import type { Keeper } from "./keeper.ts";
import { until } from "./world.ts";

/** What a process holds once its garbage is gone. */
export type Held = {
  /** Heap and what lies outside of it for the heap's objects, in megabytes. */
  readonly megabytes: number;
  /** Open sockets, timers and whatever else keeps it alive, in all. */
  readonly resources: number;
};

/** The program writes what it holds into this file whenever it is asked (SIGUSR2). */
export const measuredBy = (program: string, file: string): Change => ({
  file: program,
  from: "import ",
  to: `
const { setFlagsFromString } = process.getBuiltinModule("node:v8");
const { renameSync, writeFileSync } = process.getBuiltinModule("node:fs");
setFlagsFromString("--expose-gc");
const collect = process.getBuiltinModule("node:vm").runInNewContext("gc");
process.on("SIGUSR2", () => {
  for (let i = 0; i < 3; i++) collect();
  const { heapUsed, external } = process.memoryUsage();
  const held = { megabytes: (heapUsed + external) / 2 ** 20, resources: process.getActiveResourcesInfo().length };
  writeFileSync(${JSON.stringify(`${file}.new`)}, JSON.stringify(held));
  renameSync(${JSON.stringify(`${file}.new`)}, ${JSON.stringify(file)});
});
import `,
});

/** Asks such a program. Null where it does not answer, as while it starts. */
export async function measure(program: Keeper, file: string): Promise<Held | null> {
  await rm(file, { force: true });
  program.ask();
  let text = "";
  const isExpected = async (): Promise<boolean> => (text = await readFile(file, "utf8")) !== "";
  return (await until(isExpected, 10_000, 50)) ? (JSON.parse(text) as Held) : null;
}
