import { createHash } from "node:crypto";
import { dealFacts } from "#modules/events/hooks.ts";
import type { Conversation } from "#modules/events/rules/integrations/conversation.ts";
import {
  dealTitle,
  dealWish,
  type DealWish,
  type StoredDealRule,
} from "#modules/events/rules/integrations/deal-rule.ts";
import { eventTextOf, type StoredEvent } from "#modules/events/rules/integrations/event-words.ts";
import type { Sending } from "#modules/events/rules/integrations/hook.ts";
import { crmOf, type Service, speak } from "#modules/events/rules/integrations/speak.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { asId, type CampaignId, type LeadId, type ThreadId } from "#platform/rules/ids.ts";
import { keepDeal, selectDeal } from "./deals-store.ts";
import { REQUEST_TIMEOUT_MS } from "./post-event.ts";
import { type Talk, talkTo } from "./talk-to.ts";

/**
 * Tells a service of an event, all of it within the time of one request. Where the rule wants a deal, the contact
 * and the deal are written down as soon as they are known: an attempt that ends early is followed by one that
 * finds them, and the note comes last.
 */
export async function tellService(
  ctx: WorkspaceCtx,
  service: Service,
  sending: Sending,
  rule: StoredDealRule | null,
): Promise<Talk<void>> {
  const until = ctx.now() + REQUEST_TIMEOUT_MS;
  // Stored by us, from the one type of bodies.
  const event = JSON.parse(sending.body) as StoredEvent;
  const wanted = rule === null ? null : await wantedDeal(ctx, service, event, rule);
  const talk = <T>(conversation: Conversation<T>) => talkTo(ctx, conversation, until - ctx.now());
  const crm = crmOf(service);
  if (rule === null || wanted === null || crm === null) return talk(speak(service, sending));
  const { db, workspaceId } = ctx;
  const { place, wish, memberEmail } = wanted;
  const known = await selectDeal(db, workspaceId, place);
  const met = await talk(crm.contact(event, known?.contactId ?? null));
  if (!met.isDone) return met;
  const contactId = met.value;
  if (contactId === null) return talk(speak(service, sending));
  if (known?.contactId !== contactId) {
    await keepDeal(db, workspaceId, place, { contactId, dealId: null }, ctx.now());
  }
  const made = await talk(
    crm.deal({
      rule,
      wish,
      key: keyOf(ctx, place),
      known: known?.dealId ?? null,
      contact: contactId,
      title: dealTitle(rule.title, event),
      memberEmail,
    }),
  );
  if (!made.isDone) return made;
  const dealId = made.value;
  if (dealId !== null && dealId !== known?.dealId) {
    await keepDeal(db, workspaceId, place, { contactId, dealId }, ctx.now());
  }
  return talk(crm.note(event, { contact: contactId, deal: dealId }));
}

type Place = Parameters<typeof selectDeal>[2];
type Wanted = {
  readonly place: Place;
  readonly wish: DealWish;
  readonly memberEmail: string | null;
};

async function wantedDeal(
  ctx: WorkspaceCtx,
  service: Service,
  event: StoredEvent,
  rule: StoredDealRule,
): Promise<Wanted | null> {
  const [lead, campaign, thread] = ["lead_id", "campaign_id", "thread_id"].map((name) =>
    Number(eventTextOf(event, name)),
  );
  if (!lead || !campaign || dealWish(rule, event, true) === null) return null;
  const facts = await ctx.hooks.one(dealFacts)(ctx, {
    threadId: asId<ThreadId>(thread ?? 0),
    category: eventTextOf(event, "category"),
  });
  const wish = dealWish(rule, event, facts.isPositive);
  if (wish === null) return null;
  const place = {
    connection: service.provider,
    leadId: asId<LeadId>(lead),
    campaignId: asId<CampaignId>(campaign),
    token: shortHash(JSON.stringify([service.credentials, service.config])),
  };
  return { place, wish, memberEmail: facts.memberEmail };
}

/** The same for every connection and every attempt; another for every installation. */
const keyOf = (ctx: WorkspaceCtx, { leadId, campaignId }: Place): string =>
  `outrider-${shortHash(JSON.stringify([ctx.settings.BASE_URL, ctx.workspaceId, leadId, campaignId]))}`;

const shortHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 32);
