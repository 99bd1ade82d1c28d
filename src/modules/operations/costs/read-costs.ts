import { readInstall } from "#modules/accounts/install/install-values.ts";
import type { Costs, CostsQuery } from "#modules/operations/contract/costs.ts";
import {
  billOf,
  type Cents,
  DEFAULT_PRICES,
  foreseen,
  type MonthUse,
  shareBill,
  shareBytes,
} from "#modules/operations/rules/costs.ts";
import { inCostOrder, type PricedUse } from "#modules/operations/rules/cost-order.ts";
import { INSTALL_ROW } from "#modules/operations/schema/usage.ts";
import { paginationOf } from "#platform/contract/common.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { idCursor, readIdCursor, type UnixMs, unixMs } from "#platform/rules/ids.ts";
import type { Prices } from "#platform/rules/prices.ts";
import { isoOrNull, nextUtcMonth, parseIso, utcMonth } from "#platform/rules/time.ts";
import { addUse, NO_USE } from "#platform/rules/use.ts";
import { presentCost, presentUse } from "./present.ts";
import { selectUsageOf, selectUsageMonths } from "./store.ts";

const NOTHING: MonthUse = { ...NO_USE, bytes: null };

/** What admins set, else Cloudflare's list. */
export async function pricesOf(deps: Deps): Promise<Prices> {
  const { prices } = await readInstall(deps, ["prices"]);
  return prices?.own ?? DEFAULT_PRICES;
}

/**
 * What a month used and costs, as far as its counters are written: the install as a whole, and a page of
 * its workspaces in order. Their parts and the install's own add up to the bill.
 */
export async function readCosts(deps: Deps, query: CostsQuery): Promise<Costs> {
  const month = query.month ?? utcMonth(deps.now());
  const [prices, months, rows] = await Promise.all([
    pricesOf(deps),
    selectUsageMonths(deps.install),
    selectUsageOf(deps.install, month),
  ]);
  const own = rows.find(({ id }) => id === INSTALL_ROW);
  const others = rows.filter(({ id }) => id !== INSTALL_ROW);
  const bytes = shareBytes(
    own?.bytes ?? null,
    others.map((row) => row.bytes),
  );
  const ownUse: MonthUse = { ...(own ?? NOTHING), bytes: bytes.own };
  const uses = others.map((row, i) => ({ ...row, bytes: bytes.workspaces[i] ?? null }));
  const whole: MonthUse = {
    ...[ownUse, ...uses].reduce(addUse, NO_USE),
    bytes: own?.bytes ?? null,
  };
  const bill = billOf(whole, prices);
  const [ownPart = bill, ...parts] = shareBill(bill, [ownUse, ...uses]);
  const priced = uses
    .map((use, i) => ({ use, cents: parts[i] ?? NO_CENTS }))
    .toSorted(inCostOrder(query.sort, query.order));
  const firstAt = rows.map((row) => row.firstAt).toSorted((a, b) => a - b)[0] ?? null;
  return {
    month,
    months,
    counted_since: isoOrNull(firstAt),
    prices,
    install: {
      usage: presentUse(whole),
      cost: presentCost(bill),
      own: { usage: presentUse(ownUse), cost: presentCost(ownPart) },
      forecast: forecastOf(whole, prices, { month, firstAt, now: deps.now() }),
    },
    ...pageOfCosts(priced, query),
  };
}

const NO_CENTS: Cents = {
  base: 0,
  requests: 0,
  rows_read: 0,
  rows_written: 0,
  queue_operations: 0,
  storage: 0,
};

/** A cursor names the last workspace of its page. */
function pageOfCosts(
  rows: readonly PricedUse[],
  query: CostsQuery,
): Pick<Costs, "data" | "pagination"> {
  const start = startOf(rows, query);
  const shown = rows.slice(start, start + query.limit);
  const last = shown.at(-1);
  const hasMore = start + query.limit < rows.length && last !== undefined;
  return {
    data: shown.map(({ use, cents }) => ({
      workspace: { id: use.id, name: use.name },
      usage: presentUse(use),
      cost: presentCost(cents),
    })),
    pagination: paginationOf(query, rows.length, hasMore ? idCursor(last.use.id) : null),
  };
}

function startOf(rows: readonly PricedUse[], { cursor, page, limit }: CostsQuery): number {
  if (cursor === undefined) return (page - 1) * limit;
  const id = readIdCursor(cursor);
  const i = rows.findIndex(({ use }) => use.id === id);
  if (i === -1)
    throw new AppError("malformed_request", "Use the next_cursor of the previous page.");
  return i + 1;
}

/** Of the running month alone. */
function forecastOf(
  use: MonthUse,
  prices: Prices,
  { month, firstAt, now }: { month: string; firstAt: UnixMs | null; now: UnixMs },
) {
  if (firstAt === null || month !== utcMonth(now)) return null;
  const begin = parseIso(`${month}-01T00:00:00Z`) ?? unixMs(0);
  const whole = foreseen(use, {
    countedMs: now - Math.max(begin, firstAt),
    leftMs: nextUtcMonth(now) - now,
  });
  return whole && { usage: presentUse(whole), cost: presentCost(billOf(whole, prices)) };
}
