import type { SentResponse } from "#platform/wire/mail-reading.ts";
import { databasesOf, type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { openReader } from "#modules/mailboxes/connections/open-reader.ts";
import { selectSenders, type Sender } from "#modules/inbox/reading/senders-store.ts";

/** Mailboxes asked at a time. */
const AT_ONCE = 8;

/** A mailbox whose Sent folder could not be looked through, or not wholly, and why. */
export type Unasked = {
  readonly workspaceId: WorkspaceId;
  readonly email: string;
  readonly why: string;
};
/** A mail that left, by the Message-ID that we gave it as far as that shows, and by its server's. */
export type FoundSent = {
  readonly message_id: string;
  readonly server_message_id?: string;
  readonly at: number;
};
type Found = FoundSent & { readonly workspaceId: WorkspaceId };
export type Looked = {
  /** The workspaces of the mailboxes that were asked, one for each. */
  readonly asked: readonly WorkspaceId[];
  readonly mails: readonly Found[];
  readonly unasked: readonly Unasked[];
};

/**
 * Asks the Sent folder of every mailbox of the install for what left since then. Changes nothing in
 * it. Never throws for one mailbox: it is among `unasked` then.
 */
export async function lookThroughSent(deps: Deps, since: UnixMs): Promise<Looked> {
  const waiting = (
    await Promise.all((await databasesOf(deps)).map((db) => selectSenders(db)))
  ).flat();
  const mails: Found[] = [];
  const unasked: Unasked[] = [];
  const asked: WorkspaceId[] = [];
  const worker = async (): Promise<void> => {
    for (let sender = waiting.shift(); sender; sender = waiting.shift()) {
      const { workspaceId, email } = sender;
      const found = await look(deps, sender, since);
      if (typeof found === "string") {
        unasked.push({ workspaceId, email, why: found });
        continue;
      }
      asked.push(workspaceId);
      for (const mail of found.mails) mails.push({ ...mail, workspaceId });
      if (found.more) unasked.push({ workspaceId, email, why: "its Sent folder holds too much" });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { asked, mails, unasked };
}

/** What was found there, or why it cannot be known. */
async function look(
  deps: Deps,
  sender: Sender,
  since: UnixMs,
): Promise<{ readonly mails: readonly FoundSent[]; readonly more: boolean } | string> {
  if (!sender.reads) return "it only sends";
  const mailbox = await openReader(inWorkspace(deps, sender.workspaceId), sender.id);
  if (!mailbox) return "it is switched off, or its password cannot be opened";
  try {
    const found = await deps.mail.sent({
      imap: mailbox.imap,
      allow_private: allowsPrivateNetworks(deps.settings),
      since,
    });
    if (found.mails === null) return "it has no Sent folder";
    return { mails: found.mails.map(mailbox.givesOwnIds ? asWeNamedIt : asItIs), more: found.more };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    return "its server does not answer, or refuses the log-in";
  }
}

type Sent = NonNullable<SentResponse["mails"]>[number];

const asItIs = ({ message_id, at }: Sent): FoundSent => ({ message_id, at });

const asWeNamedIt = ({ message_id, at, last_reference: ours }: Sent): FoundSent =>
  ours === undefined ? { message_id, at } : { message_id: ours, server_message_id: message_id, at };
