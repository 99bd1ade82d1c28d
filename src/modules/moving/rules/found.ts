import { z } from "zod";

/** The products that somebody moves in from. */
export const RIVALS = ["instantly", "smartlead", "lemlist"] as const;
export type Rival = (typeof RIVALS)[number];

/** The rival's own id of a thing, unique with its kind, such as `lead:8f2c`. */
const Ref = z.string().min(1).max(200);
/** Unix milliseconds. */
const At = z.int();

/** A client of an agency: a sub-workspace at Instantly, a `client_id` at Smartlead. */
const FoundClient = z.object({ kind: z.literal("client"), ref: Ref, name: z.string() });

/** A mailbox, without its secrets. Null: the rival does not say. */
const FoundSender = z.object({
  kind: z.literal("sender"),
  ref: Ref,
  client: Ref.nullable(),
  email: z.string(),
  provider: z.enum(["google", "microsoft", "other"]),
  from_name: z.string().nullable(),
  daily_limit: z.int().nullable(),
  gap_minutes: z.number().nullable(),
  signature_html: z.string().nullable(),
  reply_to: z.string().nullable(),
  warmup_daily: z.int().nullable(),
});

/** Nobody at this address or domain may get an email. */
const FoundSuppression = z.object({
  kind: z.literal("suppression"),
  ref: Ref,
  /** Null: of the whole account. */
  client: Ref.nullable(),
  /** An address, or a domain without `@`. */
  value: z.string(),
  reason: z.enum(["unsubscribed", "bounced", "blocked"]),
});

const FoundList = z.object({
  kind: z.literal("list"),
  ref: Ref,
  client: Ref.nullable(),
  name: z.string(),
});

const FoundLead = z.object({
  kind: z.literal("lead"),
  ref: Ref,
  client: Ref.nullable(),
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  company: z.string().nullable(),
  job_title: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  /** By the rival's names of the variables. */
  custom: z.record(z.string(), z.string()),
  lists: z.array(Ref),
});

/** The text of a variant as the rival has it, not yet translated. */
const FoundVariant = z.object({
  ref: Ref,
  subject: z.string(),
  body_html: z.string(),
  /** Share in percent, null: even. */
  weight: z.number().nullable(),
});

const FoundStep = z.object({
  /** From 1. */
  number: z.int().positive(),
  /** Wait after the step before it; of the first, 0. Always counted as ours: before its own step. */
  wait_minutes: z.int().min(0),
  /** Sent in the thread of step 1. */
  same_thread: z.boolean(),
  variants: z.array(FoundVariant).min(1),
});

const FoundCampaign = z.object({
  kind: z.literal("campaign"),
  ref: Ref,
  client: Ref.nullable(),
  name: z.string(),
  status: z.enum(["draft", "active", "paused", "completed"]),
  /** IANA name, null where the rival does not say: then a person is asked. */
  time_zone: z.string().nullable(),
  /** 0 is Sunday. `from` and `to` as HH:MM. */
  windows: z.array(
    z.object({ days: z.array(z.int().min(0).max(6)), from: z.string(), to: z.string() }),
  ),
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  daily_limit: z.int().nullable(),
  track_opens: z.boolean(),
  track_clicks: z.boolean(),
  plain_text: z.boolean(),
  stop_on_reply: z.boolean(),
  /** Addresses of its mailboxes. */
  senders: z.array(z.string()),
  steps: z.array(FoundStep),
  /** What has no equal here, in words for the preview: `A LinkedIn step after step 2`. */
  left_behind: z.array(z.string()),
});

/** One lead in one campaign. */
const FoundPlace = z.object({
  kind: z.literal("place"),
  ref: Ref,
  campaign: Ref,
  email: z.string(),
  /** Number of the last step that was sent, 0: none yet, null: the rival does not say. */
  last_step: z.int().min(0).nullable(),
  last_sent_at: At.nullable(),
  /** The mailbox that wrote last. */
  sender: z.string().nullable(),
  state: z.enum([
    "waiting",
    "running",
    "paused",
    "completed",
    "replied",
    "bounced",
    "unsubscribed",
    "stopped",
  ]),
  /** The rival's word for it. */
  interest: z
    .enum([
      "interested",
      "meeting_booked",
      "meeting_done",
      "won",
      "out_of_office",
      "not_interested",
      "wrong_person",
      "do_not_contact",
      "lost",
      "no_show",
    ])
    .nullable(),
});

/** One email that the rival sent, or that it read in a mailbox. */
const FoundMail = z.object({
  kind: z.literal("mail"),
  ref: Ref,
  /** Null: by hand, of no campaign. */
  campaign: Ref.nullable(),
  /** The lead's address. */
  email: z.string(),
  sender: z.string(),
  direction: z.enum(["sent", "received", "by_hand"]),
  /** Of a campaign's email; null where the rival does not say. */
  step: z.int().positive().nullable(),
  /** Without angle brackets; null: not known. */
  message_id: z.string().nullable(),
  subject: z.string(),
  /** Empty where the rival does not give it. */
  text: z.string(),
  html: z.string(),
  at: At,
});

/** What the rival counted for one campaign; `month` as YYYY-MM, null: of all time. */
const FoundFigure = z.object({
  kind: z.literal("figure"),
  ref: Ref,
  campaign: Ref,
  month: z.string().nullable(),
  sent: z.int(),
  opened: z.int(),
  clicked: z.int(),
  replied: z.int(),
  /** Null: the rival does not say. */
  bounced: z.int().nullable(),
  unsubscribed: z.int().nullable(),
});

/** A row that could not be read; it is shown and never dropped in silence. */
const FoundFault = z.object({
  kind: z.literal("fault"),
  ref: Ref,
  /** File name, or what was read by key: `Instantly, leads of "Spring"`. */
  where: z.string(),
  /** Line in a file, from 1 with the header. */
  line: z.int().nullable(),
  column: z.string().nullable(),
  reason: z.string(),
});

/** One thing that was read at a rival, in the one shape that the move goes by. */
export const Found = z.discriminatedUnion("kind", [
  FoundClient,
  FoundSender,
  FoundSuppression,
  FoundList,
  FoundLead,
  FoundCampaign,
  FoundPlace,
  FoundMail,
  FoundFigure,
  FoundFault,
]);
export type Found = z.output<typeof Found>;
export type FoundOf<K extends Found["kind"]> = Extract<Found, { kind: K }>;
