import { randomBytes, randomUUID } from "node:crypto";
import type { Field, FieldKind, Step } from "../types.ts";

/** What a person filled in, by the names of the fields. */
export type Values = Readonly<Record<string, unknown>>;

export type FileValue = {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly type: string;
};

/** A request to the API, for whatever calls it. */
export type ApiRequest = {
  readonly method: string;
  /** With its query, below the address of the installation. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
};

/** Another page of a list. */
export type Paging = { readonly limit: number; readonly cursor?: string; readonly page?: number };

/**
 * The request of a step. Of a step that takes records one by one, each of `given` is a record, and the first
 * says the rest; of others there is one.
 */
export function requestOf(step: Step, given: readonly Values[], paging?: Paging): ApiRequest {
  const [first = {}] = given;
  const path = step.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = valuesIn(step, first, "path")[name];
    if (value === undefined) throw new Error(`Fill in ${name}.`);
    return encodeURIComponent(plainText(value));
  });
  const query = new URLSearchParams(
    Object.entries({ ...valuesIn(step, first, "query"), ...paging }).map(([name, value]) => [
      name,
      plainText(value),
    ]),
  );
  const body = bodyOf(step, given);
  return {
    method: step.method,
    path: query.size > 0 ? `${path}?${query.toString()}` : path,
    headers: {
      Accept: "application/json",
      ...(step.isKeyed && { "Idempotency-Key": randomUUID() }),
      ...(body && { "Content-Type": body.type }),
    },
    body: body?.bytes ?? null,
  };
}

/** What of two records has to be the same for one call to take both. */
export const besideRecord = (step: Step, values: Values): string =>
  JSON.stringify(["path", "query", "body"].map((place) => valuesIn(step, values, place)));

function valuesIn(step: Step, values: Values, place: string): Record<string, unknown> {
  const filled = step.fields
    .filter((field) => field.in === place)
    .map((field) => [field.name, valueOf(field, values[field.name])] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

type Body = { readonly type: string; readonly bytes: Buffer };

function bodyOf(step: Step, given: readonly Values[]): Body | null {
  if (step.body === null) return null;
  const [first = {}] = given;
  const fields = valuesIn(step, first, "body");
  if (step.body === "form") return formOf(fields);
  const records = step.each && {
    [step.each.list]: given.map((values) => valuesIn(step, values, "record")),
  };
  const text = JSON.stringify({ ...records, ...fields });
  return { type: "application/json", bytes: Buffer.from(text) };
}

/** A form with a file. What stands behind a large file is read too late, so the file is the last part. */
function formOf(fields: Readonly<Record<string, unknown>>): Body {
  const boundary = `outrider${randomBytes(16).toString("hex")}`;
  const entries = Object.entries(fields);
  const parts = [
    ...entries.filter(([, value]) => !isFile(value)),
    ...entries.filter(([, value]) => isFile(value)),
  ].flatMap(([name, value]) => {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
    if (!isFile(value)) return [Buffer.from(`${disposition}\r\n\r\n${plainText(value)}\r\n`)];
    const called = value.name.replace(/["\r\n]/g, "_");
    const type = value.type.replace(/[\r\n]/g, "");
    const head = `${disposition}; filename="${called}"\r\nContent-Type: ${type}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(value.bytes), Buffer.from("\r\n")];
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

const isFile = (value: unknown): value is FileValue =>
  typeof value === "object" && value !== null && "bytes" in value;

const plainText = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

/** What is sent of what was filled in; undefined where it was left empty. */
function valueOf({ kind, label }: Field, given: unknown): unknown {
  if (given === undefined || given === null || given === "") return undefined;
  const list = LISTS[kind];
  if (list !== undefined) {
    const parts = listOf(given).map((part) => scalarOf(list, label, part));
    return parts.length === 0 ? undefined : parts;
  }
  return scalarOf(kind, label, given);
}

const LISTS: Readonly<Partial<Record<FieldKind, FieldKind>>> = {
  choices: "choice",
  texts: "text",
  integers: "integer",
};

/** A list, or its text: values separated by commas, or JSON. */
function listOf(given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given;
  if (typeof given !== "string") return [given];
  if (given.trim().startsWith("[")) {
    const parsed: unknown = parsedJson(given, "a list");
    if (Array.isArray(parsed)) return parsed;
  }
  return given
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function scalarOf(kind: FieldKind, label: string, given: unknown): unknown {
  switch (kind) {
    case "integer":
    case "number": {
      const value = Number(given);
      if (Number.isNaN(value)) throw new Error(`${label} has to be a number.`);
      return value;
    }
    case "boolean":
      return given === true || given === "true" || given === "1";
    case "time":
      return timeOf(label, given);
    case "json":
      return typeof given === "string" ? parsedJson(given, label) : given;
    case "file":
      return given;
    case "choice":
    case "choices":
    case "integers":
    case "text":
    case "texts":
      return plainText(given);
    default:
      return kind satisfies never;
  }
}

/** Hosts write times in many forms; the API reads one. */
function timeOf(label: string, given: unknown): string {
  const at = new Date(
    typeof given === "number" || given instanceof Date ? given : plainText(given),
  );
  if (Number.isNaN(at.getTime()))
    throw new Error(`${label} has to be a time, as 2026-01-05T09:00:00Z.`);
  return at.toISOString();
}

function parsedJson(text: string, label: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(`${label} has to be JSON.`);
  }
}
