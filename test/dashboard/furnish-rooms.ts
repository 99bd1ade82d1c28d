import type { WebhookReceiver } from "#test/support/webhook-receiver.ts";
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Api } from "#test/demo/api.ts";
import { makeApps, type OrganisationSites } from "#test/support/oauth/organisation-sites.ts";
import { manyRows } from "./many-rows.ts";
import { type Places } from "./furnish.ts";
import { anything, type Workspace } from "./world.ts";

/** What pictures need besides: the ids of webhooks, and of workspaces. */
export type Rooms = Places & {
  readonly failing: number;
  readonly working: number;
  readonly empty: number;
  /** The link of an invitation. */
  readonly invitation: string;
  /** The own host of the workspace, with a white label. */
  readonly ownHost: string;
  /** A workspace with many mailboxes. */
  readonly many: number;
  /** An organisation that lets the install in. */
  readonly organisation: number;
  /** A template of a campaign. */
  readonly template: number;
};

const Made = z.object({ id: z.int() });
const Linked = z.object({ link: z.string() });
const MadeClient = z.object({ workspace: Made });
const Clients = z.object({ data: z.array(Made) });
const Receiver = z.object({ is_active: z.boolean() });

const SNIPPETS = [
  [
    "Two references in the Nordics",
    'We did the same for two cold stores in {{ country | default: "Norway" }}.',
  ],
  [
    "Choose a time",
    'Would {Tuesday|Thursday} suit you? You can also <a href="https://cal.example.com">choose a time</a>.',
  ],
] as const;

const SECRET = "whsec_c2VjcmV0cyBvZiBhIHBpY3R1cmUgYXJlIG5vbmU";

/** Mailboxes of a client, at domains in several states. */
const SENDERS_OF_CLIENT = [
  "mara@halden-post.test",
  "olga@osterkamp-foods.test",
  "sales@osterkamp-foods.test",
  "olga@confederation-of-regional-catering-cooperatives.test",
  "olga.ost@gmail.com",
];

const LOGO = `data:image/png;base64,${readFileSync("test/dashboard/logo.png").toString("base64")}`;

/** Rules of a campaign, and tasks of a day. */
async function followUps(api: Api, { wid, campaignId, leadId }: Places): Promise<void> {
  const at = (path: string) => `/workspaces/${wid}${path}`;
  const other = await api.call("POST", at("/campaigns"), Made, { name: "Second thoughts" });
  const rules = at(`/campaigns/${campaignId}/rules`);
  await api.call("POST", rules, anything, {
    when: { type: "reply", categories: ["interested", "meeting_request"] },
    then: [
      { type: "task", kind: "call", text: "Call {{ first_name }} about the offer" },
      { type: "tag", tags: ["Hot"] },
    ],
  });
  await api.call("POST", rules, anything, {
    when: { type: "reply", categories: ["not_now"] },
    then: [{ type: "start_follow_up", campaign_id: other.id }],
  });
  const texts = [
    ["call", "Call about the cold store in Halden, before noon."],
    ["linkedin", "Connect, and mention the fair."],
    ["research", "Find out who is responsible for the new warehouse."],
  ] as const;
  for (const [kind, text] of texts) {
    const task = { lead_id: leadId, campaign_id: campaignId, kind, text };
    await api.call("POST", at("/tasks"), anything, task);
  }
}

/** A white label with a host that works; answers its address. */
async function dress(api: Api, wid: number): Promise<string> {
  const at = `/admin/clients/${wid}`;
  await api.call("PUT", `${at}/branding`, anything, {
    name: "Halden Reach",
    accent: "#8a3b12",
    logo: LOGO,
    sender_email: "reach@halden.test",
  });
  await api.call("PUT", `${at}/host`, anything, { host: "reach.halden.localhost" });
  const { url } = await api.call("POST", `${at}/host/verify`, z.object({ url: z.string() }));
  return url;
}

/** Fills the rooms that stay empty in a first week: webhooks, keys, suppressions, services, people. */
export async function furnishRooms(
  world: Workspace,
  places: Places,
  receiver: WebhookReceiver,
  sites: OrganisationSites,
): Promise<Rooms> {
  const api = await world.api(world.operator);
  const at = (path: string) => `/workspaces/${places.wid}${path}`;
  const make = (path: string, body: object) => api.call("POST", path, Made, body);

  receiver.answer = (response, { url }) =>
    void response.writeHead(url?.includes("erp") ? 503 : 200).end("<h1>Bad gateway</h1>");
  const events = ["lead.replied", "campaign.paused", "campaign.started"];
  const webhook = (path: string) =>
    make(at("/webhooks"), { url: `${receiver.url}${path}`, events, secret: SECRET }).then(
      ({ id }) => id,
    );
  const working = await webhook("crm/outrider");
  const failing = await webhook("erp/hooks/incoming");
  const campaign = at(`/campaigns/${places.campaignId}`);
  await api.call("POST", `${campaign}/pause`, anything);
  await api.call("POST", `${campaign}/start`, anything);
  await api.call("POST", at(`/webhooks/${working}/test`), anything);

  await followUps(api, places);

  const ownHost = await dress(api, places.wid);

  await api.call("POST", at("/validations"), anything, {
    name: "Speakers of the fair.csv",
    emails: [
      ...Array.from({ length: 31 }, (_, i) => `speaker${i}@osterkamp-foods.test`),
      ...["info", "sales", "office", "noreply"].map((name) => `${name}@osterkamp-foods.test`),
      "jane@mailinator.com",
      "not an address",
      "ann@gmial.com",
      "",
    ],
  });
  const { id: template } = await api.call("POST", `${campaign}/template`, Made, {
    name: "Cold chain, three emails over two weeks",
    description:
      "For logistics and food. Asks for a call in the first email, no links before the second.",
  });
  for (const [name, text] of SNIPPETS) {
    const body = { kind: "snippet", name, body_html: `<p>${text}</p>` };
    await api.call("POST", "/templates", anything, body);
  }
  await api.call("POST", "/templates", anything, {
    kind: "step",
    name: "Polite last email",
    step: {
      delay: 7,
      delay_unit: "days",
      body_html:
        '<p>Hi {{ first_name | default: "there" }},</p><p>This is my last email about it.</p>',
    },
  });

  for (const [name, role] of [
    ["CRM sync", "employee"],
    ["Report of the board", "client"],
  ]) {
    await api.call("POST", at("/api-keys"), anything, { name, role });
  }
  await api.call("POST", at("/api-keys"), anything, {
    name: "Spreadsheet of the finance department",
    scopes: ["read"],
    expires_at: "2030-03-31T21:59:59.999Z",
    allow_cidrs: ["203.0.113.0/24", "198.51.100.7", "2001:db8:4000::/36"],
  });
  for (const entry of [
    { email: "office@competitor.test" },
    { domain: "competitor.test" },
    { email: "private@posteo.test", hash_only: true },
  ]) {
    await make(at("/suppressions"), entry);
  }
  await api.call("POST", at("/integrations/cal_com/connect"), anything, {});

  const password = "amber field seventeen";
  let empty = 0;
  for (const [workspace, name, email] of [
    ["Osterkamp Foods", "Olga Ost", "olga@osterkamp.test"],
    ["Fjellvik Cold Storage and Logistics", "Ragna Thorsen", "ragna@fjellvik.test"],
  ] as const) {
    const slug = workspace.split(" ")[0]?.toLowerCase();
    const client = { name, email, password, workspace: { name: workspace, slug } };
    empty = (await api.call("POST", "/admin/clients", MadeClient, client)).workspace.id;
  }
  const [first] = (await api.call("GET", "/admin/clients", Clients)).data.slice(-1);
  for (const email of SENDERS_OF_CLIENT) {
    await make(`/workspaces/${first?.id}/mailboxes`, {
      ...world.mail.access,
      email,
      smtp_username: email,
      smtp_password: "no password",
      imap_username: email,
      imap_password: "no password",
    });
  }
  const [employee] = await Promise.all(
    [
      { name: "Mara Lind", email: "mara@northgate.test" },
      { name: "Jonas Berg", email: "jonas@northgate.test" },
      { name: "Wilhelmina van den Broeck", email: "wilhelmina@northgate.test" },
    ].map((person) => make("/admin/employees", { ...person, password })),
  );
  const assignment = { employee_id: employee?.id, workspace_id: places.wid };
  await api.call("POST", "/admin/assignments", anything, assignment);

  const invited = { email: "lena@northgate.test", role: "employee", workspaces: [places.wid] };
  const { link: invitation } = await api.call("POST", "/admin/invitations", Linked, invited);

  await addInstallKeys(world, api, places.wid);

  const many = await importMany(world, api);
  const organisation = await addOrganisations(api, sites, places.wid);

  const until = performance.now() + 20_000;
  while ((await api.call("GET", at(`/webhooks/${failing}`), Receiver)).is_active) {
    if (performance.now() > until) throw new Error("the failing webhook is still on");
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return { ...places, invitation, failing, working, empty, many, organisation, template, ownHost };
}

const Imported = z.object({ import_id: z.int() });

/** A workspace with as many mailboxes as an agency has, in groups, some of them failing. */
async function importMany(world: Workspace, api: Api): Promise<number> {
  const made = await api.call("POST", "/admin/clients", MadeClient, {
    name: "Bea Bright",
    email: "bea@brightwater.test",
    password: "amber field seventeen",
    workspace: { name: "Brightwater", slug: "brightwater" },
  });
  const at = `/workspaces/${made.workspace.id}/mailboxes`;
  const form = new FormData();
  form.set("file", new Blob([manyRows(world, 60)], { type: "text/csv" }), "Brightwater.csv");
  const { import_id } = await api.call("POST", `${at}/import`, Imported, form);
  const Import = z.object({ status: z.string() });
  const until = performance.now() + 60_000;
  const read = () => api.call("GET", `${at}/imports/${import_id}`, Import);
  while ((await read()).status !== "completed") {
    if (performance.now() > until) throw new Error("the import does not end");
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return made.workspace.id;
}

const AddedOrganisation = z.object({ organisation: Made });

/** A domain that is ready, one that lacks its admin's word, and a tenant that nobody has tested. */
async function addOrganisations(
  api: Api,
  sites: OrganisationSites,
  workspace_id: number,
): Promise<number> {
  const apps = await makeApps(sites);
  await api.call("PUT", "/admin/organisation-apps/google", anything, apps.google);
  await api.call("PUT", "/admin/organisation-apps/microsoft", anything, apps.microsoft);
  sites.google.addDomain("beacon.test", 12);
  sites.google.addDomain("harbour.test", 4).delegated.clear();
  const add = async (body: object): Promise<number> =>
    (await api.call("POST", "/admin/organisations", AddedOrganisation, body)).organisation.id;
  const ready = await add({
    provider: "google",
    name: "Beacon Bakeries",
    domains: ["beacon.test"],
    admin_email: "admin@beacon.test",
  });
  const lacking = await add({ provider: "google", domains: ["harbour.test"] });
  const { id: tenant } = sites.microsoft.addTenant("kite.test", 3);
  await add({ provider: "microsoft", name: "Kite Logistics", tenant });
  for (const [id, email] of [
    [ready, "user1@beacon.test"],
    [lacking, "user1@harbour.test"],
  ] as const) {
    await api.call("POST", `/admin/organisations/${id}/test`, anything, { email });
  }
  const emails = ["user1@beacon.test", "user3@beacon.test"];
  await api.call("POST", `/admin/organisations/${ready}/addresses`, anything, {
    workspace_id,
    emails,
  });
  return ready;
}

/** Keys of the installation: for all workspaces, for one, and one whose admin is none any more. */
async function addInstallKeys(world: Workspace, api: Api, wid: number): Promise<void> {
  const password = "amber field seventeen";
  const KEYS = "/admin/api-keys";
  const theo = { name: "Theo Vance", email: "theo@northgate.test", password };
  const Made = z.object({ id: z.int() });
  const { id } = await api.call("POST", "/admin/employees", Made, { ...theo, role: "admin" });
  const his = await world.api(theo);
  const own = { name: "Sheet of meetings", role: "client" };
  await his.call("POST", `/workspaces/${wid}/api-keys`, anything, own);
  await his.call("POST", KEYS, anything, { name: "Nightly backup of figures", scopes: ["read"] });
  await api.call("PUT", `/admin/employees/${id}`, anything, { role: "employee" });
  await api.call("POST", KEYS, anything, { name: "Agency sync", allow_cidrs: ["203.0.113.0/24"] });
  await api.call("POST", KEYS, anything, {
    name: "Report of the board",
    workspace_ids: [wid],
    scopes: ["leads.read", "campaigns.read"],
    expires_at: "2030-03-31T21:59:59.999Z",
  });
}
