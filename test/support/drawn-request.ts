import fc from "fast-check";
import { parameterIn } from "#app/openapi/share-parameters.ts";
import type { Operation, Parameter } from "#app/openapi/types.ts";
import { anyText, anyValue, arbitraryOf } from "./arbitrary.ts";
import { API } from "./conform.ts";

/** A request as it was drawn, before records of an install are put into it. */
export type Drawn = {
  readonly who: number;
  readonly method: string;
  readonly template: string;
  /** By parameter: which record, or a text to put there. */
  readonly path: Readonly<Record<string, number | string>>;
  readonly suffix: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: DrawnBody | null;
};
export type DrawnBody =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly csv: string };

const often = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight: number) =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: rare, weight: 1 });

const none = fc.constant<Record<string, string>>({});
const rarely = (headers: Record<string, string>) => often(none, fc.constant(headers), 60);

const headersOf = fc
  .tuple(
    often(
      none,
      fc
        .constantFrom("k1", "k2", "ä", " ", "x".repeat(300))
        .map((key) => ({ "idempotency-key": key })),
      6,
    ),
    rarely({ origin: "https://evil.example" }),
    rarely({ "sec-fetch-site": "cross-site" }),
    rarely({ "content-type": "text/plain" }),
    rarely({ "x-setup-token": "x" }),
    rarely({ "content-length": "999999999" }),
    rarely({ accept: "text/csv", "accept-encoding": "gzip" }),
  )
  .map((parts): Record<string, string> => Object.assign({}, ...parts));

const METHODS = ["HEAD", "GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];
const SUFFIXES = [
  "/",
  "//",
  "/x",
  "/..",
  "/%00",
  "?",
  "?a=b&a=c",
  "?__proto__=1",
  "?limit=1&limit=2",
];
const BROKEN = ["{", "[".repeat(40), '{"a":NaN}', "\ufeff{}", '{"a":1}{', "\u0000"];

/** Passwords are hashed for as long as sixty other requests take. */
const SLOW =
  /\/auth\/(register|login|password|reset)$|\/setup\/complete$|^\/api\/v1\/admin\/(employees|clients)/;

/** Requests to every documented operation, most of them as the document says. */
export const drawnRequests: fc.Arbitrary<Drawn> = fc.oneof(
  ...Object.entries(API.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([verb, operation]) => {
      const method = verb.toUpperCase();
      const isSlow = SLOW.test(template) && method !== "GET";
      // What deletes leaves less for the others to meet.
      const weight = isSlow ? 1 : method === "DELETE" ? 3 : 10;
      return { arbitrary: drawn(method, template, operation), weight };
    }),
  ),
);

function drawn(method: string, template: string, operation: Operation): fc.Arbitrary<Drawn> {
  const parameters = (operation.parameters ?? []).map((each) => parameterIn(each, API));
  const place = fc.oneof(
    { arbitrary: fc.nat(8), weight: 30 },
    { arbitrary: fc.integer({ min: 0, max: 40 }).map(String), weight: 1 },
    { arbitrary: anyText, weight: 1 },
  );
  const inPath = parameters.filter((each) => each.in === "path");
  return fc.record({
    who: fc.nat(50),
    method: often(fc.constant(method), fc.constantFrom(...METHODS), 40),
    template: fc.constant(template),
    path: fc.record(Object.fromEntries(inPath.map(({ name }) => [name, place]))),
    suffix: often(fc.constant(""), fc.constantFrom(...SUFFIXES), 40),
    query: queryOf(parameters.filter((each) => each.in === "query")),
    headers: headersOf,
    body: bodyOf(operation),
  });
}

/** Up to two parameters. */
function queryOf(parameters: readonly Parameter[]): fc.Arbitrary<Drawn["query"]> {
  return fc
    .subarray([...parameters], { maxLength: Math.min(2, parameters.length) })
    .chain((some) =>
      fc.tuple(
        ...some.map(({ name, schema }) =>
          often(arbitraryOf(schema, API, name).map(String), anyText, 10).map(
            (value) => [name, value] as const,
          ),
        ),
      ),
    );
}

function bodyOf(operation: Operation): fc.Arbitrary<DrawnBody | null> {
  const content = operation.requestBody?.content ?? {};
  if ("multipart/form-data" in content) {
    const cell = fc.oneof(anyText, fc.emailAddress());
    const row = fc.array(cell, { minLength: 1, maxLength: 5 }).map((cells) => cells.join(","));
    const table = fc
      .array(row, { maxLength: 5 })
      .map((rows) => ["email,company", ...rows].join("\n"));
    return often(table, anyText, 8).map((csv) => ({ csv }));
  }
  const schema = content["application/json"]?.schema;
  if (!schema)
    return often(
      fc.constant(null),
      anyValue.map((json) => ({ json })),
      20,
    );
  const fitting = arbitraryOf(schema, API);
  const field = fc.oneof(anyText, fc.constantFrom("id", "role", "__proto__"));
  const bent = fc.tuple(fitting, fc.nat(20), field, anyValue).map((parts) => bend(...parts));
  const text = fc.oneof(anyText, fc.constantFrom(...BROKEN));
  return fc.oneof(
    { arbitrary: fitting.map((json) => ({ json })), weight: 20 },
    { arbitrary: bent.map((json) => ({ json })), weight: 6 },
    { arbitrary: anyValue.map((json) => ({ json })), weight: 1 },
    { arbitrary: text.map((each) => ({ text: each })), weight: 1 },
  );
}

/** Puts another value into the n-th field, or adds one. */
function bend(value: unknown, n: number, added: string, other: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return other;
  const name = Object.keys(value)[n] ?? added;
  return Object.fromEntries([...Object.entries(value), [name, other]]);
}
