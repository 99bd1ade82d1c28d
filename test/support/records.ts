import { erasures } from "#modules/leads/schema/install-suppressions.ts";
import { eq } from "drizzle-orm";
import { passkeys, totpFactors } from "#modules/accounts/schema/factors.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { threadNotes } from "#modules/inbox/schema/team.ts";
import { organisations } from "#modules/connections/schema/clients.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { deadLetters } from "#modules/operations/schema/dead-letters.ts";
import { campaignVersions } from "#modules/campaigns/schema/publishing.ts";
import { warmupExchanges } from "#modules/warmup/schema/exchange.ts";
import { placementTests } from "#modules/placement/schema/placement.ts";
import { outbox, sends } from "#modules/campaigns/schema/sending.ts";
import { systemUpdates } from "#modules/operations/schema/system.ts";
import { temporary } from "#platform/rules/dns/route.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  MailboxId,
  MessageId,
  StepId,
  ThreadId,
  UserId,
  WorkspaceId,
} from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { exampleOf } from "#app/openapi/example.ts";
import type { Operation } from "#app/openapi/types.ts";
import { API } from "./conform.ts";
import type { Harness, HarnessOptions } from "./harness.ts";
import { uploadForm } from "./upload.ts";

const TESTED = {
  ok: true,
  latency_ms: 1,
  step: "ok",
  error_code: null,
  message: null,
  hint: null,
} as const;

/** Outside ports that answer, for tests that call every route. */
export const ANSWERING: HarnessOptions = {
  mail: {
    test: async ({ imap }) => ({
      smtp: TESTED,
      imap: imap && { ...TESTED, folders: { inbox: "INBOX", sent: "Sent", junk: "Junk" } },
    }),
    fetch: async () => ({ folders: [] }),
    tend: async () => ({ found: [] }),
    look: async () => ({ found: [] }),
    attachment: async () => ({ size: 4, body: new Response("%PDF").body }),
    transmit: async () => undefined,
  },
  egress: {
    post: async () => ({ ok: true, reply: { status: 200, body: "thanks", retryAfter: null } }),
    send: async () => ({ ok: true, reply: { status: 200, body: "thanks", retryAfter: null } }),
    download: async () => ({
      ok: true,
      reply: {
        status: 200,
        header: () => null,
        body: (async function* () {
          yield new TextEncoder().encode("email\ncal@acme.example\n");
        })(),
        close: async () => undefined,
      },
    }),
  },
  dns: () => ({
    atOnce: 6,
    ask: async () => ({ ok: false, trouble: "timeout" }),
    resolvers: [async () => ({ ok: false, trouble: "timeout" })],
    route: async () => temporary("timeout"),
  }),
  avatars: () => ({ isOn: true, atOnce: 6, look: async () => "not_found" }),
};

/** Ids by the fixed segment that stands before them in a path. */
export type Records = Readonly<Record<string, number>>;

export const MAILBOX_BODY = {
  email: "sender@example.com",
  smtp_host: "smtp.example.com",
  smtp_port: 465,
  smtp_username: "sender@example.com",
  smtp_password: "smtp-password-of-a-test",
  imap_host: "imap.example.com",
  imap_port: 993,
  imap_username: "sender@example.com",
  imap_password: "imap-password-of-a-test",
};

/** Addresses and slugs are given once. */
let serial = 0;

/** One record of every kind in a workspace, made through the routes where there are such. */
export async function recordsIn(
  t: Harness,
  wid: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Records> {
  const W = `/api/v1/workspaces/${wid}`;
  const make = async (path: string, body: unknown): Promise<{ id: number }> => {
    const answer = await t.post(`${W}/${path}`, body, headers);
    if (answer.status !== 201 && answer.status !== 200) throw new Error(answer.text);
    return answer.json;
  };
  const csv = "email,first_name,company\nann@acme.example,Ann,Acme\nbob@acme.example,Bob,Acme\n";
  const uploaded = await t.post(`${W}/leads/upload`, uploadForm([["file", csv]]), headers);
  const campaign = await make("campaigns", { name: "Spring" });
  const step = await make(`campaigns/${campaign.id}/steps`, {
    subject: "Hi",
    body_html: "<p>x</p>",
  });
  const email = `sender${++serial}@example.com`;
  const mailbox = await make("mailboxes", { ...MAILBOX_BODY, email });
  const webhook = await make("webhooks", {
    url: "https://hooks.example.com/in",
    secret: "webhook-secret-of-a-test",
    events: ["lead.replied"],
  });
  const link = await make("leads/import-links", {
    name: "Fair",
    url: "https://files.example.com/leads.csv?key=file-secret-of-a-test",
    list_id: uploaded.json.list_id,
    active: false,
  });
  const tested = await t.post(`${W}/webhooks/${webhook.id}/test`, {}, headers);
  const key = await make("api-keys", { name: "crm" });
  const template = await make("reply-templates", { name: `Thanks ${serial}`, body: "Thank you." });
  const suppression = await make("suppressions", { email: "never@example.com" });
  const leads = (await t.get(`${W}/leads?order=asc`, headers)).json.data as { id: number }[];
  const lead = leads[0]?.id ?? 0;
  const tag = await make("tags", { name: "Warm" });
  const segment = await make("segments", { name: "Valid", filter: { status: "valid" } });
  const rule = await make(`campaigns/${campaign.id}/rules`, {
    when: { type: "clicked" },
    then: [{ type: "tag", tags: ["Warm"] }],
  });
  const task = await make("tasks", { lead_id: lead, kind: "call", text: "Call" });
  const choice = { lead_ids: [lead] };
  const bulk = await t.post(`${W}/leads/bulk`, { verb: "untag", tag: "Warm", choice }, headers);
  await make("leads/add-to-campaign", { campaign_id: campaign.id, lead_ids: [lead] });
  const imports = (await t.get(`${W}/leads/imports`, headers)).json.data as { id: number }[];
  const imported = await t.post(
    `${W}/mailboxes/import`,
    uploadForm([["file", "email,password\nnobody,"]], "mailboxes.csv"),
    headers,
  );
  const validation = await t.post(
    `${W}/leads/validate`,
    { list_id: uploaded.json.list_id },
    headers,
  );
  const addresses = await t.post(`${W}/validations`, { emails: ["ann@acme.example"] }, headers);
  const workspaceId = wid as WorkspaceId;
  const now = t.clock.now;
  const [thread] = await t.db
    .insert(threads)
    .values({
      workspaceId,
      leadId: lead as LeadId,
      campaignId: campaign.id as CampaignId,
      mailboxId: mailbox.id as MailboxId,
      subject: "Re: Hi",
      lastMessageAt: now,
      lastDirection: "inbound",
      messageCount: 1,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: threads.id });
  await t.db.insert(messages).values({
    workspaceId,
    threadId: thread?.id,
    mailboxId: mailbox.id as MailboxId,
    leadId: lead as LeadId,
    direction: "inbound",
    type: "reply",
    fromEmail: "ann@acme.example",
    subject: "Re: Hi",
    text: "Tell me more.",
    messageId: `reply-${serial}@acme.example`,
    dedupeHash: `reply-${serial}`,
    sentAt: now,
    createdAt: now,
  });
  const [planned] = await t.db
    .insert(messages)
    .values({
      workspaceId,
      mailboxId: mailbox.id as MailboxId,
      leadId: lead as LeadId,
      direction: "outbound",
      type: "manual",
      fromEmail: "ann@acme.example",
      subject: "Re: Hi",
      text: "Tomorrow.",
      messageId: `planned-${serial}@example.com`,
      attachments: [
        { name: "offer.pdf", type: "application/pdf", size: 4, inline: false, part: "2" },
      ],
      dedupeHash: `planned-${serial}`,
      sentAt: now,
      createdAt: now,
    })
    .returning({ id: messages.id });
  const [note] = await t.db
    .insert(threadNotes)
    .values({
      workspaceId,
      threadId: thread?.id ?? (0 as ThreadId),
      authorName: "ann",
      text: "Ask first.",
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: threadNotes.id });
  const dueAt = later(now, DAY_MS);
  await t.db.insert(outbox).values({
    messageId: planned?.id ?? (0 as MessageId),
    workspaceId,
    threadId: thread?.id ?? (0 as ThreadId),
    mailboxId: mailbox.id as MailboxId,
    state: "queued",
    dueAt,
    sendAt: dueAt,
    createdBy: "system",
    createdAt: now,
  });
  const [enrolment] = await t.db
    .select({ id: campaignLeads.id })
    .from(campaignLeads)
    .where(eq(campaignLeads.campaignId, campaign.id as CampaignId));
  const [send] = await t.db
    .insert(sends)
    .values({
      workspaceId,
      campaignId: campaign.id as CampaignId,
      enrolmentId: (enrolment?.id ?? 0) as EnrolmentId,
      leadId: lead as LeadId,
      stepId: step.id as StepId,
      step: 1,
      mailboxId: mailbox.id as MailboxId,
      state: "unknown",
      dueAt: now,
      messageId: `send-${serial}@example.com`,
      toEmail: "ann@acme.example",
      createdAt: now,
      finishedAt: now,
    })
    .returning({ id: sends.id });
  const [placementTest] = await t.db
    .insert(placementTests)
    .values({
      workspaceId: wid as WorkspaceId,
      key: `00000000-${serial}`,
      mail: {
        name: "Draft",
        subject: "Hello",
        bodyHtml: "",
        bodyText: "Hello.",
        step: 1,
        plainText: false,
        unsubscribeFooter: false,
        language: null,
        unsubscribeHeader: false,
        trackOpens: false,
        trackClicks: false,
      },
      createdBy: "user:1",
      createdAt: now,
    })
    .returning({ id: placementTests.id });
  const approval = await make(`campaigns/${campaign.id}/approvals`, {});
  // Numbers of versions are a campaign's own; the campaign's id is no version of another one.
  await t.db.insert(campaignVersions).values({
    workspaceId,
    campaignId: campaign.id as CampaignId,
    version: campaign.id,
    kind: "published",
    createdAt: now,
  });
  const [exchange] = await t.deps.install
    .insert(warmupExchanges)
    .values({
      workspaceId,
      key: `exchange-${serial}`,
      side: "inviting",
      state: "invited",
      ownName: "Ours",
      quota: 10,
      mailboxIds: [mailbox.id as MailboxId],
      createdBy: "user:1",
      createdAt: now,
      expiresAt: later(now, DAY_MS),
    })
    .returning({ id: warmupExchanges.id });
  const [organisation] = await t.deps.install
    .insert(organisations)
    .values({
      provider: "google",
      name: `acme${serial}.example`,
      tenant: `acme${serial}.example`,
      domains: ["example.com"],
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: organisations.id });
  return {
    workspaces: wid,
    organisations: organisation?.id ?? 0,
    sends: send?.id ?? 0,
    campaigns: campaign.id,
    approvals: approval.id,
    versions: campaign.id,
    "warmup/exchange": exchange?.id ?? 0,
    steps: step.id,
    leads: lead,
    imports: imports[0]?.id ?? 0,
    "mailboxes/imports": imported.json.import_id,
    validate: validation.json.job_id,
    validations: addresses.json.id,
    lists: uploaded.json.list_id,
    tags: tag.id,
    segments: segment.id,
    rules: rule.id,
    tasks: task.id,
    bulk: bulk.json.job_id,
    mailboxes: mailbox.id,
    warmup: mailbox.id,
    "placement-tests": placementTest?.id ?? 0,
    threads: thread?.id ?? 0,
    messages: planned?.id ?? 0,
    notes: note?.id ?? 0,
    "import-links": link.id,
    webhooks: webhook.id,
    logs: tested.json.log_id,
    "api-keys": key.id,
    "reply-templates": template.id,
    suppressions: suppression.id,
  };
}

/** An employee, a client and an assignment, made by an admin. */
export async function peopleOf(
  t: Harness,
  headers: Readonly<Record<string, string>> = {},
): Promise<Records> {
  const password = "correct horse battery";
  const make = async (path: string, body: unknown): Promise<{ id: number }> => {
    const answer = await t.post(`/api/v1/admin/${path}`, body, headers);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json;
  };
  const n = ++serial;
  const employee = await make("employees", {
    name: "Emil",
    email: `emil${n}@example.com`,
    password,
  });
  const client = await make("clients", {
    name: "Clara",
    email: `clara${n}@example.com`,
    password,
    workspace: { name: "Clara", slug: `clara-${n}` },
  });
  const [update] = await t.db
    .insert(systemUpdates)
    .values({
      state: "failed",
      step: "download",
      fromVersion: "1.4.0",
      toVersion: "1.5.0",
      startedAt: t.clock.now,
      finishedAt: t.clock.now,
    })
    .returning({ id: systemUpdates.id });
  const [letter] = await t.db
    .insert(deadLetters)
    .values({
      body: { type: "validation.retry.v1", workspaceId: 1 },
      attempts: 6,
      reason: "attempts",
      createdAt: t.clock.now,
    })
    .returning({ id: deadLetters.id });
  const key = await make("api-keys", { name: `sync ${n}` });
  const snippet = { kind: "snippet", name: `Snippet ${n}`, body_text: "Shall we talk?" };
  const template = await t.post("/api/v1/templates", snippet, headers);
  // Without a key it waits for files, and asks nobody.
  const move = await t.post("/api/v1/moves", { rival: "lemlist" }, headers);
  const invitation = await make("invitations", { email: `ivy${n}@example.com`, role: "admin" });
  const [erasure] = await t.deps.install
    .insert(erasures)
    .values({
      hash: "x",
      hashKey: "k1",
      createdAt: t.clock.now,
      finishedAt: t.clock.now,
    })
    .returning({ id: erasures.id });
  const factors = await factorsOf(t, employee.id as UserId);
  const pair = { employee_id: employee.id, workspace_id: client.id };
  const assignment = await make("assignments", pair);
  return {
    ...factors,
    employees: employee.id,
    "admin/api-keys": key.id,
    invitations: invitation.id,
    erasures: erasure?.id ?? 0,
    users: employee.id,
    people: employee.id,
    impersonate: employee.id,
    templates: template.json.id,
    moves: move.json.id,
    clients: client.id,
    assignments: assignment.id,
    updates: update?.id ?? 0,
    "dead-letters": letter?.id ?? 0,
  };
}

/** Factors of a person, whose secrets nobody knows. */
async function factorsOf(t: Harness, userId: UserId): Promise<Records> {
  const createdAt = t.clock.now;
  const sealed = await t.deps.vault.seal("x", `totp_factors:secret:${userId}`);
  const [totp] = await t.db
    .insert(totpFactors)
    .values({ userId, secret: sealed, createdAt, confirmedAt: createdAt })
    .returning({ id: totpFactors.id });
  const [passkey] = await t.db
    .insert(passkeys)
    .values({
      userId,
      credentialId: `credential-${userId}`,
      publicKey: "AA",
      userHandle: "AA",
      rpId: "localhost",
      counter: 0,
      name: "Laptop",
      transports: [],
      createdAt,
    })
    .returning({ id: passkeys.id });
  return { totp: totp?.id ?? 0, passkeys: passkey?.id ?? 0 };
}

/** Parameters that no record stands behind. */
const FIXED: Readonly<Record<string, string>> = {
  provider: "slack",
  /** Of an attachment, from 1. */
  n: "1",
  ref: "c1",
  hash: "0123456789abcdef0123456789abcdef",
  session: "6a2e3b52-9c51-4c0f-9d5c-0f3b8f1c2d3e",
  arrival: "0b9de0e4-6f5b-4a8f-9a3a-0f4a5a0f9a11",
  "seeds/id": "1",
  "browsers/id": "1",
  "oauth-clients/provider": "google",
  "organisation-apps/provider": "google",
};

/**
 * A documented path with its parameters filled in: each is looked up by the segment before it.
 * Throws for a segment that nobody has a record of, so that new resources are not passed over.
 */
export function pathOf(
  template: string,
  records: Records,
  others: Readonly<Record<string, string>> = {},
): string {
  const segments = template.split("/");
  return segments
    .map((segment, i) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) return segment;
      const id =
        others[name] ??
        FIXED[`${segments[i - 1]}/${name}`] ??
        FIXED[name] ??
        recordBehind(segments.slice(0, i), records);
      if (id === undefined) throw new Error(`no record for ${segment} of ${template}`);
      return String(id);
    })
    .join("/");
}

/** The record that a path names behind these segments; where two kinds share a word, by the word before it. */
export const recordBehind = (segments: readonly string[], records: Records): number | undefined =>
  records[segments.slice(-2).join("/")] ?? records[segments.at(-1) ?? ""];

/** Fields of bodies that name a record, and the kind of it. */
const REFERENCES: Readonly<Record<string, string>> = {
  campaign_id: "campaigns",
  list_id: "lists",
  from_list_id: "lists",
  segment_id: "segments",
  to_campaign_id: "campaigns",
  lead_id: "leads",
  lead_ids: "leads",
  mailbox_id: "mailboxes",
  mailbox_ids: "mailboxes",
  step_ids: "steps",
  employee_id: "employees",
  workspace_id: "workspaces",
};

/** A body that an operation takes, with references to these records; undefined where it takes none. */
export function bodyOf(operation: Operation, records: Records): unknown {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  return schema && refer(exampleOf(schema, API), records);
}

export function refer(value: unknown, records: Records): unknown {
  if (Array.isArray(value)) return value.map((each) => refer(each, records));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const id = records[REFERENCES[name] ?? ""];
      if (id === undefined) return [name, refer(part, records)];
      return [name, Array.isArray(part) ? [id] : id];
    }),
  );
}
