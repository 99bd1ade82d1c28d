import { existsSync, readFileSync } from "node:fs";
import { readReports } from "#companion/reports/read-reports.ts";

/*
 * Reads files in a process of its own, as the companion's thread does, and says of each what came of
 * it, what that took of the processor, and how much memory it needed above the file itself.
 */
const STATUS = "/proc/self/status";

/** The most memory that the process had so far: `getrusage` would count its parent's. */
const peak = (): number =>
  existsSync(STATUS)
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, "utf8"))?.[1] ?? 0) / 1_024
    : process.resourceUsage().maxRSS / 1_024;

// Loaded, as in a companion that runs.
await readReports([{ name: "none", bytes: Buffer.from("{}") }]);
for (const path of process.argv.slice(2)) {
  const bytes = readFileSync(path);
  const before = process.memoryUsage.rss() / 2 ** 20;
  const start = process.cpuUsage();
  const reports = await readReports([{ name: "report", bytes }]);
  const { user, system } = process.cpuUsage(start);
  const ms = Math.round((user + system) / 1_000);
  const mb = Math.max(0, Math.round(peak() - before));
  const [report] = reports;
  const said = !report
    ? { kind: "none" }
    : report.kind === "refused"
      ? report
      : { kind: report.kind, sum: report.rows.reduce((sum, { count }) => sum + count, 0) };
  console.log(JSON.stringify({ ...said, ms, mb }));
}
