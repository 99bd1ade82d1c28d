import { randomBytes } from "node:crypto";
import { type CallerCtx, type Deps, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { StartedTotp } from "#modules/accounts/contract/factors.ts";
import { brandOfCaller } from "#modules/accounts/brands/read-brand.ts";
import { newRecoveryCodes, recoveryCodeHash } from "#modules/accounts/rules/recovery-code.ts";
import { base32, otpauthUrl, stepOfCode, TOTP_SECRET_BYTES } from "#modules/accounts/rules/totp.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { tellPerson } from "./notices.ts";
import {
  confirmTotp,
  isAsleep,
  replaceRecoveryCodes,
  savePendingTotp,
  selectTotp,
  takeRecoveryCode,
  takeStep,
  whileAsleep,
} from "./store.ts";

const placeOf = (userId: UserId): string => `totp_factors:secret:${userId}`;

/**
 * Makes a secret for an authenticator app, which counts once its first code was confirmed; until
 * then another start replaces it. Throws `conflict` where an app is in use, `forbidden` while impersonating.
 */
export async function startTotp(ctx: CallerCtx): Promise<StartedTotp> {
  const person = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "Factors cannot be changed while impersonating.");
  const secret = randomBytes(TOTP_SECRET_BYTES);
  const sealed = await ctx.vault.seal(secret.toString("base64url"), placeOf(person.userId));
  const [row] = await savePendingTotp(ctx.install, person.userId, sealed, ctx.now());
  if (!row) {
    throw new AppError("conflict", "An authenticator app is set already. Remove it first.");
  }
  const { name } = await brandOfCaller(ctx);
  return {
    id: row.id,
    secret: base32(secret),
    otpauth_url: otpauthUrl(secret, name, person.email),
  };
}

/**
 * Confirms the app with its first code and answers ten recovery codes, this once. Throws
 * `validation_failed` for a wrong code, `invalid_state` where no app waits for one.
 */
export async function confirmFirstCode(ctx: CallerCtx, code: string): Promise<string[]> {
  const { userId } = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "Factors cannot be changed while impersonating.");
  const row = await selectTotp(ctx.install, userId);
  if (!row || row.confirmedAt !== null) throw nothingWaits();
  const now = ctx.now();
  const step = stepOfCode(await openSecret(ctx, userId, row.secret), code, now, row.lastStep);
  if (step === null) {
    throw invalidField("code", "wrong", "This is not the present code of the app. Try the next.");
  }
  const codes = newRecoveryCodes();
  const hashes = codes.map((one) => recoveryCodeHash(userId, one));
  const asleep = isAsleep(userId, row.secret);
  const results = await runBatch(ctx.install, [
    ...replaceRecoveryCodes(ctx.install, userId, hashes, now, asleep),
    auditStatement(
      ctx,
      { action: "factor.added", details: { method: "totp" } },
      whileAsleep(userId, row.secret),
    ),
    confirmTotp(ctx.install, userId, row.secret, step, now),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw nothingWaits();
  await tellPerson(ctx, userId, "factor_added");
  return codes;
}

const nothingWaits = (): AppError =>
  new AppError("invalid_state", "No authenticator app waits for its first code. Add one first.");

const openSecret = async (deps: Deps, userId: UserId, sealed: string): Promise<Buffer> =>
  Buffer.from(await deps.vault.open(sealed, placeOf(userId)), "base64url");

/** Whether the code is the person's, and was never used; it is used up with this. */
export async function takeTotpCode(deps: Deps, userId: UserId, code: string): Promise<boolean> {
  const row = await selectTotp(deps.install, userId);
  if (!row || row.confirmedAt === null) return false;
  const now = deps.now();
  const step = stepOfCode(await openSecret(deps, userId, row.secret), code, now, row.lastStep);
  if (step === null) return false;
  return (await takeStep(deps.install, userId, row.secret, step, now)).length > 0;
}

/** The same for a recovery code. */
export const takeCodeOfRecovery = async (
  deps: Deps,
  userId: UserId,
  code: string,
): Promise<boolean> =>
  (await takeRecoveryCode(deps.install, userId, recoveryCodeHash(userId, code))).length > 0;
