import { createHash } from "node:crypto";
import {
  type Caller,
  type CallerCtx,
  type Deps,
  type MemberCtx,
  userIdOf,
} from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { ConsentBody, ConsentAnswer } from "#modules/connections/contract/connections.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { DAY_MS, iso, later, MINUTE_MS } from "#platform/rules/time.ts";
import { readOauthClient } from "#modules/connections/clients/read-client.ts";
import { type GrantedMailbox, grantedMailbox } from "#modules/connections/hooks.ts";
import { beginAuthorization, type FlowSecrets } from "#platform/oauth/authorize.ts";
import { redirectUri } from "#modules/connections/rules/names.ts";
import { troubleOf } from "#modules/connections/provider/trouble.ts";
import { deleteExpiredFlows, type FlowRow, insertFlow } from "./flows-store.ts";

const GOOD_FOR_MS = 10 * MINUTE_MS;

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Where a consent's verifier is sealed. */
export const VERIFIER_PLACE = "oauth_flows:verifier";

/** A person's session; a key has none, so that the person who comes back needs access alone. */
export const sessionHashOf = (caller: Caller): string =>
  caller.byKey ? "" : sha256(caller.sessionId);

/**
 * Begins a consent: the address to send the person to, good once and for ten minutes, bound to
 * session, workspace and the host that it began at. Throws `oauth_client_missing` where the install has no client there,
 * `not_found` for a mailbox that is none, `upstream_unavailable` where the provider can't be read.
 */
export async function startConsent(ctx: MemberCtx, body: ConsentBody): Promise<ConsentAnswer> {
  const client = await readOauthClient(ctx, body.provider);
  if (!client) throw clientMissing(ctx.settings.BASE_URL);
  const mailbox =
    body.mailbox_id === undefined
      ? null
      : await ctx.hooks.one(grantedMailbox)(ctx, { id: body.mailbox_id });
  if (body.mailbox_id !== undefined && !mailbox) throw notFound("mailbox");
  const loginHint = mailbox?.email ?? body.login_hint;
  const asked = {
    redirectUri: redirectUri(ctx.settings.BASE_URL, body.provider),
    parameters: {
      ...client.consent,
      ...(loginHint !== undefined && { login_hint: loginHint }),
    },
    scopes: body.road === "api" ? [...client.scopes, ...client.apiScopes] : client.scopes,
  };
  const { url, secrets } = await beginAuthorization(ctx, client, asked).catch((cause: unknown) => {
    throw new AppError("upstream_unavailable", `${client.name}: ${troubleOf(cause).words}`, {
      cause,
    });
  });
  const expiresAt = await keepFlow(ctx, {
    ...secrets,
    provider: body.provider,
    purpose: "mailbox",
    workspaceId: ctx.workspaceId,
    mailbox,
    road: body.road,
  });
  return { authorize_url: url, expires_at: iso(expiresAt) };
}

/** Stores a way out to a provider for ten minutes, bound to the session. Answers when it ends. */
export async function keepFlow(
  ctx: CallerCtx,
  flow: FlowSecrets &
    Pick<FlowRow, "provider" | "purpose" | "workspaceId" | "road"> & {
      readonly mailbox: GrantedMailbox | null;
    },
): Promise<UnixMs> {
  const expiresAt = later(ctx.now(), GOOD_FOR_MS);
  await runBatch(ctx.install, [
    insertFlow(ctx.install, {
      stateHash: sha256(flow.state),
      sessionHash: sessionHashOf(ctx.caller),
      userId: userIdOf(ctx.caller),
      provider: flow.provider,
      purpose: flow.purpose,
      workspaceId: flow.workspaceId,
      mailboxId: flow.mailbox?.id ?? null,
      organisationId: null,
      road: flow.road,
      expectEmail: flow.mailbox?.email ?? null,
      verifier: await ctx.vault.seal(flow.verifier, VERIFIER_PLACE),
      nonce: flow.nonce,
      expiresAt,
      host: ctx.ownHost?.host ?? null,
      ticketHash: null,
      answer: null,
    }),
  ]);
  return expiresAt;
}

/** The answer where nobody has set up the install's client yet. */
export const clientMissing = (baseUrl: string): AppError =>
  new AppError(
    "oauth_client_missing",
    `An admin has to set up this install's client at the provider first: ${baseUrl}/admin/connections`,
    { headers: { Link: `<${baseUrl}/admin/connections>; rel="help"` } },
  );

/** Sweep: people who never came back. Late ones are led back to where they left from for a day. */
export const forgetExpiredFlows = (deps: Deps): Promise<void> =>
  deleteExpiredFlows(deps.install, later(deps.now(), -DAY_MS));
