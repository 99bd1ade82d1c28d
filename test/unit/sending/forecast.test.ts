import { describe, expect, it } from "vitest";
import { forecast } from "#modules/campaigns/rules/forecast/forecast.ts";
import type {
  PlannedCampaign,
  PlannedLead,
  PlannedMail,
  PlannedMailbox,
} from "#modules/campaigns/rules/forecast/world.ts";
import type { CampaignId, EnrolmentId, LeadId, MailboxId, StepId } from "#platform/rules/ids.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { DEFAULT_SCHEDULE } from "#platform/rules/schedule.ts";

/** A Wednesday; the windows are from 9 to 17. */
const MIDNIGHT = Date.UTC(2026, 10, 18);
const at = (hour: number, minute = 0) => unixMs(MIDNIGHT + (hour * 60 + minute) * 60_000);

const box = (change: Partial<PlannedMailbox> = {}): PlannedMailbox => ({
  id: 1 as MailboxId,
  domain: "ours.test",
  provider: null,
  minGapSeconds: 600,
  gapJitterSeconds: 300,
  dailyLimit: 100,
  heldState: null,
  rampEnabled: false,
  rampIncrement: 2,
  createdAt: at(0),
  timezone: null,
  freeAt: null,
  lastSentAt: null,
  usedToday: 0,
  ...change,
});
const GAPLESS = { minGapSeconds: 0, gapJitterSeconds: 0 };
let ids = 0;
const lead = (change: Partial<PlannedLead> = {}): PlannedLead => {
  const id = ++ids;
  return {
    leadId: id as LeadId,
    enrolmentId: id as EnrolmentId,
    currentStep: 0,
    dueAt: at(0),
    mailboxId: null,
    domain: `x${id}.test`,
    timezone: null,
    provider: null,
    group: null,
    heldAt: null,
    ...change,
  };
};
const campaign = (
  id: number,
  count: number,
  change: Partial<PlannedCampaign["campaign"]> = {},
  more: Partial<PlannedCampaign> = {},
): PlannedCampaign => ({
  campaign: {
    id: id as CampaignId,
    schedule: DEFAULT_SCHEDULE,
    dailyLimit: null,
    ramp: null,
    maxNewLeadsPerDay: 0,
    prioritizeNewLeads: false,
    rotation: "least_recently_used",
    espMatch: "off",
    maxPerDomainPerDay: 0,
    ...change,
  },
  steps: [{ id: 1 as StepId, position: 1, delay: 0, delayUnit: "days" }],
  mailboxIds: [1 as MailboxId],
  leads: Array.from({ length: count }, () => lead()),
  daysSent: 0,
  usedToday: { all: 0, fresh: 0, domains: new Map() },
  ...more,
});
const mailsOf = (
  mailboxes: readonly PlannedMailbox[],
  campaigns: readonly PlannedCampaign[],
  from = at(9),
): PlannedMail[] => {
  const mails: PlannedMail[] = [];
  const bounds = { atMost: 10_000 };
  forecast({ mailboxes, campaigns }, { from, until: at(24) }, bounds, (mail) => mails.push(mail));
  return mails;
};
const byCampaign = (mails: readonly PlannedMail[]) =>
  [1, 2, 3].map((id) => mails.filter((mail) => mail.campaignId === id).length);

describe("what campaigns send that share mailboxes", () => {
  it("keeps windows: nothing before 9 and from 17 on", () => {
    const late = campaign(
      1,
      10,
      {},
      { leads: [...campaign(1, 10).leads, lead({ dueAt: at(18) })] },
    );
    const mails = mailsOf([box(GAPLESS)], [late], at(8));
    expect(mails.map((mail) => mail.at)).toEqual(Array.from({ length: 10 }, () => at(9)));
  });

  it("keeps a mailbox's gap, with half of its jitter", () => {
    // Every 12 min 30 s from 9 to 17, looked for once a minute.
    expect(mailsOf([box()], [campaign(1, 1_000)])).toHaveLength(Math.ceil((8 * 60) / 13));
  });

  it("ends at the limit of the mailbox, at the campaign's own, and at what is due", () => {
    expect(mailsOf([box({ usedToday: 93 })], [campaign(1, 50)])).toHaveLength(7);
    expect(mailsOf([box()], [campaign(1, 50, { dailyLimit: 4 })])).toHaveLength(4);
    expect(mailsOf([box()], [campaign(1, 3)])).toHaveLength(3);
    expect(mailsOf([box({ freeAt: at(20) })], [campaign(1, 3)])).toHaveLength(0);
    expect(mailsOf([], [campaign(1, 3)])).toHaveLength(0);
  });

  it("gives a shared mailbox's day to whoever is due first, whosever they are", () => {
    const early = campaign(2, 0, {}, { leads: [lead({ dueAt: at(-2) }), lead({ dueAt: at(-1) })] });
    const mails = mailsOf([box({ usedToday: 97 })], [campaign(1, 5), early]);
    expect(byCampaign(mails)).toEqual([1, 2, 0]);
    expect(mails.slice(0, 2).map((mail) => mail.campaignId)).toEqual([2, 2]);
  });

  it("keeps each campaign to its own mailboxes and limits", () => {
    const boxes = [box({ ...GAPLESS, usedToday: 94 }), box({ ...GAPLESS, id: 2 as MailboxId })];
    const own = { mailboxIds: [2 as MailboxId] };
    const mails = mailsOf(boxes, [
      campaign(1, 8),
      campaign(2, 4, { dailyLimit: 3 }, own),
      campaign(3, 4, { maxNewLeadsPerDay: 1 }, own),
    ]);
    expect(byCampaign(mails)).toEqual([6, 3, 1]);
    expect(mails.filter((mail) => mail.mailboxId === 2)).toHaveLength(4);
  });

  it("serves what is tried again before all others", () => {
    const again = lead({ mailboxId: 1 as MailboxId, isRetry: true });
    const one = campaign(1, 3, {}, { leads: [...campaign(1, 3).leads, again] });
    expect(mailsOf([box()], [one])[0]?.enrolmentId).toBe(again.enrolmentId);
  });

  it("follows one lead, and names what held it last", () => {
    const one = campaign(1, 12);
    const last = one.leads.at(-1);
    if (!last) throw new Error("a lead");
    const watch = { campaignId: 1 as CampaignId, enrolmentId: last.enrolmentId };
    const told = (mailbox: PlannedMailbox, change: Partial<PlannedCampaign["campaign"]> = {}) => {
      const world = {
        mailboxes: [mailbox],
        campaigns: [{ ...one, campaign: { ...one.campaign, ...change } }],
      };
      const span = { from: at(9), until: at(24 * 30) };
      const { watched } = forecast(world, span, { atMost: 10_000, watch });
      return [watched?.heldBy, watched && (watched.mail.at - at(0)) / 3_600_000];
    };
    expect(told(box(GAPLESS))).toEqual(["ready", 9]);
    expect(told(box({ gapJitterSeconds: 0 }))).toEqual(["mailbox_gap", 9 + (11 * 10) / 60]);
    expect(told(box({ ...GAPLESS, dailyLimit: 5 }))).toEqual(["mailbox_day_limit", 9 + 48]);
    expect(told(box(GAPLESS), { dailyLimit: 6 })).toEqual(["campaign_day_limit", 9 + 24]);
    expect(told(box(GAPLESS), { maxNewLeadsPerDay: 6 })).toEqual(["new_lead_limit", 9 + 24]);
    expect(told(box({ gapJitterSeconds: 0, minGapSeconds: 3_600 }))).toEqual([
      "mailbox_gap",
      24 + 12,
    ]);
  });
});
