import type { MailboxStatus } from "#platform/rules/mail/mailbox.ts";

const MAX_TAGS = 50;

type Retag = {
  readonly tags?: readonly string[] | undefined;
  readonly add_tags?: readonly string[] | undefined;
  readonly remove_tags?: readonly string[] | undefined;
};

/** The tags that a mailbox has after a change; null: they stay. Who is added and removed is removed. */
export function retagged(own: readonly string[], set: Retag): string[] | null {
  const { tags, add_tags: add = [], remove_tags: remove = [] } = set;
  const next = [...new Set(tags ?? [...own, ...add])].filter((tag) => !remove.includes(tag));
  return next.length === own.length && next.every((tag) => own.includes(tag)) ? null : next;
}

type Mailbox = {
  readonly status: MailboxStatus;
  readonly tags: readonly string[];
  readonly imapHost: string | null;
};
type Change = Retag & {
  readonly status?: "active" | "paused" | undefined;
  readonly warmup?: "start" | "pause" | undefined;
  readonly test?: true | undefined;
};

/** Why a mailbox can't be changed like this; null: it can. */
export function refuseChange(
  mailbox: Mailbox,
  set: Change,
): { code: string; message: string } | null {
  const { status } = mailbox;
  if (set.status === "active" && !["active", "paused", "disabled"].includes(status)) {
    return {
      code: "invalid_state",
      message:
        status === "reconnect_required"
          ? "Connect the mailbox again. It becomes active by that."
          : "Test the mailbox. It becomes active again when the test succeeds.",
    };
  }
  if (set.test && status === "reconnect_required") {
    return { code: "invalid_state", message: "Connect the mailbox again. A test can't do that." };
  }
  if (set.warmup === "start" && mailbox.imapHost === null) {
    return { code: "cannot_read", message: "Add IMAP settings to the mailbox to warm it up." };
  }
  if ((retagged(mailbox.tags, set) ?? []).length > MAX_TAGS) {
    return { code: "too_many_tags", message: `A mailbox can have up to ${MAX_TAGS} tags.` };
  }
  return null;
}
