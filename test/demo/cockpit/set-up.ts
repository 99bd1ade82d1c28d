import { z } from "zod";
import { type Api, createApi } from "../api.ts";
import { CLIENTS, PASSWORD, planned, type PlannedClient } from "./plan.ts";
import type { Sink } from "./sink.ts";

const Made = z.object({ id: z.int() });
const Key = z.object({ key: z.string() });
const Campaign = z.object({ id: z.int(), status: z.string() });

const OWNER = { name: "Olivia Owner", email: "olivia@agency.test" };
const EMPLOYEES = [
  { name: "Emil", email: "emil@agency.test" },
  { name: "Edda", email: "edda@agency.test" },
] as const;
const VIEWER = { name: "Vera", email: "vera@client-03.test" };

/** A client in the product. */
export type MadeClient = { readonly plan: PlannedClient; readonly workspaceId: number };

export type MadeAgency = {
  /** By the key of the installation that made everything. */
  readonly byKey: Api;
  readonly clients: readonly MadeClient[];
  /** Signed in; each works for every second client. */
  readonly employees: readonly { readonly api: Api; readonly clients: readonly MadeClient[] }[];
  /** A person of a client that may see its leads and change nothing. */
  readonly viewer: { readonly api: Api; readonly client: MadeClient };
};

/** The owner makes a key of the installation and employees; the key makes the clients and starts their campaigns. */
export async function setUpAgency(
  url: string,
  sink: Sink,
  show: (line: string) => void,
): Promise<MadeAgency> {
  const owner = createApi(url);
  await owner.call("POST", "/auth/register", z.unknown(), { ...OWNER, password: PASSWORD });
  const made = await owner.call("POST", "/admin/api-keys", Key, { name: "Move in" });
  const byKey = createApi(url, { authorization: `Bearer ${made.key}` });
  const clients: MadeClient[] = [];
  for (const plan of planned) {
    clients.push({ plan, workspaceId: await openClient(byKey, plan, sink) });
    show(`${clients.length} of ${CLIENTS} clients are set up`);
  }
  const employees = [];
  for (const [i, person] of EMPLOYEES.entries()) {
    const body = { ...person, password: PASSWORD };
    const { id } = await owner.call("POST", "/admin/employees", Made, body);
    const own = clients.filter((_, n) => n % EMPLOYEES.length === i);
    for (const { workspaceId } of own) {
      const pair = { employee_id: id, workspace_id: workspaceId };
      await owner.call("POST", "/admin/assignments", Made, pair);
    }
    employees.push({ api: await signIn(url, person.email), clients: own });
  }
  const client = clients.find(({ plan }) => plan.kind === "with people");
  if (!client) throw new Error("no client has people");
  return { byKey, clients, employees, viewer: { api: await signIn(url, VIEWER.email), client } };
}

async function signIn(url: string, username: string): Promise<Api> {
  const api = createApi(url);
  await api.call("POST", "/auth/login", z.unknown(), { username, password: PASSWORD });
  return api;
}

/** A client with its mailbox, leads and a campaign that runs; answers its workspace. */
async function openClient(api: Api, plan: PlannedClient, sink: Sink): Promise<number> {
  const { name, slug, sender } = plan;
  const person = plan.kind === "with people" ? VIEWER : { name, email: `people@${slug}.test` };
  const { id } = await api.call("POST", "/admin/clients", Made, {
    ...person,
    password: PASSWORD,
    workspace: { name, slug },
    access: { preset: "viewer" },
  });
  if (plan.quota !== null) {
    const quota = { leads: null, mailboxes: null, mails_month: plan.quota };
    await api.call("PUT", `/admin/clients/${id}/quota`, z.unknown(), quota);
  }
  if (plan.whiteLabel !== null) {
    const brand = { name: plan.whiteLabel, accent: "#1f5c7a" };
    await api.call("PUT", `/admin/clients/${id}/branding`, z.unknown(), brand);
  }
  const at = (path: string) => `/workspaces/${id}${path}`;
  const mailbox = await api.call("POST", at("/mailboxes"), Made, {
    ...sink.access,
    email: sender,
    from_name: name,
    smtp_username: sender,
    smtp_password: PASSWORD,
    imap_username: sender,
    imap_password: PASSWORD,
    daily_limit: 1_000,
    ramp_enabled: false,
    min_gap_seconds: 0,
    gap_jitter_seconds: 1,
  });
  const form = new FormData();
  form.set(
    "file",
    new Blob([["email", ...plan.leads].join("\n")], { type: "text/csv" }),
    "leads.csv",
  );
  const List = z.object({ list_id: z.int() });
  const { list_id } = await api.call("POST", at("/leads/upload"), List, form);
  const campaign = await api.call("POST", at("/campaigns"), Campaign, {
    name: "Autumn",
    status: "draft",
    schedule: {
      timezone: "Europe/Berlin",
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
    },
  });
  const path = at(`/campaigns/${campaign.id}`);
  const step = { subject: `A question for ${name}`, body_text: "May I show you something?" };
  await api.call("POST", `${path}/steps`, Made, { ...step, delay: 0, delay_unit: "minutes" });
  await api.call("POST", `${path}/mailboxes`, z.unknown(), { mailbox_ids: [mailbox.id] });
  const added = { campaign_id: campaign.id, list_id };
  await api.call("POST", at("/leads/add-to-campaign"), z.unknown(), added);
  await api.call("POST", `${path}/start`, Campaign);
  return id;
}
