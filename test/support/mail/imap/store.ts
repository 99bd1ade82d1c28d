/** One stored mail. `raw` has CRLF line ends; `modseq` rises with every change of the folder (RFC 7162). */
export type StoredMessage = {
  readonly uid: number;
  readonly raw: Buffer;
  readonly receivedAt: Date;
  flags: Set<string>;
  modseq: number;
};

/** What a folder tells the sessions that have it open. */
export type FolderWatcher = {
  appended(message: StoredMessage): void;
  flagged(message: StoredMessage): void;
  expunged(uid: number): void;
};

export type Folder = {
  readonly name: string;
  /** Such as `\Junk` (RFC 6154); null for an ordinary folder. */
  readonly specialUse: string | null;
  readonly uidValidity: number;
  readonly messages: StoredMessage[];
  readonly watchers: Set<FolderWatcher>;
  uidNext: number;
  modseq: number;
};

export type Account = {
  readonly user: string;
  readonly password: string;
  readonly folders: Map<string, Folder>;
};

let lastUidValidity = 1_000;

/** Makes an empty folder; every folder ever made has a UIDVALIDITY of its own. */
export function createFolder(name: string, specialUse: string | null = null): Folder {
  return {
    name,
    specialUse,
    uidValidity: ++lastUidValidity,
    messages: [],
    watchers: new Set(),
    uidNext: 1,
    modseq: 1,
  };
}

/** Folders by name, each with its special use. */
export type FolderNames = Readonly<Record<string, string | null>>;

const USUAL: FolderNames = {
  INBOX: null,
  Junk: "\\Junk",
  Sent: "\\Sent",
  Drafts: "\\Drafts",
  Trash: "\\Trash",
};

/** Makes an account with these folders. */
export function createAccount(user: string, password: string, names = USUAL): Account {
  const folders = Object.entries(names).map(([name, use]) => createFolder(name, use));
  return { user, password, folders: new Map(folders.map((folder) => [folder.name, folder])) };
}

/** The folder of that name; INBOX in any case (RFC 3501 5.1). */
export const folderOf = (account: Account, name: string): Folder | undefined =>
  account.folders.get(/^inbox$/i.test(name) ? "INBOX" : name);

/** Stores a mail and tells every session that has the folder open. */
export function appendTo(
  folder: Folder,
  raw: string | Uint8Array,
  flags: Iterable<string> = [],
  receivedAt: Date = new Date(),
): StoredMessage {
  const message: StoredMessage = {
    uid: folder.uidNext++,
    raw: withCrlf(Buffer.from(raw as Uint8Array)), // Buffer.from takes either type; its overloads do not.
    receivedAt,
    flags: new Set(flags),
    modseq: ++folder.modseq,
  };
  folder.messages.push(message);
  for (const watcher of folder.watchers) watcher.appended(message);
  return message;
}

/** Replaces a mail's flags. */
export function setFlags(folder: Folder, message: StoredMessage, flags: Set<string>): void {
  message.flags = flags;
  message.modseq = ++folder.modseq;
  for (const watcher of folder.watchers) watcher.flagged(message);
}

/** Removes mails for good. */
export function expungeFrom(folder: Folder, messages: readonly StoredMessage[]): void {
  for (const message of messages) {
    const at = folder.messages.indexOf(message);
    if (at < 0) continue;
    folder.messages.splice(at, 1);
    folder.modseq++;
    for (const watcher of folder.watchers) watcher.expunged(message.uid);
  }
}

const withCrlf = (raw: Buffer): Buffer =>
  raw.includes("\r\n")
    ? raw
    : Buffer.from(raw.toString("latin1").replaceAll("\n", "\r\n"), "latin1");
