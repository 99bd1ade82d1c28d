import type { z } from "zod";
import type { Found, FoundOf } from "#modules/moving/rules/found.ts";
import {
  bareId,
  customOf,
  faultOf,
  firstAddress,
  refOf,
  suppressed,
} from "#modules/moving/rivals/rows.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import type {
  Activities,
  SmartleadAnalytics,
  SmartleadBlock,
  SmartleadCampaign,
  SmartleadLead,
  SmartleadMailbox,
  SmartleadStep,
} from "./shapes.ts";

export function smartleadSuppressionOf(row: z.output<typeof SmartleadBlock>): Found {
  const value = suppressed(row.email_or_domain);
  if (value === null) {
    const reason = "Neither an address nor a domain.";
    return faultOf("Smartlead, block list", row, "email_or_domain", reason);
  }
  const source = (row.source ?? "").toLowerCase();
  return {
    kind: "suppression",
    ref: refOf("block", row.id ?? value),
    client: row.client_id,
    value,
    reason: source.includes("bounce")
      ? "bounced"
      : source.includes("unsub")
        ? "unsubscribed"
        : "blocked",
  };
}

const whole = (value: number | null): number | null =>
  value === null ? null : Math.max(0, Math.trunc(value));

export const smartleadSenderOf = (row: z.output<typeof SmartleadMailbox>): Found => ({
  kind: "sender",
  ref: refOf("mailbox", row.id),
  client: row.client_id,
  email: row.from_email,
  provider: row.type === "GMAIL" ? "google" : row.type === "OUTLOOK" ? "microsoft" : "other",
  from_name: row.from_name,
  daily_limit: whole(row.message_per_day),
  gap_minutes: row.minTimeToWaitInMins,
  signature_html: row.signature,
  reply_to: row.different_reply_to_address,
  warmup_daily: whole(row.warmup_details?.max_email_per_day ?? null),
});

const STATUSES: Readonly<Record<string, FoundOf<"campaign">["status"]>> = {
  DRAFTED: "draft",
  ACTIVE: "active",
  PAUSED: "paused",
  STOPPED: "completed",
  COMPLETED: "completed",
};

export function smartleadCampaignOf(
  row: Outside<SmartleadCampaign>,
  steps: readonly SmartleadStep[],
  senders: readonly string[],
  subsequences: readonly string[],
): Found {
  const left = subsequences.map((name) => `The subsequence “${name}”`);
  const read: FoundOf<"campaign">["steps"][number][] = [];
  let wait = 0;
  for (const step of steps.toSorted((a, b) => (a.seq_number ?? 0) - (b.seq_number ?? 0))) {
    // Its wait is the one before it.
    const { delayInDays, delay_in_days: written } = step.seq_delay_details ?? {};
    wait += Math.max(0, Math.round((delayInDays ?? written ?? 0) * 1_440));
    const variants = variantsOf(step);
    if (isManual(step)) {
      left.push(`The manual step at place ${step.seq_number ?? "?"}`);
    } else if (variants.length === 0)
      left.push(`SmartleadStep ${step.seq_number ?? "?"}, which is empty`);
    else {
      read.push({
        number: read.length + 1,
        wait_minutes: read.length === 0 ? 0 : wait,
        same_thread: read.length > 0 && variants.every(({ subject }) => subject === ""),
        variants,
      });
      wait = 0;
    }
  }
  const cron = row.scheduler_cron_value;
  const tracked = row.track_settings ?? [];
  const days = (cron?.days ?? []).filter(
    (day): day is number => day !== null && day >= 0 && day < 7,
  );
  return {
    kind: "campaign",
    ref: row.id,
    client: row.client_id,
    name: row.name ?? "Campaign",
    status: STATUSES[row.status?.toUpperCase() ?? ""] ?? "paused",
    time_zone: cron?.tz ?? null,
    windows:
      cron?.startHour && cron.endHour && days.length > 0
        ? [{ days, from: cron.startHour.slice(0, 5), to: cron.endHour.slice(0, 5) }]
        : [],
    starts_on: null,
    ends_on: null,
    daily_limit: whole(row.max_leads_per_day),
    // Read words and written words differ.
    track_opens: !tracked.some((word) => /^DONT_(?:TRACK_)?EMAIL_OPEN$/.test(word)),
    track_clicks: !tracked.some((word) => /^DONT_(?:TRACK_)?LINK_CLICK$/.test(word)),
    plain_text: row.send_as_plain_text === true,
    stop_on_reply: true,
    senders: [...new Set(senders)],
    steps: read,
    left_behind: left,
  };
}

const isManual = ({ seq_type: type }: SmartleadStep): boolean => type?.toUpperCase() === "MANUAL";

/** Whether a place of the sequence is a step here. */
export const smartleadIsEmail = (step: SmartleadStep): boolean =>
  !isManual(step) && variantsOf(step).length > 0;

function variantsOf(step: SmartleadStep): FoundOf<"campaign">["steps"][number]["variants"] {
  const listed = step.sequence_variants ?? step.variants ?? [];
  const kept = listed.filter(({ is_deleted: gone }) => gone !== true);
  if (kept.length > 0) {
    return kept.map((variant) => ({
      ref: refOf("variant", variant.id),
      subject: variant.subject ?? "",
      body_html: variant.email_body ?? "",
      weight: variant.variant_distribution_percentage ?? variant.distribution,
    }));
  }
  if (step.email_body === null && step.subject === null) return [];
  return [
    {
      ref: refOf("step", step.id),
      subject: step.subject ?? "",
      body_html: step.email_body ?? "",
      weight: null,
    },
  ];
}

/** What its own categories mean, by their id. */
export type Sentiments = Readonly<Record<string, string>>;

const CATEGORIES: Readonly<Record<number, FoundOf<"place">["interest"]>> = {
  1: "interested",
  2: "meeting_booked",
  3: "not_interested",
  4: "do_not_contact",
  5: "interested",
  6: "out_of_office",
  7: "wrong_person",
  8: null,
  9: null,
};
const DO_NOT_CONTACT = 4;
const BOUNCE = 9;

const STATES: Readonly<Record<string, FoundOf<"place">["state"]>> = {
  STARTED: "waiting",
  INPROGRESS: "running",
  COMPLETED: "completed",
  PAUSED: "paused",
};

/** A lead with its place, and before both that nobody may write to it. */
export function smartleadLeadOf(
  row: SmartleadLead,
  campaign: string,
  client: string | null,
  sentiments: Sentiments,
): Found[] {
  const { lead } = row;
  const category = row.lead_category_id;
  const reason =
    category === BOUNCE
      ? "bounced"
      : lead.is_unsubscribed === true || category === DO_NOT_CONTACT
        ? "unsubscribed"
        : null;
  const custom = customOf(lead.custom_fields ?? {});
  for (const name of ["location", "linkedin_profile", "company_url"] as const) {
    if (lead[name] !== null) custom[name] ??= lead[name];
  }
  const own = category === null ? undefined : sentiments[String(category)];
  const interest =
    category === null
      ? null
      : category in CATEGORIES
        ? (CATEGORIES[category] ?? null)
        : own === "positive"
          ? "interested"
          : own === "negative"
            ? "not_interested"
            : null;
  return [
    ...(reason === null ? [] : [smartleadSilenceOf(lead.email, client, reason)]),
    {
      kind: "lead",
      // One lead of theirs can be in campaigns of two clients, and is one of each here.
      ref: client === null ? refOf("lead", lead.id) : refOf("lead", client, lead.id),
      client,
      email: lead.email,
      first_name: lead.first_name,
      last_name: lead.last_name,
      company: lead.company_name,
      job_title: null,
      phone: lead.phone_number,
      website: lead.website,
      custom,
      lists: [],
    },
    {
      kind: "place",
      ref: refOf("place", row.campaign_lead_map_id),
      campaign,
      email: lead.email,
      // STARTED means that nothing was sent; else the emails say which step was the last.
      last_step: row.status === "STARTED" ? 0 : null,
      last_sent_at: null,
      sender: null,
      state: reason ?? STATES[row.status ?? ""] ?? "stopped",
      interest,
    },
  ];
}

/** That a lead opted out or bounced, alike in the first reading and in what came since. */
export const smartleadSilenceOf = (
  email: string,
  client: string | null,
  reason: "unsubscribed" | "bounced",
): Found => ({
  kind: "suppression",
  ref: refOf(reason, client ?? "", email),
  client,
  value: email,
  reason,
});

/** What was sent to one lead in one campaign, and what came back. */
export function mailsOf(
  row: Activities,
  campaign: string,
  leadEmail: string | null,
  /** Places of the sequence that are no email: steps here count emails alone. */
  gaps: readonly number[] | undefined,
  now: number,
): Found[] {
  const email = firstAddress(leadEmail) ?? firstAddress(row.to_email);
  const sender = firstAddress(row.from_email);
  const at = row.sent_time;
  if (at === null || at > now) return [];
  const id = row.stats_id ?? row.message_id;
  if (email === null || sender === null || id === null) {
    const reason = "The email names no lead, no mailbox or no id.";
    return [faultOf("Smartlead, emails", row, "to_email", reason)];
  }
  const number = row.email_seq_number;
  const isStep = number !== null && number >= 1 && !(gaps ?? []).includes(number);
  const step = isStep
    ? Math.trunc(number) - (gaps ?? []).filter((gap) => gap < number).length
    : null;
  const replies = [row.reply_details ?? []].flat();
  return [
    {
      kind: "mail",
      ref: refOf("mail", id),
      campaign,
      email,
      sender,
      // One that somebody wrote by hand has no number.
      direction: step === null ? "by_hand" : "sent",
      step,
      message_id: bareId(row.message_id),
      subject: row.subject ?? "",
      text: "",
      html: row.email_body ?? "",
      at,
    },
    ...replies.slice(0, 20).flatMap((reply, n): Found[] =>
      reply.time === null
        ? []
        : [
            {
              kind: "mail",
              ref: n === 0 ? refOf("reply", id) : refOf("reply", id, n),
              campaign,
              email,
              sender,
              direction: "received",
              step: null,
              message_id: bareId(reply.message_id),
              subject: reply.subject ?? "",
              text: "",
              html: reply.email_body ?? "",
              at: reply.time,
            },
          ],
    ),
  ];
}

/** That a reply came, as the statistics know it: without its text. */
export const replyOf = (
  campaign: string,
  row: {
    readonly stats_id: string | null;
    readonly lead_email: string;
    readonly email_subject: string | null;
    readonly reply_time: number | null;
  },
): Found[] =>
  row.reply_time === null || row.stats_id === null
    ? []
    : [
        {
          kind: "mail",
          ref: refOf("reply", row.stats_id),
          campaign,
          email: row.lead_email,
          sender: "",
          direction: "received",
          step: null,
          message_id: null,
          subject: row.email_subject ?? "",
          text: "",
          html: "",
          at: row.reply_time,
        },
      ];

/** What it counted for a campaign; `month` null: of all time. */
export const smartleadFigureOf = (
  row: z.output<typeof SmartleadAnalytics>,
  campaign: string,
  month: string | null = null,
): FoundOf<"figure"> => ({
  kind: "figure",
  ref: month === null ? refOf("figure", campaign) : refOf("figure", campaign, month),
  campaign,
  month,
  sent: row.sent_count,
  opened: row.open_count,
  clicked: row.click_count,
  replied: row.reply_count,
  bounced: row.bounce_count,
  unsubscribed: row.unsubscribed_count,
});
