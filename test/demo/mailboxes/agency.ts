import { z } from "zod";
import type { Api } from "../api.ts";
import {
  filedEmails,
  type MailboxesWorld,
  ORGANISATIONS,
  PASSWORD,
  type PasswordServers,
  USERS,
} from "./world.ts";

const Made = z.object({ id: z.int() });
const Total = z.object({ pagination: z.object({ total: z.int() }) });
const Organisation = z.object({ organisation: z.object({ id: z.int() }) });
const Tested = z.object({ ok: z.boolean(), reason: z.string().nullable() });
const Connected = z.object({
  data: z.array(
    z.object({
      email: z.string(),
      mailbox_id: z.int().nullable(),
      problem: z.object({ message: z.string() }).nullable(),
    }),
  ),
});
const Import = z.object({
  import_id: z.int(),
  status: z.string(),
  total: z.int(),
  active: z.int(),
  failed: z.int(),
});

/** Who runs the agency. */
export const OPERATOR = {
  name: "Olivia Operator",
  email: "olivia@northgate.test",
  password: "correct horse battery staple",
};

/** What the agency has set up, by the API as by the dashboard. */
export type Agency = { readonly workspaceId: number };

/** Signs up, with a workspace. */
export async function openAgency(api: Api): Promise<Agency> {
  await api.call("POST", "/auth/register", z.object({ user: Made }), OPERATOR);
  const workspace = await api.call("POST", "/workspaces", Made, {
    name: "Northgate",
    slug: "northgate",
  });
  return { workspaceId: workspace.id };
}

/** Lets ten domains of Google and ten tenants of Microsoft in, and connects all of their users. */
export async function connectOrganisations(
  api: Api,
  { lab }: Pick<MailboxesWorld, "lab">,
  { workspaceId }: Agency,
): Promise<number> {
  for (const provider of ["google", "microsoft"] as const) {
    await api.call("PUT", `/admin/organisation-apps/${provider}`, z.unknown(), lab.apps[provider]);
  }
  let connected = 0;
  for (let i = 0; i < ORGANISATIONS; i++) {
    const domain = `brand-${i}.test`;
    const { users } = lab.domains.addDomain(domain, USERS);
    const body = { provider: "google", domains: [domain], admin_email: `admin@${domain}` };
    const emails = users.map(({ email }) => email);
    lab.addMailboxes("google", emails);
    connected += await connectAll(api, workspaceId, body, emails);
  }
  for (let i = 0; i < ORGANISATIONS; i++) {
    const tenant = lab.tenants.addTenant(`tenant-${i}.test`, USERS);
    lab.addMailboxes("microsoft", tenant.users);
    const body = { provider: "microsoft", tenant: tenant.id };
    connected += await connectAll(api, workspaceId, body, tenant.users);
  }
  return connected;
}

/** Lets an organisation in and connects these of its users; answers how many. */
export async function connectAll(
  api: Api,
  workspaceId: number,
  body: object,
  emails: readonly string[],
): Promise<number> {
  const { organisation } = await api.call("POST", "/admin/organisations", Organisation, body);
  const path = `/admin/organisations/${organisation.id}`;
  const tested = await api.call("POST", `${path}/test`, Tested, { email: emails[0] });
  if (!tested.ok) throw new Error(`an organisation does not let us in: ${tested.reason}`);
  await api.call("POST", `${path}/addresses`, z.unknown(), { workspace_id: workspaceId, emails });
  const at = `/workspaces/${workspaceId}/mailboxes/connect-organisation`;
  const { data } = await api.call("POST", at, Connected, {
    organisation_id: organisation.id,
    emails,
  });
  for (const { email, problem } of data) {
    if (problem) throw new Error(`${email}: ${problem.message}`);
  }
  return data.length;
}

/** Uploads a file of mailboxes; answers its id. */
export async function importFile(
  api: Api,
  { workspaceId }: Agency,
  { smtpPort, imapPort }: PasswordServers,
): Promise<number> {
  const header =
    "email,password,smtp_host,smtp_port,smtp_security,imap_host,imap_port,imap_security";
  const rows = filedEmails.map(
    (email) => `${email},${PASSWORD},127.0.0.1,${smtpPort},none,127.0.0.1,${imapPort},none`,
  );
  const form = new FormData();
  form.set("file", new Blob([[header, ...rows].join("\n")], { type: "text/csv" }), "boxes.csv");
  const at = `/workspaces/${workspaceId}/mailboxes/import`;
  return (await api.call("POST", at, Import, form)).import_id;
}

export const readImport = (api: Api, { workspaceId }: Agency, id: number) =>
  api.call("GET", `/workspaces/${workspaceId}/mailboxes/imports/${id}`, Import);

/** How many mailboxes are in this state. */
export async function countMailboxes(
  api: Api,
  { workspaceId }: Agency,
  status: string,
): Promise<number> {
  const at = `/workspaces/${workspaceId}/mailboxes?limit=1&status=${status}`;
  return (await api.call("GET", at, Total)).pagination.total;
}

/** Mailboxes that ask to be connected again. */
export async function listSignedOut(
  api: Api,
  { workspaceId }: Agency,
): Promise<readonly { id: number; email: string }[]> {
  const at = `/workspaces/${workspaceId}/mailboxes?status=reconnect_required`;
  const List = z.object({ data: z.array(z.object({ id: z.int(), email: z.string() })) });
  return (await api.call("GET", at, List)).data;
}

/** Gives every mailbox its limits and a tag, starts a campaign over the tag; answers its id. */
export async function startCampaign(
  api: Api,
  { workspaceId }: Agency,
  leads: readonly string[],
): Promise<number> {
  const at = (path: string) => `/workspaces/${workspaceId}${path}`;
  await api.call("POST", at("/mailboxes/bulk"), z.unknown(), {
    filter: {},
    set: {
      daily_limit: 500,
      min_gap_seconds: 3,
      gap_jitter_seconds: 1,
      ramp_enabled: false,
      add_tags: ["autumn"],
    },
  });
  const form = new FormData();
  form.set("file", new Blob([["email", ...leads].join("\n")], { type: "text/csv" }), "leads.csv");
  const { list_id } = await api.call(
    "POST",
    at("/leads/upload"),
    z.object({ list_id: z.int() }),
    form,
  );
  const campaign = await api.call("POST", at("/campaigns"), Made, {
    name: "Autumn",
    status: "draft",
    mailbox_tags: ["autumn"],
    schedule: {
      timezone: "Europe/Berlin",
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
    },
  });
  const path = at(`/campaigns/${campaign.id}`);
  const steps = [
    { subject: "Quick question", body_text: "May I show you something?", delay: 0 },
    { subject: "", body_text: "Did you see my note?", delay: 2 },
  ];
  for (const step of steps) {
    await api.call("POST", `${path}/steps`, Made, { ...step, delay_unit: "minutes" });
  }
  await api.call("POST", at("/leads/add-to-campaign"), z.unknown(), {
    campaign_id: campaign.id,
    list_id,
  });
  await api.call("POST", `${path}/start`, z.unknown());
  return campaign.id;
}
