import { createHash } from "node:crypto";
import type { DealChoicesAnswer } from "#modules/events/contract/deals.ts";
import type { DealChoices } from "#modules/events/rules/integrations/deal-rule.ts";
import type { IntegrationProvider } from "#modules/events/rules/integrations/providers.ts";
import { type Crm, crmOf } from "#modules/events/rules/integrations/speak.ts";
import { serviceOf } from "#modules/events/webhook-deliveries/services.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { iso, MINUTE_MS } from "#platform/rules/time.ts";
import { converse } from "./converse.ts";
import { connectedOne } from "./list-integrations.ts";

type Kept = { readonly choices: DealChoices; readonly at: UnixMs };
/** People open a form more often than pipelines change; CRMs count requests. */
const KEPT_MS = MINUTE_MS;
const MAX_KEPT = 100;
/** By workspace, connection and credentials, so that others are never shown. */
const kept = new Map<string, Kept>();

/**
 * What a CRM offers to a rule for deals, at most a minute old. Throws `not_found` where it is not connected or no CRM,
 * `validation_failed` where it refuses, and upstream errors where it is away.
 */
export async function readChoices(
  ctx: WorkspaceCtx,
  connection: string,
): Promise<DealChoicesAnswer> {
  const { provider } = await connectedOne(ctx, connection);
  const { crm, key } = await openCrm(ctx, connection);
  const { choices, at } = await choicesOf(ctx, provider, crm, key);
  const pipelines = choices.pipelines.map((one) => ({ ...one, stages: [...one.stages] }));
  return { pipelines, owners: [...choices.owners], read_at: iso(at) };
}

/** A connected CRM, and what to call what it said. Throws `not_found` where it is none. */
export async function openCrm(ctx: WorkspaceCtx, connection: string) {
  const service = await serviceOf(ctx, connection);
  const crm = service && crmOf(service);
  if (!crm) throw notFound("CRM");
  const of = [ctx.workspaceId, connection, service.credentials, service.config];
  const key = createHash("sha256").update(JSON.stringify(of)).digest("hex");
  return { crm, key };
}

/** Asks the CRM, or answers what it said within the last minute. */
async function choicesOf(
  ctx: WorkspaceCtx,
  provider: IntegrationProvider,
  crm: Crm,
  key: string,
): Promise<Kept> {
  const before = kept.get(key);
  if (before && ctx.now() - before.at < KEPT_MS) return before;
  const fresh = { choices: await converse(ctx, provider, crm.choices()), at: ctx.now() };
  const [oldest] = kept.keys();
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.delete(key);
  kept.set(key, fresh);
  return fresh;
}

/** What a CRM offers now, for a rule that is held against it. */
export const choicesForRule = (
  ctx: WorkspaceCtx,
  provider: IntegrationProvider,
  crm: Crm,
): Promise<DealChoices> => converse(ctx, provider, crm.choices(), { path: "deals" });
