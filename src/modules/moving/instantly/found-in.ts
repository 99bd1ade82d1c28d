import type { z } from "zod";
import type { Found, FoundOf } from "#modules/moving/rules/found.ts";
import {
  bareId,
  customOf,
  faultOf,
  firstAddress,
  isPlainAddress,
  refOf,
  suppressed,
} from "#modules/moving/rivals/rows.ts";
import type { Cursor } from "#modules/moving/rivals/cursor.ts";
import { unixMs } from "#platform/rules/ids.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import { utcMonth } from "#platform/rules/time.ts";
import type {
  InstantlyAccount,
  InstantlyAnalytics,
  InstantlyBlock,
  InstantlyCampaign,
  InstantlyDay,
  InstantlyEmail,
  InstantlyLead,
} from "./shapes.ts";

/** A workspace of the key: null is its own. */
export type Workspace = string | null;

/** A campaign is asked for in its workspace, so its ref names both. */
export const campaignRef = (workspace: Workspace, id: string): string =>
  workspace === null ? id : `${workspace}/${id}`;

export function instantlySuppressionOf(
  row: z.output<typeof InstantlyBlock>,
  client: Workspace,
): Found {
  const value = suppressed(row.bl_value);
  if (value === null) {
    return faultOf("Instantly, block list", row, "bl_value", "Neither an address nor a domain.");
  }
  return { kind: "suppression", ref: refOf("block", row.id), client, value, reason: "blocked" };
}

export function instantlySenderOf(
  row: z.output<typeof InstantlyAccount>,
  client: Workspace,
): Found {
  const name = [row.first_name, row.last_name].filter((part) => part !== null).join(" ");
  return {
    kind: "sender",
    ref: refOf("account", row.email),
    client,
    email: row.email,
    provider: row.provider_code === 2 ? "google" : row.provider_code === 3 ? "microsoft" : "other",
    from_name: name === "" ? null : name,
    daily_limit: whole(row.daily_limit),
    gap_minutes: row.sending_gap,
    signature_html: row.signature,
    reply_to: row.reply_to,
    warmup_daily: whole(row.warmup?.limit ?? null),
  };
}

const whole = (value: number | null): number | null =>
  value === null ? null : Math.max(0, Math.trunc(value));

/** Names of fields that every lead has, which its payload repeats. */
const FIELDS = new Set(
  (
    "firstName lastName companyName jobTitle phone website email first_name last_name company_name " +
    "job_title"
  ).split(" "),
);

const INTERESTS: Readonly<Record<number, NonNullable<FoundOf<"place">["interest"]>>> = {
  1: "interested",
  2: "meeting_booked",
  3: "meeting_done",
  4: "won",
  0: "out_of_office",
  [-1]: "not_interested",
  [-2]: "wrong_person",
  [-3]: "lost",
  [-4]: "no_show",
};

/** A lead with its place, and before both that nobody may write to it. */
export function instantlyLeadOf(row: InstantlyLead, client: Workspace): Found[] {
  const payload = row.payload ?? {};
  const own = customOf(payload, FIELDS);
  if (row.personalization !== null) own["personalization"] ??= row.personalization;
  if (row.company_domain !== null) own["companyDomain"] ??= row.company_domain;
  const inPayload = (name: string): string | null => {
    const value = payload[name];
    return typeof value === "string" && value.trim() !== "" ? value.slice(0, 1_000) : null;
  };
  const lead: Found = {
    kind: "lead",
    ref: refOf("lead", row.id),
    client,
    email: row.email,
    first_name: row.first_name ?? inPayload("firstName"),
    last_name: row.last_name ?? inPayload("lastName"),
    company: row.company_name ?? inPayload("companyName"),
    job_title: row.job_title ?? inPayload("jobTitle"),
    phone: row.phone ?? inPayload("phone"),
    website: row.website ?? inPayload("website"),
    custom: own,
    lists: row.list_id === null ? [] : [refOf("list", row.list_id)],
  };
  return [...instantlySilenceOf(row, client), lead, ...instantlyPlaceOf(row, client)];
}

/** A lead who opted out or bounced. */
export function instantlySilenceOf(row: InstantlyLead, client: Workspace): Found[] {
  const reason = row.status === -2 ? "unsubscribed" : row.status === -1 ? "bounced" : null;
  return reason === null
    ? []
    : [{ kind: "suppression", ref: refOf("lead", row.id), client, value: row.email, reason }];
}

/** Where it stands. Its step is not said: the emails that were sent are counted. */
export function instantlyPlaceOf(row: InstantlyLead, client: Workspace): Found[] {
  if (row.campaign === null) return [];
  const wasSent = row.timestamp_last_contact !== null;
  const { lt_interest_status: interest } = row;
  return [
    {
      kind: "place",
      ref: refOf("lead", row.id),
      campaign: campaignRef(client, row.campaign),
      email: row.email,
      last_step: !wasSent && (row.status === 1 || row.status === 2) ? 0 : null,
      last_sent_at: row.timestamp_last_contact,
      sender: firstAddress(row.last_contacted_from),
      state: stateOf(row, wasSent),
      interest: interest === null ? null : (INTERESTS[interest] ?? null),
    },
  ];
}

function stateOf(row: InstantlyLead, wasSent: boolean): FoundOf<"place">["state"] {
  if (row.status === -2) return "unsubscribed";
  if (row.status === -1) return "bounced";
  if ((row.email_reply_count ?? 0) > 0 || row.timestamp_last_reply !== null) return "replied";
  if (row.status === 2) return "paused";
  if (row.status === 3) return "completed";
  if (row.status === 1) return wasSent ? "running" : "waiting";
  return "stopped";
}

const UNITS: Readonly<Record<string, number>> = {
  minutes: 1,
  minute: 1,
  hours: 60,
  hour: 60,
  days: 1_440,
  day: 1_440,
};

const STATUSES: Readonly<Record<number, FoundOf<"campaign">["status"]>> = {
  0: "draft",
  1: "active",
  3: "completed",
  4: "active",
};

type Step = NonNullable<NonNullable<InstantlyCampaign["sequences"]>[number]["steps"]>[number];

const isEmail = ({ type }: Step): boolean => (type ?? "email") === "email";
const switchedOn = ({ variants }: Step) =>
  (variants ?? []).filter(({ v_disabled: off }) => off !== true);

/** Places of a sequence, from 0, that are no step here. */
export const instantlyGaps = (row: Pick<InstantlyCampaign, "sequences">): number[] =>
  (row.sequences?.[0]?.steps ?? []).flatMap((step, n) =>
    isEmail(step) && switchedOn(step).length > 0 ? [] : [n],
  );

/** A campaign with its steps; each wait is put before the step that it is about. */
export function instantlyCampaignOf(
  row: InstantlyCampaign,
  client: Workspace,
  senders: readonly string[],
  subsequences: readonly string[],
): Found {
  const left: string[] = [];
  const all = row.sequences?.[0]?.steps ?? [];
  const steps: FoundOf<"campaign">["steps"][number][] = [];
  let wait = 0;
  for (const [n, step] of all.entries()) {
    const variants = switchedOn(step);
    if (!isEmail(step)) left.push(`A step of type ${step.type} at place ${n + 1}`);
    else if (variants.length === 0) left.push(`Step ${n + 1}, whose variants are all switched off`);
    else {
      steps.push({
        number: steps.length + 1,
        wait_minutes: steps.length === 0 ? 0 : wait,
        same_thread: steps.length > 0 && variants.every(({ subject }) => subject === null),
        variants: variants.map(({ subject, body }, v) => ({
          ref: refOf("variant", row.id, n, v),
          subject: subject ?? "",
          body_html: body ?? "",
          weight: null,
        })),
      });
      wait = 0;
    }
    wait += Math.max(
      0,
      Math.round((step.delay ?? 0) * (UNITS[step.delay_unit ?? "days"] ?? 1_440)),
    );
  }
  const schedules = row.campaign_schedule?.schedules ?? [];
  const zone = schedules[0]?.timezone ?? null;
  if (schedules.some(({ timezone }) => timezone !== zone)) left.push("Windows in other time zones");
  if ((row.cc_list?.length ?? 0) + (row.bcc_list?.length ?? 0) > 0)
    left.push("Copies by cc and bcc");
  left.push(...subsequences.map((name) => `The subsequence “${name}”`));
  return {
    kind: "campaign",
    ref: campaignRef(client, row.id),
    client,
    name: row.name ?? "Campaign",
    status: STATUSES[row.status ?? 0] ?? "paused",
    time_zone: zone,
    windows: schedules
      .filter(({ timezone }) => timezone === zone)
      .map(({ timing, days }) => ({
        days: [0, 1, 2, 3, 4, 5, 6].filter((day) => days[String(day)] === true),
        from: timing.from,
        to: timing.to,
      })),
    starts_on: row.campaign_schedule?.start_date?.slice(0, 10) ?? null,
    ends_on: row.campaign_schedule?.end_date?.slice(0, 10) ?? null,
    daily_limit: whole(row.daily_limit),
    track_opens: row.open_tracking === true,
    track_clicks: row.link_tracking === true,
    plain_text: row.text_only === true,
    stop_on_reply: row.stop_on_reply !== false,
    senders: [...new Set(senders.map((email) => email.trim().toLowerCase()))].filter((email) =>
      isPlainAddress(email),
    ),
    steps,
    left_behind: left,
  };
}

const TYPES: Readonly<Record<number, FoundOf<"mail">["direction"]>> = {
  1: "sent",
  2: "received",
  3: "by_hand",
};

/** An email; none for one that is planned, or has not left yet. */
export function instantlyMailOf(
  row: Outside<InstantlyEmail>,
  client: Workspace,
  gaps: Cursor["gaps"],
  now: number,
): Found[] {
  const direction = TYPES[row.ue_type ?? 0];
  const at = row.timestamp_email ?? row.timestamp_created;
  if (direction === undefined || at === null || at > now) return [];
  const isIn = direction === "received";
  const other = firstAddress(isIn ? row.from_address_email : row.to_address_email_list);
  const email = firstAddress(row.lead) ?? other;
  const sender = firstAddress(
    row.eaccount ?? (isIn ? row.to_address_email_list : row.from_address_email),
  );
  if (email === null || sender === null) {
    return [faultOf("Instantly, emails", row, "lead", "The email names no lead or no mailbox.")];
  }
  const figure = /^\d{1,3}_(\d{1,3})_\d{1,3}$/.exec(row.step ?? "")?.[1];
  const step = figure === undefined ? null : stepAt(Number(figure), gaps[row.campaign_id ?? ""]);
  return [
    {
      kind: "mail",
      ref: refOf("mail", row.id),
      campaign: row.campaign_id === null ? null : campaignRef(client, row.campaign_id),
      email,
      sender,
      direction,
      step: direction === "sent" ? step : null,
      message_id: bareId(row.message_id),
      subject: row.subject ?? "",
      text: row.body?.text ?? "",
      html: row.body?.html ?? "",
      at,
    },
  ];
}

/** Which step here the one at a place there is; null: none. */
const stepAt = (place: number, gaps: readonly number[] = []): number | null =>
  gaps.includes(place) ? null : place + 1 - gaps.filter((gap) => gap < place).length;

/** The days of a campaign, added up by month. */
export function instantlyMonthsOf(
  days: readonly InstantlyDay[],
  client: Workspace,
  campaign: string,
): Found[] {
  const dated = days.flatMap((day) => (day.date === null ? [] : [{ ...day, date: day.date }]));
  const months = Map.groupBy(dated, ({ date }) => utcMonth(unixMs(date)));
  return [...months].map(([month, own]): Found => {
    const sum = (of: (day: InstantlyDay) => number) => own.reduce((n, day) => n + of(day), 0);
    return {
      kind: "figure",
      ref: refOf("figure", campaign, month),
      campaign: campaignRef(client, campaign),
      month,
      sent: sum((day) => day.sent),
      opened: sum((day) => day.unique_opened),
      clicked: sum((day) => day.unique_clicks),
      replied: sum((day) => day.unique_replies),
      bounced: null,
      unsubscribed: null,
    };
  });
}

export const instantlyFigureOf = (
  row: z.output<typeof InstantlyAnalytics>,
  client: Workspace,
): Found => ({
  kind: "figure",
  ref: refOf("figure", row.campaign_id),
  campaign: campaignRef(client, row.campaign_id),
  month: null,
  sent: row.emails_sent_count,
  opened: row.open_count,
  clicked: row.link_click_count,
  replied: row.reply_count,
  bounced: row.bounced_count,
  unsubscribed: row.unsubscribed_count,
});
