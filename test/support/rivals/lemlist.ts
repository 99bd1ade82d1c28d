import {
  emailsOf,
  type RivalAccount,
  type RivalEnrolment,
  type RivalMail,
  type RivalState,
} from "./account.ts";
import { countedOf } from "./counted.ts";
import { numberIn, serveRival, type RivalReply, type ServeOptions } from "./serve.ts";

const KEY = "lemlist-key-of-the-test";

/** Its ids have a prefix that says of what. */
export const lemlistId = (prefix: string, id: number): string =>
  `${prefix}_${id.toString(36).padStart(17, "A")}`;

const STATE: Readonly<Record<RivalState, readonly [status: string, last: string]>> = {
  waiting: ["review", ""],
  running: ["running", "emailsSent"],
  paused: ["paused", "paused"],
  completed: ["done", "emailsSent"],
  replied: ["done", "emailsReplied"],
  bounced: ["done", "emailsBounced"],
  unsubscribed: ["unsubscribed", "emailsUnsubscribed"],
};
const CAMPAIGN = { draft: "draft", active: "running", paused: "paused", completed: "ended" };

/**
 * lemlist's API over an account: Basic with an empty user, pages of 100, 404 for the export of a
 * campaign without leads, a sequence as a tree, message ids only contact by contact.
 */
export async function startLemlist(
  account: RivalAccount,
  options: ServeOptions & {
    /** The export of leads knows no JSON. */
    readonly csvOnly?: boolean;
    /** The plan of the account has no figures by API. */
    readonly noFigures?: boolean;
  } = {},
) {
  const server = await serveRival(
    [{ most: 20, ms: 2_000 }],
    ({ method, path, query, headers, body }) => {
      const wanted = `Basic ${Buffer.from(`:${KEY}`).toString("base64")}`;
      if (headers.authorization !== wanted) return { status: 401, text: "Unauthorized" };
      if (options.csvOnly) query.delete("format");
      if (path === "/api/v2/campaigns/stats/batch" && method === "POST") {
        return options.noFigures ? { status: 403, text: "Forbidden" } : figures(account, body);
      }
      return answer(account, path.replace(/^\/api/, ""), query);
    },
    options,
  );
  return { ...server, url: `${server.url}/api`, key: KEY };
}

function answer(account: RivalAccount, path: string, query: URLSearchParams): RivalReply {
  const cut = <T>(rows: readonly T[]): T[] => {
    const offset = numberIn(query, "offset", 0);
    return rows.slice(offset, offset + Math.min(100, numberIn(query, "limit", 100)));
  };
  const id = /^\/campaigns\/([^/]+)/.exec(path)?.[1];
  const campaign = account.campaigns.find((one) => lemlistId("cam", one.id) === id);
  const rest = path.replace(/^\/campaigns\/[^/]+/, "/campaigns/:id").replace(/\/$/, "");
  const missing: RivalReply = { status: 404, text: "Not found" };
  switch (rest) {
    case "/team":
      return { json: { _id: "tea_1", name: "Team", userIds: ["usr_1"] } };
    case "/users/usr_1":
      return {
        json: {
          _id: "usr_1",
          email: "owner@agency.example",
          mailboxes: account.mailboxes.map((one) => ({
            _id: lemlistId("usm", one.id),
            email: one.email,
            provider: one.provider === "other" ? "custom" : one.provider,
            status: "connected",
            lemlist: { emailLimit: one.dailyLimit },
            lemwarm: { active: true },
          })),
        },
      };
    case "/unsubscribes":
      return {
        json: cut(account.blocks).map(({ id: block, value, reason, at }) => ({
          _id: lemlistId("uns", block),
          value: value.includes("@") ? value : `@${value}`,
          source: reason === "unsubscribed" ? "lead" : reason === "bounced" ? "bounce" : "user",
          createdAt: new Date(at).toISOString(),
        })),
      };
    case "/campaigns":
      return {
        json: cut(account.campaigns).map((one) => ({
          _id: lemlistId("cam", one.id),
          name: one.name,
          status: CAMPAIGN[one.status],
          timezone: one.zone,
          createdAt: new Date(account.leads[0]?.createdAt ?? account.now).toISOString(),
          senders: one.senders.map((email) => ({ id: "usr_1", email, sendUserMailboxId: "x" })),
        })),
      };
    case "/campaigns/:id":
      return campaign
        ? {
            json: {
              _id: id,
              name: campaign.name,
              status: CAMPAIGN[campaign.status],
            },
          }
        : missing;
    case "/campaigns/:id/sequences":
      return campaign ? { json: sequences(campaign) } : missing;
    case "/campaigns/:id/schedules":
      return campaign
        ? {
            json: [
              {
                _id: "skd_1",
                timezone: campaign.zone,
                start: campaign.from,
                end: campaign.to,
                weekdays: campaign.days.map((day) => (day === 0 ? 7 : day)),
                secondsToWait: 600,
              },
            ],
          }
        : missing;
    case "/campaigns/:id/export/leads": {
      const rows = account.enrolments.filter((one) => one.campaign === campaign);
      if (rows.length === 0) return missing;
      return query.get("format") === "json"
        ? { json: rows.map(leadRow) }
        : { text: lemlistCsv(account, rows) };
    }
    case "/campaigns/:id/leads": {
      const rows = account.enrolments.filter((one) => one.campaign === campaign);
      return {
        json: cut(rows).map((one) => ({
          _id: lemlistId("lea", one.id),
          contactId: lemlistId("ctc", one.lead.id),
          state: STATE[one.state][1] || "review",
        })),
      };
    }
    case "/activities":
      return activities(account, query, cut);
    default: {
      const step = /^\/sequences\/[^/]+\/steps\/([^/]+)\/ab-test$/.exec(path)?.[1];
      if (step !== undefined) return abTest(account, step);
      const contact = /^\/inbox\/([^/]+)$/.exec(path)?.[1];
      return contact === undefined ? missing : inbox(account, contact);
    }
  }
}

/** What it counted between two moments: up to 100 campaigns at once, those that it does not know among the errors. */
function figures(account: RivalAccount, body: Readonly<Record<string, unknown>>): RivalReply {
  const { campaignIds: ids, startDate, endDate } = body;
  const [from, to] = [startDate, endDate].map((text) => Date.parse(String(text)));
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > 100)
    return { status: 400, text: "campaignIds must hold 1 to 100 ids" };
  if (from === undefined || to === undefined || Number.isNaN(from + to))
    return { status: 400, text: "Invalid date" };
  const found = account.campaigns.filter(({ id }) => ids.includes(lemlistId("cam", id)));
  const known = found.map(({ id }) => lemlistId("cam", id));
  return {
    json: {
      results: found.map((one) => {
        const counted = countedOf(account, one, from, to);
        return {
          campaignId: lemlistId("cam", one.id),
          nbLeads: account.enrolments.filter(({ campaign }) => campaign === one).length,
          nbLeadsUnsubscribed: counted.unsubscribed,
          messagesSent: counted.sent,
          messagesNotSent: 0,
          messagesBounced: counted.bounced,
          delivered: counted.sent - counted.bounced,
          opened: counted.opened,
          clicked: counted.clicked,
          replied: counted.replied,
          steps: [],
        };
      }),
      errors: ids.flatMap((id: unknown) =>
        known.includes(String(id)) ? [] : [{ campaignId: id, error: "Campaign not found" }],
      ),
    },
  };
}

const SENT = new Set(["emailsSent"]);
const SILENCED: Readonly<Record<string, RivalState>> = {
  emailsBounced: "bounced",
  emailsUnsubscribed: "unsubscribed",
};

function activities(
  account: RivalAccount,
  query: URLSearchParams,
  cut: <T>(rows: readonly T[]) => T[],
): RivalReply {
  if (query.get("version") !== "v2") return { json: [] };
  const type = query.get("type") ?? "";
  const since = Date.parse(query.get("minDate") ?? "1970-01-01T00:00:00Z");
  const campaign = query.get("campaignId");
  const rows = account.mails
    .toSorted((a, b) => b.at - a.at || b.id - a.id)
    .flatMap((mail) => {
      const { enrolment } = mail;
      if (enrolment === null || mail.at < since) return [];
      const isSent = mail.direction === "sent";
      if (SILENCED[type] !== undefined) return [];
      if (SENT.has(type) !== isSent || (!isSent && type !== "emailsReplied")) return [];
      if (campaign !== null && campaign !== lemlistId("cam", enrolment.campaign.id)) return [];
      return [
        {
          _id: lemlistId("act", mail.id),
          type,
          leadId: lemlistId("lea", enrolment.id),
          contactId: lemlistId("ctc", enrolment.lead.id),
          leadEmail: mail.leadEmail,
          campaignId: lemlistId("cam", enrolment.campaign.id),
          sequenceId: lemlistId("seq", enrolment.campaign.id),
          sequenceStep: isSent ? placeOf(mail) : undefined,
          totalSequenceStep: enrolment.campaign.steps.length,
          sendUserEmail: mail.sender,
          createdAt: new Date(mail.at).toISOString(),
        },
      ];
    });
  const silenced = account.enrolments
    .filter(({ state }) => state === SILENCED[type])
    .map((one) => ({
      _id: lemlistId("acs", one.id),
      type,
      leadEmail: one.lead.email,
      campaignId: lemlistId("cam", one.campaign.id),
      createdAt: new Date(account.now).toISOString(),
    }));
  return { json: cut([...silenced, ...rows]) };
}

/** From 0, among all steps. */
const placeOf = ({ enrolment, step }: RivalMail): number | undefined =>
  enrolment === null || step === null
    ? undefined
    : (emailsOf(enrolment.campaign)[step - 1]?.number ?? 1) - 1;

/** Every mail of one contact. */
function inbox(account: RivalAccount, contact: string): RivalReply {
  const lead = account.leads.find(({ id }) => lemlistId("ctc", id) === contact);
  if (!lead) return { status: 404, text: "Not found" };
  const mails = account.mails.filter(({ enrolment }) => enrolment?.lead === lead);
  return { json: mails.map((mail) => inboxRow(account, mail)) };
}

const inboxRow = (account: RivalAccount, mail: RivalMail) => ({
  _id: lemlistId("act", mail.id),
  type: mail.direction === "received" ? "emailsReplied" : "emailsSent",
  campaignId: mail.enrolment === null ? null : lemlistId("cam", mail.enrolment.campaign.id),
  messageId: mail.messageId,
  leadEmail: mail.leadEmail,
  sequenceStep: placeOf(mail),
  subject: mail.subject,
  message: mail.html,
  sendUserMailboxId: lemlistId(
    "usm",
    account.mailboxes.find(({ email }) => email === mail.sender)?.id ?? 0,
  ),
  createdAt: new Date(mail.at).toISOString(),
});

/** The trunk with its steps, and a branch that hangs on a condition. */
function sequences(campaign: RivalAccount["campaigns"][number]) {
  const id = lemlistId("seq", campaign.id);
  const steps: unknown[] = campaign.steps.map((step, n) => ({
    _id: lemlistId("stp", step.id),
    index: n,
    sequenceStep: n,
    // An email may lack its type.
    ...(step.kind === "task" ? { type: "linkedinVisit" } : n === 0 ? {} : { type: "email" }),
    delay: step.waitDays,
    subject: step.variants[0]?.subject,
    message: step.variants[0]?.body,
    ...(step.variants.length > 1 ? { abTest: true } : {}),
  }));
  return {
    [id]: { _id: id, steps, level: 0 },
    ...(campaign.subsequences.length > 0
      ? {
          [`${id}b`]: {
            _id: `${id}b`,
            level: 1,
            parentId: id,
            conditionalStepIndex: 1,
            steps: [{ _id: "stp_b", type: "linkedinSend", delay: 1, message: "Hi" }],
          },
        }
      : {}),
  };
}

function abTest(account: RivalAccount, step: string): RivalReply {
  const found = account.campaigns
    .flatMap(({ steps }) => steps)
    .find(({ id }) => lemlistId("stp", id) === step);
  const second = found?.variants[1];
  return second
    ? { json: { subject: second.subject, message: second.body, altMessage: "", plainText: false } }
    : { status: 404, text: "Not found" };
}

function leadRow(one: RivalEnrolment): Record<string, string> {
  const { lead } = one;
  const [status, lastState] = STATE[one.state];
  return {
    emailStatus: "deliverable",
    email: lead.email,
    firstName: lead.firstName,
    lastName: lead.lastName,
    picture: "",
    phone: lead.phone,
    linkedinUrl: "",
    timezone: "",
    companyName: lead.company,
    companyDomain: "",
    icebreaker: "",
    jobTitle: lead.jobTitle,
    ...lead.custom,
    lastState,
    status: one.interest === "interested" ? "interested" : status,
    _id: lemlistId("lea", one.id),
  };
}

/** What its export of leads is as a file. */
export function lemlistCsv(account: RivalAccount, rows: readonly RivalEnrolment[]): string {
  const base = Object.keys(
    leadRow({ ...rows[0], lead: { ...rows[0]?.lead, custom: {} } } as RivalEnrolment),
  );
  const columns = [...base.slice(0, -3), ...account.variables, ...base.slice(-3)];
  const cell = (text: string): string =>
    /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = rows.map((one) => {
    const row = leadRow(one);
    return columns.map((column) => cell(row[column] ?? "")).join(",");
  });
  return `${[columns.map(cell).join(","), ...lines].join("\n")}\n`;
}
