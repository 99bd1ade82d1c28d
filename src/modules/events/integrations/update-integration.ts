import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { DealRuleBody } from "#modules/events/contract/deals.ts";
import type { Integration, UpdateIntegrationBody } from "#modules/events/contract/integrations.ts";
import {
  type DealChoices,
  dealEventsOf,
  type StoredDealRule,
} from "#modules/events/rules/integrations/deal-rule.ts";
import {
  type IntegrationProvider,
  makesDeals,
} from "#modules/events/rules/integrations/providers.ts";
import { updateService } from "#modules/events/webhook-deliveries/service-store.ts";
import { choicesOfService } from "#modules/events/webhook-deliveries/services.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, type FieldError, invalidField } from "#platform/rules/errors.ts";
import { converse } from "./converse.ts";
import { connectedOne, findIntegration } from "./list-integrations.ts";
import { choicesForRule, openCrm } from "./read-choices.ts";
import { readEvents } from "./read-fields.ts";
import { renameIntegration } from "./store.ts";

/**
 * Changes a connection's name, events and rule for deals; its credentials stay. A rule is held against what the CRM
 * offers, and the field for our key is made there. Throws `not_found` where it is not connected,
 * `validation_failed` for what the service does not know, and upstream errors where it is away.
 */
export async function updateIntegration(
  ctx: MemberCtx,
  connection: string,
  body: UpdateIntegrationBody,
): Promise<Integration> {
  const { provider } = await connectedOne(ctx, connection);
  const before = await choicesOfService(ctx, connection);
  const deals = await newRule(ctx, provider, connection, body.deals);
  const rule = deals === undefined ? (before?.deals ?? null) : deals;
  const wanted = chosenEvents(provider, body.events) ?? before?.events ?? [];
  const needed = dealEventsOf(rule);
  const events = provider.events.filter((type) => wanted.includes(type) || needed.includes(type));
  const { name } = body;
  const { db, install, workspaceId } = ctx;
  await runBatch(install, [
    auditStatement(ctx, {
      action: "settings.changed",
      workspaceId,
      target: { type: "integration", id: connection },
      details: { fields: Object.keys(body).map((field) => `integrations.${connection}.${field}`) },
    }),
    ...(name === undefined ? [] : [renameIntegration(install, workspaceId, connection, name)]),
  ]);
  if (before) {
    const change = { events, deals: rule, ...(name !== undefined && { name }) };
    await runBatch(db, [updateService(db, workspaceId, connection, change, ctx.now())]);
  }
  return findIntegration(ctx, provider, connection);
}

function chosenEvents(provider: IntegrationProvider, given: UpdateIntegrationBody["events"]) {
  if (given === undefined) return null;
  const errors: FieldError[] = [];
  const events = readEvents(provider, given, errors);
  const [wrong] = errors;
  if (wrong) throw invalidField("events", wrong.code, wrong.message);
  return events;
}

async function newRule(
  ctx: MemberCtx,
  provider: IntegrationProvider,
  connection: string,
  given: DealRuleBody | null | undefined,
): Promise<StoredDealRule | null | undefined> {
  if (given === undefined || given === null) return given;
  if (!makesDeals(provider)) {
    throw invalidField("deals", "not_allowed", `${provider.title} has no deals.`);
  }
  const { crm } = await openCrm(ctx, connection);
  const errors = wrongIn(given, await choicesForRule(ctx, provider, crm));
  if (errors.length > 0) {
    throw new AppError("validation_failed", "Some fields are missing or invalid. See errors.", {
      errors,
    });
  }
  return { ...given, key_field: await converse(ctx, provider, crm.keyField(), { path: "deals" }) };
}

function wrongIn(rule: DealRuleBody, { pipelines, owners }: DealChoices): FieldError[] {
  const pipeline = pipelines.find(({ id }) => id === rule.pipeline);
  const isStage = (wanted: string) => pipeline?.stages.some(({ id }) => id === wanted) ?? false;
  const wrong = (field: string, message: string): FieldError => ({
    path: `deals.${field}`,
    code: "invalid_value",
    message,
  });
  if (!pipeline) return [wrong("pipeline", "The CRM has no such pipeline.")];
  const other = "This pipeline has no such stage.";
  const { meeting_stage: later } = rule;
  const isOwner = rule.owner !== "fixed" || owners.some(({ id }) => id === rule.owner_id);
  return [
    ...(isStage(rule.stage) ? [] : [wrong("stage", other)]),
    ...(later === null || isStage(later) ? [] : [wrong("meeting_stage", other)]),
    ...(isOwner ? [] : [wrong("owner_id", "Choose a person of the CRM.")]),
  ];
}
