import type { Pulse } from "#modules/operations/contract/pulse.ts";
import { t } from "#dashboard/words/words.ts";

/** A step before the first email. */
export type FirstStep = {
  readonly name: string;
  readonly says: string;
  readonly done: boolean;
  readonly to: "/w/$wid/mailboxes" | "/w/$wid/leads" | "/w/$wid/campaigns";
  readonly search: { connect: true } | { upload: true } | { make: true } | Record<string, never>;
  readonly verb: string;
};

type Holdings = Pulse["holds"];

/** Whether nothing was sent yet, and nothing is on its way. */
export const isNew = (stats: Pick<Holdings, "campaigns" | "sent">): boolean =>
  stats.campaigns.active === 0 && stats.sent === 0;

/** The steps before the first email, in order. */
export function firstSteps({
  mailboxes,
  leads,
  campaigns,
}: Omit<Holdings, "sent">): readonly FirstStep[] {
  const { total } = mailboxes;
  // A manually paused mailbox counts as connected.
  const failing =
    mailboxes.connection_error + mailboxes.sending_error + mailboxes.reconnect_required;
  const connected: FirstStep =
    total > 0 && failing === total
      ? {
          name: t("Fix the mailbox"),
          says: t("It is saved but does not work yet. Open it to see why."),
          done: false,
          to: "/w/$wid/mailboxes",
          search: {},
          verb: t("Open mailboxes"),
        }
      : {
          name: t("Connect a mailbox"),
          says:
            total === 0
              ? t("Any SMTP and IMAP account works. The test sends no email.")
              : t("{total, plural, one {# mailbox} other {# mailboxes}} connected.", { total }),
          done: total > 0,
          to: "/w/$wid/mailboxes",
          search: { connect: true },
          verb: t("Connect"),
        };
  return [
    connected,
    {
      name: t("Import leads"),
      says:
        leads === 0
          ? t("Import a CSV or XLSX file and validate the addresses.")
          : t("{leads, plural, one {# lead} other {# leads}} imported.", { leads }),
      done: leads > 0,
      to: "/w/$wid/leads",
      search: { upload: true },
      verb: t("Import"),
    },
    {
      name: t("Create a campaign"),
      says:
        campaigns.total === 0
          ? t("Write a sequence of steps and send yourself a test email.")
          : t("{total, plural, one {# campaign} other {# campaigns}} created.", {
              total: campaigns.total,
            }),
      done: campaigns.total > 0,
      to: "/w/$wid/campaigns",
      search: { make: true },
      verb: t("Create"),
    },
    {
      name: t("Start the campaign"),
      says: t("This page then shows what is sent, and what blocks sending."),
      done: campaigns.active > 0,
      to: "/w/$wid/campaigns",
      search: {},
      verb: t("Open campaigns"),
    },
  ];
}
