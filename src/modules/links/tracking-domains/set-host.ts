import type { TrackingDomain } from "#modules/links/contract/tracking-domains.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { refuseUrl } from "#platform/rules/net/url-guard.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { presentTracking } from "./present.ts";
import { claimHost, deleteOwn, selectOwn } from "./store.ts";

/** A claim that nobody proved in this time does not keep others from the host. */
const CLAIM_MS = 3 * DAY_MS;

/**
 * Sets the host under which the workspace's links lead, or removes it (null). It carries none until
 * DNS and https show that it is theirs and leads here; until then, and when it fails
 * later, links lead to the install itself. The same host again changes nothing. Throws
 * `validation_failed` for our own host and for one that is not public, `conflict` for another
 * workspace's.
 */
export async function setTrackingHost(
  ctx: MemberCtx,
  host: string | null,
): Promise<TrackingDomain> {
  const current = await selectOwn(ctx.install, ctx.workspaceId);
  if ((current?.host ?? null) === host) return presentTracking(ctx, current);
  const line = auditStatement(ctx, {
    action: "settings.changed",
    workspaceId: ctx.workspaceId,
    target: { type: "workspace", id: ctx.workspaceId },
    details: { fields: ["tracking.domain"], domain: host },
  });
  if (host === null) {
    await runBatch(ctx.install, [line, deleteOwn(ctx.install, ctx.workspaceId)]);
    return presentTracking(ctx, null);
  }
  assertUsable(ctx, host);
  const now = ctx.now();
  const row = await claimHost(
    ctx.install,
    ctx.workspaceId,
    { host, token: newToken(), now, staleBefore: later(now, -CLAIM_MS) },
    [line],
  );
  if (!row) {
    throw new AppError(
      "conflict",
      "Another workspace uses this domain. Choose a subdomain of it.",
      {
        errors: [{ path: "domain", code: "taken", message: "Already in use." }],
      },
    );
  }
  return presentTracking(ctx, row);
}

function assertUsable(ctx: MemberCtx, host: string): void {
  const refusal = refusalOfHost(ctx, host);
  if (refusal) throw invalidField("domain", refusal.code, refusal.message);
}

/** Why links cannot lead under this host; null: they can. */
export function refusalOfHost(
  ctx: Pick<MemberCtx, "settings">,
  host: string,
): { readonly code: string; readonly message: string } | null {
  const own = new URL(ctx.settings.BASE_URL).hostname;
  if (host === own || own.endsWith(`.${host}`)) {
    return {
      code: "own_host",
      message: "This is the domain of this server. Choose a name in your own domain.",
    };
  }
  return refuseUrl(`https://${host}/`, {
    allowPrivate: allowsPrivateNetworks(ctx.settings),
  });
}

/** 128 random bits: nobody guesses the record that proves. */
export const newToken = (): string => crypto.randomUUID().replaceAll("-", "");
