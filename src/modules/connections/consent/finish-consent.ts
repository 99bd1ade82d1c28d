import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import { later, SECOND_MS } from "#platform/rules/time.ts";
import type { OauthClient } from "#modules/connections/clients/client.ts";
import { readOauthClient } from "#modules/connections/clients/read-client.ts";
import { grantedMailbox, mailboxGranted } from "#modules/connections/hooks.ts";
import {
  type Account,
  finishConsent,
  renewGrant,
  type Tokens,
} from "#modules/connections/provider/grants.ts";
import { troubleOf } from "#modules/connections/provider/trouble.ts";
import { missingScopes } from "#modules/connections/rules/providers.ts";
import { renewAtOf } from "#modules/connections/tokens/renew.ts";
import {
  deleteGrant,
  type GrantValues,
  insertGrant,
  replaceGrant,
} from "#modules/connections/tokens/grants-store.ts";
import { sealToken } from "#modules/connections/tokens/seal.ts";
import type { FlowRow } from "./flows-store.ts";
import { redirectUri } from "#modules/connections/rules/names.ts";
import { clientMissing, VERIFIER_PLACE } from "./start-consent.ts";

export type MailboxFlow = FlowRow & { readonly workspaceId: WorkspaceId };

/**
 * Turns a consent into a connected mailbox: a new one, or the one of the same address, whose row,
 * threads and warmup stay. Throws `consent_denied`, `scope_missing` (which it names),
 * `refresh_token_missing`, `other_account`, `upstream_failed` and `upstream_unavailable`; nothing is
 * stored then.
 */
export async function connectMailbox(
  ctx: MemberCtx,
  flow: MailboxFlow,
  callback: URL,
): Promise<MailboxId> {
  const client = await readOauthClient(ctx, flow.provider);
  if (!client) throw clientMissing(ctx.settings.BASE_URL);
  const verifier = await ctx.vault.open(flow.verifier, VERIFIER_PLACE);
  const { tokens, account } = await finishConsent(ctx, client, callback, {
    state: callback.searchParams.get("state") ?? "",
    nonce: flow.nonce,
    verifier,
    redirectUri: redirectUri(ctx.settings.BASE_URL, flow.provider),
  }).catch((cause: unknown) => {
    throw consentFailure(client, cause);
  });
  const granted = tokens.scopes ?? client.scopes;
  const missing = missingScopes(client.needs, granted);
  if (missing.length > 0) {
    throw new AppError(
      "scope_missing",
      `${client.name} did not grant ${missing.join(" and ")}. Connect again and leave every permission ticked.`,
    );
  }
  if (tokens.refreshToken === null) {
    throw new AppError(
      "refresh_token_missing",
      `${client.name} gave access for a short time only. Allow offline access for this client, then connect again.`,
    );
  }
  const email = emailOf(client, flow, account);
  const api = await apiTokens(ctx, client, tokens.refreshToken);
  const values = await grantValues(ctx, client, account, email, {
    ...tokens,
    refreshToken: api?.refreshToken ?? tokens.refreshToken,
    scopes: api ? [...new Set([...granted, ...(api.scopes ?? client.apiScopes)])] : granted,
  });
  const mailbox = await ctx.hooks.one(grantedMailbox)(
    ctx,
    flow.mailboxId === null ? { email } : { id: flow.mailboxId },
  );
  const kept = mailbox?.grantId ?? null;
  const isReplaced = kept !== null && (await replaceGrant(ctx.db, ctx.workspaceId, kept, values));
  const grantId = isReplaced
    ? kept
    : (
        await insertGrant(ctx.db, {
          ...values,
          workspaceId: ctx.workspaceId,
          createdAt: ctx.now(),
        })
      ).id;
  const { provider, smtp, imap } = client;
  const isChosen = flow.road === "api" && flow.mailboxId !== null && api !== null;
  try {
    return await ctx.hooks.one(mailboxGranted)(
      ctx,
      grantId,
      { provider, email, smtp, imap, ...(isChosen && { road: "api" as const }) },
      mailbox?.id ?? null,
    );
  } catch (cause) {
    // A mailbox that could not be made needs no key.
    if (!isReplaced) await deleteGrant(ctx.db, ctx.workspaceId, grantId);
    throw cause;
  }
}

/**
 * Whether sending by the provider's API was granted as well, which only the token endpoint says; null
 * where it was not, or can't be known now.
 */
async function apiTokens(
  ctx: MemberCtx,
  client: OauthClient,
  refreshToken: string,
): Promise<Tokens | null> {
  if (client.apiScopes.length === 0) return null;
  try {
    return await renewGrant(ctx, client, refreshToken, client.apiScopes);
  } catch {
    return null;
  }
}

/** Reconnecting one mailbox by another's account would send from the wrong person. */
function emailOf(client: OauthClient, flow: MailboxFlow, { email }: Account): string {
  if (email === null) {
    throw new AppError(
      "scope_missing",
      `${client.name} named no confirmed email address. Allow the email permission, then connect again.`,
    );
  }
  if (flow.expectEmail !== null && flow.expectEmail !== email) {
    throw new AppError(
      "other_account",
      `You signed in as ${email}, but this mailbox is ${flow.expectEmail}. Choose that account.`,
    );
  }
  return email;
}

async function grantValues(
  ctx: MemberCtx,
  { provider }: OauthClient,
  account: Account,
  email: string,
  tokens: Tokens & { readonly refreshToken: string; readonly scopes: readonly string[] },
): Promise<Omit<GrantValues, "workspaceId" | "createdAt">> {
  const now = ctx.now();
  return {
    kind: "oauth",
    provider,
    account: email,
    subject: account.subject,
    scopes: [...tokens.scopes],
    refreshToken: await sealToken(ctx, "refresh_token", tokens.refreshToken),
    accessToken: await sealToken(ctx, "access_token", tokens.accessToken),
    accessUntil: later(now, tokens.lifetime * SECOND_MS),
    accessRenewAt: renewAtOf(now, tokens.lifetime),
    apiToken: null,
    apiUntil: null,
    apiRenewAt: null,
    refreshedAt: now,
    grantedBy: ctx.caller.byKey ? null : ctx.caller.userId,
    grantedAt: now,
    updatedAt: now,
  };
}

function consentFailure({ name }: OauthClient, cause: unknown): AppError {
  const { kind, words } = troubleOf(cause);
  if (kind === "consent_denied") {
    return new AppError("consent_denied", `${name} reports that access was not granted: ${words}`, {
      cause,
    });
  }
  if (kind === "provider_unavailable") {
    return new AppError("upstream_unavailable", `${name}: ${words} Try again in a moment.`, {
      cause,
    });
  }
  return new AppError("upstream_failed", `${name} refused the connection. ${words}`, { cause });
}
