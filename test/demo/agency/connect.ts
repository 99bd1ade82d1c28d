import { z } from "zod";
import type { RivalMailbox } from "#test/support/rivals/account.ts";
import type { Api } from "../api.ts";
import { connectAll } from "../mailboxes/agency.ts";
import { type AgencyMail, PASSWORD } from "./mail.ts";
import type { MovedClient } from "./moves.ts";

const Total = z.object({ pagination: z.object({ total: z.int() }) });

/** Enters the agency's own apps at Google and Microsoft, once for all of its clients. */
export async function enterApps(api: Api, { lab }: AgencyMail): Promise<void> {
  for (const provider of ["google", "microsoft"] as const) {
    await api.call("PUT", `/admin/organisation-apps/${provider}`, z.unknown(), lab.apps[provider]);
  }
}

/** Connects the mailboxes of a client: its two organisations as a whole, and a file of those with passwords. */
export async function connectClient(
  api: Api,
  mail: AgencyMail,
  { workspaceId, mailboxes }: MovedClient,
): Promise<void> {
  const of = (provider: RivalMailbox["provider"]) =>
    mailboxes.filter((one) => one.provider === provider).map(({ email }) => email);
  await connectGoogle(api, mail, workspaceId, of("google"));
  await connectMicrosoft(api, mail, workspaceId, of("microsoft"));
  await importFile(api, mail, workspaceId, of("other"));
}

async function connectGoogle(
  api: Api,
  { lab }: AgencyMail,
  workspaceId: number,
  emails: readonly string[],
): Promise<void> {
  const domain = domainOf(emails);
  const { users } = lab.domains.addDomain(domain, 1);
  for (const email of emails) users.push({ email, name: email, suspended: false });
  const admin_email = `admin@${domain}`;
  const body = { provider: "google", domains: [domain], admin_email };
  await connectAll(api, workspaceId, body, emails);
}

async function connectMicrosoft(
  api: Api,
  { lab }: AgencyMail,
  workspaceId: number,
  emails: readonly string[],
): Promise<void> {
  const tenant = lab.tenants.addTenant(domainOf(emails), 0);
  tenant.users.push(...emails);
  await connectAll(api, workspaceId, { provider: "microsoft", tenant: tenant.id }, emails);
}

const domainOf = ([email = ""]: readonly string[]): string => email.slice(email.indexOf("@") + 1);

async function importFile(
  api: Api,
  { access }: AgencyMail,
  workspaceId: number,
  emails: readonly string[],
): Promise<void> {
  const columns = [
    ["smtp_host", access.smtp_host],
    ["smtp_port", access.smtp_port],
    ["smtp_security", access.smtp_security],
    ["imap_host", access.imap_host],
    ["imap_port", access.imap_port],
    ["imap_security", access.imap_security],
  ];
  const header = ["email", "password", ...columns.map(([name]) => name)].join(",");
  const rows = emails.map((email) =>
    [email, PASSWORD, ...columns.map(([, value]) => value)].join(","),
  );
  const form = new FormData();
  form.set("file", new Blob([[header, ...rows].join("\n")], { type: "text/csv" }), "boxes.csv");
  await api.call("POST", `/workspaces/${workspaceId}/mailboxes/import`, z.unknown(), form);
}

/** How many mailboxes of these clients are active. */
export async function countActive(api: Api, clients: readonly MovedClient[]): Promise<number> {
  let active = 0;
  for (const { workspaceId } of clients) {
    const at = `/workspaces/${workspaceId}/mailboxes?limit=1&status=active`;
    active += (await api.call("GET", at, Total)).pagination.total;
  }
  return active;
}

/** Lets a client's mailboxes send a day's mail within minutes. */
export const hurry = (api: Api, { workspaceId }: MovedClient): Promise<unknown> =>
  api.call("POST", `/workspaces/${workspaceId}/mailboxes/bulk`, z.unknown(), {
    filter: {},
    set: { daily_limit: 500, ramp_enabled: false, min_gap_seconds: 0, gap_jitter_seconds: 0 },
  });
