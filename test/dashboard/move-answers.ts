import type { Page } from "playwright-core";
import type { Move, MoveCheck, MoveClient, MovePreview } from "#modules/moving/contract/moves.ts";

/*
 * Answers about a move of an agency in each of its states, for pictures: a real one takes as long as the other
 * product's rate allows.
 */

const FOUND: Move["found"] = {
  clients: 3,
  mailboxes: 42,
  suppressions: 1_310,
  lists: 9,
  leads: 18_420,
  campaigns: 4,
  places: 19_104,
  emails: 41_377,
  faults: 2,
};
const NONE: Move["found"] = {
  clients: 0,
  mailboxes: 0,
  suppressions: 0,
  lists: 0,
  leads: 0,
  campaigns: 0,
  places: 0,
  emails: 0,
  faults: 0,
};

const MOVE: Move = {
  id: 3,
  rival: "instantly",
  workspace_id: null,
  state: "ready",
  has_key: true,
  doing: "",
  found: FOUND,
  waiting: FOUND,
  requests: 1_240,
  seconds_left: null,
  trouble: null,
  undecided_clients: 2,
  created_at: "2026-11-24T08:12:00.000Z",
  read_at: "2026-11-24T09:31:00.000Z",
  watch_until: null,
  next_news_at: null,
  ended_at: null,
};

const CLIENTS = (wid: number): MoveClient[] => [
  {
    ref: "",
    name: "",
    choice: null,
    workspace_id: null,
    new_name: null,
    new_slug: null,
    suggested_workspace_id: null,
    problem: null,
    found: { ...NONE, suppressions: 40, leads: 120 },
    waiting: { ...NONE, suppressions: 40, leads: 120 },
  },
  {
    ref: "a1",
    name: "Osterkamp Foods",
    choice: "workspace",
    workspace_id: wid,
    new_name: null,
    new_slug: null,
    suggested_workspace_id: wid,
    problem: null,
    found: {
      ...FOUND,
      campaigns: 3,
      leads: 12_100,
      mailboxes: 30,
      suppressions: 900,
      places: 12_800,
    },
    waiting: { ...NONE, leads: 4_200, places: 12_800 },
  },
  {
    ref: "b2",
    name: "Confederation of Regional Catering Cooperatives",
    choice: null,
    workspace_id: null,
    new_name: null,
    new_slug: null,
    suggested_workspace_id: null,
    problem: null,
    found: {
      ...FOUND,
      campaigns: 1,
      leads: 6_200,
      mailboxes: 12,
      suppressions: 370,
      places: 6_304,
    },
    waiting: {
      ...FOUND,
      campaigns: 1,
      leads: 6_200,
      mailboxes: 12,
      suppressions: 370,
      places: 6_304,
    },
  },
];

type Campaign = MovePreview["campaigns"][number];
const CAMPAIGN: Campaign = {
  ref: "c1",
  client: "a1",
  name: "Cold chain, Nordics, autumn",
  status: "active",
  left_out: false,
  time_zone: "America/Detroit",
  windows: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:30" }],
  daily_limit: 400,
  needs_look: true,
  steps: [
    {
      number: 1,
      delay: 0,
      delay_unit: "days",
      same_thread: false,
      needs_look: false,
      texts: [
        {
          theirs: {
            subject: "{{RANDOM | Question | Idea}} for {{companyName|you}}",
            body_html:
              "<div>{{RANDOM | Hi | Hey}} {{firstName|there}},</div><div>how do you keep {{City}} cold?</div><div>{{sendingAccountFirstName}}</div><div>Stop: {unsubscribe_link}</div>",
          },
          ours: {
            subject: '{Question|Idea} for {{ companyName | default: "you" }}',
            body_html:
              '<div>{Hi|Hey} {{ firstName | default: "there" }},</div><div>how do you keep {{City}} cold?</div><div>{{ sender_name | split: " " | first }}</div><div>Stop: {{ unsubscribe_url }}</div>',
          },
          changes: [
            { theirs: "{{RANDOM | Question | Idea}}", ours: "{Question|Idea}" },
            { theirs: "{{companyName|you}}", ours: '{{ companyName | default: "you" }}' },
            { theirs: "{{firstName|there}}", ours: '{{ firstName | default: "there" }}' },
            {
              theirs: "{{sendingAccountFirstName}}",
              ours: '{{ sender_name | split: " " | first }}',
            },
            { theirs: "{unsubscribe_link}", ours: "{{ unsubscribe_url }}" },
          ],
          problems: [],
          warnings: [
            {
              where: "body",
              line: 2,
              text: "{{City}}",
              reason: "1,204 leads have no value for it.",
              suggestion: "Add a fallback, or they are held.",
            },
          ],
        },
      ],
    },
    {
      number: 2,
      delay: 3,
      delay_unit: "days",
      same_thread: true,
      needs_look: true,
      texts: [
        {
          theirs: {
            subject: "",
            body_html: "<div>{{firstName}}, would {{sl_time_of_day}} suit you?</div>",
          },
          ours: {
            subject: "",
            body_html: "<div>{{firstName}}, would {{sl_time_of_day}} suit you?</div>",
          },
          changes: [],
          problems: [
            {
              where: "body",
              line: 1,
              text: "{{sl_time_of_day}}",
              reason: "There is no such variable here.",
              suggestion: "Write the time, or use {{ weekday }}.",
            },
          ],
          warnings: [],
        },
      ],
    },
  ],
  left_behind: ["The subsequence “Opened, no reply”."],
  senders: [
    { email: "mara@halden-post.test", mailbox_id: 4 },
    { email: "olga@osterkamp-foods.test", mailbox_id: null },
  ],
  leads: {
    total: 8_100,
    unknown: 212,
    done: 1_930,
    by_step: [
      { step: 0, leads: 2_412 },
      { step: 1, leads: 3_546 },
    ],
  },
  emails: 21_377,
  threads: 8_900,
  conversations: 412,
  unknown_places: null,
  unknown_step: null,
  campaign_id: null,
  workspace_id: null,
};

const PREVIEW: MovePreview = {
  campaigns: [
    CAMPAIGN,
    {
      ...CAMPAIGN,
      ref: "c2",
      name: "Trade fair",
      status: "paused",
      time_zone: null,
      needs_look: false,
      leads: { total: 640, unknown: 0, done: 40, by_step: [{ step: 1, leads: 600 }] },
    },
    { ...CAMPAIGN, ref: "c3", name: "Old references", left_out: true },
    {
      ...CAMPAIGN,
      ref: "c4",
      client: "b2",
      name: "Kitchens of schools and hospitals in the whole region, second wave",
      needs_look: false,
      senders: [],
      leads: { total: 6_304, unknown: 0, done: 12, by_step: [{ step: 0, leads: 6_292 }] },
    },
  ],
  suppressions: 1_310,
  leads: 18_420,
  connect_first: [
    ["mara@halden-post.test", "a1", "google", 4],
    ["olga@osterkamp-foods.test", "a1", "microsoft", null],
    ["secretary@confederation-of-regional-catering.test", "b2", "other", null],
  ].map(([email, client, provider, mailbox_id]) => ({
    email: String(email),
    client: String(client),
    provider: String(provider),
    from_name: "Olga",
    daily_limit: 40,
    warmup_daily: 20,
    mailbox_id: mailbox_id === null ? null : Number(mailbox_id),
  })),
  faults: [
    {
      where: "leads-of-osterkamp.csv",
      line: 214,
      column: "email",
      reason: "“olga@” is no address.",
    },
    {
      where: "Instantly, leads of “Trade fair”",
      line: null,
      column: null,
      reason: "The lead has no address.",
    },
  ],
};

const CHECKED: MoveCheck["campaigns"][number] = {
  ref: "c1",
  client: "a1",
  left_out: false,
  time_zone: null,
  unknown_places: null,
  unknown_step: null,
  workspace_id: 1,
  campaign_id: 1,
  start: "none",
  problem: null,
  name: "Cold chain, Nordics, autumn",
  leads: 8_100,
  waiting: 212,
  unknown: 212,
  noted: 31,
  not_connected: ["olga@osterkamp-foods.test"],
};

const check = (isStarted: boolean): MoveCheck => ({
  campaigns: [
    CHECKED,
    {
      ...CHECKED,
      ref: "c2",
      name: "Trade fair",
      leads: 640,
      waiting: 0,
      unknown: 0,
      noted: 0,
      not_connected: [],
      start: isStarted ? "started" : "none",
    },
    {
      ...CHECKED,
      ref: "c4",
      client: "b2",
      name: "Kitchens of schools and hospitals in the whole region, second wave",
      leads: 6_304,
      waiting: 0,
      unknown: 0,
      noted: 2,
      not_connected: [],
      ...(isStarted && { problem: "Instantly still sends this campaign. Stop it there first." }),
    },
  ],
  mailboxes: [
    {
      workspace_id: 1,
      email: "mara@halden-post.test",
      mailbox_id: 4,
      checked_at: "2026-11-24T09:40:00.000Z",
      problem: null,
      sent: 4_120,
      received: 212,
    },
    {
      workspace_id: 1,
      email: "olga@osterkamp-foods.test",
      mailbox_id: null,
      checked_at: null,
      problem: null,
      sent: 0,
      received: 0,
    },
    {
      workspace_id: 2,
      email: "secretary@confederation-of-regional-catering.test",
      mailbox_id: 9,
      checked_at: "2026-11-24T09:40:00.000Z",
      problem: "The server refused the password.",
      sent: 0,
      received: 0,
    },
  ],
  notes: [
    {
      kind: "disagrees",
      campaign: "c1",
      email: "tomas.wieland@osterkampfoods.test",
      note: "Instantly says step 1, the Sent folder says step 2. Step 2 counts.",
    },
    {
      kind: "two_fit",
      campaign: "c4",
      email: "marguerite.vandenbroucke@confederationo.test",
      note: "Two emails in the Sent folder fit step 1. Neither is taken: the next step begins a new thread.",
    },
  ],
});

const STATES = {
  reading: {
    state: "reading",
    doing: "emails of “Cold chain, Nordics, autumn”, page 61",
    read_at: null,
    seconds_left: 1_260,
    found: { ...FOUND, emails: 6_100, faults: 0 },
  },
  refused: {
    state: "reading",
    read_at: null,
    found: NONE,
    trouble: {
      code: "rival_scope_missing",
      detail:
        "The key lacks emails:read. Give it that scope at Instantly, or make a key that has it.",
    },
  },
  ready: {},
  moving: {
    state: "moving",
    doing: "taking over leads",
    waiting: { ...FOUND, suppressions: 0, leads: 9_200 },
    undecided_clients: 0,
  },
  ready_to_start: { state: "ready_to_start", waiting: NONE, undecided_clients: 0 },
  started: {
    state: "started",
    waiting: NONE,
    undecided_clients: 0,
    watch_until: "2026-12-24T09:40:00.000Z",
    next_news_at: "2026-11-26T23:40:00.000Z",
  },
  dropped: {
    state: "started",
    has_key: false,
    waiting: NONE,
    undecided_clients: 0,
    watch_until: "2026-12-24T09:40:00.000Z",
  },
} satisfies Readonly<Record<string, Partial<Move>>>;

/** Answers what the page asks about move 3, as if it were in this state. */
export async function answerMove(page: Page, state: keyof typeof STATES, wid = 1): Promise<void> {
  const move: Move = { ...MOVE, ...STATES[state] };
  const answers: readonly (readonly [path: string, json: unknown])[] = [
    ["", move],
    ["/clients", { data: CLIENTS(wid) }],
    ["/preview", PREVIEW],
    ["/check", check(state === "started")],
  ];
  for (const [path, json] of answers) {
    await page.route(`**/api/v1/moves/3${path}`, (route) => route.fulfill({ json }));
  }
}

/** Answers the list of moves with one in each state. */
export async function answerMoves(page: Page): Promise<void> {
  const data = Object.values(STATES).map((own, place): Move => ({
    ...MOVE,
    ...own,
    id: 9 - place,
    rival: (["instantly", "smartlead", "lemlist"] as const)[place % 3] ?? "lemlist",
  }));
  const pagination = { total: data.length, limit: 50, offset: 0, next_cursor: null };
  await page.route("**/api/v1/moves?*", (route) => route.fulfill({ json: { data, pagination } }));
}
