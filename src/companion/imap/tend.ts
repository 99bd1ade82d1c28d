import type { ImapFlow } from "imapflow";
import type { TendRequest, TendResponse } from "#platform/wire/mail-reading.ts";
import type { Composition } from "#platform/wire/transmission.ts";
import { compose } from "#smtp/compose.ts";
import { ImapFailure } from "./connect.ts";
import { findMail } from "./find-mail.ts";
import { pathOfUse } from "./folders.ts";
import type { ImapPool } from "./pool.ts";

type Act = TendRequest["acts"][number];

/**
 * Flags, moves and saves mails over a pooled connection. Throws `ImapFailure`; actions before it
 * are kept.
 */
export const tendMails = (
  pool: ImapPool,
  { imap, allow_private, acts }: TendRequest,
): Promise<TendResponse> =>
  pool.use(imap, allow_private, async (client) => {
    const desk = createDesk(client);
    const found: string[] = [];
    const renamed: NonNullable<TendResponse["renamed"]> = [];
    const filed: string[] = [];
    for (const act of acts) {
      const there = await tend(desk, act);
      if (there) {
        found.push(act.message_id);
        if (there.bears !== null)
          renamed.push({ message_id: act.message_id, server_message_id: there.bears });
      } else if (act.copy && (await file(desk, act.folders[0], act.copy))) {
        filed.push(act.message_id);
      }
    }
    return {
      found,
      ...(renamed.length > 0 && { renamed }),
      ...(filed.length > 0 && { filed }),
    };
  });

/** Applies one action; answers which other Message-ID the mail has. Null if it is in none of its folders. */
async function tend(desk: Desk, act: Act): Promise<{ readonly bears: string | null } | null> {
  for (const name of act.folders) {
    const path = await desk.pathOf(name);
    if (path === null || !(await desk.open(path))) continue;
    const { uids, bears } = await desk.find(act);
    if (uids === "") continue;
    if (act.remove) {
      await desk.remove(uids);
      return { bears };
    }
    if (act.flags.length > 0) await desk.flag(uids, act.flags);
    if (act.move_to !== null && act.move_to !== path) await desk.move(uids, act.move_to);
    return { bears };
  }
  return null;
}

/** Saves a mail that is missing; a mail that the server rejects does not stop the others. */
async function file(desk: Desk, folder: string | undefined, copy: Composition): Promise<boolean> {
  if (folder === undefined) return false;
  try {
    await desk.put(folder, compose(copy), new Date(copy.date));
    return true;
  } catch (cause) {
    if (!desk.usable()) throw cause;
    return false;
  }
}

type Desk = ReturnType<typeof createDesk>;

/**
 * imapflow returns false when the connection was lost or the server rejected it; here that is a
 * failure.
 */
function createDesk(client: ImapFlow) {
  let opened: string | null = null;
  const special = new Map<string, Promise<string | null>>();
  const made = new Set<string>();
  const must = <T>(answer: T | false): T => {
    if (answer === false) throw new ImapFailure("select", "protocol_error");
    return answer;
  };
  return {
    /** The path of a folder by name or special use; null if the account has none. */
    async pathOf(name: string): Promise<string | null> {
      if (!name.startsWith("\\")) return name;
      const path = special.get(name) ?? pathOfUse(client, name);
      special.set(name, path);
      return path;
    },
    /** False if there is no such folder. */
    async open(path: string): Promise<boolean> {
      if (opened === path) return true;
      opened = null;
      try {
        await client.mailboxOpen(path);
      } catch (cause) {
        if (client.usable) return false;
        throw cause;
      }
      opened = path;
      return true;
    },
    find: (act: Act) => findMail(client, act),
    async flag(uids: string, flags: string[]): Promise<void> {
      // False too if the server stores none of these flags: then there is nothing to set.
      const set = await client.messageFlagsAdd(uids, flags, { uid: true });
      if (!set && !client.usable) throw new ImapFailure("select", "protocol_error");
    },
    usable: () => client.usable,
    /** A missing folder is created, with the usual name for its use. */
    async put(name: string, raw: Buffer, at: Date): Promise<void> {
      let path = await this.pathOf(name);
      if (path === null) {
        path = name.replace(/^\\/, "");
        await client.mailboxCreate(path);
        special.delete(name);
      }
      const flags = name === "\\Drafts" ? ["\\Seen", "\\Draft"] : ["\\Seen"];
      must(await client.append(path, raw, flags, at));
    },
    async remove(uids: string): Promise<void> {
      if (!(await client.messageDelete(uids, { uid: true }))) {
        throw new ImapFailure("select", "protocol_error");
      }
    },
    async move(uids: string, name: string): Promise<void> {
      const to = (await this.pathOf(name)) ?? name.replace(/^\\/, "");
      // What was sent is no draft any more.
      if (name === "\\Sent") await client.messageFlagsRemove(uids, ["\\Draft"], { uid: true });
      if (to.toUpperCase() !== "INBOX" && !made.has(to)) {
        await client.mailboxCreate(to);
        made.add(to);
      }
      must(await client.messageMove(uids, to, { uid: true }));
    },
  };
}
