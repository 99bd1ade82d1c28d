import parseAddresses from "nodemailer/lib/addressparser";
import { quote } from "./tokens.ts";

/** A MIME entity, in Latin-1 so that one character is one byte. */
export type Entity = {
  readonly raw: string;
  /** Everything up to and with the empty line. */
  readonly head: string;
  readonly body: string;
  /** Name and folded value as written, in order. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly children: readonly Entity[];
};

/** Splits a mail into its parts. */
export function parseEntity(raw: string): Entity {
  const end = raw.indexOf("\r\n\r\n");
  const head = end < 0 ? raw : raw.slice(0, end + 4);
  const body = end < 0 ? "" : raw.slice(end + 4);
  const fields: [string, string][] = [];
  for (const line of head.split("\r\n")) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last) last[1] += `\r\n${line}`;
    const field = /^([^:\s]+)[ \t]*:(.*)$/.exec(line);
    if (field) fields.push([field[1] ?? "", field[2] ?? ""]);
  }
  const leaf: Entity = { raw, head, body, fields, children: [] };
  const { type, parameters } = contentType(leaf);
  const boundary = parameters.get("boundary");
  if (type !== "multipart" || boundary === undefined) return leaf;
  return { ...leaf, children: splitParts(body, boundary).map(parseEntity) };
}

function splitParts(body: string, boundary: string): string[] {
  const parts: string[] = [];
  let from: number | null = null;
  let at = 0;
  for (const line of body.split("\r\n")) {
    const closes = line === `--${boundary}--`;
    if (closes || line === `--${boundary}`) {
      if (from !== null) parts.push(body.slice(from, Math.max(from, at - 2)));
      from = closes ? null : at + line.length + 2;
    }
    at += line.length + 2;
  }
  return parts;
}

/** The first field of that name, unfolded. */
export const header = (entity: Entity, name: string): string | null =>
  entity.fields
    .find(([field]) => field.toLowerCase() === name)?.[1]
    .replaceAll(/\r\n[ \t]+/g, " ")
    .trim() ?? null;

function contentType(entity: Entity) {
  const value = header(entity, "content-type") ?? "text/plain";
  const [, type = "text", subtype = "plain"] = /^\s*([\w.+-]+)\/([\w.+-]+)/.exec(value) ?? [];
  const parameters = new Map<string, string>();
  for (const [, name = "", bare = "", inQuotes] of value.matchAll(
    /;\s*([\w*-]+)\s*=\s*("([^"]*)"|[^;\s]+)/g,
  )) {
    parameters.set(name.toLowerCase(), inQuotes ?? bare);
  }
  return { type: type.toLowerCase(), subtype: subtype.toLowerCase(), parameters };
}

function addressList(value: string | null): string {
  const addresses = value === null ? [] : parseAddresses(value, { flatten: true });
  if (addresses.length === 0) return "NIL";
  const one = ({ name, address }: { name: string; address: string }) => {
    const at = address.lastIndexOf("@");
    return `(${quote(name === "" ? null : name)} NIL ${quote(address.slice(0, at))} ${quote(address.slice(at + 1))})`;
  };
  return `(${addresses.map(one).join("")})`;
}

/** ENVELOPE of RFC 3501 7.4.2. */
export function envelope(entity: Entity): string {
  const from = header(entity, "from");
  return `(${[
    quote(header(entity, "date")),
    quote(header(entity, "subject")),
    addressList(from),
    addressList(header(entity, "sender") ?? from),
    addressList(header(entity, "reply-to") ?? from),
    addressList(header(entity, "to")),
    addressList(header(entity, "cc")),
    addressList(header(entity, "bcc")),
    quote(header(entity, "in-reply-to")),
    quote(header(entity, "message-id")),
  ].join(" ")})`;
}

/** BODYSTRUCTURE of RFC 3501 7.4.2. */
export function bodyStructure(entity: Entity): string {
  const { type, subtype, parameters } = contentType(entity);
  const pairs = [...parameters].flatMap(([name, value]) => [quote(name), quote(value)]);
  const attributes = pairs.length === 0 ? "NIL" : `(${pairs.join(" ")})`;
  if (entity.children.length > 0) {
    return `(${entity.children.map(bodyStructure).join("")} ${quote(subtype)} ${attributes} NIL NIL NIL)`;
  }
  const disposition = /^\s*([\w-]+)/.exec(header(entity, "content-disposition") ?? "")?.[1];
  const extension = `NIL ${disposition === undefined ? "NIL" : `(${quote(disposition)} NIL)`} NIL NIL`;
  const encoding = header(entity, "content-transfer-encoding") ?? "7bit";
  const basic = [
    quote(type),
    quote(subtype),
    attributes,
    quote(header(entity, "content-id")),
    quote(header(entity, "content-description")),
    quote(encoding),
    `${entity.body.length}`,
  ].join(" ");
  const lines = entity.body.split("\r\n").length - 1;
  if (type === "message" && subtype === "rfc822") {
    const inner = parseEntity(entity.body);
    return `(${basic} ${envelope(inner)} ${bodyStructure(inner)} ${lines} ${extension})`;
  }
  return type === "text" ? `(${basic} ${lines} ${extension})` : `(${basic} ${extension})`;
}

/** The bytes that a section names: "", HEADER, HEADER.FIELDS (..), TEXT, 1.2, 1.MIME (RFC 3501 6.4.5). */
export function section(entity: Entity, name: string): string {
  if (name === "") return entity.raw;
  const [, path = "", rest = name] = /^((?:\d+)(?:\.\d+)*)(?:\.(.+))?$/.exec(name) ?? [];
  const part = path === "" ? entity : partAt(entity, path.split(".").map(Number));
  if (!part) return "";
  if (path !== "" && rest === name) return part.body;
  const fields = /^HEADER\.FIELDS(\.NOT)? \((.*)\)$/i.exec(rest);
  if (fields) {
    const wanted = (fields[2] ?? "").replaceAll('"', "").toLowerCase().split(/\s+/);
    const kept = part.fields.filter(
      ([field]) => wanted.includes(field.toLowerCase()) === (fields[1] === undefined),
    );
    return `${kept.map(([field, value]) => `${field}:${value}\r\n`).join("")}\r\n`;
  }
  return /^TEXT$/i.test(rest) ? part.body : part.head;
}

function partAt(entity: Entity, path: readonly number[]): Entity | undefined {
  let part: Entity | undefined = entity;
  for (const number of path) {
    if (!part) return undefined;
    part = part.children.length > 0 ? part.children[number - 1] : number === 1 ? part : undefined;
  }
  return part;
}
