import type { WorkspaceStats } from "#modules/campaigns/contract/stats.ts";
import { counted } from "#dashboard/lib/format.ts";

/** A stop on the way to the first mail. */
export type FirstStep = {
  readonly name: string;
  readonly says: string;
  readonly done: boolean;
  readonly to: "/w/$wid/mailboxes" | "/w/$wid/leads" | "/w/$wid/campaigns";
  readonly search: { connect: true } | { upload: true } | { make: true } | Record<string, never>;
  readonly verb: string;
};

/** Whether nothing was sent yet, and nothing is on its way. */
export const isNew = (stats: WorkspaceStats): boolean =>
  stats.campaigns.active === 0 && stats.sent === 0;

/** What leads to the first mail, in order. */
export function firstSteps({ mailboxes, leads, campaigns }: WorkspaceStats): readonly FirstStep[] {
  const { total } = mailboxes;
  // One that was paused by hand is connected all the same.
  const failing = mailboxes.connection_error + mailboxes.sending_error;
  const connected: FirstStep =
    total > 0 && failing === total
      ? {
          name: "Mend the mailbox",
          says: "It is stored, but does not work yet. Its page tells why.",
          done: false,
          to: "/w/$wid/mailboxes",
          search: {},
          verb: "Open mailboxes",
        }
      : {
          name: "Connect a mailbox",
          says:
            total === 0
              ? "Any SMTP and IMAP account. The test sends nothing to anyone."
              : `${counted(total, "mailbox", "mailboxes")} connected.`,
          done: total > 0,
          to: "/w/$wid/mailboxes",
          search: { connect: true },
          verb: "Connect",
        };
  return [
    connected,
    {
      name: "Bring a list",
      says:
        leads === 0
          ? "A CSV file. Check its addresses before anyone writes to them."
          : `${counted(leads, "lead")} stored.`,
      done: leads > 0,
      to: "/w/$wid/leads",
      search: { upload: true },
      verb: "Upload",
    },
    {
      name: "Write a campaign",
      says:
        campaigns.total === 0
          ? "A few steps with waits between them. Send a test to yourself first."
          : `${counted(campaigns.total, "campaign")} written.`,
      done: campaigns.total > 0,
      to: "/w/$wid/campaigns",
      search: { make: true },
      verb: "Write",
    },
    {
      name: "Start it",
      says: "From then on this page tells what goes out, and why when nothing does.",
      done: campaigns.active > 0,
      to: "/w/$wid/campaigns",
      search: {},
      verb: "Open campaigns",
    },
  ];
}
