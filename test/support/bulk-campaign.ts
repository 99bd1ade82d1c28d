import { z } from "zod";
import type { Api } from "#test/demo/api.ts";

const Made = z.object({ id: z.int() });

/**
 * Signs up and starts a one-step campaign by the API: so many mailboxes without a gap, all sending
 * to one SMTP server, and a lead per row. For benchmarks and fault plans.
 */
export async function startBulkCampaign(
  api: Api,
  bulk: {
    readonly mailboxes: number;
    /** How many domains the mailboxes are of; one when left out. */
    readonly domains?: number;
    /** Who signs up; one name, one workspace. */
    readonly owner?: string;
    readonly smtpPort: number;
    /** Where the mailboxes are read, under their address with the password `p`; absent: nowhere. */
    readonly imapPort?: number;
    /** A CSV file with an `email` column. */
    readonly csv: string;
    /** Of each mailbox; far more than is sent when left out. */
    readonly dailyLimit?: number;
    readonly step: {
      readonly subject: string;
      readonly body_html?: string;
      readonly body_text?: string;
    };
    /** Called when all is ready, right before the start. */
    readonly ready?: () => Promise<unknown>;
  },
): Promise<number> {
  const { owner = "bulk", domains = 1 } = bulk;
  const { workspace } = await api.call("POST", "/auth/register", z.object({ workspace: Made }), {
    name: "Bulk",
    email: `${owner}@ours.test`,
    password: "correct horse battery",
  });
  const at = `/workspaces/${workspace.id}`;
  const mailboxIds: number[] = [];
  for (let i = 0; i < bulk.mailboxes; i++) {
    const { id } = await api.call("POST", `${at}/mailboxes`, Made, {
      email: `m${i}@ours${i % domains || ""}.test`,
      smtp_host: "127.0.0.1",
      smtp_port: bulk.smtpPort,
      smtp_security: "none",
      smtp_username: `m${i}@ours.test`,
      smtp_password: "p",
      ...(bulk.imapPort === undefined
        ? {}
        : {
            imap_host: "127.0.0.1",
            imap_port: bulk.imapPort,
            imap_security: "none",
            imap_username: `m${i}@ours.test`,
            imap_password: "p",
          }),
      daily_limit: bulk.dailyLimit ?? 5_000,
      min_gap_seconds: 0,
      gap_jitter_seconds: 0,
      ramp_enabled: false,
    });
    mailboxIds.push(id);
  }
  const form = new FormData();
  form.append("file", new Blob([bulk.csv]), "leads.csv");
  const { list_id } = await api.call(
    "POST",
    `${at}/leads/upload`,
    z.object({ list_id: z.int() }),
    form,
  );
  const campaign = await api.call("POST", `${at}/campaigns`, Made, {
    name: "Bulk",
    bounce_threshold_pct: 0,
    schedule: {
      timezone: "UTC",
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
    },
  });
  const path = `${at}/campaigns/${campaign.id}`;
  await api.call("POST", `${path}/steps`, Made, bulk.step);
  await api.call("POST", `${path}/mailboxes`, z.unknown(), { mailbox_ids: mailboxIds });
  await api.call("POST", `${at}/leads/add-to-campaign`, z.unknown(), {
    campaign_id: campaign.id,
    list_id,
  });
  await bulk.ready?.();
  await api.call("POST", `${path}/start`, z.unknown());
  return campaign.id;
}
