import type { ImapFlow } from "imapflow";
import type { TendRequest, TendResponse } from "#contract/mail-reading.ts";
import { ImapFailure } from "./failure.ts";
import { findFolders } from "./folders.ts";
import type { ImapPool } from "./pool.ts";

type Act = TendRequest["acts"][number];

/** Flags and moves mails over a pooled connection. Throws `ImapFailure`; what was done until then stays done. */
export const tendMails = (
  pool: ImapPool,
  { imap, allow_private, acts }: TendRequest,
): Promise<TendResponse> =>
  pool.use(imap, allow_private, async (client) => {
    const desk = createDesk(client);
    const found: string[] = [];
    for (const act of acts) {
      if (await tend(desk, act)) found.push(act.message_id);
    }
    return { found };
  });

/** Works through one act; false: the mail lies in none of its folders. */
async function tend(desk: Desk, act: Act): Promise<boolean> {
  for (const name of act.folders) {
    const path = await desk.pathOf(name);
    if (path === null || !(await desk.open(path))) continue;
    const uids = await desk.find(act.message_id);
    if (uids === "") continue;
    if (act.flags.length > 0) await desk.flag(uids, act.flags);
    if (act.move_to !== null && act.move_to !== path) await desk.move(uids, act.move_to);
    return true;
  }
  return false;
}

type Desk = ReturnType<typeof createDesk>;

/** imapflow answers false where the connection broke or the server refused; here that is a failure. */
function createDesk(client: ImapFlow) {
  let opened: string | null = null;
  let junk: Promise<string | null> | undefined;
  const made = new Set<string>();
  const must = <T>(answer: T | false): T => {
    if (answer === false) throw new ImapFailure("select", "protocol_error");
    return answer;
  };
  return {
    /** The path of a folder by name or special use; null where the account has none. */
    pathOf(name: string): Promise<string | null> {
      if (name !== "\\Junk") return Promise.resolve(name);
      return (junk ??= findFolders(client).then((folders) => folders.junk));
    },
    /** False where there is no such folder. */
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
    async find(messageId: string): Promise<string> {
      const query = { header: { "message-id": `<${messageId}>` } };
      return must((await client.search(query, { uid: true })) || false).join(",");
    },
    async flag(uids: string, flags: string[]): Promise<void> {
      // False too where the server keeps none of them: then there is nothing to set.
      const set = await client.messageFlagsAdd(uids, flags, { uid: true });
      if (!set && !client.usable) throw new ImapFailure("select", "protocol_error");
    },
    async move(uids: string, to: string): Promise<void> {
      if (to.toUpperCase() !== "INBOX" && !made.has(to)) {
        await client.mailboxCreate(to);
        made.add(to);
      }
      must(await client.messageMove(uids, to, { uid: true }));
    },
  };
}
