import { generateRegistrationOptions } from "@simplewebauthn/server";
import { randomBytes } from "node:crypto";
import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { isUniqueViolation, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { AddPasskeyBody, PasskeyOptions } from "#modules/accounts/contract/factors.ts";
import { brandOfCaller } from "#modules/accounts/brands/read-brand.ts";
import { findUser } from "#modules/accounts/people/store.ts";
import { newRecoveryCodes, recoveryCodeHash } from "#modules/accounts/rules/recovery-code.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { ALGORITHMS, readNewCredential } from "./check-passkey.ts";
import { tellPerson } from "./notices.ts";
import {
  insertPasskey,
  isPasskeyKnown,
  type PasskeyRow,
  selectPasskeyNamed,
  selectPasskeys,
  whereBelowMost,
} from "./passkey-store.ts";
import { partyOf } from "./relying-party.ts";
import { countRecoveryCodes, replaceRecoveryCodes } from "./store.ts";
import { answerTicket, newTicket, useTicket } from "./tickets.ts";

/** More than anybody carries, and few enough for one question to a browser. */
const MAX_PASSKEYS = 20;
const HANDLE_BYTES = 32;

/**
 * A challenge for a new passkey, for this session. Throws `invalid_state` where passkeys can't be
 * used at this address, `forbidden` while impersonating.
 */
export async function passkeyOptions(ctx: CallerCtx, request: Request): Promise<PasskeyOptions> {
  const person = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "Factors cannot be changed while impersonating.");
  const party = partyOf(ctx, request);
  const user = await findUser(ctx.install, person.userId);
  if (!user) throw new AppError("unauthenticated", "This account is gone.");
  const own = await selectPasskeys(ctx.install, person.userId);
  const userHandle = own[0]?.userHandle ?? randomBytes(HANDLE_BYTES).toString("base64url");
  const ticket = newTicket(ctx, {
    purpose: "passkey_registration",
    user,
    sessionId: person.sessionId,
    rpId: party.id,
    userHandle,
  });
  const { name } = await brandOfCaller(ctx);
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: party.id,
    userName: person.email,
    userDisplayName: person.name,
    userID: new Uint8Array(Buffer.from(userHandle, "base64url")),
    challenge: new Uint8Array(Buffer.from(ticket.challenge, "base64url")),
    timeout: 5 * MINUTE_MS,
    attestationType: "none",
    excludeCredentials: own
      .filter(({ rpId }) => rpId === party.id)
      .map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await runBatch(ctx.install, [ticket.statement]);
  return { ticket: ticket.ticket, options: { ...options } };
}

/**
 * Stores the passkey that answered a challenge of this session; with the first factor ten recovery
 * codes are made. Throws `ticket_unknown`; `validation_failed` for an answer that is not of this
 * challenge and address; `conflict` for a passkey that is known; `limit_reached`.
 */
export async function addPasskey(
  ctx: CallerCtx,
  body: AddPasskeyBody,
  request: Request,
): Promise<{ passkey: PasskeyRow; codes: string[] | null }> {
  const { userId, sessionId } = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "Factors cannot be changed while impersonating.");
  const party = partyOf(ctx, request);
  const ticket = await answerTicket(ctx, body.ticket, "passkey_registration", sessionId);
  const made =
    ticket.rpId === party.id && ticket.userHandle !== null
      ? await readNewCredential(party, ticket.challenge, body.response)
      : null;
  if (!made) {
    throw invalidField("response", "wrong", "This passkey could not be verified. Add it again.");
  }
  await useTicket(ctx, ticket);
  const codes = (await countRecoveryCodes(ctx.install, userId)) > 0 ? null : newRecoveryCodes();
  const now = ctx.now();
  const row = {
    ...made,
    userId,
    rpId: party.id,
    userHandle: ticket.userHandle ?? "",
    name: body.name,
    createdAt: now,
  };
  try {
    await runBatch(ctx.install, [
      auditStatement(
        ctx,
        { action: "factor.added", details: { method: "passkey", name: body.name } },
        whereBelowMost(userId, MAX_PASSKEYS),
      ),
      insertPasskey(ctx.install, row, MAX_PASSKEYS),
      ...(codes
        ? replaceRecoveryCodes(
            ctx.install,
            userId,
            codes.map((code) => recoveryCodeHash(userId, code)),
            now,
            isPasskeyKnown(made.credentialId),
          )
        : []),
    ]);
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError("conflict", "This passkey is known already.", { cause });
  }
  const passkey = await selectPasskeyNamed(ctx.install, made.credentialId);
  if (!passkey) {
    throw new AppError("limit_reached", `Up to ${MAX_PASSKEYS} passkeys. Delete one first.`);
  }
  await tellPerson(ctx, userId, "factor_added");
  return { passkey, codes };
}
