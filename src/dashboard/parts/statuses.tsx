import type { PauseReason } from "#modules/campaigns/rules/states.ts";
import type { CampaignStatus } from "#platform/rules/choices.ts";
import type { EnrolmentStatus } from "#modules/campaigns/rules/states.ts";
import type { MailboxStatus } from "#platform/rules/mail/mailbox.ts";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import { words } from "#dashboard/lib/format.ts";
import { t } from "#dashboard/words/words.ts";
import type { GlyphShape } from "./glyph.tsx";
import { Status, type Tone } from "./status.tsx";

type Look = readonly [Tone, GlyphShape];

const PAUSED: Record<PauseReason, string> = {
  manual: t("Paused"),
  bounce_rate: t("Paused: bounces"),
  complaint_rate: t("Paused: complaints"),
  no_mailboxes: t("Paused: no mailbox"),
  provider_block: t("Paused: provider"),
  restored: t("Paused: restored"),
};

const CAMPAIGN: Record<CampaignStatus, string> = {
  draft: t("Draft"),
  active: t("Active"),
  paused: t("Paused"),
  completed: t("Completed"),
};
export const campaignWords = (status: CampaignStatus): string => CAMPAIGN[status];

/** A campaign's state; loud when it stopped itself. */
export function CampaignState({
  status,
  reason = null,
}: {
  status: CampaignStatus;
  reason?: PauseReason | null;
}) {
  switch (status) {
    case "active":
      return <Status tone="ok">{CAMPAIGN.active}</Status>;
    case "draft":
      return <Status shape="draft">{CAMPAIGN.draft}</Status>;
    case "completed":
      return (
        <Status tone="accent" shape="tick">
          {CAMPAIGN.completed}
        </Status>
      );
    case "paused":
      return reason === null || reason === "manual" ? (
        <Status shape="pause">{CAMPAIGN.paused}</Status>
      ) : (
        <Status tone="bad" shape="octagon" loud>
          {PAUSED[reason]}
        </Status>
      );
  }
}

const MAILBOX: Record<MailboxStatus, Look> = {
  active: ["ok", "disc"],
  paused: ["plain", "pause"],
  connection_error: ["bad", "octagon"],
  sending_error: ["bad", "octagon"],
  reconnect_required: ["bad", "octagon"],
  disabled: ["plain", "ring"],
};
export const statusWords = (status: MailboxStatus): string =>
  status === "reconnect_required" ? t("Sign in again") : words(status);
export function MailboxState({ status }: { status: MailboxStatus }) {
  const [tone, shape] = MAILBOX[status];
  return (
    <Status tone={tone} shape={shape}>
      {statusWords(status)}
    </Status>
  );
}

const THREAD: Record<ThreadStatus, Look> = {
  open: ["plain", "ring"],
  interested: ["accent", "star"],
  information_requested: ["info", "half"],
  meeting_booked: ["ok", "tick"],
  meeting_completed: ["ok", "tick"],
  no_show: ["warn", "triangle"],
  won: ["ok", "star"],
  lost: ["plain", "ring"],
  not_interested: ["plain", "ring"],
  wrong_person: ["plain", "ring"],
  out_of_office: ["plain", "pause"],
  do_not_contact: ["bad", "octagon"],
  closed: ["plain", "tick"],
};
export function ThreadState({ status }: { status: ThreadStatus }) {
  const [tone, shape] = THREAD[status];
  return (
    <Status tone={tone} shape={shape}>
      {words(status)}
    </Status>
  );
}

const ENROLMENT: Record<EnrolmentStatus, Look> = {
  pending: ["plain", "draft"],
  in_progress: ["ok", "disc"],
  paused: ["plain", "pause"],
  replied: ["accent", "star"],
  completed: ["accent", "tick"],
  bounced: ["bad", "octagon"],
  unsubscribed: ["plain", "ring"],
  skipped: ["warn", "triangle"],
  failed: ["bad", "octagon"],
};
export function EnrolmentState({ status }: { status: EnrolmentStatus }) {
  const [tone, shape] = ENROLMENT[status];
  return (
    <Status tone={tone} shape={shape}>
      {words(status)}
    </Status>
  );
}

const LABELS_SHOWN = 3;

/** The labels of a thread, as many as are worth a line. */
export function LabelChips({ labels }: { labels: readonly string[] }) {
  return labels.slice(0, LABELS_SHOWN).map((label) => (
    <span key={label} className="tag truncate" title={label}>
      {label}
    </span>
  ));
}
