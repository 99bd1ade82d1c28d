import { followUpThreads } from "#modules/campaigns/hooks.ts";
import { leadFactsForEvents } from "./event-store.ts";
import { type EnrolOutcome, rowsChanged } from "#modules/campaigns/enrolments/enrol-store.ts";
import { prepareEnrolment } from "#modules/campaigns/enrolments/prepare-enrolment.ts";
import { type RuleAction, campaignStart } from "#modules/campaigns/rules/follow-ups/rule.ts";
import type { EnrolmentStatus } from "#modules/campaigns/rules/states.ts";
import { selectCampaign } from "#modules/campaigns/campaigns/store.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { selectStepsOfCampaign } from "#modules/campaigns/steps/steps-store.ts";
import { taskStatements } from "#modules/campaigns/tasks/new-tasks.ts";
import {
  moveStatements,
  removeStatements,
  type Transfer,
} from "#modules/campaigns/transfers/transfer-store.ts";
import { manyEventStatements } from "#modules/events/events/many-event-statements.ts";
import { conditionsOf } from "#modules/leads/choices/plan-walk.ts";
import { giveTags } from "#modules/leads/tags/give-tags.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { afterDelay } from "#platform/rules/schedule.ts";
import { DAY_MS, iso, later } from "#platform/rules/time.ts";
import { beginStatement, selectOutcomesOf, selectPlacesOf, type WaitingRun } from "./act-store.ts";
import type { RuleRow } from "./rules-store.ts";

export type Doing = {
  readonly statements: readonly Statement[];
  /** Leads for whom nothing is done, and what else is to be said of leads. */
  readonly stays: ReadonlySet<LeadId>;
  readonly notes: ReadonlyMap<LeadId, string>;
  readonly eventKeys: readonly string[];
  /** With what the batch answered. */
  readonly afterwards: (results: readonly unknown[]) => Promise<void>;
};

const OPEN: readonly EnrolmentStatus[] = ["pending", "in_progress", "paused"];
const ENDS: ReadonlySet<string> = new Set(["won", "lost", "not_interested", "wrong_person"]);

/** What a rule does for these leads, as statements of one batch that can be repeated. */
export async function doActions(
  ctx: WorkspaceCtx,
  rule: RuleRow,
  runs: readonly WaitingRun[],
): Promise<Doing> {
  const { db, workspaceId } = ctx;
  const { campaignId } = rule;
  const leadIds = runs.map(({ leadId }) => leadId);
  const standings = await selectPlacesOf(db, workspaceId, campaignId, leadIds);
  const notes = new Map<LeadId, string>();
  const stays = new Set<LeadId>();
  for (const id of leadIds) {
    if (rule.when.type !== "no_reply") continue;
    const status = standings.get(id);
    if (status !== undefined && (OPEN.includes(status) || status === "completed")) continue;
    stays.add(id);
    notes.set(id, "Nothing was done: the sequence has ended meanwhile.");
  }
  const going = runs.filter(({ leadId }) => !stays.has(leadId));
  const ids = going.map(({ leadId }) => leadId);
  if (ids.length === 0) {
    return { statements: [], stays, notes, eventKeys: [], afterwards: async () => undefined };
  }
  const statements: Statement[] = [];
  let afterwards: Doing["afterwards"] = async () => undefined;
  const eventKeys: string[] = [];
  for (const [index, action] of rule.then.entries()) {
    if ("campaign_id" in action) {
      const moved = await moving(ctx, rule, ids, standings, notes);
      const at = statements.length;
      statements.push(...moved.statements);
      afterwards = (results) => moved.afterwards(results.slice(at));
    } else if (action.type === "webhook") {
      const events = await matchedEvents(ctx, rule, going);
      eventKeys.push(...events.map(({ dedupeKey }) => dedupeKey));
      statements.push(...manyEventStatements(ctx, events));
    } else {
      statements.push(...(await statementsOf(ctx, rule, action, index, going)));
    }
  }
  return { statements, stays, notes, eventKeys, afterwards };
}

type Simple = Exclude<RuleAction, { type: "move" | "start_follow_up" | "webhook" }>;

async function statementsOf(
  ctx: WorkspaceCtx,
  rule: RuleRow,
  action: Simple,
  index: number,
  runs: readonly WaitingRun[],
): Promise<Statement[]> {
  const { db, workspaceId } = ctx;
  const { campaignId } = rule;
  const ids = runs.map(({ leadId }) => leadId);
  const stop = () =>
    removeStatements(db, workspaceId, campaignId, ids, ctx.now(), "stopped_by_rule");
  switch (action.type) {
    case "stop":
      return stop();
    case "tag":
      return giveTags(ctx, action.tags, ids);
    case "set_status":
      return [
        ...ctx.hooks.one(followUpThreads)(ctx, { campaignId, ids }, { status: action.status }),
        ...(ENDS.has(action.status) ? stop() : []),
      ];
    case "assign":
      return [
        ...ctx.hooks.one(followUpThreads)(ctx, { campaignId, ids }, { assignedTo: action.user_id }),
      ];
    case "task":
      return taskStatements(
        ctx,
        runs.map(({ id, leadId }) => ({ key: `rule:${id}:${index}`, leadId })),
        {
          ...action,
          campaignId,
          dueAt: later(ctx.now(), action.due_in_days * DAY_MS),
          createdBy: `rule:${rule.id}`,
        },
      );
  }
}

const STAYS: Readonly<Record<Exclude<EnrolOutcome, "added">, string>> = {
  already_in_campaign: "has been in it before",
  suppressed: "is suppressed",
  unsubscribed: "has unsubscribed",
  bounced: "has bounced",
  invalid: "has an invalid address",
  risky_blocked: "has a risky address",
  in_other_campaign: "is in another active campaign",
};

/** Sends leads to another campaign: those under way by a transfer, the others from their end. */
async function moving(
  ctx: WorkspaceCtx,
  rule: RuleRow,
  ids: readonly LeadId[],
  standings: ReadonlyMap<LeadId, EnrolmentStatus>,
  notes: Map<LeadId, string>,
): Promise<Pick<Doing, "statements" | "afterwards">> {
  const { db, workspaceId } = ctx;
  const nothing = { statements: [], afterwards: async () => undefined };
  const to = campaignStart(rule.then);
  const campaign = to && (await selectCampaign(db, workspaceId, to.campaign_id));
  if (!to || !campaign) return nothing;
  const [those] = conditionsOf(ctx, { ids });
  if (!those) throw new Error("ids are one condition");
  const steps = await selectStepsOfCampaign(db, workspaceId, campaign.id);
  const prepared = await prepareEnrolment({ ...ctx, clientAddress: "system" }, campaign.id, [
    those,
  ]);
  // Whatever the campaign allows by hand: a rule writes to nobody in two campaigns at once.
  const target = { ...prepared.target, leaving: rule.campaignId, excludeOtherActive: true };
  const outcomes = await selectOutcomesOf(db, workspaceId, target, those);
  for (const id of ids) {
    const status = standings.get(id);
    const ended = status === undefined || !["replied", "completed", ...OPEN].includes(status);
    const outcome = outcomes.get(id) ?? "suppressed";
    const why = ended ? "is no longer in this one" : outcome === "added" ? null : STAYS[outcome];
    if (why !== null) notes.set(id, `The other campaign was not started: the lead ${why}.`);
  }
  const now = ctx.now();
  const inThread = to.type === "start_follow_up";
  const dueAt = steps.map((step) => afterDelay(campaign.schedule, now, step.delay, step.delayUnit));
  const from = rule.campaignId;
  const transfer: Transfer = { from, target, ids, those, dueAt, place: 0, inThread, now };
  const counted = () =>
    statStatement(
      ctx,
      [{ metric: "leads", campaignId: campaign.id, at: now }],
      undefined,
      rowsChanged,
    );
  const { statements } = moveStatements(db, workspaceId, transfer, counted());
  const afterReply = rule.when.type !== "no_reply";
  const added = [...outcomes.values()].filter((outcome) => outcome === "added").length;
  return {
    statements: [
      // First, since who is under way would look like one who has ended behind the transfer.
      beginStatement(db, workspaceId, {
        from,
        target,
        ids,
        those,
        afterReply,
        inThread,
        now,
        dueAt: dueAt[0] ?? now,
      }),
      counted(),
      ...statements,
    ],
    afterwards: async () => {
      await prepared.afterwards(added);
    },
  };
}

async function matchedEvents(ctx: WorkspaceCtx, rule: RuleRow, runs: readonly WaitingRun[]) {
  const { db, workspaceId } = ctx;
  const facts = await leadFactsForEvents(
    db,
    workspaceId,
    rule.campaignId,
    runs.map(({ leadId }) => leadId),
  );
  return runs.flatMap(({ id, leadId }) => {
    const lead = facts.get(leadId);
    if (!lead) return [];
    return [
      {
        type: "rule.matched" as const,
        dedupeKey: `rule:${id}`,
        leadId,
        campaignId: rule.campaignId,
        sendId: null,
        data: {
          ...lead,
          rule_id: rule.id,
          when: rule.when.type,
          matched_at: iso(ctx.now()),
        },
      },
    ];
  });
}
