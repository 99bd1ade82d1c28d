import type { Context, MiddlewareHandler } from "hono";
import { z } from "zod";
import { DAY_MS, parseIso, toDate } from "#platform/rules/time.ts";
import { unixMs } from "#platform/rules/ids.ts";
import type { AppEnv } from "./answer.ts";
import type { Endpoint } from "./endpoint.ts";

/** What is going to be removed from the API. */
export type Deprecation = {
  /** The day since which it is announced, `YYYY-MM-DD` in UTC. */
  readonly since: string;
  /** The day until which it stays at least. */
  readonly until: string;
  /** What to use instead, as a sentence. */
  readonly instead: string;
};

/** How long something stays after it was announced; src/docs/promises.md promises it. */
const STAYS_MS = 365 * DAY_MS;
/** Where people read what that means, on every install. */
const PAGE = "/docs/promises#what-is-deprecated";

const FIELDS = z.registry<Deprecation>();
/** While there are none, no schema is searched for them at a start. */
let hasFields = false;

/** Marks a field of a contract: its documentation says so, and so does each response that concerns it. A field of a request has to be optional, without a default. Throws where it would not stay long enough. */
export function deprecatedField<T extends z.ZodType>(schema: T, what: Deprecation): T {
  assertStays(what);
  const { description = "", ...words } = z.globalRegistry.get(schema) ?? {};
  const marked = schema.meta({
    ...words,
    description: `${description} ${deprecationWords(what)}`.trim(),
    deprecated: true,
  });
  FIELDS.add(marked, what);
  hasFields = true;
  return marked;
}

/** The same in the words of the documentation. */
export const deprecationWords = ({ since, until, instead }: Deprecation): string =>
  `Deprecated since ${since}; stays until ${until} at least. ${instead}`;

/**
 * Adds `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to every response of a deprecated route, or
 * of one that answers with deprecated fields; to others only where a request names such a field. Null
 * for a route without any, which is then served without it.
 */
export function noteDeprecation(e: Endpoint): MiddlewareHandler<AppEnv> | null {
  if (e.deprecated) assertStays(e.deprecated);
  const always = [
    ...(e.deprecated ? [e.deprecated] : []),
    ...(hasFields ? inEach(e) : []).map(whatOf),
  ];
  const inQuery = fieldsOf(e.query);
  const inBody = e.files ? [] : fieldsOf(e.body);
  if (always.length + inQuery.length + inBody.length === 0) return null;
  return async function sayDeprecation(c, next) {
    await next();
    const named = [
      ...inQuery.filter(({ path }) => isAt(c.req.query(), path)),
      ...inBody.filter(({ path }) => isAt(c.req.valid("json" as never), path)),
    ];
    const found = [...always, ...named.map(whatOf)];
    if (found.length > 0) writeHeaders(c, found);
  };
}

/**
 * Those of its responses, and of bodies that it reads itself, which count as if they named every field. A
 * Worker is built without these schemas while no field is deprecated.
 */
const inEach = (e: Endpoint): readonly Found[] =>
  [...Object.values(e.answers), e.form, e.reads, e.files ? e.body : null].flatMap((schema) =>
    fieldsOf(schema),
  );

/** Of several the earliest days count. */
function writeHeaders(c: Context<AppEnv>, found: readonly Deprecation[]): void {
  const since = Math.min(...found.map((each) => dayOf(each.since)));
  const until = Math.min(...found.map((each) => dayOf(each.until)));
  c.header("Deprecation", `@${since / 1_000}`);
  c.header("Sunset", toDate(unixMs(until)).toUTCString());
  // A client's own host has no guides, and does not name the install.
  if (c.get("ownHost")) return;
  const { BASE_URL } = c.get("deps").settings;
  c.header("Link", `<${BASE_URL}${PAGE}>; rel="deprecation"; type="text/html"`, { append: true });
}

function assertStays({ since, until }: Deprecation): void {
  if (dayOf(until) - dayOf(since) >= STAYS_MS) return;
  throw new Error(`What is deprecated on ${since} has to stay for a year, not until ${until}.`);
}

function dayOf(day: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? parseIso(`${day}T00:00:00Z`) : null;
  if (at === null) throw new Error(`${day} is no day.`);
  return at;
}

/** A deprecated field by its keys; `*` is any key of a record, and lists add none. */
type Found = { readonly path: readonly string[]; readonly what: Deprecation };
const whatOf = ({ what }: Found): Deprecation => what;

const fieldsOf = (schema: z.ZodType | null | undefined): readonly Found[] =>
  schema && hasFields ? fieldsIn(schema) : [];

function fieldsIn(
  schema: z.core.$ZodType,
  path: readonly string[] = [],
  above: ReadonlySet<z.core.$ZodType> = new Set(),
): readonly Found[] {
  // A schema may contain itself.
  if (above.has(schema)) return [];
  const what = FIELDS.get(schema);
  if (what) return [{ path, what }];
  const inside = new Set([...above, schema]);
  return partsOf(schema).flatMap(([key, part]) =>
    fieldsIn(part, key === null ? path : [...path, key], inside),
  );
}

/** The schemas that a schema is made of, by the key where they are fields. */
function partsOf(schema: z.core.$ZodType): readonly (readonly [string | null, z.core.$ZodType])[] {
  const def: object = schema._zod.def;
  if ("shape" in def) return Object.entries(def.shape as Record<string, z.core.$ZodType>);
  return Object.entries(def).flatMap(([name, value]: [string, unknown]) => {
    const given: unknown = name === "getter" && typeof value === "function" ? value() : value;
    const key = name === "valueType" ? "*" : null;
    return [given].flat().flatMap((part) => (isSchema(part) ? [[key, part] as const] : []));
  });
}

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === "object" && value !== null && "_zod" in value;

function isAt(value: unknown, path: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((one) => isAt(one, path));
  const [key, ...rest] = path;
  if (key === undefined) return value !== undefined;
  if (typeof value !== "object" || value === null) return false;
  if (key === "*") return Object.values(value).some((one) => isAt(one, rest));
  return Object.hasOwn(value, key) && isAt((value as Record<string, unknown>)[key], rest);
}
