import type { ConfirmExchangeBody, WarmupExchange } from "#modules/warmup/contract/exchange.ts";
import {
  type AuditCtx,
  auditStatement,
  bySystem,
} from "#modules/accounts/audit/audit-statement.ts";
import { cancelOutside } from "#modules/warmup/pool/outside-store.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { type InstallStatement, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import type { ExchangeId } from "#platform/rules/ids.ts";
import {
  confirmExchange,
  endStatement,
  type ExchangeRow,
  selectExchange,
  standsNow,
} from "./exchange-store.ts";
import { presentExchanges } from "./present.ts";
import { forgetPartners } from "./report-store.ts";
import { callPartner } from "./sign-call.ts";

async function find(ctx: WorkspaceCtx, id: ExchangeId): Promise<ExchangeRow> {
  const row = await selectExchange(ctx.install, ctx.workspaceId, id);
  if (!row) throw notFound("exchange");
  return row;
}

/**
 * The operator has the partner's fingerprint from another channel: from now on emails are exchanged.
 * Throws `not_found`, `validation_failed` where it is another one, `invalid_state`.
 */
export async function confirmPartner(
  ctx: MemberCtx,
  id: ExchangeId,
  { fingerprint }: ConfirmExchangeBody,
): Promise<WarmupExchange> {
  const row = await find(ctx, id);
  if (row.state !== "comparing" && row.state !== "active") {
    throw new AppError(
      "invalid_state",
      "There is nothing to compare: nobody accepted yet, or it ended.",
    );
  }
  if (plain(fingerprint) !== plain(row.fingerprint ?? "")) {
    const message =
      "This is another fingerprint: somebody else may have accepted the invitation. End the exchange and make a new invitation.";
    throw invalidField("fingerprint", "different", message);
  }
  const { workspaceId, install } = ctx;
  await runBatch(install, [
    auditStatement(
      ctx,
      { action: "exchange.confirmed", workspaceId, target: { type: "exchange", id } },
      standsNow(id),
    ) as InstallStatement,
    confirmExchange(install, id, ctx.now()),
  ]);
  const [shown] = await presentExchanges(ctx, [await find(ctx, id)]);
  if (!shown) throw notFound("exchange");
  return shown;
}

const plain = (fingerprint: string): string =>
  fingerprint.toUpperCase().replaceAll(/[^0-9A-F]/g, "");

/** Ends an exchange at once; the partner gets a call if it can be reached. On an ended one, nothing. Throws `not_found`. */
export async function leaveExchange(ctx: MemberCtx, id: ExchangeId): Promise<void> {
  await endExchange(ctx, await find(ctx, id), "It was ended here.", ctx);
}

/** Keys and addresses are forgotten, what waits does not leave, and mail that still comes is ordinary mail. */
export async function endExchange(
  ctx: WorkspaceCtx,
  row: ExchangeRow,
  reason: string,
  by: AuditCtx = bySystem(ctx),
): Promise<void> {
  if (row.state === "ended") return;
  const { install, db, workspaceId } = ctx;
  const now = ctx.now();
  const results = await runBatch(install, [
    auditStatement(
      by,
      {
        action: "exchange.ended",
        workspaceId,
        target: { type: "exchange", id: row.id },
        details: { reason },
      },
      standsNow(row.id),
    ) as InstallStatement,
    endStatement(install, row.id, reason, now),
  ]);
  await runBatch(db, [
    ...cancelOutside(db, workspaceId, { exchangeId: row.id, staying: [] }, now),
    forgetPartners(db, workspaceId, row.id),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) return;
  ctx.log("exchange.ended", { exchange: row.id, reason }, "warn");
  const { partnerUrl: url, partnerKey: key, key: id } = row;
  if (url === null || key === null) return;
  // The partner finds out at its next call where this one fails.
  try {
    await callPartner(ctx, { url, key, id }, "end", {});
  } catch (cause) {
    ctx.log("exchange.partner_not_told", { exchange: row.id, cause: describe(cause) }, "warn");
  }
}
