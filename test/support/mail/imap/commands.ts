import { fetchMessages } from "./fetch.ts";
import { resolve } from "./sequence.ts";
import { searchMessages } from "./search.ts";
import { capabilities, logIn, type Session } from "./session.ts";
import {
  type Account,
  appendTo,
  createFolder,
  expungeFrom,
  type Folder,
  folderOf,
  setFlags,
} from "./store.ts";
import { list, quote, text, type Token, utf8 } from "./tokens.ts";

/** Does the work, sends the untagged answers, returns the tagged one; throws where the syntax is wrong. */
type Command = (session: Session, args: readonly Token[], byUid: boolean) => string;

const NO_SUCH_FOLDER = "NO [NONEXISTENT] no such mailbox";

function accountOf(session: Session): Account {
  if (!session.account) throw new Error("log in first");
  return session.account;
}

function openFolder(session: Session): Folder {
  if (!session.folder) throw new Error("select a mailbox first");
  return session.folder;
}

const select =
  (readOnly: boolean): Command =>
  (session, [name, parameters]) => {
    const folder = folderOf(accountOf(session), text(name));
    session.open(folder ?? null);
    if (!folder) return NO_SUCH_FOLDER;
    session.readOnly = readOnly;
    if (list(parameters).includes("CONDSTORE")) session.condstore = true;
    session.send("* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)");
    session.send("* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] kept");
    session.send(`* ${folder.messages.length} EXISTS`);
    session.send("* 0 RECENT");
    session.send(`* OK [UIDVALIDITY ${folder.uidValidity}] stable`);
    session.send(`* OK [UIDNEXT ${folder.uidNext}] next`);
    session.send(`* OK [HIGHESTMODSEQ ${folder.modseq}] highest`);
    return readOnly ? "OK [READ-ONLY] examined" : "OK [READ-WRITE] selected";
  };

const close: Command = (session) => {
  session.open(null);
  return "OK closed";
};

const nothing: Command = () => "OK done";

const listFolders: Command = (session, [reference, pattern]) => {
  const { folders } = accountOf(session);
  const wanted = text(reference) + text(list(pattern)[0] ?? "");
  if (wanted === "") session.send('* LIST (\\Noselect) "/" ""');
  const matches = new RegExp(
    `^${wanted.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll(/[*%]/g, ".*")}$`,
    "i",
  );
  for (const { name, specialUse } of folders.values()) {
    const attributes = ["\\HasNoChildren", ...(specialUse === null ? [] : [specialUse])];
    if (matches.test(name)) session.send(`* LIST (${attributes.join(" ")}) "/" ${quote(name)}`);
  }
  return "OK listed";
};

const status: Command = (session, [name, items]) => {
  const folder = folderOf(accountOf(session), text(name));
  if (!folder) return NO_SUCH_FOLDER;
  const values: Record<string, number> = {
    MESSAGES: folder.messages.length,
    RECENT: 0,
    UNSEEN: folder.messages.filter(({ flags }) => !flags.has("\\Seen")).length,
    UIDNEXT: folder.uidNext,
    UIDVALIDITY: folder.uidValidity,
    HIGHESTMODSEQ: folder.modseq,
  };
  const asked = list(items).map((item) => text(item).toUpperCase());
  const known = asked.filter((item) => item in values);
  session.send(
    `* STATUS ${quote(folder.name)} (${known.map((item) => `${item} ${values[item]}`).join(" ")})`,
  );
  return "OK status";
};

const store: Command = (session, [set, ...rest], byUid) => {
  const folder = openFolder(session);
  if (session.readOnly) return "NO the mailbox is read-only";
  const condition = Array.isArray(rest[0]) ? list(rest.shift()) : [];
  const unchangedSince =
    condition.length > 0 ? Number(text(condition[1])) : Number.POSITIVE_INFINITY;
  const operation = text(rest[0]).toUpperCase();
  const named = list(rest[1]).map(text);
  const modified: number[] = [];
  for (const { sequence, message } of resolve(session, text(set), byUid)) {
    if (message.modseq > unchangedSince) {
      modified.push(byUid ? message.uid : sequence);
      continue;
    }
    const before = [...message.flags];
    const after = operation.startsWith("+")
      ? [...before, ...named]
      : operation.startsWith("-")
        ? before.filter((flag) => !named.includes(flag))
        : named;
    setFlags(folder, message, new Set(after));
  }
  return modified.length > 0 ? `OK [MODIFIED ${modified.join(",")}] some changed` : "OK stored";
};

const copy =
  (move: boolean): Command =>
  (session, [set, name], byUid) => {
    const source = openFolder(session);
    const target = folderOf(accountOf(session), text(name));
    if (!target) return "NO [TRYCREATE] no such mailbox";
    const messages = resolve(session, text(set), byUid).map(({ message }) => message);
    const copies = messages.map(({ raw, flags, receivedAt }) =>
      appendTo(target, raw, flags, receivedAt),
    );
    const uids = (of: readonly { uid: number }[]) => of.map(({ uid }) => uid).join(",");
    const code = `[COPYUID ${target.uidValidity} ${uids(messages)} ${uids(copies)}]`;
    if (messages.length === 0) return "OK nothing to do";
    if (!move) return `OK ${code} copied`;
    session.send(`* OK ${code} moved`);
    expungeFrom(source, messages);
    return "OK moved";
  };

const expunge: Command = (session, [set], byUid) => {
  const folder = openFolder(session);
  const within = byUid
    ? resolve(session, text(set), true).map(({ message }) => message)
    : [...folder.messages];
  expungeFrom(
    folder,
    within.filter(({ flags }) => flags.has("\\Deleted")),
  );
  return "OK expunged";
};

const append: Command = (session, [name, ...rest]) => {
  const folder = folderOf(accountOf(session), text(name));
  if (!folder) return "NO [TRYCREATE] no such mailbox";
  const flags = rest.find((token) => typeof token !== "string");
  const raw = Buffer.from(text(rest.at(-1)), "latin1");
  const { uid } = appendTo(folder, raw, list(flags ?? []).map(text));
  return `OK [APPENDUID ${folder.uidValidity} ${uid}] appended`;
};

/** Every command but those that change the wire itself (`session.ts`). */
export const commands: Readonly<Record<string, Command>> = {
  CAPABILITY(session) {
    session.send(`* CAPABILITY ${capabilities(session)}`);
    return "OK capabilities";
  },
  LOGIN: (session, [user, password]) => logIn(session, utf8(user), utf8(password)),
  ID(session) {
    session.send('* ID ("name" "sandbox")');
    return "OK known";
  },
  ENABLE(session, args) {
    const enabled = args.includes("CONDSTORE") ? ["CONDSTORE"] : [];
    if (enabled.length > 0) session.condstore = true;
    session.send(`* ENABLED ${enabled.join(" ")}`.trim());
    return "OK enabled";
  },
  NAMESPACE(session) {
    session.send('* NAMESPACE (("" "/")) NIL NIL');
    return "OK namespace";
  },
  NOOP: nothing,
  CHECK: nothing,
  SUBSCRIBE: nothing,
  UNSUBSCRIBE: nothing,
  LIST: listFolders,
  LSUB(session) {
    for (const name of accountOf(session).folders.keys())
      session.send(`* LSUB () "/" ${quote(name)}`);
    return "OK listed";
  },
  CREATE(session, [name]) {
    const { folders } = accountOf(session);
    if (folders.has(text(name))) return "NO [ALREADYEXISTS] exists";
    folders.set(text(name), createFolder(text(name)));
    return "OK created";
  },
  DELETE: (session, [name]) =>
    accountOf(session).folders.delete(text(name)) ? "OK deleted" : NO_SUCH_FOLDER,
  STATUS: status,
  SELECT: select(false),
  EXAMINE: select(true),
  CLOSE: close,
  UNSELECT: close,
  FETCH: fetchMessages,
  SEARCH: searchMessages,
  STORE: store,
  COPY: copy(false),
  MOVE: copy(true),
  EXPUNGE: expunge,
  APPEND: append,
};
