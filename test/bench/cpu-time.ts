import { readdirSync, readFileSync } from "node:fs";

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** CPU time of a process so far, all of its threads, in milliseconds; 0 where /proc does not tell. */
export function cpuMs(pid: number): number {
  try {
    const fields = afterName(readFileSync(`/proc/${pid}/stat`, "utf8"));
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** Processes of that name that this process started, itself or by another. */
export function descendants(name: string): number[] {
  const parents = new Map<number, number>();
  const named: number[] = [];
  for (const entry of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      parents.set(Number(entry), Number(afterName(stat)[1]));
      if (stat.includes(`(${name})`)) named.push(Number(entry));
    } catch {
      // It has ended in between.
    }
  }
  const isOurs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined; at = parents.get(at)) {
      if (at === process.pid) return true;
    }
    return false;
  };
  return named.filter(isOurs);
}

/** The fields behind the name, which stands in brackets and may hold anything. */
const afterName = (stat: string): string[] => stat.slice(stat.lastIndexOf(")") + 2).split(" ");
