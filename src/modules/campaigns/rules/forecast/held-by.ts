import type { ExplainRule } from "#modules/campaigns/rules/sending/explain-facts.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { mayServe, preferUntil } from "#modules/mailboxes/rules/provider.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { nextOpening, type Schedule } from "#platform/rules/schedule.ts";
import { freeAt, TICK_MS } from "./next-moment.ts";
import type { CampaignState, MailboxState } from "./state.ts";
import type { PlannedLead } from "./world.ts";

/** A rule that keeps a lead back, and when it ends by itself. */
export type Block = { readonly rule: ExplainRule; readonly until: UnixMs };

/**
 * What keeps a lead back behind a moment, in the order in which rules are named. A limit of the day
 * holds until the first sending hour of the next.
 */
export function blocksOn(state: CampaignState, lead: PlannedLead, at: UnixMs): Block[] {
  const { campaign } = state.plan;
  const own = scheduleFor(campaign.schedule, lead.timezone);
  const opens = (from: UnixMs): UnixMs => nextOpening(own, from) ?? from;
  const blocks: Block[] = [];
  const add = (rule: ExplainRule, until: UnixMs): void => void blocks.push({ rule, until });
  const isFirst = lead.currentStep === 0;
  const toDomain = state.used.domains.get(lead.domain) ?? 0;
  const wait = lead.waitsFor ?? (lead.isRetry ? "retry" : "delay");
  const isDue = lead.dueAt <= at;

  if (!isDue && (wait === "paused" || wait === "held")) add(wait, lead.dueAt);
  if (campaign.maxPerDomainPerDay > 0 && toDomain >= campaign.maxPerDomainPerDay) {
    add("domain_limit", opens(state.dayEnds));
  }
  if (state.limit !== null && state.used.all >= state.limit) {
    add("campaign_day_limit", opens(state.dayEnds));
  }
  const { maxNewLeadsPerDay } = campaign;
  if (isFirst && maxNewLeadsPerDay > 0 && state.used.fresh >= maxNewLeadsPerDay) {
    add("new_lead_limit", opens(state.dayEnds));
  }
  const mailbox = soonest(state, lead, at);
  if (mailbox && mailbox.used >= mailbox.limit)
    add("mailbox_day_limit", opens(freeAt(mailbox, at)));
  if (!isDue && wait !== "paused" && wait !== "held" && wait !== "domain_limit") {
    add(wait, lead.dueAt);
  }
  if (mailbox && mailbox.used < mailbox.limit && mailbox.freeAt > at) {
    add("mailbox_gap", mailbox.freeAt);
  }
  const opening = nextOpening(own, at);
  if (opening !== null && opening > at) add("schedule", opening);
  return blocks;
}

/** The mailbox of a lead that can send first: its own, or the first of those that may serve it. */
function soonest(state: CampaignState, lead: PlannedLead, at: UnixMs): MailboxState | null {
  if (lead.mailboxId !== null) return state.mailboxes.get(lead.mailboxId) ?? null;
  const { espMatch, schedule } = state.plan.campaign;
  const able = [...state.mailboxes.values()].filter(({ row }) =>
    mayServe(espMatch, lead.provider, row.provider),
  );
  // Where the match is preferred it is waited for, as long as it comes soon enough.
  const until = preferUntil(scheduleFor(schedule, lead.timezone), lead.dueAt);
  const matches = able.filter(
    (one) =>
      espMatch === "prefer" &&
      lead.provider !== null &&
      one.row.provider === lead.provider &&
      one.used < one.limit &&
      one.freeAt <= until,
  );
  return (matches.length > 0 ? matches : able).reduce<MailboxState | null>(
    (best, one) => (best === null || freeAt(one, at) < freeAt(best, at) ? one : best),
    null,
  );
}

/**
 * The rule that held a lead last which left at `at`, by what kept it back behind the moment before:
 * the one that ended then; where all had ended earlier, others were served first.
 */
export function lastOf(blocks: readonly Block[], own: Schedule, at: UnixMs): ExplainRule {
  const last = blocks.reduce<Block | null>(
    (latest, one) => (latest === null || one.until > latest.until ? one : latest),
    null,
  );
  if (last === null) return "queue";
  const opens = nextOpening(own, last.until);
  if (tickOf(last.until) >= at) return last.rule;
  return opens !== null && opens > last.until && tickOf(opens) >= at ? "schedule" : "queue";
}

const tickOf = (at: number): number => Math.ceil(at / TICK_MS) * TICK_MS;
