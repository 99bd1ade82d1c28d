import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { PROOF_MINUTES } from "#platform/rules/choices.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type {
  ReauthenticateBody,
  ReauthenticationOptions,
} from "#modules/accounts/contract/factors.ts";
import { relyingPartyOf } from "#modules/accounts/factors/relying-party.ts";
import { selectFactorStanding } from "#modules/accounts/factors/store.ts";
import { answerTicket, newTicket, useTicket } from "#modules/accounts/factors/tickets.ts";
import { takeTotpCode } from "#modules/accounts/factors/totp.ts";
import { assertionOptions, takePasskey } from "#modules/accounts/factors/use-passkey.ts";
import { NO_PASSWORD } from "#modules/accounts/passwords/password.ts";
import { findPasswordOf, findUser } from "#modules/accounts/people/store.ts";
import { verifyCounted } from "#modules/accounts/sign-in/login.ts";
import { countGuess } from "#modules/accounts/sign-in/sign-in-brake.ts";
import { signSession } from "#modules/accounts/sign-in/token.ts";
import { readSso, ssoStartUrl } from "#modules/accounts/sso/read-sso.ts";
import { assertOwnWays, emergencyAccount } from "#modules/accounts/sso/sso-only.ts";
import { findIdentityOf } from "#modules/accounts/sso/store.ts";
import { renewSession } from "./store.ts";

/** Who sits there: an admin who acts as somebody proves who the admin is. */
export const subjectOf = (ctx: CallerCtx): UserId => {
  const person = personOf(ctx.caller);
  return person.impersonator?.id ?? person.userId;
};

const gone = (): AppError => new AppError("unauthenticated", "This session has ended; sign in.");

/** What the caller can confirm with here, and a challenge for their passkeys. */
export async function reauthenticationOptions(
  ctx: CallerCtx,
  request: Request,
): Promise<ReauthenticationOptions> {
  const { sessionId } = personOf(ctx.caller);
  const user = await findUser(ctx.install, subjectOf(ctx));
  if (!user) throw gone();
  const party = relyingPartyOf(ctx, request);
  const has = await selectFactorStanding(ctx.install, user.id, party.id);
  const methods: ReauthenticationOptions["methods"] = [];
  if (await mayUsePassword(ctx, user.id)) methods.push("password");
  if (has?.totp) methods.push("totp");
  const atProvider = await confirmUrl(ctx, user.id);
  if (atProvider !== null) methods.push("sso");
  if (!has?.passkey || party.problem !== null) {
    return { methods, passkey: null, sso_url: atProvider };
  }
  const ticket = newTicket(ctx, {
    purpose: "reauthentication",
    user,
    sessionId,
    rpId: party.id,
  });
  const options = await assertionOptions(ctx, party, ticket.challenge, user.id);
  await runBatch(ctx.install, [ticket.statement]);
  return {
    methods: [...methods, "passkey"],
    passkey: { ticket: ticket.ticket, options },
    sso_url: atProvider,
  };
}

async function mayUsePassword(ctx: CallerCtx, id: UserId): Promise<boolean> {
  const [emergency, password] = await Promise.all([
    emergencyAccount(ctx),
    findPasswordOf(ctx.install, id),
  ]);
  return (emergency === null || emergency === id) && password !== NO_PASSWORD;
}

/** Where somebody who is linked at the provider can sign in there once more; null: they are not. */
async function confirmUrl(ctx: CallerCtx, id: UserId): Promise<string | null> {
  const sso = await readSso(ctx);
  const linked = sso && (await findIdentityOf(ctx.install, id, sso.issuer));
  return linked ? `${ssoStartUrl(ctx.settings.BASE_URL)}?reauthenticate=true` : null;
}

/**
 * Confirms who the caller is, and gives the session another id. Throws `validation_failed` for a
 * wrong answer, `ticket_unknown`, `sso_required` for a password that leads around single sign-on, and
 * `rate_limited` after too many wrong ones.
 */
export async function reauthenticate(ctx: CallerCtx, body: ReauthenticateBody, request: Request) {
  const subject = subjectOf(ctx);
  if (body.method === "password") await assertOwnWays(ctx, subject);
  if (!(await isRight(ctx, body, subject, request))) {
    await runBatch(ctx.install, [
      auditStatement(ctx, {
        action: "auth.reauthentication_failed",
        details: { method: body.method },
      }),
    ]);
    const [field, sentence] = WRONG[body.method];
    throw invalidField(field, "wrong", sentence);
  }
  return confirmed(ctx, body.method);
}

/** The caller has proved who they are: the session goes on under another id. Throws `unauthenticated`. */
export async function confirmed(ctx: CallerCtx, method: ReauthenticateBody["method"] | "sso") {
  const person = personOf(ctx.caller);
  const user = await findUser(ctx.install, person.userId);
  if (!user) throw gone();
  const now = ctx.now();
  const sessionId = crypto.randomUUID();
  const results = await runBatch(ctx.install, [
    auditStatement(ctx, { action: "auth.reauthenticated", details: { method } }),
    ...renewSession(ctx.install, person.sessionId, sessionId, now),
  ]);
  const [renewed] = results.at(-1) as { expiresAt: UnixMs }[];
  if (!renewed) throw gone();
  const token = await signSession(ctx.settings.AUTH_SECRET, {
    userId: user.id,
    sessionId,
    sessionVersion: user.sessionVersion,
    actorId: person.impersonator?.id ?? null,
    expiresAt: renewed.expiresAt,
    now,
  });
  return { token, expiresAt: renewed.expiresAt, until: later(now, PROOF_MINUTES * MINUTE_MS) };
}

const WRONG: Readonly<Record<ReauthenticateBody["method"], readonly [string, string]>> = {
  password: ["password", "This is not your password."],
  totp: ["code", "This code is wrong or was used already. Wait for the next one."],
  passkey: ["response", "This passkey was not accepted. Try again, or use your password."],
};

async function isRight(
  ctx: CallerCtx,
  body: ReauthenticateBody,
  userId: UserId,
  request: Request,
): Promise<boolean> {
  if (body.method === "passkey") {
    const { sessionId } = personOf(ctx.caller);
    const party = relyingPartyOf(ctx, request);
    const ticket = await answerTicket(ctx, body.ticket, "reauthentication", sessionId);
    if (party.problem !== null || ticket.rpId !== party.id) return false;
    const who = await takePasskey(ctx, party, ticket.challenge, body.response, userId);
    if (who === null) return false;
    await useTicket(ctx, ticket);
    return true;
  }
  const at = body.method === "password" ? "current-password" : "factor";
  const counted = await countGuess(ctx, { at, userId, name: "" });
  const right =
    body.method === "password"
      ? await verifyCounted(counted, body.password, await findPasswordOf(ctx.install, userId))
      : await takeTotpCode(ctx, userId, body.code);
  if (right) await runBatch(ctx.install, counted.right());
  return right;
}
