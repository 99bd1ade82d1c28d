import { randomBytes } from "node:crypto";
import type { StartedExchange, StartExchangeBody } from "#modules/warmup/contract/exchange.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { sharable } from "#modules/warmup/pool/set-pool.ts";
import { keysFingerprint } from "#modules/warmup/rules/exchange/identity.ts";
import { INVITATION_MS, MAX_EXCHANGES } from "#modules/warmup/rules/exchange/limits.ts";
import { callerName, type MemberCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { type InstallStatement, isMissingValue, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { type ExchangeId, unixMs } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import {
  hasExchangeRoom,
  insertExchange,
  type NewExchange,
  selectByKey,
  selectExchange,
  selectExchanges,
} from "./exchange-store.ts";
import { readInvitation } from "./invitation.ts";
import { agreementPlace, agreementPair, identityOf, secretPlace, secretOf } from "./keys.ts";
import { presentExchanges } from "./present.ts";
import { callPartner } from "./sign-call.ts";

/**
 * Makes an invitation for another operator, or accepts one: its install gets a call, and both compare the
 * fingerprint before anything else happens. Throws `validation_failed`, `limit_reached`, `conflict`
 * where the other install refuses, `upstream_*` where it cannot be reached.
 */
export async function startExchange(
  ctx: MemberCtx,
  body: StartExchangeBody,
): Promise<StartedExchange> {
  await checkMailboxes(ctx, body);
  const open = (await selectExchanges(ctx.install, ctx.workspaceId)).filter(
    ({ state }) => state !== "ended",
  );
  if (open.length >= MAX_EXCHANGES) throw tooMany();
  return body.invitation === undefined ? invite(ctx, body) : accept(ctx, body, body.invitation);
}

const tooMany = (cause?: unknown): AppError =>
  new AppError(
    "limit_reached",
    `A workspace has at most ${MAX_EXCHANGES} exchanges. End one first.`,
    { cause },
  );

async function checkMailboxes(ctx: MemberCtx, { mailbox_ids }: StartExchangeBody): Promise<void> {
  const shared = await sharable(ctx, mailbox_ids);
  const { free } = await ctx.tables.addresses();
  for (const { mailboxId, email } of shared) {
    if (!free.has(domainOf(email))) continue;
    const path = `mailbox_ids.${mailbox_ids.indexOf(mailboxId)}`;
    const message = "Addresses of free-mail providers stay within the installation. Leave it out.";
    throw invalidField(path, "free_mail", message);
  }
}

async function invite(ctx: MemberCtx, body: StartExchangeBody): Promise<StartedExchange> {
  const identity = await identityOf(ctx);
  const pair = await agreementPair();
  const id = randomBytes(18).toString("base64url");
  const now = ctx.now();
  const expiresAt = later(now, INVITATION_MS);
  const invitation = await identity.sign({
    id,
    url: ctx.settings.BASE_URL,
    key: identity.key,
    agreement: pair.shared,
    name: body.name,
    quota: body.quota,
    expires: expiresAt,
  });
  const made = await store(ctx, "exchange.invited", {
    ...common(ctx, body),
    key: id,
    side: "inviting",
    state: "invited",
    agreementKey: await ctx.vault.seal(pair.own, agreementPlace(id)),
    expiresAt,
  });
  return { ...made, invitation };
}

async function accept(
  ctx: MemberCtx,
  body: StartExchangeBody,
  jws: string,
): Promise<StartedExchange> {
  const now = ctx.now();
  const invitation = await readInvitation(jws, now);
  const { key } = await identityOf(ctx);
  if (invitation.key === key) {
    const message = "This invitation is of this installation. Share a pool instead.";
    throw invalidField("invitation", "own", message);
  }
  if (await selectByKey(ctx.install, invitation.id)) {
    throw invalidField("invitation", "used", "This invitation was accepted already.");
  }
  const url = new URL(invitation.url);
  const isSafe = url.protocol === "https:" || allowsPrivateNetworks(ctx.settings);
  if (!isSafe) {
    throw invalidField("invitation", "insecure", "The other installation has no https address.");
  }
  const pair = await agreementPair();
  const bound = { inviting: invitation.key, invited: key, id: invitation.id };
  const secret = await secretOf(pair.own, invitation.agreement, bound);
  const callee = { url: invitation.url, key: invitation.key, id: invitation.id };
  const agreed = await callPartner(ctx, callee, "accept", {
    invitation: jws,
    url: ctx.settings.BASE_URL,
    key,
    agreement: pair.shared,
    name: body.name,
    quota: body.quota,
  });
  const made = await store(ctx, "exchange.accepted", {
    ...common(ctx, body),
    quota: Math.min(agreed.quota ?? body.quota, body.quota, invitation.quota),
    key: invitation.id,
    side: "invited",
    state: "comparing",
    partnerName: invitation.name,
    partnerUrl: invitation.url,
    partnerKey: invitation.key,
    secret: await ctx.vault.seal(secret, secretPlace(invitation.id)),
    fingerprint: keysFingerprint(invitation.key, key, invitation.id),
    expiresAt: unixMs(invitation.expires),
  });
  return { ...made, invitation: null };
}

const common = (ctx: MemberCtx, body: StartExchangeBody) => ({
  workspaceId: ctx.workspaceId,
  ownName: body.name,
  quota: body.quota,
  mailboxIds: [...new Set(body.mailbox_ids)],
  createdBy: callerName(ctx.caller),
  createdAt: ctx.now(),
});

async function store(
  ctx: MemberCtx,
  action: "exchange.invited" | "exchange.accepted",
  row: NewExchange,
) {
  const { workspaceId } = ctx;
  const line = auditStatement(ctx, {
    action,
    workspaceId,
    details: { quota: row.quota, mailboxes: row.mailboxIds },
  }) as InstallStatement;
  const insert = insertExchange(ctx.install, row, hasExchangeRoom(workspaceId, MAX_EXCHANGES));
  const results = await runBatch(ctx.install, [line, insert]).catch((cause: unknown) => {
    throw isMissingValue(cause) ? tooMany(cause) : cause;
  });
  const [made] = results.at(-1) as { id: ExchangeId }[];
  const stored = made && (await selectExchange(ctx.install, workspaceId, made.id));
  const [shown] = stored ? await presentExchanges(ctx, [stored]) : [];
  if (!shown) throw new Error("the exchange was not stored");
  return shown;
}
