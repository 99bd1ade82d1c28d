import type { ApiDocument, JsonSchema } from "./types.ts";

/** One line of a reference: a field by its dotted path. */
export type Field = {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Bounds and defaults, in words. */
  readonly notes: readonly string[];
  /** What it means. */
  readonly text: string;
};

const DEEPEST = 5;

/** The schema that a reference stands for. */
export function resolve(schema: JsonSchema, api: ApiDocument): JsonSchema {
  const name = schema.$ref?.replace("#/components/schemas/", "");
  return name === undefined ? schema : (api.components.schemas[name] ?? {});
}

/** Every field of a body, nested ones by path: `data[].id`. */
export function bodyFieldsOf(
  schema: JsonSchema,
  api: ApiDocument,
  prefix = "",
  depth = 0,
): readonly Field[] {
  const { properties = {}, required = [] } = objectIn(schema, api) ?? {};
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const field: Field = {
      path,
      type: schemaTypeOf(property, api),
      required: required.includes(name),
      deprecated: property.deprecated === true,
      notes: notesOf(resolve(property, api)),
      text: property.description ?? resolve(property, api).description ?? "",
    };
    if (depth === DEEPEST) return [field];
    const items = itemsIn(property, api);
    const inner = items
      ? bodyFieldsOf(items, api, `${path}[]`, depth + 1)
      : bodyFieldsOf(property, api, path, depth + 1);
    return [field, ...inner];
  });
}

/** The object among the alternatives of a schema. */
function objectIn(schema: JsonSchema, api: ApiDocument): JsonSchema | null {
  const whole = resolve(schema, api);
  if (whole.properties) return whole;
  for (const part of whole.anyOf ?? whole.oneOf ?? []) {
    const found = objectIn(part, api);
    if (found) return found;
  }
  return null;
}

function itemsIn(schema: JsonSchema, api: ApiDocument): JsonSchema | null {
  const whole = resolve(schema, api);
  if (whole.items) return whole.items;
  for (const part of whole.anyOf ?? whole.oneOf ?? []) {
    const found = itemsIn(part, api);
    if (found) return found;
  }
  return null;
}

/** `string or null`, `list of integer`, `one of a, b`. */
export function schemaTypeOf(schema: JsonSchema, api: ApiDocument): string {
  const whole = resolve(schema, api);
  const either = whole.anyOf ?? whole.oneOf;
  if (either) return [...new Set(either.map((part) => schemaTypeOf(part, api)))].join(" or ");
  if (whole.const !== undefined) return JSON.stringify(whole.const);
  if (whole.enum) return `one of ${whole.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  if (whole.items) return `list of ${schemaTypeOf(whole.items, api)}`;
  if (whole.format === "date-time") return "time";
  if (whole.format === "date") return "date";
  if (whole.contentMediaType !== undefined) return "file";
  if (Array.isArray(whole.type)) return whole.type.join(" or ");
  return typeof whole.type === "string" ? whole.type : "anything";
}

function notesOf(schema: JsonSchema): string[] {
  const notes: string[] = [];
  if (schema.default !== undefined) notes.push(`default ${JSON.stringify(schema.default)}`);
  if (schema.minLength !== undefined) notes.push(`from ${schema.minLength} characters`);
  if (schema.maxLength !== undefined) notes.push(`to ${schema.maxLength} characters`);
  if (schema.minItems !== undefined) notes.push(`from ${schema.minItems} entries`);
  if (schema.maxItems !== undefined) notes.push(`to ${schema.maxItems} entries`);
  if (schema.minimum !== undefined) notes.push(`from ${schema.minimum}`);
  if (schema.exclusiveMinimum !== undefined) notes.push(`above ${schema.exclusiveMinimum}`);
  if (schema.maximum !== undefined) notes.push(`to ${schema.maximum}`);
  return notes;
}
