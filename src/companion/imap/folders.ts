import type { ImapFlow } from "imapflow";

/** Paths of the relevant folders; null if the account has none. */
export type Folders = {
  readonly inbox: string | null;
  readonly sent: string | null;
  readonly junk: string | null;
};

/** Finds the folders by special use, or by their usual names if the server reports none. */
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

/** The path of the folder with this special use (RFC 6154); null if the account has none. */
export async function pathOfUse(client: ImapFlow, use: string): Promise<string | null> {
  const folders = await client.list();
  return folders.find(({ specialUse }) => specialUse === use)?.path ?? null;
}
