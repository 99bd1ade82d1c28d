import { header, parseEntity } from "./mime.ts";
import { inSet } from "./sequence.ts";
import type { Session } from "./session.ts";
import type { StoredMessage } from "./store.ts";
import { text, type Token } from "./tokens.ts";

type Candidate = { readonly sequence: number; readonly message: StoredMessage };
type Test = (candidate: Candidate) => boolean;

/** SEARCH over the keys that mail clients use (RFC 3501 6.4.4). */
export function searchMessages(session: Session, args: readonly Token[], byUid: boolean): string {
  if (!session.folder) throw new Error("select a mailbox first");
  const keys = [...args];
  if (typeof keys[0] === "string" && /^charset$/i.test(keys[0])) keys.splice(0, 2);
  const test = every(keys, session);
  const byNumber = new Map(session.folder.messages.map((message) => [message.uid, message]));
  const found = session.view.flatMap((uid, index) => {
    const message = byNumber.get(uid);
    const candidate = message && { sequence: index + 1, message };
    return candidate && test(candidate) ? [byUid ? uid : index + 1] : [];
  });
  session.send(["* SEARCH", ...found].join(" "));
  return "OK searched";
}

function every(tokens: readonly Token[], session: Session): Test {
  const keys = [...tokens];
  const tests: Test[] = [];
  while (keys.length > 0) tests.push(next(keys, session));
  return (candidate) => tests.every((test) => test(candidate));
}

/** Takes one key and its arguments off the front. */
function next(keys: Token[], session: Session): Test {
  const key = keys.shift();
  if (typeof key !== "string") return every(key ?? [], session);
  const word = () => text(keys.shift()).toLowerCase();
  const flag =
    (name: string, set: boolean): Test =>
    ({ message }) =>
      message.flags.has(name) === set;
  const name = key.toUpperCase();
  switch (name) {
    case "ALL":
      return () => true;
    case "SEEN":
    case "ANSWERED":
    case "FLAGGED":
    case "DELETED":
    case "DRAFT":
      return flag(`\\${name.charAt(0)}${name.slice(1).toLowerCase()}`, true);
    case "UNSEEN":
    case "UNANSWERED":
    case "UNFLAGGED":
    case "UNDELETED":
    case "UNDRAFT":
      return flag(`\\${name.charAt(2)}${name.slice(3).toLowerCase()}`, false);
    case "KEYWORD":
    case "UNKEYWORD":
      return flag(text(keys.shift()), name === "KEYWORD");
    case "UID": {
      const wanted = inSet(word(), session.view.at(-1) ?? 0);
      return ({ message }) => wanted(message.uid);
    }
    case "HEADER":
      return headerHas(word(), word());
    case "FROM":
    case "TO":
    case "CC":
    case "SUBJECT":
      return headerHas(name.toLowerCase(), word());
    case "BODY":
    case "TEXT": {
      const wanted = word();
      return ({ message }) => message.raw.toString("latin1").toLowerCase().includes(wanted);
    }
    case "SINCE":
    case "BEFORE": {
      const day = Date.parse(`${word().replaceAll("-", " ")} UTC`);
      return ({ message }) => message.receivedAt.getTime() >= day === (name === "SINCE");
    }
    case "SENTSINCE":
    case "SENTBEFORE": {
      const day = Date.parse(`${word().replaceAll("-", " ")} UTC`);
      return ({ message }) => sentAt(message) >= day === (name === "SENTSINCE");
    }
    case "MODSEQ": {
      const least = Number(word());
      return ({ message }) => message.modseq >= least;
    }
    case "X-GM-RAW": {
      const [, wanted] = /category:(\w+)/.exec(word()) ?? [];
      const { tabOf } = session.server;
      return ({ message }) => tabOf?.(message.raw.toString("latin1")) === wanted;
    }
    case "NOT": {
      const test = next(keys, session);
      return (candidate) => !test(candidate);
    }
    case "OR": {
      const either = next(keys, session);
      const other = next(keys, session);
      return (candidate) => either(candidate) || other(candidate);
    }
    default: {
      const wanted = inSet(key, session.view.length);
      return ({ sequence }) => wanted(sequence);
    }
  }
}

const sentAt = ({ raw, receivedAt }: StoredMessage): number => {
  const at = Date.parse(header(parseEntity(raw.toString("latin1")), "date") ?? "");
  return Number.isFinite(at) ? at : receivedAt.getTime();
};

const headerHas =
  (name: string, value: string): Test =>
  ({ message }) =>
    header(parseEntity(message.raw.toString("latin1")), name)
      ?.toLowerCase()
      .includes(value) ?? false;
