import { resolve } from "./field-list.ts";
import type { ApiDocument, JsonSchema } from "./types.ts";

/** Values that say more than "text", by the end of a field's name. */
const TEXTS: readonly (readonly [ending: string, value: string])[] = [
  ["email", "ann@example.com"],
  ["username", "ann@example.com"],
  ["password", "correct horse battery"],
  ["url", "https://example.com/hook"],
  ["issuer", "https://id.example.com"],
  ["host", "smtp.example.com"],
  ["domain", "example.com"],
  ["slug", "north"],
  ["code", "492039"],
  ["name", "North"],
  ["secret", "a-long-random-secret"],
  ["status", "interested"],
  ["category", "not_now"],
];

/** A schema's own example, or one made of its parts' examples; undefined if a part has none. */
export function givenExample(schema: JsonSchema, api: ApiDocument): unknown {
  const whole = resolve(schema, api);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (whole.examples?.[0] !== undefined) return whole.examples[0];
  if (whole.const !== undefined) return whole.const;
  if (whole.items) {
    const item = givenExample(whole.items, api);
    return item === undefined ? undefined : [item];
  }
  if (!whole.properties) return undefined;
  const parts = (whole.required ?? []).map(
    (name) => [name, givenExample(whole.properties?.[name] ?? {}, api)] as const,
  );
  const isWhole = parts.length > 0 && parts.every(([, value]) => value !== undefined);
  return isWhole ? Object.fromEntries(parts) : undefined;
}

/**
 * A small body that the schema takes: its required fields, or, where none is required, the first
 * that can be made up.
 */
export function exampleOf(schema: JsonSchema, api: ApiDocument, name = ""): unknown {
  const whole = resolve(schema, api);
  if (whole.const !== undefined) return whole.const;
  if (whole.enum) return whole.enum[0];
  if (whole.default !== undefined) return whole.default;
  const [first] = whole.anyOf ?? whole.oneOf ?? [];
  if (first) return exampleOf(first, api, name);
  switch (Array.isArray(whole.type) ? whole.type[0] : whole.type) {
    case "object":
      return exampleObject(whole, api);
    case "array":
      return whole.items ? [exampleOf(whole.items, api, name)] : [];
    case "integer":
    case "number":
      return name.endsWith("_port") ? 465 : Math.max(1, whole.minimum ?? 1);
    case "boolean":
      return true;
    case "string":
      return exampleText(whole, name);
    default:
      return null;
  }
}

function exampleObject(schema: JsonSchema, api: ApiDocument): Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const required = properties.filter(([name]) => schema.required?.includes(name));
  const shown = required.length > 0 ? required : properties.slice(0, 1);
  return Object.fromEntries(shown.map(([name, part]) => [name, exampleOf(part, api, name)]));
}

function exampleText(schema: JsonSchema, name: string): string {
  const [given] = schema.examples ?? [];
  if (typeof given === "string") return given;
  if (schema.format === "date-time") return "2026-12-01T09:00:00.000Z";
  if (name === "domains") return "example.com";
  if (schema.format === "uuid") return "6a2e3b52-9c51-4c0f-9d5c-0f3b8f1c2d3e";
  if (schema.format === "date") return "2026-12-01";
  if (name === "start") return "09:00";
  if (name === "end") return "17:00";
  // Every pattern with an @ is an address.
  if (schema.pattern?.includes("@")) return "ann@example.com";
  return TEXTS.find(([ending]) => name.endsWith(ending))?.[1] ?? "text";
}

/** The call as a line for the shell. */
export function curlOf(method: string, path: string, api: ApiDocument, base: string): string {
  const operation = api.paths[path]?.[method];
  if (!operation) return "";
  const content = operation.requestBody?.content ?? {};
  const parts = [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}'${base}${filled(path)}'`,
  ];
  if (operation.security.some((scheme) => "apiKey" in scheme)) {
    parts.push(`-H 'Authorization: Bearer svc_live_...'`);
  } else if (operation.security.length > 0) parts.push(`-b 'auth_token=...'`);
  const json = content["application/json"];
  if (json?.schema) {
    const body = json.example ?? givenExample(json.schema, api) ?? exampleOf(json.schema, api);
    parts.push(`-H 'Content-Type: application/json'`);
    parts.push(`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`);
  }
  if ("message/rfc822" in content) {
    parts.push(`-H 'Content-Type: message/rfc822'`, `--data-binary '@message.eml'`);
  }
  if ("multipart/form-data" in content && !json) parts.push(`-F 'file=@leads.csv'`);
  return parts.join(" \\\n  ");
}

/** Ids as 1, other parameters by their names. */
const filled = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => (/id$/i.test(name) ? "1" : name.toUpperCase()));
