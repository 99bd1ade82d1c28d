import { selectStoredHashes } from "#modules/inbox/reading/message-store.ts";
import { takeMail } from "#modules/inbox/reading/take-mail.ts";
import { dedupeHash, receivedAt, receivedMail } from "#modules/inbox/reading/taking.ts";
import { selectOwnAddresses } from "#modules/inbox/sync/sync-store.ts";
import { reportBoxOf } from "#modules/reputation/reports/report-settings.ts";
import { askEach, type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import { noCursor, selectAddressed } from "./routed-store.ts";

/** A mailbox that a routed mail is for. */
export type Addressed = {
  readonly id: MailboxId;
  readonly email: string;
  readonly workspaceId: WorkspaceId;
};

/** Where it is said to lie: in none of the mailbox's folders. */
const FOLDER = "\\Routed";
const MAX_ADDRESS = 320;

/** The mailboxes of any workspace with this address, whatever stands behind a + in it. */
export async function addressedBy(deps: Deps, to: string): Promise<readonly Addressed[]> {
  const address = to.slice(0, MAX_ADDRESS).trim().toLowerCase();
  const at = address.lastIndexOf("@");
  if (at < 1) return [];
  const domain = address.slice(at + 1);
  const plain = `${address.slice(0, at).split("+")[0]}@${domain}`;
  const names = [...new Set([address, plain])];
  for (const email of names) {
    const found = await askEach(deps, (db) => selectAddressed(db, email, domain));
    if (found.flat().length > 0) return found.flat();
  }
  return [];
}

/** Whether one of them is named for reports about DMARC and TLS. */
export async function takesReports(deps: Deps, boxes: readonly Addressed[]): Promise<boolean> {
  for (const { id, workspaceId } of boxes) {
    if ((await reportBoxOf(inWorkspace(deps, workspaceId)))?.id === id) return true;
  }
  return false;
}

/**
 * Takes a mail that was routed to the install instead of being read from a mailbox: reports, bounces,
 * complaints and replies have the effects that they have there. One that came before, or by the mailbox
 * as well, changes nothing. Answers whether it concerned anybody.
 */
export async function takeRouted(
  deps: Deps,
  boxes: readonly Addressed[],
  mail: InboundMail,
): Promise<boolean> {
  let taken = false;
  for (const { id, email, workspaceId } of boxes) {
    const ctx = inWorkspace(deps, workspaceId);
    const hash = dedupeHash(mail);
    const stored = await selectStoredHashes(ctx.db, workspaceId, id, [hash]);
    if (stored.has(hash)) continue;
    const ours = await selectOwnAddresses(ctx.db, workspaceId);
    const taking = {
      mailbox: { id, email },
      folder: FOLDER,
      uidValidity: "0",
      mail,
      received: receivedMail(mail),
      hash,
      receivedAt: receivedAt(mail, ctx.now()),
      cursor: noCursor(ctx.db),
      isRouted: true,
    };
    taken = (await takeMail(ctx, taking, (address) => ours.has(address))) || taken;
  }
  return taken;
}
