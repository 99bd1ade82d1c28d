import type {
  ValidateAddressesAnswer,
  ValidateAddressesBody,
} from "#modules/leads/contract/validations.ts";
import { type MemberCtx, userIdOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { later } from "#platform/rules/time.ts";
import { JOB_LEASE_MS } from "#modules/leads/validation-jobs/job-store.ts";
import { runSlice } from "#modules/leads/validation-jobs/run-slice.ts";
import { assertRoomFor } from "./kept-rows.ts";
import { presentResult, presentValidation } from "./present.ts";
import { findValidation } from "./read-validations.ts";
import { insertRows, keptRow } from "./rows-store.ts";
import { readAll } from "./results.ts";
import { insertReceiving, queueReceived } from "./validations-store.ts";

/**
 * Validates addresses that need not be leads. The request itself works on them for some seconds, and
 * answers their results where that was enough; else the background goes on. Throws `limit_reached`
 * where too many rows are kept.
 */
export async function validateAddressList(
  ctx: MemberCtx,
  { emails, name }: ValidateAddressesBody,
): Promise<ValidateAddressesAnswer> {
  const { db, workspaceId } = ctx;
  await assertRoomFor(ctx, emails.length);
  const now = ctx.now();
  const leaseUntil = later(now, JOB_LEASE_MS);
  const id = await insertReceiving(
    db,
    workspaceId,
    { createdBy: userIdOf(ctx.caller), leaseUntil },
    now,
  );
  const rows = emails.map((email, i) => keptRow(i + 1, 1, email.trim()));
  await runBatch(db, [
    ...insertRows(db, workspaceId, id, 0, rows),
    queueReceived(db, workspaceId, id, {
      params: { name, size: 0, layout: null, column: null },
      total: rows.length,
      leaseUntil,
    }),
  ]);
  await runSlice(ctx, { workspaceId, jobId: id });
  const row = await findValidation(ctx, id);
  const results = row.state === "completed" ? await readAll(ctx, row) : null;
  return { ...presentValidation(row), results: results?.map(presentResult) ?? null };
}
