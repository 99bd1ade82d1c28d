import type { ValidateEmailAnswer } from "#modules/leads/contract/validation.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { type FoundRoute, temporary } from "#platform/rules/dns/route.ts";
import { normalizeEmail } from "#modules/leads/rules/email.ts";
import { DNS_MX_TIMEOUT_MS } from "#platform/rules/choices.ts";
import { checkLocal } from "#modules/leads/rules/validation/check-local.ts";
import type { AvatarState } from "#platform/rules/mail/address-sources.ts";
import { leadReplied } from "#modules/leads/hooks.ts";
import { judge, withAvatars } from "./judge.ts";
import { selectLeadByEmail } from "./lead-store.ts";
import { always, writeResults } from "./result-store.ts";
import { keepRoutes, selectRoutes } from "./route-store.ts";

/**
 * Validates one address now, within 5 s of asking DNS. Where a lead of the workspace has it, the
 * result becomes the lead's; else nothing about it is stored.
 */
export async function validateEmail(
  ctx: WorkspaceCtx,
  email: string,
): Promise<ValidateEmailAnswer> {
  const { db, workspaceId } = ctx;
  const local = checkLocal(email, await ctx.tables.addresses());
  const stored = normalizeEmail(email);
  const [lead, route, avatar] = await Promise.all([
    stored === null ? null : selectLeadByEmail(db, workspaceId, ctx.hooks.one(leadReplied), stored),
    local.domain === null ? null : findRoute(ctx, local.domain),
    local.syntax.ok ? lookFor(ctx, email) : ("off" as const),
  ]);
  const address = lead ?? { email, bouncedAt: null, repliedAt: null };
  const { breakdown, retryAt } = judge(ctx, address, { local, route, avatar });
  const now = ctx.now();
  if (lead) {
    const results = [{ lead, breakdown, retryAt }];
    await runBatch(db, writeResults(db, workspaceId, results, always, now));
  }
  return {
    email: local.syntax.normalized ?? email,
    lead_id: lead?.id ?? null,
    score: breakdown.score,
    validation_status: breakdown.status,
    validation: lead ? breakdown : { ...breakdown, retryAt: null },
    validated_at: breakdown.checkedAt,
  };
}

/** A kept route, or a new one that is kept from now on; `temporary` when DNS has not answered in 5 s. */
async function findRoute(ctx: WorkspaceCtx, domain: string): Promise<FoundRoute> {
  const kept = await selectRoutes(ctx.install, [domain], ctx.now());
  const known = kept.get(domain);
  if (known) return known;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<FoundRoute>((go) => {
    timer = setTimeout(go, DNS_MX_TIMEOUT_MS, temporary("timeout"));
  });
  const found = await Promise.race([ctx.dns.route(domain), late]);
  clearTimeout(timer);
  if (!found) return temporary("unreachable");
  await runBatch(ctx.install, keepRoutes(ctx.install, [[domain, found]], ctx.now()));
  return found;
}

async function lookFor(ctx: WorkspaceCtx, email: string): Promise<AvatarState> {
  if (!(await withAvatars(ctx))) return "off";
  return (await ctx.avatars.look(email)) ?? "unknown";
}
