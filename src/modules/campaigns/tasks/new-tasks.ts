import type { StepTask, TaskKind } from "#modules/campaigns/rules/tasks.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { renderPart } from "#modules/campaigns/rules/template/template.ts";
import { templateVariables, weekdayName } from "#modules/campaigns/rules/template/variables.ts";
import { selectCampaign, type CampaignRow } from "#modules/campaigns/campaigns/store.ts";
import { selectDraftLeads } from "#modules/campaigns/drafts/draft-store.ts";
import { leadFactsForEvents } from "#modules/campaigns/follow-ups/event-store.ts";
import { manyEventStatements } from "#modules/events/events/many-event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  StepId,
  UnixMs,
  UserId,
} from "#platform/rules/ids.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { iso, isoWeekday } from "#platform/rules/time.ts";
import { holdForTasks, insertTasks, insertStepTasks, opened } from "./tasks-store.ts";

type Lead = Awaited<ReturnType<typeof selectDraftLeads>>[number];

/** A text with a lead's words in it; what the lead lacks stays empty. A text that can't be rendered is as it was written. */
function textFor(
  ctx: WorkspaceCtx,
  source: string,
  lead: Lead,
  campaign: CampaignRow | null,
): string {
  const { timezone, time_zone, tz } = lead.custom;
  const zone = campaign
    ? scheduleFor(campaign.schedule, timezone ?? time_zone ?? tz ?? null).timezone
    : "UTC";
  const { text } = templateVariables(
    lead,
    { name: campaign?.name ?? "" },
    { email: "", fromName: "", signatureHtml: "", signatureText: "" },
    { unsubscribeUrl: "", weekday: weekdayName(isoWeekday(localDay(zone, ctx.now()))) },
  );
  const rendered = renderPart(source, "text", `${lead.id}:task`, text, undefined);
  return "error" in rendered ? source : rendered.text.trim() || source;
}

/** Statements that create a task for each of these leads, once by its key. */
export async function taskStatements(
  ctx: WorkspaceCtx,
  of: readonly { readonly key: string; readonly leadId: LeadId }[],
  task: {
    readonly kind: TaskKind;
    readonly text: string;
    readonly assigned_to: UserId | null;
    readonly campaignId: CampaignId | null;
    readonly dueAt: UnixMs;
    readonly createdBy: string;
  },
): Promise<Statement[]> {
  const { db, workspaceId } = ctx;
  const [leads, campaign] = await Promise.all([
    selectDraftLeads(
      db,
      workspaceId,
      of.map(({ leadId }) => leadId),
    ),
    task.campaignId === null ? null : selectCampaign(db, workspaceId, task.campaignId),
  ]);
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  const rows = of.flatMap(({ key, leadId }) => {
    const lead = byId.get(leadId);
    return lead ? [{ key, leadId, text: textFor(ctx, task.text, lead, campaign) }] : [];
  });
  return rows.length === 0 ? [] : [insertTasks(db, workspaceId, rows, task, ctx.now())];
}

/** A place whose next step is a task. */
export type DueTask = {
  readonly enrolmentId: EnrolmentId;
  readonly campaignId: CampaignId;
  readonly leadId: LeadId;
  readonly dueAt: UnixMs | null;
  readonly step: { readonly id: StepId; readonly task: StepTask };
};

/**
 * Opens the tasks at which sequences have arrived: each is written once by its key, in the batch that
 * takes its lead off what is due, and its event with it.
 */
export async function openTasks(ctx: WorkspaceCtx, due: readonly DueTask[]): Promise<void> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  for (const [campaignId, own] of Map.groupBy(due, (one) => one.campaignId)) {
    const ids = own.map(({ leadId }) => leadId);
    const [leads, campaign, facts] = await Promise.all([
      selectDraftLeads(db, workspaceId, ids),
      selectCampaign(db, workspaceId, campaignId),
      leadFactsForEvents(db, workspaceId, campaignId, ids),
    ]);
    const byId = new Map(leads.map((lead) => [lead.id, lead]));
    const rows = own.flatMap(({ enrolmentId, leadId, dueAt, step }) => {
      const lead = byId.get(leadId);
      if (!lead) return [];
      const text = textFor(ctx, step.task.text, lead, campaign);
      const key = `step:${enrolmentId}:${step.id}`;
      return [
        { key, enrolmentId, stepId: step.id, ...step.task, text, dueAt: dueAt ?? now, leadId },
      ];
    });
    const keys = rows.map(({ key }) => key);
    const events = rows.flatMap(({ key, leadId, kind, text, dueAt, assigned_to }) => {
      const lead = facts.get(leadId);
      if (!lead) return [];
      const data = { ...lead, task_key: key, kind, text, due_at: iso(dueAt), assigned_to };
      const dedupeKey = `task:${key}`;
      return [{ type: "task.due" as const, dedupeKey, leadId, campaignId, sendId: null, data }];
    });
    await runBatch(db, [
      insertStepTasks(db, workspaceId, rows, now),
      ...manyEventStatements(ctx, events, opened(workspaceId, keys)),
      holdForTasks(db, workspaceId, keys, now),
    ]);
    await wakeDeliveries(
      ctx,
      events.map(({ dedupeKey }) => dedupeKey),
    );
  }
}
