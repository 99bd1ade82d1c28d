import { z } from "zod";
import type { Found } from "#modules/moving/rules/found.ts";
import type { Outside, OutsideText } from "#platform/rules/outside-text.ts";
import { parseIso } from "#platform/rules/time.ts";
import { hash32 } from "#platform/rules/seed.ts";

/** More text than a mail or a field needs. */
const MAX_TEXT = 200_000;
/** An id of a rival, with its kind in front. */
const MAX_REF = 200;

/** A text, however it is written; null where it is empty or absent. */
export const Text = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .optional()
  .transform((value) => {
    const text = value === null || value === undefined ? "" : String(value).slice(0, MAX_TEXT);
    return text.trim() === "" ? null : text;
  });

/** A number, or its digits as a text; null where it is absent or none. */
export const Amount = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .optional()
  .transform((value) => {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    return typeof number === "number" && Number.isFinite(number) ? number : null;
  });

/** A count: never below 0. */
export const Count = Amount.transform((value) => Math.max(0, Math.trunc(value ?? 0)));

/** An id, a text or a number; never empty. */
export const Id = z.union([z.string().min(1).max(150), z.number()]).transform(String);

/** Unix milliseconds of a date; null where there is none. */
export const Moment = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => {
    if (value === null || value === undefined || value === "") return null;
    const at = typeof value === "number" ? value : parseIso(value.slice(0, 100));
    return at !== null && Number.isSafeInteger(at) ? at : null;
  });

/** An address, in lower case. */
export const RivalAddress = z
  .string()
  .max(500)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => isPlainAddress(text), "This is no email address.");

export const isPlainAddress = (text: OutsideText): boolean =>
  /^[^\s@<>",;:]{1,64}@[^\s@<>",;:]{1,255}$/.test(text.slice(0, 400));

/** An address or a domain, with a rival's `@` or `*@` in front of a domain; null: neither. */
export function suppressed(value: OutsideText): string | null {
  const text = value.slice(0, 400).trim().toLowerCase().replace(/^\*?@/, "");
  if (isPlainAddress(text)) return text;
  return /^(?=.{3,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(text) &&
    text.includes(".")
    ? text
    : null;
}

/** The first address of a list in a text. */
export const firstAddress = (list: OutsideText | null): string | null => {
  const first = (list ?? "").slice(0, 2_000).split(/[,;]/)[0]?.trim().toLowerCase() ?? "";
  const bare = /<([^<>]{1,320})>/.exec(first)?.[1] ?? first;
  return isPlainAddress(bare) ? bare : null;
};

/** A Message-ID without its angle brackets. */
export const bareId = (id: OutsideText | null): string | null => {
  const bare = (id ?? "").slice(0, 1_000).trim().replace(/^</, "").replace(/>$/, "");
  return bare === "" ? null : bare;
};

/** `(ref)` of ours of a thing of the rival. */
export const refOf = (kind: string, ...ids: readonly (string | number)[]): string =>
  `${kind}:${ids.join(":")}`.slice(0, MAX_REF);

/** What is more than a text in a custom value is kept as JSON, cut. */
const MAX_VALUE = 5_000;
const MAX_VALUES = 300;

/** A lead's own values as texts; those that are empty are left out. */
export function customOf(
  values: Outside<Readonly<Record<string, unknown>>>,
  without: ReadonlySet<string> = new Set(),
): Record<string, string> {
  const custom: Record<string, string> = {};
  for (const [name, value] of Object.entries(values).slice(0, MAX_VALUES)) {
    if (name.trim() === "" || name === "__proto__" || without.has(name)) continue;
    if (value === null || value === undefined) continue;
    const text = textOfJson(value);
    if (text.trim() !== "") custom[name.slice(0, 200)] = text.slice(0, MAX_VALUE);
  }
  return custom;
}

/** A value of JSON as a text: what is more than a text stays JSON. */
export const textOfJson = (value: unknown): string =>
  typeof value === "string"
    ? value
    : value === null || value === undefined
      ? ""
      : JSON.stringify(value);

/** Reads each row by itself: one that can't be read becomes a fault, and the others come. */
export function readEach<T>(
  rows: Outside<readonly unknown[]>,
  shape: z.ZodType<T>,
  where: string,
  found: (row: T, index: number) => readonly Found[],
): Found[] {
  return rows.flatMap((row, index): readonly Found[] => {
    const parsed = shape.safeParse(row);
    if (parsed.success) return found(parsed.data, index);
    const issue = parsed.error.issues[0];
    return [faultOf(where, row, issue?.path.join(".") ?? null, issue?.message ?? "Not a row.")];
  });
}

/** Made once: a file or an answer may have many thousands of such rows. */
const Named = z
  .object({ id: z.union([z.string().max(80), z.number()]) })
  .or(z.object({ _id: z.string().max(80) }).transform(({ _id }) => ({ id: _id })));

/** A row that can't be read, named by its id or by what it holds. */
export function faultOf(where: string, row: unknown, column: string | null, reason: string): Found {
  const id = Named.safeParse(row);
  const named = id.success ? String(id.data.id) : String(hash32(JSON.stringify(row) ?? ""));
  return {
    kind: "fault",
    ref: refOf("fault", where.slice(0, 80), named),
    where,
    line: null,
    column: column === "" ? null : column,
    reason,
  };
}

/** What a rival counted is not given to this key: said once. */
export const withoutFigures = (where: string): Found =>
  faultOf(where, { id: "figures" }, null, "It does not give its figures to this key.");

/** The rows in an answer, whichever of the rivals' shapes it has. */
export function rowsOfAnswer(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (typeof json !== "object" || json === null) return [];
  for (const name of ["data", "items", "leads", "results"]) {
    const value: unknown = (json as Record<string, unknown>)[name];
    if (Array.isArray(value)) return value;
    if (name === "data" && typeof value === "object" && value !== null) return rowsOfAnswer(value);
  }
  return [];
}

/** The one thing in an answer, out of its wrapping. */
export function unwrapped(json: unknown): unknown {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return json;
  const { data } = json as { readonly data?: unknown };
  return typeof data === "object" && data !== null ? data : json;
}
