import { type Block, blocksOf, longest } from "#modules/campaigns/rules/leaving/ask.ts";
import type { DayLimit, TurnFacts } from "#modules/campaigns/rules/leaving/facts.ts";
import type { ExplainRule } from "#modules/campaigns/rules/leaving/rule.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { firstSender, type Sender } from "#modules/campaigns/rules/sending/first-sender.ts";
import { type PaceDay, paceLimit } from "#modules/campaigns/rules/pacing/pace.ts";
import { dayOf } from "#modules/campaigns/rules/pacing/paces.ts";
import { mayServe, preferUntil } from "#modules/mailboxes/rules/provider.ts";
import { refillOf } from "#modules/mailboxes/rules/limits.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { isSampleDomain } from "#platform/rules/mail/sandbox.ts";
import { nextOpening, type Schedule } from "#platform/rules/schedule.ts";
import { TICK_MS } from "./next-moment.ts";
import type { CampaignState, MailboxState } from "./state.ts";
import { isBefore, type PlannedLead } from "./world.ts";

/** What decides about a lead's turn at a moment of the forecast. */
export function turnFacts(state: CampaignState, lead: PlannedLead, at: UnixMs): TurnFacts {
  const { campaign } = state.plan;
  const { espMatch, maxNewLeadsPerDay, maxPerDomainPerDay } = campaign;
  const schedule = scheduleFor(campaign.schedule, lead.timezone);
  const isFresh = lead.mailboxId === null;
  const active = isFresh ? [...state.mailboxes.values()] : ownOf(state, lead);
  const suited = active.filter(
    ({ row }) => isSampleDomain(row.domain) === isSampleDomain(lead.domain),
  );
  const able = suited.filter(
    ({ row }) => !isFresh || mayServe(espMatch, lead.provider, row.provider),
  );
  const { provider } = lead;
  const isAwaited = isFresh && espMatch === "prefer" && provider !== null;
  const sender = firstSender(
    able.map((one) => senderOf(one, dayOf(state.paces, one.row.domain, lead.group, at), at)),
    isAwaited ? { provider, until: preferUntil(schedule, lead.dueAt) } : null,
  );
  const wait = lead.waitsFor ?? (lead.isRetry ? "retry" : "delay");
  const isDue = lead.dueAt <= at;
  const pace = sender?.pace ?? null;
  const limitOf = (limit: number | null, used: number, byRamp = false) =>
    limit === null ? null : { limit, used, refillsAt: state.dayEnds, byRamp };
  return {
    now: at,
    schedule,
    domain: lead.domain,
    group: state.paces && lead.group,
    provider,
    match: espMatch,
    isFirst: lead.currentStep === 0,
    senders: {
      isTied: !isFresh,
      assigned: isFresh ? state.plan.mailboxIds.length : 1,
      active: active.length,
      serve: able.length > 0,
      areOther: active.length > 0 && suited.length === 0,
      named: "",
    },
    sender,
    waits: {
      // Of the limit of a domain or a provider the limit tells.
      ...(isDue || wait === "domain_limit" || wait === "provider_limit"
        ? {}
        : { [wait]: lead.dueAt }),
      ...(pace?.heldUntil ? { provider_hold: pace.heldUntil } : {}),
    },
    triedStep: lead.isRetry ? lead.currentStep + 1 : null,
    limits: {
      quota_reached: monthLimit(state.month),
      domain_limit: limitOf(maxPerDomainPerDay || null, state.used.domains.get(lead.domain) ?? 0),
      provider_limit: paceLimit(pace, at),
      campaign_day_limit: limitOf(state.limit, state.used.all, state.byRamp),
      new_lead_limit: limitOf(maxNewLeadsPerDay || null, state.used.fresh),
      mailbox_day_limit: sender,
    },
  };
}

const monthLimit = ({ limit, used, ends }: CampaignState["month"]): DayLimit | null =>
  limit === null ? null : { limit, used, refillsAt: ends };

function ownOf({ mailboxes }: CampaignState, { mailboxId }: PlannedLead): MailboxState[] {
  const own = mailboxId === null ? undefined : mailboxes.get(mailboxId);
  return own ? [own] : [];
}

const senderOf = (
  one: MailboxState,
  pace: PaceDay | null,
  at: UnixMs,
): Sender & { readonly email: string } => ({
  email: "",
  pace,
  provider: one.row.provider,
  limit: one.limit,
  used: one.used,
  refillsAt: refillOf(one.row, one.dayEnds, at),
  freeAt: one.freeAt,
});

/**
 * What keeps a lead back behind a moment, in the order in which rules are named; nothing of what only
 * a change helps.
 */
export const blocksOn = (state: CampaignState, lead: PlannedLead, at: UnixMs): Block[] =>
  blocksOf(turnFacts(state, lead, at));

/**
 * The rule that held a lead last which left at `at`, by what kept it back behind the moment before:
 * the one that ended then; where all had ended earlier, others were served first.
 */
export function lastOf(blocks: readonly Block[], own: Schedule, at: UnixMs): ExplainRule {
  const last = longest(blocks);
  if (last === null) return "queue";
  if (last.until === null) return last.rule;
  const opens = nextOpening(own, last.until);
  if (tickOf(last.until) >= at) return last.rule;
  return opens !== null && opens > last.until && tickOf(opens) >= at ? "schedule" : "queue";
}

/** What keeps a lead back; null: nothing does. */
export type Held = Block & { readonly facts: TurnFacts };

/** What keeps a lead back longest at a moment. */
export function heldAt(state: CampaignState, lead: PlannedLead, at: UnixMs): Held | null {
  const facts = turnFacts(state, lead, at);
  const block = longest(blocksOf(facts));
  return block && { ...block, facts };
}

/**
 * The lead that stands for a campaign's at a moment: the first that is due and has a turn to come, else
 * the first that is due and has none, else the first of all; null where none waits.
 */
export function firstInLine(state: CampaignState, at: UnixMs): PlannedLead | null {
  const { fresh, sticky, retries, stopped } = state;
  const going = firstOf([fresh, ...sticky.values(), ...retries.values()].map((q) => q.peek()));
  const still = firstOf(stopped);
  return going && (going.dueAt <= at || still === null || still.dueAt > at) ? going : still;
}

const firstOf = (leads: readonly (PlannedLead | undefined)[]): PlannedLead | null =>
  leads.reduce<PlannedLead | null>(
    (first, one) => (one && (first === null || isBefore(one, first)) ? one : first),
    null,
  );

const tickOf = (at: number): number => Math.ceil(at / TICK_MS) * TICK_MS;
