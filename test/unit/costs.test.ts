import { describe, expect, it } from "vitest";
import {
  billOf,
  DEFAULT_PRICES,
  foreseen,
  type MonthUse,
  shareBill,
  shareBytes,
  totalCents,
} from "#modules/operations/rules/costs.ts";
import { usageBuffer } from "#platform/ctx/usage.ts";
import { newTally } from "#platform/db/tally.ts";
import { unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { inProportion } from "#platform/rules/use.ts";

const use = (given: Partial<MonthUse>): MonthUse => ({
  requests: 0,
  statements: 0,
  rowsRead: 0,
  rowsWritten: 0,
  queueOperations: 0,
  bytes: 0,
  ...given,
});

describe("parts in proportion", () => {
  it("are whole and add up to the whole, whatever the weights", () => {
    let seed = 7;
    const draw = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 500; round++) {
      const weights = Array.from({ length: 1 + draw(12) }, () => draw(1_000));
      const total = draw(100_000);
      const parts = inProportion(total, weights);
      const all = weights.reduce((a, b) => a + b, 0);
      expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
      parts.forEach((part, i) => {
        if (all > 0) {
          expect(Math.abs(part - (total * (weights[i] ?? 0)) / all)).toBeLessThan(1);
        }
      });
    }
  });

  it("are the first one's where nobody used anything", () => {
    expect(inProportion(5, [0, 0])).toEqual([5, 0]);
  });
});

describe("a bill", () => {
  const month = use({
    requests: 12_000_000,
    rowsRead: 26_000_000_000,
    rowsWritten: 200_000_000,
    queueOperations: 3_500_000,
    bytes: 10_000_000_000,
  });

  it("counts what is above the included amounts, each line in cents", () => {
    expect(billOf(month, DEFAULT_PRICES)).toEqual({
      base: 500,
      requests: 60,
      rows_read: 100,
      rows_written: 15_000,
      queue_operations: 100,
      storage: 375,
    });
  });

  it("is the base fee below them, and nothing without prices", () => {
    expect(totalCents(billOf(use({ requests: 10_000_000 }), DEFAULT_PRICES))).toBe(500);
    const free = {
      ...DEFAULT_PRICES,
      base_fee: null,
      requests: null,
      rows_read: null,
      rows_written: null,
      queue_operations: null,
      storage: null,
    };
    expect(totalCents(billOf(month, free))).toBe(0);
  });

  it("is shared by what each used of a line; the parts add up to each line, to the cent", () => {
    const uses = [
      use({ requests: 2_000_000, rowsWritten: 1_000_000, bytes: 7_000_000_000 }),
      use({ requests: 4_000_000, rowsWritten: 66_333_333, queueOperations: 1 }),
      use({ requests: 6_000_000, rowsWritten: 132_666_667, bytes: 3_000_000_000 }),
    ];
    const bill = billOf(month, DEFAULT_PRICES);
    const parts = shareBill(bill, uses);
    for (const line of Object.keys(bill) as (keyof typeof bill)[]) {
      expect(parts.reduce((sum, part) => sum + part[line], 0)).toBe(bill[line]);
    }
    expect(parts.map(({ requests }) => requests)).toEqual([10, 20, 30]);
    expect(parts.map(({ base }) => base)).toEqual([500, 0, 0]);
    expect(parts.map(({ rows_written }) => rows_written)).toEqual([75, 4_975, 9_950]);
  });
});

describe("sizes", () => {
  it("leave the install what workspaces do not take, and never exceed the database", () => {
    expect(shareBytes(100, [30, null, 20])).toEqual({ own: 50, workspaces: [30, null, 20] });
    expect(shareBytes(100, [150, 50])).toEqual({ own: 0, workspaces: [75, 25] });
    expect(shareBytes(null, [150])).toEqual({ own: null, workspaces: [150] });
  });
});

describe("a forecast", () => {
  it("goes on as counted, keeps the size, and says nothing in the first hour", () => {
    const so = use({ requests: 100, rowsRead: null, bytes: 7 });
    const day = 86_400_000;
    expect(foreseen(so, { countedMs: 10 * day, leftMs: 20 * day })).toMatchObject({
      requests: 300,
      rowsRead: null,
      bytes: 7,
    });
    expect(foreseen(so, { countedMs: 60_000, leftMs: 30 * day })).toBeNull();
  });
});

describe("the buffer", () => {
  const at = unixMs(Date.UTC(2026, 10, 30, 23, 50));
  const [one, two] = [7 as WorkspaceId, 8 as WorkspaceId];
  const tally = (rowsWritten: number, of: readonly WorkspaceId[]) => {
    const made = newTally({ requests: 1, rowsWritten });
    for (const id of of) made.shares.set(id, 1);
    return made;
  };

  it("gives out what is worth a row: a hundred written rows, or twenty minutes", () => {
    const buffer = usageBuffer();
    buffer.add(tally(99, [one]), at);
    buffer.add(tally(100, [two]), at);
    expect(buffer.take(at).map(({ workspaceId }) => workspaceId)).toEqual([two]);
    expect(buffer.take(unixMs(at + 20 * MINUTE_MS - 1))).toEqual([]);
    expect(buffer.take(unixMs(at + 20 * MINUTE_MS))).toMatchObject([
      { workspaceId: one, month: "2026-11", used: { requests: 1, rowsWritten: 99 } },
    ]);
  });

  it("divides what was for several, gives the rest to the install, and months their own", () => {
    const buffer = usageBuffer();
    buffer.add(tally(301, [one, two]), at);
    buffer.add(tally(5, []), at);
    buffer.add(tally(100, [one]), unixMs(at + 10 * MINUTE_MS));
    expect(
      buffer
        .take(at, true)
        .map(({ workspaceId, month, used }) => [workspaceId, month, used.rowsWritten]),
    ).toEqual([
      [one, "2026-11", 151],
      [two, "2026-11", 150],
      [null, "2026-11", 5],
      [one, "2026-12", 100],
    ]);
  });
});
