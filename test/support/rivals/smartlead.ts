import { emailsOf, type RivalAccount, type RivalEnrolment, type RivalState } from "./account.ts";
import { type Counted, countedOf, spanOfDays } from "./counted.ts";
import { numberIn, serveRival, type RivalReply, type ServeOptions } from "./serve.ts";

const KEY = "smartlead-key-of-the-test";

const STATUS: Readonly<Record<RivalState, string>> = {
  waiting: "STARTED",
  running: "INPROGRESS",
  paused: "PAUSED",
  completed: "COMPLETED",
  replied: "STOPPED",
  bounced: "BLOCKED",
  unsubscribed: "STOPPED",
};
const CAMPAIGN = { draft: "DRAFTED", active: "ACTIVE", paused: "PAUSED", completed: "COMPLETED" };
const CATEGORY = { interested: 1, not_interested: 3, do_not_contact: 4 } as const;
const TYPE = { google: "GMAIL", microsoft: "OUTLOOK", other: "SMTP" } as const;

/** The two editions of its documents: bare answers, and those wrapped in `success` and `data`. */
export type SmartleadEdition = "bare" | "wrapped";

/**
 * Smartlead's API over an account: the key in the address, totals as text, two shapes of one answer,
 * `{}` for what does not exist, passwords in the list of mailboxes.
 */
export async function startSmartlead(
  account: RivalAccount,
  options: ServeOptions & { readonly edition?: SmartleadEdition } = {},
) {
  const server = await serveRival(
    [
      { most: 10, ms: 2_000 },
      { most: 60, ms: 60_000 },
      { most: 1_000, ms: 3_600_000 },
    ],
    ({ path, query }) => {
      if (query.get("api_key") !== KEY)
        return { status: 401, json: { message: "Invalid API Key" } };
      const json = answer(account, path.replace(/^\/api\/v1/, ""), query);
      if (json === undefined) return { status: 404, json: { error: "Resource not found" } };
      if (typeof json === "string") return { text: json };
      if (json === TOO_WIDE) return { status: 400, json };
      return wrap(json, options.edition ?? "bare");
    },
    options,
  );
  return { ...server, url: `${server.url}/api/v1`, key: KEY };
}

/** A span of days that it refuses: above 30, or none. */
const TOO_WIDE = { message: "Date range must be 30 days or less" };
const MOST_DAYS = 30;

const wrap = (json: unknown, edition: SmartleadEdition): RivalReply =>
  edition === "wrapped" ? { json: { success: true, data: json } } : { json };

function answer(account: RivalAccount, path: string, query: URLSearchParams): unknown {
  const offset = numberIn(query, "offset", 0);
  const cut = <T>(rows: readonly T[], most: number, or: number): T[] =>
    rows.slice(offset, offset + Math.min(most, numberIn(query, "limit", or)));
  const campaignId = Number(/^\/campaigns\/(\d+)/.exec(path)?.[1] ?? Number.NaN);
  const campaign = account.campaigns.find(({ id }) => id === campaignId);
  const enrolled = account.enrolments.filter((one) => one.campaign === campaign);
  const rest = path.replace(/^\/campaigns\/\d+/, "/campaigns/:id").replace(/\/$/, "");
  switch (rest) {
    case "/client":
      return account.clients.map(({ id, name }) => ({ id, name, email: `${id}@agency.example` }));
    case "/campaigns":
      return account.campaigns.flatMap((one) => [
        campaignRow(account, one),
        ...one.subsequences.map((name) => ({
          ...campaignRow(account, one),
          id: one.id + 5_000_000,
          name,
          parent_campaign_id: one.id,
        })),
      ]);
    case "/campaigns/:id":
      return campaign ? campaignRow(account, campaign) : {};
    case "/campaigns/:id/sequences":
      return campaign ? campaign.steps.map((step) => stepRow(step)) : {};
    case "/campaigns/:id/email-accounts":
      return campaign
        ? account.mailboxes
            .filter(({ email }) => campaign.senders.includes(email))
            .map((one) => mailboxRow(one))
        : {};
    case "/campaigns/:id/leads":
      return {
        total_leads: String(enrolled.length),
        offset,
        limit: numberIn(query, "limit", 100),
        data: cut(enrolled, 100, 100).map(leadRow),
      };
    case "/campaigns/:id/analytics":
      return campaign
        ? {
            id: campaign.id,
            ...countsOf(countedOf(account, campaign)),
          }
        : {};
    case "/campaigns/:id/analytics-by-date": {
      const span = spanOfDays(query.get("start_date"), query.get("end_date"));
      if (span === null || span.days > MOST_DAYS) return TOO_WIDE;
      return campaign
        ? {
            id: campaign.id,
            start_date: query.get("start_date"),
            end_date: query.get("end_date"),
            ...countsOf(countedOf(account, campaign, span.from, span.to)),
          }
        : {};
    }
    case "/campaigns/:id/statistics": {
      const sent = account.mails.filter(
        ({ enrolment, direction }) => enrolment?.campaign === campaign && direction === "sent",
      );
      return {
        total_stats: String(sent.length),
        data: cut(sent, 1_000, 100).map((mail) => ({
          stats_id: `stats-${mail.id}`,
          sequence_number: mail.step,
          lead_email: mail.leadEmail,
          email_subject: mail.subject,
          sent_time: new Date(mail.at).toISOString(),
          is_unsubscribed: mail.enrolment?.state === "unsubscribed",
          is_bounced: mail.enrolment?.state === "bounced",
          reply_time: replyTime(account, mail),
        })),
      };
    }
    case "/campaigns/all-leads-activities":
      return activities(account, query, cut);
    case "/leads/fetch-categories":
      return [
        { id: 1, name: "Interested", sentiment_type: "positive" },
        { id: 3, name: "Not Interested", sentiment_type: "negative" },
        { id: 4, name: "Do Not Contact", sentiment_type: "negative" },
      ];
    case "/leads/get-domain-block-list":
      return cut(
        account.blocks.filter(({ reason }) => reason !== "bounced"),
        1_000,
        100,
      ).map(({ id, value, client, reason, at }) => ({
        id,
        email_or_domain: value,
        source: reason === "unsubscribed" ? "unsubscribe" : "manual",
        client_id: client,
        created_at: new Date(at).toISOString(),
      }));
    case "/email-accounts":
      return cut(account.mailboxes, 100, 100).map((one) => mailboxRow(one));
    default:
      return undefined;
  }
}

/** Counts are text here as well. */
const countsOf = (counted: Counted) => ({
  sent_count: String(counted.sent),
  open_count: String(counted.opened),
  click_count: String(counted.clicked),
  reply_count: String(counted.replied),
  bounce_count: String(counted.bounced),
  unsubscribed_count: String(counted.unsubscribed),
});

function campaignRow(account: RivalAccount, one: RivalAccount["campaigns"][number]) {
  return {
    id: one.id,
    name: one.name,
    status: CAMPAIGN[one.status],
    client_id: one.client,
    created_at: new Date(account.leads[0]?.createdAt ?? account.now).toISOString(),
    parent_campaign_id: null as number | null,
    track_settings: [
      ...(one.trackOpens ? [] : ["DONT_EMAIL_OPEN"]),
      ...(one.trackClicks ? [] : ["DONT_LINK_CLICK"]),
    ],
    scheduler_cron_value: {
      tz: one.zone,
      days: one.days,
      startHour: one.from,
      endHour: one.to,
    },
    min_time_btwn_emails: 10,
    max_leads_per_day: String(one.dailyLimit),
    stop_lead_settings: "REPLY_TO_AN_EMAIL",
    send_as_plain_text: one.plainText,
    unsubscribe_text: "Unsubscribe",
  };
}

function stepRow(step: RivalAccount["campaigns"][number]["steps"][number]) {
  const [first] = step.variants;
  const alone = step.variants.length < 2;
  return {
    id: step.id,
    seq_number: step.number,
    seq_type: step.kind === "task" ? "MANUAL" : "EMAIL",
    seq_delay_details: { delayInDays: step.waitDays },
    subject: alone ? (first?.subject ?? "") : "",
    email_body: alone ? (first?.body ?? "") : "",
    sequence_variants: alone
      ? null
      : [
          ...step.variants.map(({ id, subject, body }, n) => ({
            id,
            variant_label: "AB"[n],
            subject,
            email_body: body,
            is_deleted: false,
            variant_distribution_percentage: 50,
          })),
          {
            id: 1,
            variant_label: "X",
            subject: "Deleted",
            email_body: "Deleted",
            is_deleted: true,
          },
        ],
  };
}

function mailboxRow(one: RivalAccount["mailboxes"][number]) {
  return {
    id: one.id,
    client_id: one.client,
    from_name: one.fromName,
    from_email: one.email,
    username: one.email,
    password: Buffer.from(one.password).toString("base64"),
    imap_password: one.password,
    type: TYPE[one.provider],
    smtp_host: "smtp.mail.example",
    smtp_port: 587,
    message_per_day: one.dailyLimit,
    minTimeToWaitInMins: one.gapMinutes,
    signature: one.signature,
    different_reply_to_address: "",
    warmup_details: { total_sent_count: 10, max_email_per_day: 10 },
  };
}

function leadRow(one: RivalEnrolment) {
  const { lead } = one;
  return {
    campaign_lead_map_id: String(one.id),
    status: STATUS[one.state],
    lead_category_id:
      one.state === "bounced" ? 9 : one.interest === null ? null : CATEGORY[one.interest],
    created_at: new Date(lead.createdAt).toISOString(),
    lead: {
      id: lead.id,
      email: lead.email,
      first_name: lead.firstName,
      last_name: lead.lastName,
      phone_number: lead.phone,
      company_name: lead.company,
      website: lead.website,
      location: "",
      linkedin_profile: null,
      company_url: null,
      custom_fields: { ...lead.custom, jobTitle: lead.jobTitle },
      is_unsubscribed: one.state === "unsubscribed",
    },
  };
}

/** Of the last email that the lead got before it. */
function replyTime(account: RivalAccount, mail: RivalAccount["mails"][number]): string | null {
  const own = account.mails.filter(({ enrolment }) => enrolment === mail.enrolment);
  const reply = own.find(({ direction }) => direction === "received");
  const last = own.findLast(({ direction }) => direction === "sent");
  return reply && last === mail ? new Date(reply.at).toISOString() : null;
}

function activities(
  account: RivalAccount,
  query: URLSearchParams,
  cut: <T>(rows: readonly T[], most: number, or: number) => T[],
) {
  const from = Date.parse(query.get("event_time_from") ?? "1970-01-01T00:00:00Z");
  const to = Date.parse(query.get("event_time_to") ?? "2100-01-01T00:00:00Z");
  const mails = Map.groupBy(account.mails, ({ enrolment }) => enrolment);
  const rows = account.enrolments
    .filter(({ lastStep }) => lastStep > 0)
    .map((one) => ({ one, own: mails.get(one) ?? [] }))
    .map(({ one, own }) => ({
      one,
      sent: own.filter(({ direction, at }) => direction === "sent" && at >= from && at <= to),
      received: own.filter(({ direction }) => direction === "received"),
    }))
    .filter(({ sent }) => sent.length > 0);
  const data = cut(rows, 1_000, 100).map(({ one, sent, received }) => ({
    lead_id: one.lead.id,
    lead_email: one.lead.email,
    campaign_id: one.campaign.id,
    status: STATUS[one.state],
    current_seq_num: one.lastStep + 1,
    activities: sent.map((mail, n) => {
      const reply = n === sent.length - 1 ? received[0] : undefined;
      return {
        stats_id: `stats-${mail.id}`,
        message_id: mail.messageId,
        subject: mail.subject,
        email_body: mail.html,
        sent_time: new Date(mail.at).toISOString(),
        from_email: mail.sender,
        to_email: mail.leadEmail,
        email_seq_number: String(emailsOf(one.campaign)[(mail.step ?? 1) - 1]?.number),
        reply_details: reply
          ? {
              time: new Date(reply.at).toISOString(),
              message_id: reply.messageId,
              subject: reply.subject,
              email_body: reply.html,
            }
          : null,
      };
    }),
  }));
  const offset = numberIn(query, "offset", 0);
  return { data, hasMore: offset + data.length < rows.length };
}
