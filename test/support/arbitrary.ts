import fc from "fast-check";
import { resolve } from "#app/openapi/field-list.ts";
import type { ApiDocument, JsonSchema } from "#app/openapi/types.ts";

/** Texts that parsers, templates, databases and mail have tripped over. */
const HOSTILE_TEXTS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff x",
  "\u202e",
  "💩".repeat(20),
  "x".repeat(300),
  "x".repeat(70_000),
  "%".repeat(51),
  "' OR 1=1 --",
  "\r\nBcc: x@example.com",
  "<script>alert(1)</script>",
  "{{ first_name }}",
  "{{ x.constructor }}",
  "{% for i in (1..1000000000) %}x{% endfor %}",
  "{% if %}",
  "{{",
  "{a|b|{c|d}}",
  "{".repeat(500),
  "{{random|a|b}}",
  "{{ 'x' | append: 'y' | upcase }}",
  "ann@example.com",
  "x@y.z",
  "@",
  "a@b@c",
  "http://169.254.169.254/latest",
  "javascript:alert(1)",
  "https://example.com/x",
  "http://[::1",
  "Europe/Berlin",
  "Mars/Olympus",
  "2026-02-30",
  "2026-12-31",
  "25:00",
  "24:00",
  "09:00",
  "__proto__",
  "null",
  "true",
  "1e999",
  "-0",
  "meeting booked",
];

const HOSTILE_NUMBERS = [
  -1,
  -0,
  0,
  1,
  2,
  255,
  65_535,
  65_536,
  0.5,
  -1.5,
  1e21,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e308,
];

/** Values that the product takes under these names, so that most requests reach what lies behind the checks. */
const GOOD_TEXTS: Readonly<Record<string, readonly string[]>> = {
  email: ["ann@example.com", "bob@example.org", "x+y@sub.example.net", "ann@acme.example"],
  cc: ["cc@example.com"],
  bcc: ["bcc@example.com"],
  reply_to: ["answers@example.com"],
  domain: ["example.com", "acme.example"],
  username: ["ann", "ann@example.com"],
  name: ["North", "Ärger & Söhne", "<b>bold</b>", "a'b"],
  slug: ["north", "south-1", "0-0", "x".repeat(60)],
  url: ["https://example.com/hook", "https://example.com:8443/?a=b#c", "http://127.0.0.1/x"],
  smtp_host: ["smtp.example.com", "192.0.2.1"],
  imap_host: ["imap.example.com"],
  tracking_domain: ["go.example.com"],
  timezone: ["Europe/Berlin", "UTC", "Pacific/Apia", "America/St_Johns"],
  start: ["00:00", "09:00", "23:59"],
  end: ["00:00", "17:00", "24:00"],
  subject: ["Hi {{ first_name }}", "", "{Hi|Hello} {{ company | default: 'you' }}"],
  body_html: ['<p>Hi {{ first_name }}, <a href="https://example.com">see</a></p>', "<p>{a|b}</p>"],
  body: ["<p>Arm {{ last_name | upcase }}</p>", "x"],
  body_text: ["Hi {{ first_name }}", ""],
  status: ["interested", "Meeting Booked", "do_not_contact", "out_of_office", "active", "paused"],
  password: ["a password that nobody has"],
  new_password: ["a password that nobody has"],
  current_password: ["correct horse battery"],
  cursor: [""],
  q: ["ann", "a", "example"],
};

/** Any text, hostile ones often. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.string({ maxLength: 30 }), weight: 3 },
  { arbitrary: fc.string({ unit: "binary", maxLength: 20 }), weight: 1 },
  { arbitrary: fc.constantFrom(...HOSTILE_TEXTS), weight: 3 },
);

/** Any JSON value. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  anyText,
  fc.constantFrom<unknown>(...HOSTILE_NUMBERS, null, true, false, [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 3 }),
);

/**
 * Values that fit a schema of the document, as far as a schema says it; what lies beyond, such as
 * whether a template parses, is for the product to say.
 */
export function arbitraryOf(
  schema: JsonSchema,
  api: ApiDocument,
  name = "",
): fc.Arbitrary<unknown> {
  const whole = resolve(schema, api);
  if (whole.const !== undefined) return fc.constant(whole.const);
  if (whole.enum) return fc.constantFrom(...whole.enum);
  const either = whole.anyOf ?? whole.oneOf;
  if (either) return fc.oneof(...either.map((part) => arbitraryOf(part, api, name)));
  if (Array.isArray(whole.type)) {
    return fc.oneof(
      ...whole.type.map((type: string) => arbitraryOf({ ...whole, type }, api, name)),
    );
  }
  switch (whole.type ?? "") {
    case "object":
      return objectOf(whole, api);
    case "array":
      return fc.array(arbitraryOf(whole.items ?? {}, api, name), {
        minLength: whole.minItems ?? 0,
        maxLength: Math.min(whole.maxItems ?? 4, Math.max(whole.minItems ?? 0, 4)),
      });
    case "integer":
    case "number":
      return numberOf(whole);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return textOf(whole, name);
    default:
      return anyValue;
  }
}

/** Optional fields of one object at a time: all of them at once would hardly ever be right. */
const MOST_OPTIONAL = 3;

function objectOf(schema: JsonSchema, api: ApiDocument): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0 && typeof schema.additionalProperties === "object") {
    return fc.dictionary(anyText, arbitraryOf(schema.additionalProperties, api), { maxKeys: 4 });
  }
  const values = new Map(
    properties.map(([name, part]) => [name, arbitraryOf(part, api, name)] as const),
  );
  const required = properties.flatMap(([name]) => (schema.required?.includes(name) ? [name] : []));
  const optional = properties.flatMap(([name]) => (required.includes(name) ? [] : [name]));
  return fc
    .subarray(optional, { maxLength: Math.min(optional.length, MOST_OPTIONAL) })
    .chain((some) => {
      const chosen = [...required, ...some].map((name) => [name, values.get(name) ?? anyValue]);
      return fc.record(Object.fromEntries(chosen) as Record<string, fc.Arbitrary<unknown>>);
    });
}

function numberOf(schema: JsonSchema): fc.Arbitrary<number> {
  const min = Math.ceil(schema.minimum ?? (schema.exclusiveMinimum ?? -1_001) + 1);
  const max = Math.floor(schema.maximum ?? Math.max(min, 1_000_000));
  const near = fc.integer({ min, max: Math.min(max, min + 20) });
  const edges = fc.constantFrom(min, max);
  if (schema.type === "integer") return fc.oneof(near, fc.integer({ min, max }), edges);
  return fc.oneof(near, fc.double({ min, max, noNaN: true }), edges);
}

function textOf(schema: JsonSchema, name: string): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 1_000 } = schema;
  if (schema.format === "date-time") {
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  }
  if (schema.format === "date") {
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  }
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  const plain = fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20) });
  const edges = fc.constantFrom("x".repeat(minLength), "x".repeat(Math.min(maxLength, 100_000)));
  const hostile = fc.constantFrom(...HOSTILE_TEXTS.filter(fits), "x".repeat(minLength));
  const good = GOOD_TEXTS[name];
  const matching = schema.pattern === undefined ? plain : (matchingOf(schema.pattern) ?? plain);
  return fc.oneof(
    { arbitrary: good ? fc.constantFrom(...good) : matching, weight: 12 },
    { arbitrary: matching, weight: 2 },
    { arbitrary: hostile, weight: 1 },
    { arbitrary: edges, weight: 1 },
  );
}

/** Null for a pattern that fast-check cannot turn around. */
function matchingOf(pattern: string): fc.Arbitrary<string> | null {
  try {
    const arbitrary = fc.stringMatching(new RegExp(pattern), { maxLength: 60 });
    fc.sample(arbitrary, 1);
    return arbitrary;
  } catch {
    return null;
  }
}
