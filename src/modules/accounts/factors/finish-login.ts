import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import type { FactorMethod } from "#platform/rules/choices.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type {
  FactorRequired,
  LoginFactorBody,
  PasskeyLoginBody,
  PasskeyOptions,
} from "#modules/accounts/contract/factors.ts";
import { findUser } from "#modules/accounts/people/store.ts";
import { assertEntersHere } from "#modules/accounts/sign-in/enter-here.ts";
import { assertOwnWays } from "#modules/accounts/sso/sso-only.ts";
import { openSession } from "#modules/accounts/sign-in/sessions.ts";
import { countOrRefuse, knowSource } from "#modules/accounts/sign-in/sign-in-brake.ts";
import { tellPerson } from "./notices.ts";
import { partyOf, type RelyingParty, relyingPartyOf } from "./relying-party.ts";
import { selectFactorStanding } from "./store.ts";
import {
  answerTicket,
  type FirstStep,
  MAX_ANSWERS,
  newTicket,
  peekTicket,
  ticketUnknown,
  useTicket,
} from "./tickets.ts";
import { takeCodeOfRecovery, takeTotpCode } from "./totp.ts";
import { assertionOptions, takePasskey } from "./use-passkey.ts";

type Account = { readonly id: UserId; readonly sessionVersion: number };

/** The second step of a sign-in whose first one was right; null for a person without a factor. */
export async function askFactor(
  ctx: PublicCtx,
  user: Account,
  request: Request,
  firstStep: FirstStep,
): Promise<{
  answer: FactorRequired;
  statement: ReturnType<typeof newTicket>["statement"];
} | null> {
  const party = relyingPartyOf(ctx, request);
  const has = await selectFactorStanding(ctx.install, user.id, party.id);
  if (!has) return null;
  const made = newTicket(ctx, {
    purpose: "factor",
    user,
    sessionId: null,
    rpId: party.id,
    firstStep,
  });
  const { ticket, challenge, expiresAt, statement } = made;
  return {
    answer: await offer(ctx, party, has, { ticket, challenge, expiresAt, userId: user.id }),
    statement,
  };
}

/** What can finish a sign-in, for the page that a provider sent somebody back to. Throws `ticket_unknown`. */
export async function factorOptions(
  ctx: PublicCtx,
  ticket: string,
  request: Request,
): Promise<FactorRequired> {
  const row = await peekTicket(ctx, ticket, "factor");
  const party = relyingPartyOf(ctx, request);
  const has = row.userId && (await selectFactorStanding(ctx.install, row.userId, party.id));
  if (!has || row.userId === null) throw ticketUnknown();
  return offer(ctx, party, has, { ...row, ticket, userId: row.userId });
}

async function offer(
  ctx: PublicCtx,
  party: RelyingParty,
  has: NonNullable<Awaited<ReturnType<typeof selectFactorStanding>>>,
  to: { ticket: string; challenge: string; expiresAt: UnixMs; userId: UserId },
): Promise<FactorRequired> {
  const methods: FactorMethod[] = [
    ...(has.passkey ? (["passkey"] as const) : []),
    ...(has.totp ? (["totp"] as const) : []),
    ...(has.recoveryCodes ? (["recovery_code"] as const) : []),
  ];
  const options =
    has.passkey && party.problem === null
      ? await assertionOptions(ctx, party, to.challenge, to.userId)
      : null;
  return {
    factor_required: true,
    ticket: to.ticket,
    methods,
    passkey_options: options,
    expires_at: iso(to.expiresAt),
  };
}

/**
 * Finishes a sign-in with a factor. Throws `ticket_unknown`, `invalid_credentials` for a wrong
 * code, `rate_limited` while codes of the account are guessed, `sso_required`.
 */
export async function finishLogin(ctx: PublicCtx, body: LoginFactorBody, request: Request) {
  const ticket = await answerTicket(ctx, body.ticket, "factor", null);
  const user = ticket.userId === null ? null : await findUser(ctx.install, ticket.userId);
  if (!user) throw ticketUnknown();
  if (ticket.firstStep === "password") await assertOwnWays(ctx, user.id);
  const counted = await countOrRefuse(ctx, { at: "factor", userId: user.id, name: "" });
  if (!(await isRight(ctx, body, ticket, user.id, request))) {
    await runBatch(ctx.install, [
      auditStatement(ctx, {
        action: "auth.factor_failed",
        userId: user.id,
        details: { method: body.method },
      }),
    ]);
    if (ticket.tries >= MAX_ANSWERS) await tellPerson(ctx, user.id, "codes_guessed");
    throw new AppError("invalid_credentials", WRONG[body.method]);
  }
  await assertEntersHere(ctx, user.id, counted.right());
  await useTicket(ctx, ticket);
  const method = `${ticket.firstStep}+${body.method}` as const;
  const session = await openSession(ctx, user, method, [
    ...counted.right(),
    knowSource(ctx, user.id),
    auditStatement(ctx, {
      action: "auth.signed_in",
      userId: user.id,
      details: { method },
    }),
  ]);
  if (body.method === "recovery_code") await tellPerson(ctx, user.id, "recovery_code_used");
  return { user, session };
}

const WRONG: Readonly<Record<FactorMethod, string>> = {
  totp: "This code is wrong or was used already. Wait for the next one.",
  recovery_code: "This recovery code is wrong or was used already.",
  passkey: "This passkey was not accepted. Try again, or use another method.",
};

async function isRight(
  ctx: PublicCtx,
  body: LoginFactorBody,
  { challenge, rpId }: { challenge: string; rpId: string | null },
  userId: UserId,
  request: Request,
): Promise<boolean> {
  if (body.method !== "passkey") {
    const take = body.method === "totp" ? takeTotpCode : takeCodeOfRecovery;
    return take(ctx, userId, body.code);
  }
  const party = relyingPartyOf(ctx, request);
  if (party.problem !== null || party.id !== rpId) return false;
  return (await takePasskey(ctx, party, challenge, body.response, userId)) !== null;
}

/** A challenge for anyone who has a passkey of this host. Throws `invalid_state` where none can be used. */
export async function passkeyLoginOptions(
  ctx: PublicCtx,
  request: Request,
): Promise<PasskeyOptions> {
  const party = partyOf(ctx, request);
  const ticket = newTicket(ctx, {
    purpose: "passkey_sign_in",
    user: null,
    sessionId: null,
    rpId: party.id,
  });
  const options = await assertionOptions(ctx, party, ticket.challenge, null);
  await runBatch(ctx.install, [ticket.statement]);
  return { ticket: ticket.ticket, options };
}

/**
 * Signs in with a passkey alone: it is two factors, what one has and what one knows or is. Throws
 * `ticket_unknown`, `invalid_credentials`.
 */
export async function passkeyLogin(ctx: PublicCtx, body: PasskeyLoginBody, request: Request) {
  const party = partyOf(ctx, request);
  const ticket = await answerTicket(ctx, body.ticket, "passkey_sign_in", null);
  const userId =
    ticket.rpId === party.id
      ? await takePasskey(ctx, party, ticket.challenge, body.response, null)
      : null;
  const user = userId === null ? null : await findUser(ctx.install, userId);
  if (!user) {
    await runBatch(ctx.install, [
      auditStatement(ctx, { action: "auth.sign_in_failed", details: { method: "passkey" } }),
    ]);
    throw new AppError("invalid_credentials", WRONG.passkey);
  }
  await assertEntersHere(ctx, user.id);
  await useTicket(ctx, ticket);
  const session = await openSession(ctx, user, "passkey", [
    knowSource(ctx, user.id),
    auditStatement(ctx, {
      action: "auth.signed_in",
      userId: user.id,
      details: { method: "passkey" },
    }),
  ]);
  return { user, session };
}
