import { z } from "zod";
import type { MailAccess } from "#test/support/mail/sandbox.ts";
import type { Api } from "./api.ts";
import { SENDERS, STEPS } from "./copy.ts";
import type { LeadsFile } from "./leads-csv.ts";
import type { Receiver } from "./receiver.ts";

const Made = z.object({ id: z.int() });
const Tested = z.object({
  ok: z.boolean(),
  smtp: z.object({ step: z.string(), message: z.string().nullable() }),
  imap: z.object({ step: z.string(), message: z.string().nullable() }),
});
const Imported = z.object({
  list_id: z.int(),
  total: z.int(),
  created: z.int(),
  duplicates: z.int(),
  invalid: z.int(),
  errors: z.array(z.object({ line: z.int() })),
});
const Added = z.object({ added: z.int() });
const Started = z.object({ status: z.string() });

/** What the operator's work left behind. */
export type Operation = {
  readonly workspaceId: number;
  readonly campaignId: number;
  /** Where a rule sends who replies. */
  readonly followUpId: number;
  readonly ruleId: number;
  readonly imported: z.output<typeof Imported>;
  readonly added: number;
};

export type Wishes = {
  readonly access: MailAccess;
  readonly leads: LeadsFile;
  readonly receiver: Receiver;
  /** Says what is being done. */
  readonly say: (line: string) => void;
};

/** What a person does in the dashboard, by the API: from sign-up to a running campaign. */
export async function runCampaign(
  api: Api,
  { access, leads, receiver, say }: Wishes,
): Promise<Operation> {
  await api.call("POST", "/auth/register", z.object({ user: Made }), {
    name: "Olivia Operator",
    email: "olivia@agency.test",
    password: "correct horse battery staple",
  });
  const workspace = await api.call("POST", "/workspaces", Made, { name: "Agency", slug: "agency" });
  const at = (path: string) => `/workspaces/${workspace.id}${path}`;
  say("signed up, made a workspace");

  const mailboxes: number[] = [];
  for (const { email, name, password } of SENDERS) {
    const connection = {
      ...access,
      smtp_username: email,
      smtp_password: password,
      imap_username: email,
      imap_password: password,
    };
    const tested = await api.call("POST", at("/mailboxes/test"), Tested, connection);
    if (!tested.ok)
      throw new Error(`the mailbox of ${email} does not work: ${JSON.stringify(tested)}`);
    const { id } = await api.call("POST", at("/mailboxes"), Made, {
      ...connection,
      email,
      from_name: name,
      daily_limit: 5_000,
      ramp_enabled: false,
      min_gap_seconds: 0,
      gap_jitter_seconds: 1,
    });
    mailboxes.push(id);
  }
  say(`tested and added ${mailboxes.length} mailboxes`);

  const form = new FormData();
  form.set("file", new Blob([leads.bytes.slice()], { type: "text/csv" }), "leads.csv");
  form.set("list_name", "Autumn fair");
  const imported = await api.call("POST", at("/leads/upload"), Imported, form);
  say(
    `uploaded ${imported.total} rows: ${imported.created} leads, ${imported.duplicates} duplicates, ${imported.invalid} bad`,
  );

  const campaign = await api.call("POST", at("/campaigns"), Made, {
    name: "Autumn",
    status: "draft",
    check_reply: true,
    track_opens: true,
    track_clicks: true,
    // Else people on holiday would be waited for until they are back.
    ooo_hold: { enabled: false, fallback_days: 7, business_days_after_return: 1 },
    schedule: {
      timezone: "Europe/Berlin",
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
    },
  });
  const path = at(`/campaigns/${campaign.id}`);
  for (const [index, step] of STEPS.entries()) {
    const delay = index === 0 ? 0 : 1;
    await api.call("POST", `${path}/steps`, Made, { ...step, delay, delay_unit: "minutes" });
  }
  await api.call("POST", `${path}/mailboxes`, z.unknown(), { mailbox_ids: mailboxes });
  const { added } = await api.call("POST", at("/leads/add-to-campaign"), Added, {
    campaign_id: campaign.id,
    list_id: imported.list_id,
  });
  await api.call("POST", at("/webhooks"), Made, {
    url: receiver.url,
    secret: receiver.secret,
    events: [
      "lead.opened",
      "lead.clicked",
      "lead.replied",
      "lead.bounced",
      "lead.unsubscribed",
      "campaign.started",
      "campaign.completed",
    ],
  });
  const followUp = await followUpReplies(api, { at, path, mailboxes });
  say("added a rule: who replies is called");
  const { status } = await api.call("POST", `${path}/start`, Started);
  if (status !== "active") throw new Error(`the campaign is ${status} after its start`);
  say(`started a campaign of ${STEPS.length} steps for ${added} leads`);
  return { workspaceId: workspace.id, campaignId: campaign.id, ...followUp, imported, added };
}

/** Positive replies go on in a campaign that asks people to call them. */
async function followUpReplies(
  api: Api,
  { at, path, mailboxes }: { at: (path: string) => string; path: string; mailboxes: number[] },
): Promise<Pick<Operation, "followUpId" | "ruleId">> {
  const campaign = await api.call("POST", at("/campaigns"), Made, { name: "Autumn, answered" });
  const own = at(`/campaigns/${campaign.id}`);
  await api.call("POST", `${own}/steps`, Made, {
    type: "task",
    task: { kind: "call", text: 'Call {{ first_name | default: "them" }} of {{ company }}' },
  });
  await api.call("POST", `${own}/mailboxes`, z.unknown(), { mailbox_ids: mailboxes });
  await api.call("POST", `${own}/start`, Started);
  const rule = await api.call("POST", `${path}/rules`, Made, {
    when: { type: "reply", categories: ["interested", "meeting_request"] },
    then: [
      { type: "start_follow_up", campaign_id: campaign.id },
      { type: "tag", tags: ["Replied"] },
    ],
  });
  return { followUpId: campaign.id, ruleId: rule.id };
}
