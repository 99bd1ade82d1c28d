import { createHash } from "node:crypto";
import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { runBatch } from "#platform/db/db.ts";
import type { TokenAnswer, TokenRequest } from "#platform/wire/tokens.ts";
import { readGrantName } from "#modules/connections/rules/names.ts";
import type { GrantId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { grantLost } from "#modules/connections/hooks.ts";
import type { Tokens } from "#modules/connections/provider/grants.ts";
import { troubleOf } from "#modules/connections/provider/trouble.ts";
import { renewAtOf } from "#modules/connections/tokens/renew.ts";
import {
  endGrant,
  type GrantRow,
  keepTokens,
  leaseGrant,
  releaseGrant,
  type Renewed,
  selectGrant,
  unchangedGrant,
} from "./grants-store.ts";
import { renew } from "./renew.ts";
import { openToken, sealToken } from "./seal.ts";

/** What a token opens: the mailbox's SMTP and IMAP, or the provider's API. */
export type Resource = "mail" | "api";

/** Longer than a provider may take, so that nobody else asks while it may still answer. */
const LEASE_MS = MINUTE_MS;
/** For so long others wait for the one who is renewing. */
const PATIENCE_MS = 25 * SECOND_MS;
const LOOK_AGAIN_MS = 100;
/** After a refusal that will pass. */
const RETRY_MS = 10 * SECOND_MS;

/**
 * A token that is good for a while, renewed where it is not: one request at a time for each grant,
 * over all processes. `refused` is the SHA-256 of a token that a server would not take: it is
 * renewed once for all who say so. Safe to be killed anywhere: a renewed refresh token is stored in
 * the one statement that drops the former. Never throws for what a provider does.
 */
export async function accessToken(
  ctx: WorkspaceCtx,
  id: GrantId,
  resource: Resource,
  {
    refused,
    isForced = false,
  }: { readonly refused?: string | undefined; readonly isForced?: boolean } = {},
): Promise<TokenAnswer> {
  const giveUpAt = ctx.now() + PATIENCE_MS;
  let readVersion: number | null = null;
  do {
    const row = await selectGrant(ctx.db, ctx.workspaceId, id);
    if (!row) return refusal("not_granted", "The mailbox has no such connection.");
    if (row.state === "reconnect_required") {
      return refusal("reconnect_required", row.reason ?? "The provider asks for a new consent.");
    }
    const held = await heldToken(ctx, row, resource);
    const now = ctx.now();
    // Who was asked to renew takes what somebody else has renewed meanwhile.
    const isDue = isForced && (readVersion === null || readVersion === row.version);
    readVersion ??= row.version;
    const isGood = held !== null && hashOf(held.token) !== refused;
    if (isGood && !isDue && now < held.renewAt) return { token: held.token, until: held.until };
    if (row.retryAt !== null && now < row.retryAt) {
      return isGood && now < held.until
        ? { token: held.token, until: held.until }
        : refusal("provider_unavailable", "The provider did not answer; it is asked again soon.");
    }
    const lease = crypto.randomUUID();
    if (await leaseGrant(ctx.db, row, lease, now, later(now, LEASE_MS))) {
      const answer = await renewLeased(ctx, row, resource, lease);
      if (answer === "changed") continue;
      if ("refusal" in answer && answer.refusal === "provider_unavailable" && isGood) {
        if (ctx.now() < held.until) return { token: held.token, until: held.until };
      }
      return answer;
    }
    await ctx.wait(LOOK_AGAIN_MS);
  } while (ctx.now() < giveUpAt);
  return refusal("provider_unavailable", "The provider takes too long to renew the connection.");
}

async function renewLeased(
  ctx: WorkspaceCtx,
  row: GrantRow,
  resource: Resource,
  lease: string,
): Promise<TokenAnswer | "changed"> {
  let tokens: Tokens;
  try {
    tokens = await renew(ctx, row, resource);
  } catch (thrown) {
    return resource === "api"
      ? await apiRefusedBy(ctx, row, lease, thrown)
      : await refusedBy(ctx, row, lease, thrown);
  }
  const now = ctx.now();
  const until = later(now, tokens.lifetime * SECOND_MS);
  const renewAt = renewAtOf(now, tokens.lifetime);
  const access = await sealToken(ctx, columnOf(resource), tokens.accessToken);
  const renewed: Renewed = {
    ...(resource === "mail"
      ? { accessToken: access, accessUntil: until, accessRenewAt: renewAt }
      : {
          apiToken: access,
          apiUntil: until,
          apiRenewAt: renewAt,
          scopes: [...new Set([...row.scopes, ...(tokens.scopes ?? [])])],
        }),
    ...(tokens.refreshToken !== null && {
      refreshToken: await sealToken(ctx, "refresh_token", tokens.refreshToken),
    }),
  };
  if (!(await keepTokens(ctx.db, row, renewed, now))) return "changed";
  return { token: tokens.accessToken, until };
}

/**
 * Its provider's API is one permission of several: that it is missing ends no connection. Whether the
 * connection has ended is asked by renewing the token that every connection has.
 */
async function apiRefusedBy(
  ctx: WorkspaceCtx,
  row: GrantRow,
  lease: string,
  thrown: unknown,
): Promise<TokenAnswer | "changed"> {
  const { kind, words } = troubleOf(thrown);
  if (kind !== "reconnect_required" && kind !== "protocol_error") {
    return await refusedBy(ctx, row, lease, thrown);
  }
  ctx.log("grant.api_refused", { grantId: row.id, words }, "warn");
  await releaseGrant(ctx.db, row, lease, ctx.now());
  const mail = await accessToken(ctx, row.id, "mail", { isForced: true });
  if ("refusal" in mail) return mail;
  return refusal("not_granted", `Sending by the provider's API is not granted. ${words}`);
}

async function refusedBy(
  ctx: WorkspaceCtx,
  row: GrantRow,
  lease: string,
  thrown: unknown,
): Promise<TokenAnswer | "changed"> {
  const { kind, words } = troubleOf(thrown);
  ctx.log("grant.refused", { grantId: row.id, kind, words, cause: describe(thrown) }, "warn");
  const now = ctx.now();
  if (kind !== "reconnect_required") {
    await releaseGrant(ctx.db, row, lease, later(now, RETRY_MS));
    return kind === "client_refused"
      ? refusal(kind, `The provider rejected this install's client. ${words}`)
      : refusal("provider_unavailable", words);
  }
  const guard = unchangedGrant(row);
  await runBatch(ctx.db, [
    ...(await ctx.hooks.one(grantLost)(ctx, { grantId: row.id, guard, reason: words })),
    endGrant(ctx.db, row, words, now),
  ]);
  const after = await selectGrant(ctx.db, ctx.workspaceId, row.id);
  return after?.state === "connected" ? "changed" : refusal("reconnect_required", words);
}

const refusal = (
  kind: Extract<TokenAnswer, { refusal: unknown }>["refusal"],
  message: string,
): TokenAnswer => ({ refusal: kind, message });

const columnOf = (resource: Resource) => (resource === "mail" ? "access_token" : "api_token");

async function heldToken(ctx: WorkspaceCtx, row: GrantRow, resource: Resource) {
  const [sealed, until, renewAt] =
    resource === "mail"
      ? [row.accessToken, row.accessUntil, row.accessRenewAt]
      : [row.apiToken, row.apiUntil, row.apiRenewAt];
  if (sealed === null || until === null || renewAt === null) return null;
  try {
    return { token: await openToken(ctx, columnOf(resource), sealed), until, renewAt };
  } catch {
    // Sealed by a key that is gone: another is asked for.
    return null;
  }
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** An access token for SMTP and IMAP by the name of its grant, or why there is none. */
export async function giveToken(
  deps: Deps,
  { grant, refused }: TokenRequest,
): Promise<TokenAnswer> {
  const name = readGrantName(grant);
  if (!name) return { refusal: "not_granted", message: "The mailbox has no such connection." };
  return accessToken(inWorkspace(deps, name.workspaceId), name.id, "mail", { refused });
}
