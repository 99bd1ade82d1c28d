import type { z } from "zod";
import type { ReceiptsQuery } from "#modules/receipts/contract/receipts.ts";
import { type ChainRow, selectChain } from "#modules/receipts/collecting/chain-store.ts";
import { signHead } from "#modules/receipts/heads/close-day.ts";
import {
  type HeadRow,
  type ReceiptRow,
  selectHead,
  selectHeadBefore,
  selectNewestHeads,
  selectReceiptsAfter,
} from "#modules/receipts/heads/heads-store.ts";
import { receiptSigner } from "#modules/receipts/heads/install-key.ts";
import { FORMAT, FORMAT_VERSION } from "#modules/receipts/rules/encoding.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { iso, utcDay } from "#platform/rules/time.ts";

type Query = z.output<typeof ReceiptsQuery>;

/** Rows of one query. */
const ROWS = 2_000;
const DAYS_LISTED = 400;
const FIRST_DAY = "0000-01-01";
const LAST_DAY = "9999-12-31";

/** Days with receipts and their heads, newest first. */
export async function listReceiptDays(ctx: WorkspaceCtx, query: Query) {
  const chain = await selectChain(ctx.db, ctx.workspaceId);
  const range = { from: query.from ?? FIRST_DAY, to: query.to ?? LAST_DAY };
  const heads = await selectNewestHeads(ctx.db, ctx.workspaceId, range, DAYS_LISTED);
  const isOpen =
    chain !== null && chain.count > 0 && chain.day >= range.from && chain.day <= range.to;
  const open = isOpen ? [{ day: chain.day, count: chain.count, is_closed: false, head: null }] : [];
  const closed = heads.map(({ day, count, hash }) => ({ day, count, is_closed: true, head: hash }));
  return {
    began_at: chain && iso(chain.beganAt),
    data: [...open, ...closed].slice(0, DAYS_LISTED),
  };
}

/**
 * Receipts with their heads as JSON Lines, read while they are sent. The open day is shown as it
 * stands when the file begins, under a head that is signed at that moment.
 */
export async function exportReceipts(
  ctx: WorkspaceCtx,
  query: Query,
): Promise<ReadableStream<Uint8Array>> {
  const lines = linesOf(ctx, query);
  const utf8 = new TextEncoder();
  return new ReadableStream({
    async pull(out) {
      const { done, value } = await lines.next();
      if (done) out.close();
      else out.enqueue(utf8.encode(value));
    },
  });
}

async function* linesOf(ctx: WorkspaceCtx, query: Query): AsyncGenerator<string> {
  const { db, workspaceId } = ctx;
  const [chain, signer] = [await selectChain(db, workspaceId), await receiptSigner(ctx)];
  const from = query.from ?? FIRST_DAY;
  const before = query.from === undefined ? null : await selectHeadBefore(db, workspaceId, from);
  yield line({
    type: FORMAT,
    version: FORMAT_VERSION,
    workspace: workspaceId,
    from: query.from ?? null,
    to: query.to ?? null,
    previous: before?.hash ?? "",
    began_at: chain?.beganAt ?? null,
    exported_at: ctx.now(),
    key: signer.key,
  });
  let [rows, heads] = [0, 0];
  if (chain) {
    const open = chain.count > 0 ? await signHead(ctx, chain) : null;
    const to = [query.to ?? LAST_DAY, chain.day].toSorted()[0] ?? chain.day;
    for await (const page of pagesOf(ctx, chain, { from, to })) {
      rows += page.rows.length;
      yield page.rows.map((row) => line(shownRow(row))).join("");
      if (page.ends === null) continue;
      const head = page.ends === open?.day ? open : await selectHead(db, workspaceId, page.ends);
      if (!head) continue;
      heads++;
      yield line(shownHead(head));
    }
  }
  yield line({ type: "end", rows, heads });
}

/** The rows of a range, a day or part of it at a time; `ends` names a day that is whole with it. */
async function* pagesOf(
  { db, workspaceId }: WorkspaceCtx,
  chain: ChainRow,
  range: { readonly from: string; readonly to: string },
): AsyncGenerator<{ readonly rows: readonly ReceiptRow[]; readonly ends: string | null }> {
  let after = { day: range.from, seq: 0 };
  let day: string | null = null;
  for (;;) {
    const found = await selectReceiptsAfter(db, workspaceId, after, range.to, ROWS);
    // What came to the open day meanwhile is behind its head.
    const rows = found.filter((row) => row.day < chain.day || row.seq <= openCount(chain));
    for (const [own, some] of Map.groupBy(rows, (row) => row.day)) {
      if (day !== null && day !== own) yield { rows: [], ends: day };
      day = own;
      yield { rows: some, ends: null };
    }
    const last = found.at(-1);
    if (!last || found.length < ROWS) break;
    after = { day: last.day, seq: last.seq };
  }
  if (day !== null) yield { rows: [], ends: day };
}

/** A closed day is whole. */
const openCount = ({ count }: ChainRow): number => (count > 0 ? count : Infinity);

const line = (value: object): string => `${JSON.stringify(value)}\n`;

const shownRow = ({
  day,
  seq,
  kind,
  at,
  cause,
  person,
  domain,
  step,
  detail,
  hash,
}: ReceiptRow) => ({
  type: "row",
  day,
  seq,
  kind,
  at,
  cause,
  person,
  domain,
  step,
  detail,
  hash,
});

const shownHead = ({ day, count, last, previous, at, key, signature }: HeadRow) => ({
  type: "head",
  day,
  count,
  last,
  previous,
  at,
  key,
  signature,
});

/** How a file of receipts is called. */
export const receiptsFileName = (ctx: WorkspaceCtx): string =>
  `receipts-${ctx.workspaceId}-${utcDay(ctx.now())}.jsonl`;
