import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import {
  growsSlowly,
  type KnownRoute,
  type RecipientGroup,
  recipientGroup,
} from "#modules/campaigns/rules/pacing/group.ts";
import {
  NEW_DOMAIN_MS,
  paceKey,
  type PacingSettings,
} from "#modules/campaigns/rules/pacing/pace.ts";
import type { Paces } from "#modules/campaigns/rules/pacing/paces.ts";
import { knownRoutes } from "#modules/leads/validation/servers-known.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { later, utcDay } from "#platform/rules/time.ts";
import { selectNewDomains, selectPaces } from "./pacing-store.ts";

/** How a workspace's sending domains stand with groups of recipients; null where it paces nothing. */
export async function loadPacing(
  ctx: Pick<WorkspaceCtx, "db" | "settings" | "workspaceId" | "now">,
  senders: readonly string[],
): Promise<Paces | null> {
  const { pacing } = await readSettings(ctx);
  return pacing.enabled ? loadPaces(ctx, pacing, senders) : null;
}

export async function loadPaces(
  { db, workspaceId, now }: Pick<WorkspaceCtx, "db" | "workspaceId" | "now">,
  settings: PacingSettings,
  senders: readonly string[],
): Promise<Paces> {
  const at = now();
  const domains = [...new Set(senders.map(domainOfSender))];
  const [rows, young] = await Promise.all([
    selectPaces(db, workspaceId, utcDay(at)),
    selectNewDomains(db, workspaceId, domains, later(at, -NEW_DOMAIN_MS)),
  ]);
  const known = new Map(rows.map((row) => [paceKey(row.domain, row.recipients), row]));
  const isNew = new Set(young);
  return {
    growthPct: settings.growth_pct,
    known,
    baseOf: (domain, group) =>
      isNew.has(domain) && growsSlowly(group) ? settings.start_per_day : null,
  };
}

export const domainOfSender = (email: string): string => email.slice(email.indexOf("@") + 1);

/** The group of each of these leads; null for those of whom nobody knows where their mail goes. */
export async function groupsOf(
  ctx: Pick<WorkspaceCtx, "install" | "now">,
  leads: readonly KnownRoute[],
): Promise<(lead: KnownRoute) => RecipientGroup | null> {
  const unknown = new Set(
    leads.filter((lead) => recipientGroup(lead) === null).map(({ domain }) => domain),
  );
  const routes = await knownRoutes(ctx, [...unknown]);
  return (lead) => {
    const own = recipientGroup(lead);
    const route = own === null ? routes.get(lead.domain) : undefined;
    return route ? recipientGroup({ domain: lead.domain, ...route }) : own;
  };
}
