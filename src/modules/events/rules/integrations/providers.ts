import { EVENT_TYPES, type EventType } from "#modules/events/rules/event.ts";

/** A value that a person enters to connect a service. */
export type ProviderField = {
  readonly name: string;
  readonly label: string;
  /** Where it is found, and what it needs. */
  readonly description: string;
  readonly required: boolean;
};

/**
 * events: our events go there. bookings: it reports meetings. mail_events: it reports bounces. ai:
 * it writes.
 */
export const INTEGRATION_KINDS = ["events", "bookings", "mail_events", "ai"] as const;
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

export const INTEGRATIONS = [
  "slack",
  "discord",
  "hubspot",
  "pipedrive",
  "close",
  "webhook",
  "zapier",
  "make",
  "n8n",
  "calendly",
  "cal_com",
  "ses",
  "sendgrid",
  "mailgun",
  "postmark",
  "resend",
  "openai",
  "anthropic",
  "workers_ai",
  "openai_compatible",
] as const;
export type IntegrationId = (typeof INTEGRATIONS)[number];

export type IntegrationProvider = {
  readonly id: IntegrationId;
  readonly title: string;
  readonly kind: IntegrationKind;
  readonly description: string;
  readonly credentials: readonly ProviderField[];
  readonly config: readonly ProviderField[];
  /** What it can be sent; the first connection without a choice takes `usual`. */
  readonly events: readonly EventType[];
  readonly usual: readonly EventType[];
};

const LEAD_EVENTS = EVENT_TYPES.filter((type) => !type.startsWith("campaign."));
/** What somebody wants to be details of at once; opens and clicks would drown it. */
const NEWS = EVENT_TYPES.filter((type) => !/opened|clicked|bounced/.test(type));
const CRM_NEWS: readonly EventType[] = ["lead.replied", "lead.unsubscribed", "meeting.booked"];

const field = (
  name: string,
  label: string,
  description: string,
  required = true,
): ProviderField => ({ name, label, description, required });

const EVENTS = field(
  "events",
  "Events",
  "The events to send. Leave empty for the default events.",
  false,
);
const BASE_URL = field(
  "base_url",
  "API address",
  "A different API URL. Only if this server allows private networks.",
  false,
);

type ProviderDetails = Omit<
  IntegrationProvider,
  "id" | "events" | "usual" | "credentials" | "config"
> &
  Partial<IntegrationProvider>;
const provider = (id: IntegrationId, details: ProviderDetails): IntegrationProvider => ({
  credentials: [],
  config: [],
  events: [],
  usual: [],
  ...details,
  id,
});

const hook = (
  id: IntegrationId,
  title: string,
  where: string,
  to: string = title,
): IntegrationProvider =>
  provider(id, {
    title,
    kind: "events",
    description: `Posts each event as JSON to ${to}, as webhooks do.`,
    credentials: [
      field("url", "URL", where),
      field("secret", "Secret", "Signs each request, so that the receiver can verify it.", false),
    ],
    config: [EVENTS],
    events: EVENT_TYPES,
    usual: EVENT_TYPES,
  });

const mailEvents = (
  id: IntegrationId,
  title: string,
  credential: ProviderField,
): IntegrationProvider =>
  provider(id, {
    title,
    kind: "mail_events",
    description: `Takes bounces and complaints that ${title} posts to /api/v1/webhooks/${id}.`,
    credentials: [credential],
  });

const ai = (id: IntegrationId, title: string, credential: ProviderField | null, base: boolean) =>
  provider(id, {
    title,
    kind: "ai",
    description: "Writes for this workspace; the same as the AI section of its settings.",
    credentials: credential ? [credential] : [],
    config: [
      field("model", "Model", "Name of the model.", id !== "workers_ai"),
      ...(base ? [field("base_url", "API address", "Often ends in /v1.")] : []),
    ],
  });

/** Every service that a workspace can connect, with what each asks for. */
export const PROVIDERS: readonly IntegrationProvider[] = [
  provider("slack", {
    title: "Slack",
    kind: "events",
    description: "Posts events into a channel.",
    credentials: [
      field(
        "webhook_url",
        "Incoming webhook URL",
        "From a Slack app with incoming webhooks: https://hooks.slack.com/services/...",
      ),
    ],
    config: [EVENTS],
    events: EVENT_TYPES,
    usual: NEWS,
  }),
  provider("discord", {
    title: "Discord",
    kind: "events",
    description: "Posts events into a channel.",
    credentials: [
      field(
        "webhook_url",
        "Webhook URL",
        "Channel settings, Integrations, Webhooks: https://discord.com/api/webhooks/...",
      ),
    ],
    config: [EVENTS],
    events: EVENT_TYPES,
    usual: NEWS,
  }),
  provider("hubspot", {
    title: "HubSpot",
    kind: "events",
    description: "Keeps leads as contacts, and their events as notes on them.",
    credentials: [
      field(
        "access_token",
        "Private app token",
        "From a private app with the scopes crm.objects.contacts.read and .write. Deals also need crm.objects.deals.read and .write, crm.schemas.deals.read and .write, and crm.objects.owners.read.",
      ),
    ],
    config: [EVENTS, BASE_URL],
    events: LEAD_EVENTS,
    usual: CRM_NEWS,
  }),
  provider("pipedrive", {
    title: "Pipedrive",
    kind: "events",
    description: "Keeps leads as persons, and their events as notes on them.",
    credentials: [
      field("api_token", "API token", "Personal preferences, API, of the user who owns the notes."),
    ],
    config: [EVENTS, BASE_URL],
    events: LEAD_EVENTS,
    usual: CRM_NEWS,
  }),
  provider("close", {
    title: "Close",
    kind: "events",
    description: "Keeps leads as contacts, and their events as notes on them.",
    credentials: [field("api_key", "API key", "Settings, Developer, API Keys.")],
    config: [EVENTS, BASE_URL],
    events: LEAD_EVENTS,
    usual: CRM_NEWS,
  }),
  hook("webhook", "Any service", "The URL that receives the events.", "your own URL"),
  hook("zapier", "Zapier", "From the trigger Webhooks by Zapier, Catch Hook."),
  hook("make", "Make", "From the module Webhooks, Custom webhook."),
  hook("n8n", "n8n", "Production URL of the Webhook node; activate the workflow first."),
  provider("calendly", {
    title: "Calendly",
    kind: "bookings",
    description:
      "A booking by a lead's address marks its conversation Meeting Booked; a cancelled one gives it back, and a no-show is marked. Connected before that was details: connect it again.",
    credentials: [
      field(
        "api_token",
        "Personal access token",
        "With a token, the webhook is set up and signed automatically. It needs the scopes users:read, webhooks:write and scheduled_events:read. Without a token, paste the URL into your booking settings.",
        false,
      ),
    ],
    config: [
      field(
        "scope",
        "Bookings of",
        "`user`: of the owner of the token. `organization`: of everybody in the organization; the token has to belong to an owner or admin of it. Empty: `user`.",
        false,
      ),
      BASE_URL,
    ],
  }),
  provider("cal_com", {
    title: "Cal.com",
    kind: "bookings",
    description:
      "A booking by a lead's address marks its conversation Meeting Booked; a cancelled one gives it back, and a no-show is marked. Paste the URL and secret of the answer into Settings, Developer, Webhooks, and choose Booking Created, Rescheduled, Cancelled, Rejected and No-Show Updated.",
  }),
  mailEvents(
    "ses",
    "Amazon SES",
    field(
      "topic_arn",
      "SNS topic ARN",
      "Of the topic that receives bounces and complaints from SES.",
    ),
  ),
  mailEvents(
    "sendgrid",
    "SendGrid",
    field("public_key", "Verification key", "From the signed event webhook."),
  ),
  mailEvents(
    "mailgun",
    "Mailgun",
    field("signing_key", "HTTP webhook signing key", "Sending, Webhooks."),
  ),
  mailEvents(
    "postmark",
    "Postmark",
    field("secret", "Secret", "Choose a password for the basic authentication of the webhook."),
  ),
  mailEvents(
    "resend",
    "Resend",
    field("signing_secret", "Signing secret", "From the webhook: whsec_..."),
  ),
  ai("openai", "OpenAI", field("api_key", "API key", "platform.openai.com, API keys."), false),
  ai(
    "anthropic",
    "Anthropic",
    field("api_key", "API key", "console.anthropic.com, API keys."),
    false,
  ),
  ai("workers_ai", "Workers AI", null, false),
  ai(
    "openai_compatible",
    "OpenAI-compatible",
    field("api_key", "API key", "Only if the server requires one.", false),
    true,
  ),
];

/**
 * The provider of a connection. The first connection of a workspace to a service has the id of the service;
 * further ones have `-` and a word of their own behind it.
 */
export function providerOf(connection: string): IntegrationProvider | undefined {
  const end = connection.indexOf("-");
  const id = end < 0 ? connection : connection.slice(0, end);
  return PROVIDERS.find((known) => known.id === id && (end < 0 || canBeSeveral(known)));
}

/** Whether a workspace can have several connections to it: channels, CRMs and calendars. */
export const canBeSeveral = ({ kind }: IntegrationProvider): boolean =>
  kind === "events" || kind === "bookings";

/** CRMs, which can get deals. */
export const makesDeals = ({ id }: Pick<IntegrationProvider, "id">): boolean =>
  id === "hubspot" || id === "pipedrive";
