import { join } from "node:path";
import { openLibsql } from "#platform/db/libsql.ts";
import { monthsBefore, utcMonth } from "#platform/rules/time.ts";
import { unixMs } from "#platform/rules/ids.ts";

/** So many workspaces have use in the month before. */
export const BUSY_CLIENTS = 200;

/** The running month, and the two before. */
export function countedMonths(): readonly [running: string, before: string, first: string] {
  const running = utcMonth(unixMs(Date.now()));
  return [running, monthsBefore(running, 1), monthsBefore(running, 2)];
}

/**
 * Writes counters: in the running month those of one machine, with the workspace alone; before it those of
 * D1 with many workspaces, and in the first month with one. Counters of a running product wait for 20 minutes.
 */
export async function count(dataDir: string, wid: number): Promise<void> {
  const [running, before, first] = countedMonths();
  const rows: (number | string | null)[][] = [
    [running, 0, 52_000, 610_000, null, null, 4_100, 210_000_000],
    [running, wid, 48_000, 1_310_000, null, null, 31_000, 120_000_000],
    [before, 0, 900_000, 2_000_000, 3_000_000_000, 9_000_000, 400_000, 18_000_000_000],
    [first, 0, 40_000, 80_000, 50_000_000, 300_000, 9_000, 900_000_000],
    [first, wid, 61_000, 90_000, 250_000_000, 1_200_000, 22_000, 300_000_000],
  ];
  for (let i = 0; i < BUSY_CLIENTS; i++) {
    const id = i === 0 ? wid : 5_000 + i;
    const size = Math.round(1_000_000 / (1 + i / 9));
    rows.push([before, id, size, size * 3, size * 900, size * 6, Math.round(size / 3), size * 800]);
  }
  const client = openLibsql(`file:${join(dataDir, "outrider.db")}`);
  await client.batch(
    rows.map(([month, ...figures]) => ({
      sql: `INSERT OR REPLACE INTO usage_months (month, workspace_id, requests, statements, rows_read, rows_written, queue_operations, bytes, first_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      args: [month ?? "", ...figures, Date.parse(`${month}-01T00:00:00Z`)],
    })),
    "write",
  );
  client.close();
}
