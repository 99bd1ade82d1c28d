import type { z } from "zod";
import type { Found, FoundOf } from "#modules/moving/rules/found.ts";
import {
  bareId,
  faultOf,
  firstAddress,
  isPlainAddress,
  refOf,
  suppressed,
} from "#modules/moving/rivals/rows.ts";
import type {
  LemlistCampaign,
  LemlistMailbox,
  LemlistSchedule,
  Sequence,
  Step,
  Unsubscribe,
  Variant,
} from "./shapes.ts";

export function lemlistSuppressionOf(row: z.output<typeof Unsubscribe>): Found {
  const value = suppressed(row.value);
  if (value === null) {
    const reason = "Neither an address nor a domain.";
    return faultOf("lemlist, unsubscribes", row, "value", reason);
  }
  const source = (row.source ?? "").toLowerCase();
  return {
    kind: "suppression",
    ref: refOf("unsubscribe", row._id),
    client: null,
    value,
    reason:
      source === "bounce"
        ? "bounced"
        : source === "user" || source === "api"
          ? "blocked"
          : "unsubscribed",
  };
}

export function lemlistSenderOf(row: z.output<typeof LemlistMailbox>): Found {
  const provider = (row.provider ?? "").toLowerCase();
  const limit = row.lemlist?.emailLimit ?? null;
  return {
    kind: "sender",
    ref: refOf("mailbox", row._id),
    client: null,
    email: row.email,
    provider: /google|gmail/.test(provider)
      ? "google"
      : /microsoft|outlook|office/.test(provider)
        ? "microsoft"
        : "other",
    from_name: null,
    daily_limit: limit === null ? null : Math.max(0, Math.trunc(limit)),
    gap_minutes: null,
    signature_html: null,
    reply_to: null,
    warmup_daily: null,
  };
}

const STATUSES: Readonly<Record<string, FoundOf<"campaign">["status"]>> = {
  draft: "draft",
  running: "active",
  paused: "paused",
  errors: "paused",
  ended: "completed",
  archived: "completed",
};

/** An email's step; its type may be left out where it has a subject. */
export const lemlistIsEmail = ({ type, subject, message }: Step): boolean =>
  type === "email" || (type === null && (subject !== null || message !== null));

/** A campaign by its trunk; branches that hang on a condition stay behind, by name. */
export function lemlistCampaignOf(
  row: LemlistCampaign,
  trunk: readonly Step[],
  branches: readonly Sequence[],
  variants: ReadonlyMap<string, z.output<typeof Variant>>,
  schedules: readonly z.output<typeof LemlistSchedule>[],
): Found {
  const left: string[] = [];
  const steps: FoundOf<"campaign">["steps"][number][] = [];
  let wait = 0;
  for (const [n, step] of trunk.entries()) {
    wait += Math.max(0, Math.round((step.delay ?? 0) * 1_440));
    if (!lemlistIsEmail(step)) {
      left.push(`A step of type ${step.type ?? "unknown"} at place ${n + 1}`);
      continue;
    }
    const second = variants.get(step._id);
    steps.push({
      number: steps.length + 1,
      wait_minutes: steps.length === 0 ? 0 : wait,
      same_thread: steps.length > 0 && step.subject === null,
      variants: [
        variantOf(refOf("step", step._id), step),
        ...(second ? [variantOf(refOf("step", step._id, "b"), second)] : []),
      ],
    });
    wait = 0;
  }
  for (const branch of branches) {
    const count = branch.steps?.length ?? 0;
    const at = branch.conditionalStepIndex;
    left.push(
      `A branch of ${count} steps${at === null ? "" : ` behind the condition at place ${at + 1}`}`,
    );
  }
  const zone = schedules[0]?.timezone ?? row.timezone;
  if (schedules.some(({ timezone }) => timezone !== null && timezone !== zone)) {
    left.push("Windows in other time zones");
  }
  return {
    kind: "campaign",
    ref: row._id,
    client: null,
    name: row.name ?? "Campaign",
    status: STATUSES[row.status ?? ""] ?? "paused",
    time_zone: zone,
    windows: schedules
      .filter(({ timezone }) => timezone === null || timezone === zone)
      .flatMap(({ start, end, weekdays }) => {
        const days = (weekdays ?? []).flatMap((day) =>
          day !== null && day >= 1 && day <= 7 ? [Math.trunc(day) % 7] : [],
        );
        return start !== null && end !== null && days.length > 0
          ? [{ days, from: start.slice(0, 5), to: end.slice(0, 5) }]
          : [];
      }),
    starts_on: null,
    ends_on: null,
    daily_limit: null,
    // Neither stands in what its API says of a campaign.
    track_opens: false,
    track_clicks: false,
    plain_text: false,
    stop_on_reply: true,
    senders: [
      ...new Set((row.senders ?? []).flatMap(({ email }) => email?.trim().toLowerCase() ?? [])),
    ].filter((email) => isPlainAddress(email)),
    steps,
    left_behind: left,
  };
}

const variantOf = (ref: string, { subject, message }: z.output<typeof Variant>) => ({
  ref,
  subject: subject ?? "",
  body_html: message ?? "",
  weight: null,
});

/** Two lists of the same reply may differ by seconds. */
const MINUTE_MS = 60_000;

/** What an activity and an entry of the inbox both say of an email. */
type MailRow = {
  readonly type: string | null;
  readonly campaignId: string | null;
  readonly sendUserEmail: string | null;
  readonly createdAt: number | null;
  readonly subject: string | null;
  readonly message: string | null;
  readonly messageId: string | null;
};

/**
 * An email. One of a campaign has the same ref wherever it is listed, by its lead and step, so that the
 * inbox adds its Message-ID to what the activities say.
 */
export function lemlistMailOf(
  row: MailRow,
  email: string,
  place: number | null,
  now: number,
): Found[] {
  const at = row.createdAt;
  if (at === null || at > now) return [];
  const isIn = row.type === "emailsReplied" || row.type === "received";
  const step = isIn ? null : place;
  const campaign = row.campaignId ?? "";
  return [
    {
      kind: "mail",
      ref:
        step === null
          ? refOf(isIn ? "reply" : "mail", campaign, email, Math.floor(at / MINUTE_MS))
          : refOf("sent", campaign, email, step),
      campaign: row.campaignId,
      email,
      sender: firstAddress(row.sendUserEmail) ?? "",
      direction: isIn ? "received" : step === null ? "by_hand" : "sent",
      step,
      message_id: bareId(row.messageId),
      subject: row.subject ?? "",
      text: "",
      html: row.message ?? "",
      at,
    },
  ];
}
