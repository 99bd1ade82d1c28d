import {
  emailsOf,
  type RivalAccount,
  type RivalEnrolment,
  type RivalMail,
  type RivalState,
} from "./account.ts";
import { countedOf, daysBetween, spanOfDays } from "./counted.ts";
import { serveRival, type RivalReply, type RivalRequest, type ServeOptions } from "./serve.ts";

const KEY = "instantly-key-of-the-test";
const SCOPES: readonly (readonly [path: RegExp, scope: string])[] = [
  [/^\/block-lists-entries/, "block_list_entries:read"],
  [/^\/accounts/, "accounts:read"],
  [/^\/lead-lists/, "lead_lists:read"],
  [/^\/leads\/list/, "leads:read"],
  [/^\/campaigns/, "campaigns:read"],
  [/^\/emails/, "emails:read"],
  [/^\/subsequences/, "subsequences:read"],
  [/^\/custom-tags/, "custom_tags:read"],
  [/^\/custom-tag-mappings/, "custom_tag_mappings:read"],
  [/^\/lead-labels/, "lead-labels:read"],
  [/^\/workspace/, "workspaces:read"],
];

const KINDS = ["lead", "campaign", "list", "mail", "block", "workspace", "tag", "sub"] as const;
/** Its ids are UUIDs. */
export const instantlyId = (kind: (typeof KINDS)[number], id: number): string =>
  `00000000-000${KINDS.indexOf(kind)}-4000-8000-${id.toString(16).padStart(12, "0")}`;

const STATUS: Readonly<Record<RivalState, number>> = {
  waiting: 1,
  running: 1,
  paused: 2,
  completed: 3,
  replied: 3,
  bounced: -1,
  unsubscribed: -2,
};
const CAMPAIGN = { draft: 0, active: 1, paused: 2, completed: 3 } as const;
const PROVIDER = { other: 1, google: 2, microsoft: 3 } as const;
const INTEREST = { interested: 1, not_interested: -1, do_not_contact: -1 } as const;

/**
 * Instantly's API version 2 over an account: pages whose last one has a cursor as well, more than 100
 * rows at once are none, keys that it does not know are ignored, scopes, sub-workspaces by header.
 */
export async function startInstantly(
  account: RivalAccount,
  options: ServeOptions & {
    readonly without?: readonly string[];
    /** A client whose plan ended. */
    readonly lapsed?: number;
    /** Filters of leads are words that it does not know. */
    readonly ignoresFilters?: boolean;
  } = {},
) {
  const server = await serveRival(
    [
      { most: 100, ms: 1_000 },
      { most: 6_000, ms: 60_000 },
      { most: 20, ms: 60_000, only: /\/emails$/ },
    ],
    (request) => {
      const { filter: _, ...rest } = request.body;
      const asked = options.ignoresFilters ? { ...request, body: rest } : request;
      const acting = request.headers["x-as-workspace"];
      const lapsed = account.clients[options.lapsed ?? -1];
      if (lapsed && acting === instantlyId("workspace", lapsed.id)) {
        return failure(402, "Payment Required", "No active plan");
      }
      return answer(account, asked, options.without ?? []);
    },
    options,
  );
  return { ...server, url: `${server.url}/api/v2`, key: KEY };
}

function answer(
  account: RivalAccount,
  request: RivalRequest,
  without: readonly string[],
): RivalReply {
  if (request.headers.authorization !== `Bearer ${KEY}`) {
    return failure(401, "Unauthorized", "Invalid API key");
  }
  const path = request.path.replace(/^\/api\/v2/, "");
  const scope = SCOPES.find(([pattern]) => pattern.test(path))?.[1];
  if (scope !== undefined && without.includes(scope)) {
    return failure(403, "Forbidden", `Insufficient scope. Required: ${scope}`);
  }
  const acting = request.headers["x-as-workspace"];
  const client = account.clients.find(({ id }) => instantlyId("workspace", id) === acting);
  if (acting !== undefined && !client) return failure(403, "Forbidden", "No access to workspace");
  const world = worldOf(account, client?.id ?? null);
  const list = (rows: readonly Row[]): RivalReply => pageOf(rows, request);
  switch (path) {
    case "/workspaces/current":
      return {
        json: { id: instantlyId("workspace", client?.id ?? 1), name: client?.name ?? "Agency" },
      };
    case "/workspace-group-members":
      return list(
        account.clients.map(({ id, name }) => ({
          id: instantlyId("workspace", id + 5_000_000),
          admin_workspace_id: instantlyId("workspace", 1),
          sub_workspace_id: instantlyId("workspace", id),
          sub_workspace_name: name,
          status: "accepted",
        })),
      );
    case "/block-lists-entries":
      return list(world.blocks());
    case "/accounts":
      return list(world.accounts());
    case "/lead-lists":
      return list(world.lists());
    case "/leads/list":
      return request.method === "POST"
        ? list(world.leads(request.body))
        : failure(404, "Not Found", "Route not found");
    case "/campaigns":
      return list(world.campaigns());
    case "/campaigns/analytics":
      // It takes a span of days and ignores it.
      return { json: world.analytics() };
    case "/campaigns/analytics/daily": {
      const { query } = request;
      const span = spanOfDays(query.get("start_date"), query.get("end_date"));
      return span === null
        ? failure(400, "Bad Request", "start_date must match format date")
        : { json: world.daily(query.get("campaign_id"), span) };
    }
    case "/subsequences":
      return list(world.subsequences(request.query.get("parent_campaign")));
    case "/custom-tags":
      return list([{ id: instantlyId("tag", 1), label: "all" }]);
    case "/custom-tag-mappings":
      return list(world.tagged());
    case "/lead-labels":
      return list([]);
    case "/emails":
      return list(world.emails(request.query));
    default: {
      const id = /^\/campaigns\/([\w-]+)$/.exec(path)?.[1];
      const found = world.campaigns().find((one) => one["id"] === id);
      return found ? { json: found } : failure(404, "Not Found", "Resource not found");
    }
  }
}

type Row = Readonly<Record<string, unknown>> & { readonly id?: string };

const failure = (statusCode: number, error: string, message: string): RivalReply => ({
  status: statusCode,
  json: { statusCode, error, message },
});

/** A page; the last one that has rows has a cursor too. */
function pageOf(rows: readonly Row[], request: RivalRequest): RivalReply {
  const given = (name: string): unknown =>
    request.method === "POST" ? request.body[name] : request.query.get(name);
  const limit = Number(given("limit") ?? 10);
  const after = given("starting_after");
  if (limit > 100) return { json: { items: [] } };
  const cursorOf = (row: Row): string => String(row["id"] ?? row["email"]);
  const from = after ? rows.findIndex((row) => cursorOf(row) === after) + 1 : 0;
  const items = after && from === 0 ? [] : rows.slice(from, from + limit);
  const last = items.at(-1);
  return { json: last ? { items, next_starting_after: cursorOf(last) } : { items } };
}

function worldOf(account: RivalAccount, client: number | null) {
  const mine = <T extends { readonly client: number | null }>(rows: readonly T[]): T[] =>
    rows.filter((row) => row.client === client);
  const iso = (at: number): string => new Date(at).toISOString();
  return {
    blocks: (): Row[] =>
      mine(account.blocks)
        .filter(({ reason }) => reason === "blocked")
        .map(({ id, value, at }) => ({
          id: instantlyId("block", id),
          timestamp_created: iso(at),
          bl_value: value,
          is_domain: !value.includes("@"),
        })),
    accounts: (): Row[] =>
      mine(account.mailboxes).map((one) => ({
        email: one.email,
        first_name: one.fromName.split(" ")[0],
        last_name: one.fromName.split(" ")[1],
        provider_code: PROVIDER[one.provider],
        status: 1,
        daily_limit: one.dailyLimit,
        sending_gap: one.gapMinutes,
        enable_slow_ramp: false,
        signature: one.signature,
        reply_to: null,
        warmup: { limit: 10 },
      })),
    lists: (): Row[] =>
      mine(account.lists).map(({ id, name }) => ({ id: instantlyId("list", id), name })),
    leads(body: Readonly<Record<string, unknown>>): Row[] {
      // Only these filters exist; any other key changes nothing, and everybody comes.
      const rows = account.enrolments
        .filter(({ campaign }) => campaign.client === client)
        .map(leadRow);
      const { campaign, list_id: list, filter } = body;
      return rows.filter(
        (row) =>
          (campaign === undefined || row["campaign"] === campaign) &&
          (list === undefined || row["list_id"] === list) &&
          (filter !== "FILTER_VAL_UNSUBSCRIBED" || row["status"] === -2) &&
          (filter !== "FILTER_VAL_BOUNCED" || row["status"] === -1),
      );
    },
    campaigns: (): Row[] =>
      mine(account.campaigns).map((one) => ({
        id: instantlyId("campaign", one.id),
        name: one.name,
        status: CAMPAIGN[one.status],
        campaign_schedule: {
          start_date: null,
          end_date: null,
          schedules: [
            {
              name: "Working days",
              timing: { from: one.from, to: one.to },
              days: Object.fromEntries(
                [0, 1, 2, 3, 4, 5, 6].map((day) => [day, one.days.includes(day)]),
              ),
              timezone: one.zone,
            },
          ],
        },
        sequences: [
          {
            steps: one.steps.map(({ variants }, n) => ({
              type: "email",
              // The wait stands on the step before the one that it is about.
              delay: one.steps[n + 1]?.waitDays ?? 1,
              delay_unit: "days",
              variants: [
                ...variants.map(({ subject, body }) => ({ subject, body })),
                ...(n === 0 || variants.length === 0
                  ? [{ subject: "Off", body: "Off", v_disabled: true }]
                  : []),
              ],
            })),
          },
        ],
        email_list: one.senderTag === null ? one.senders : [],
        email_tag_list: one.senderTag === null ? [] : [instantlyId("tag", 1)],
        daily_limit: one.dailyLimit,
        stop_on_reply: true,
        link_tracking: one.trackClicks,
        open_tracking: one.trackOpens,
        text_only: one.plainText,
      })),
    analytics: (): Row[] =>
      mine(account.campaigns).map((one) => {
        const counted = countedOf(account, one);
        return {
          campaign_id: instantlyId("campaign", one.id),
          campaign_name: one.name,
          emails_sent_count: counted.sent,
          open_count: counted.opened,
          link_click_count: counted.clicked,
          reply_count: counted.replied,
          bounced_count: counted.bounced,
          unsubscribed_count: counted.unsubscribed,
        };
      }),
    /** Days with figures, of one campaign, else of all together; bounces and opt-outs are in none of them. */
    daily(campaign: string | null, { from, to }: { readonly from: number; readonly to: number }) {
      const own = mine(account.campaigns).filter(
        ({ id }) => campaign === null || instantlyId("campaign", id) === campaign,
      );
      return daysBetween(from, to).flatMap((date) => {
        const at = Date.parse(`${date}T00:00:00Z`);
        const all = own.map((one) => countedOf(account, one, at, at + 86_399_999));
        const sum = (name: "sent" | "opened" | "clicked" | "replied") =>
          all.reduce((n, one) => n + one[name], 0);
        const day = {
          date,
          sent: sum("sent"),
          opened: sum("opened") * 2,
          unique_opened: sum("opened"),
          replies: sum("replied"),
          unique_replies: sum("replied"),
          clicks: sum("clicked"),
          unique_clicks: sum("clicked"),
        };
        return day.sent + day.opened + day.replies + day.clicks === 0 ? [] : [day];
      });
    },
    subsequences: (parent: string | null): Row[] =>
      mine(account.campaigns)
        .filter(({ id }) => parent === null || instantlyId("campaign", id) === parent)
        .flatMap((one) =>
          one.subsequences.map((name) => ({
            id: instantlyId("sub", one.id),
            parent_campaign: instantlyId("campaign", one.id),
            name,
            conditions: { lead_activity: [2] },
          })),
        ),
    tagged: (): Row[] =>
      mine(account.mailboxes).map(({ id, email }) => ({
        id: instantlyId("tag", id),
        tag_id: instantlyId("tag", 1),
        resource_type: 1,
        resource_id: email,
      })),
    emails(query: URLSearchParams): Row[] {
      const since = Date.parse(query.get("min_timestamp_created") ?? "1970-01-01T00:00:00Z");
      const types = { sent: 1, received: 2, manual: 3 } as const;
      const wanted = query.get("email_type");
      const campaign = query.get("campaign_id");
      const rows = mine(account.mails)
        .toSorted((a, b) => b.at - a.at || b.id - a.id)
        .filter((mail) => mail.at >= since)
        .map((mail) => ({
          id: instantlyId("mail", mail.id),
          message_id: mail.messageId,
          thread_id: mail.threadId,
          subject: mail.subject,
          body: { text: mail.text, html: mail.html },
          from_address_email: mail.direction === "received" ? mail.leadEmail : mail.sender,
          to_address_email_list: mail.direction === "received" ? mail.sender : mail.leadEmail,
          eaccount: mail.sender,
          lead: mail.leadEmail,
          campaign_id:
            mail.enrolment === null ? null : instantlyId("campaign", mail.enrolment.campaign.id),
          step: mail.step === null ? null : `0_${placeOf(mail)}_0`,
          ue_type: mail.direction === "sent" ? 1 : mail.direction === "received" ? 2 : 3,
          timestamp_created: iso(mail.at),
          timestamp_email: iso(mail.at),
        }))
        .filter(
          (row) =>
            (campaign === null || row.campaign_id === campaign) &&
            (wanted === null ||
              (wanted in types && row.ue_type === types[wanted as keyof typeof types])),
        );
      return query.get("sort_order") === "asc" ? rows.toReversed() : rows;
    },
  };
}

/** From 0, among all steps. */
const placeOf = ({ enrolment, step }: RivalMail): number =>
  (enrolment === null ? 1 : (emailsOf(enrolment.campaign)[(step ?? 1) - 1]?.number ?? 1)) - 1;

function leadRow(one: RivalEnrolment): Row {
  const { lead } = one;
  const last = one.lastSentAt === null ? null : new Date(one.lastSentAt).toISOString();
  return {
    id: instantlyId("lead", one.id),
    email: lead.email,
    first_name: lead.firstName,
    last_name: lead.lastName,
    company_name: lead.company,
    phone: lead.phone,
    website: lead.website,
    status: STATUS[one.state],
    campaign: instantlyId("campaign", one.campaign.id),
    list_id: lead.list === null ? null : instantlyId("list", lead.list),
    lt_interest_status: one.interest === null ? undefined : INTEREST[one.interest],
    email_reply_count: one.state === "replied" ? 1 : 0,
    timestamp_last_contact: last,
    last_contacted_from: last === null ? null : one.sender,
    status_summary:
      last === null
        ? {}
        : { lastStep: { from: "campaign", stepID: `x${one.lastStep}`, timestamp_executed: last } },
    payload: {
      firstName: lead.firstName,
      lastName: lead.lastName,
      companyName: lead.company,
      jobTitle: lead.jobTitle,
      website: lead.website,
      ...lead.custom,
      employees: 12,
      vip: true,
      nothing: null,
    },
  };
}
