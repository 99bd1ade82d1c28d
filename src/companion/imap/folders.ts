import type { ImapFlow } from "imapflow";

/** Paths of the folders that matter; null where the account has none. */
export type Folders = {
  readonly inbox: string | null;
  readonly sent: string | null;
  readonly junk: string | null;
};

/** Finds the folders by special use, or where the server tells none by their usual names. */
export async function findFolders(client: ImapFlow): Promise<Folders> {
  const folders = await client.list();
  const bySpecialUse = (use: string) =>
    folders.find(({ specialUse }) => specialUse === use)?.path ?? null;
  return {
    inbox: folders.find(({ path }) => path.toUpperCase() === "INBOX")?.path ?? null,
    sent: bySpecialUse("\\Sent"),
    junk: bySpecialUse("\\Junk"),
  };
}
