import { bodyStructure, type Entity, envelope, parseEntity, section } from "./mime.ts";
import { resolve } from "./sequence.ts";
import type { Session } from "./session.ts";
import { setFlags, type StoredMessage } from "./store.ts";
import { list, text, type Token } from "./tokens.ts";

/** FETCH with CHANGEDSINCE (RFC 3501 6.4.5, RFC 7162 3.1.4). */
export function fetchMessages(session: Session, args: readonly Token[], byUid: boolean): string {
  const items = list(args[1]).map(text);
  const modifiers = list(args[2]).map((token) => text(token).toUpperCase());
  const since = modifiers[0] === "CHANGEDSINCE" ? Number(modifiers[1]) : -1;
  const has = (name: string) => items.some((item) => item.toUpperCase() === name);
  if (since >= 0) {
    session.condstore = true;
    if (!has("MODSEQ")) items.push("MODSEQ");
  }
  if (byUid && !has("UID")) items.unshift("UID");
  for (const { sequence, message } of resolve(session, text(args[0]), byUid)) {
    if (message.modseq <= since) continue;
    let parsed: Entity | undefined;
    const entity = () => (parsed ??= parseEntity(message.raw.toString("latin1")));
    const values = items.flatMap((item) => itemOf(item, message, entity) ?? []);
    session.send(`* ${sequence} FETCH (${values.join(" ")})`);
    if (session.folder && items.some((item) => /^BODY\[/i.test(item)) && !session.readOnly) {
      if (!message.flags.has("\\Seen"))
        setFlags(session.folder, message, new Set([...message.flags, "\\Seen"]));
    }
  }
  return "OK fetched";
}

function itemOf(item: string, message: StoredMessage, entity: () => Entity): string | null {
  const name = item.toUpperCase();
  switch (name) {
    case "UID":
      return `UID ${message.uid}`;
    case "FLAGS":
      return `FLAGS (${[...message.flags].join(" ")})`;
    case "MODSEQ":
      return `MODSEQ (${message.modseq})`;
    case "RFC822.SIZE":
      return `RFC822.SIZE ${message.raw.length}`;
    case "INTERNALDATE":
      return `INTERNALDATE "${internalDate(message.receivedAt)}"`;
    case "ENVELOPE":
      return `ENVELOPE ${envelope(entity())}`;
    case "BODY":
    case "BODYSTRUCTURE":
      return `${name} ${bodyStructure(entity())}`;
    default:
      return bodyOf(item, entity());
  }
}

function bodyOf(item: string, entity: Entity): string | null {
  const asked = /^BODY(?:\.PEEK)?\[(.*?)\](?:<(\d+)\.(\d+)>)?$/i.exec(item);
  if (!asked) return null;
  const [, name = "", from, length] = asked;
  const whole = section(entity, name);
  const bytes =
    from === undefined ? whole : whole.slice(Number(from), Number(from) + Number(length));
  const origin = from === undefined ? "" : `<${from}>`;
  return `BODY[${name}]${origin} {${bytes.length}}\r\n${bytes}`;
}

/** `20-Nov-2026 06:07:21 +0000`. */
function internalDate(at: Date): string {
  const [, day = "", month = "", year = "", time = ""] = at.toUTCString().split(" ");
  return `${day}-${month}-${year} ${time} +0000`;
}
