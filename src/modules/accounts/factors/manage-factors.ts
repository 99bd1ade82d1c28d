import { type CallerCtx, personOf, type PublicCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { PasskeyId, TotpId } from "#platform/rules/ids.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { Factors, Passkey } from "#modules/accounts/contract/factors.ts";
import { newRecoveryCodes, recoveryCodeHash } from "#modules/accounts/rules/recovery-code.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { tellPerson } from "./notices.ts";
import {
  deletePasskeyRow,
  type PasskeyRow,
  renamePasskeyRow,
  selectPasskeys,
} from "./passkey-store.ts";
import { relyingPartyOf } from "./relying-party.ts";
import {
  countRecoveryCodes,
  deleteTotp,
  forgetIdleCodes,
  hasFactor,
  replaceRecoveryCodes,
  selectIsRequired,
  selectTotp,
  whileFactored,
  whilePasskey,
  whileTotp,
} from "./store.ts";

/** The caller's own ways to prove who they are. */
export async function listFactors(ctx: CallerCtx, request: Request): Promise<Factors> {
  const { userId } = personOf(ctx.caller);
  const party = relyingPartyOf(ctx, request);
  const [totp, own, left, required] = await Promise.all([
    selectTotp(ctx.install, userId),
    selectPasskeys(ctx.install, userId),
    countRecoveryCodes(ctx.install, userId),
    selectIsRequired(ctx.install, userId),
  ]);
  return {
    totp:
      totp?.confirmedAt == null
        ? null
        : {
            id: totp.id,
            created_at: iso(totp.confirmedAt),
            last_used_at: isoOrNull(totp.lastUsedAt),
          },
    passkeys: own.map((row) => presentPasskey(row, party.id)),
    recovery_codes_left: left,
    required,
    passkey_problem: party.problem,
  };
}

export const presentPasskey = (row: PasskeyRow, here: string | null): Passkey => ({
  id: row.id,
  name: row.name,
  host: row.rpId,
  works_here: row.rpId === here,
  created_at: iso(row.createdAt),
  last_used_at: isoOrNull(row.lastUsedAt),
});

/** Removes the authenticator app. Throws `not_found`, `forbidden` while impersonating. */
export async function removeTotp(ctx: CallerCtx, id: TotpId): Promise<void> {
  const { userId } = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "Factors cannot be changed while impersonating.");
  const [, [gone]] = (await runBatch(ctx.install, [
    auditStatement(
      ctx,
      { action: "factor.removed", details: { method: "totp" } },
      whileTotp(userId, id),
    ),
    deleteTotp(ctx.install, userId, id),
    forgetIdleCodes(ctx.install, userId),
  ])) as [unknown, { confirmedAt: number | null }[]];
  if (!gone) throw noSuchFactor();
  if (gone.confirmedAt !== null) await tellPerson(ctx, userId, "factor_removed");
}

/** Removes a passkey. Throws `not_found`, `forbidden` while impersonating. */
export async function removePasskey(ctx: CallerCtx, id: PasskeyId): Promise<void> {
  const { userId } = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "Factors cannot be changed while impersonating.");
  const results = await runBatch(ctx.install, [
    auditStatement(
      ctx,
      {
        action: "factor.removed",
        target: { type: "passkey", id },
        details: { method: "passkey" },
      },
      whilePasskey(userId, id),
    ),
    deletePasskeyRow(ctx.install, userId, id),
    forgetIdleCodes(ctx.install, userId),
  ]);
  if ((results[1] as unknown[]).length === 0) throw noSuchFactor();
  await tellPerson(ctx, userId, "factor_removed");
}

/** Throws `not_found`, `forbidden` while impersonating. */
export async function renamePasskey(
  ctx: CallerCtx,
  id: PasskeyId,
  name: string,
): Promise<PasskeyRow> {
  const { userId } = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "Factors cannot be changed while impersonating.");
  const [, [row]] = (await runBatch(ctx.install, [
    auditStatement(
      ctx,
      { action: "factor.renamed", target: { type: "passkey", id }, details: { name } },
      whilePasskey(userId, id),
    ),
    renamePasskeyRow(ctx.install, userId, id, name),
  ])) as [unknown, PasskeyRow[]];
  if (!row) throw noSuchFactor();
  return row;
}

/**
 * Ten new recovery codes in the place of all others, answered this once. Throws `invalid_state`
 * without a factor, `forbidden` while impersonating.
 */
export async function renewRecoveryCodes(ctx: CallerCtx): Promise<string[]> {
  const { userId } = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "Factors cannot be changed while impersonating.");
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryCodeHash(userId, code));
  await runBatch(ctx.install, [
    auditStatement(ctx, { action: "factor.recovery_codes_made" }, whileFactored(userId)),
    ...replaceRecoveryCodes(ctx.install, userId, hashes, ctx.now(), hasFactor(userId)),
  ]);
  if ((await countRecoveryCodes(ctx.install, userId)) === 0) {
    throw new AppError("invalid_state", "Recovery codes need a second factor. Add one first.");
  }
  await tellPerson(ctx, userId, "recovery_codes_made");
  return codes;
}

const noSuchFactor = (): AppError => new AppError("not_found", "You have no such factor.");

/** What a route answers of a passkey, seen from the address of the request. */
export const passkeyHere = (ctx: PublicCtx, request: Request, row: PasskeyRow): Passkey =>
  presentPasskey(row, relyingPartyOf(ctx, request).id);
