import { z } from "zod";
import { inputName, schemaNames } from "./names.ts";
import type { JsonSchema } from "./types.ts";

/** Turns zod schemas into JSON Schema and gathers the named ones as components. */
export type SchemaPool = {
  /** What a caller may send. */
  input(schema: z.ZodType): JsonSchema;
  /** What a caller gets: no field beside the declared ones. */
  output(schema: z.ZodType): JsonSchema;
  /** The schema itself where it stands for a component. */
  inline(schema: JsonSchema): JsonSchema;
  /** The components so far, by name. */
  components(): Record<string, JsonSchema>;
};

/** The format says the same as zod's long pattern, but not the milliseconds and the `Z`. */
const TIME_PATTERN = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$";

export function schemaPool(): SchemaPool {
  const names = schemaNames();
  const components = new Map<string, string>();
  const converterOf = (io: "input" | "output") => {
    const idOf = (name: string): string => (io === "input" ? inputName(name) : name);
    // The words of `describe` and `meta`, and the name as id.
    const metadata = Object.assign(z.registry<{ id?: string }>(), {
      get(schema: z.core.$ZodType) {
        const name = names.get(schema as z.ZodType);
        return { ...z.globalRegistry.get(schema), ...(name !== undefined && { id: idOf(name) }) };
      },
    });
    const convert = (schema: z.ZodType): JsonSchema => {
      const {
        $schema: _,
        $defs = {},
        ...json
      } = z.toJSONSchema(schema, {
        io,
        metadata,
        override: ({ jsonSchema }) => simplify(jsonSchema),
      });
      for (const [id, part] of Object.entries($defs)) components.set(id, toText(part));
      // What toJSONSchema emits for our schemas; the document is checked as a whole in tests.
      return JSON.parse(toText(json)) as JsonSchema;
    };
    return (schema: z.ZodType): JsonSchema => {
      const name = names.get(schema);
      if (name === undefined) return convert(schema);
      const id = idOf(name);
      // A named schema comes back among the definitions, as the others that it holds.
      if (!components.has(id)) convert(schema);
      return { $ref: `#/components/schemas/${id}` };
    };
  };
  return {
    input: converterOf("input"),
    output: converterOf("output"),
    inline(schema) {
      const text = components.get(schema.$ref?.replace("#/components/schemas/", "") ?? "");
      return text === undefined ? schema : (JSON.parse(text) as JsonSchema);
    },
    components: () =>
      Object.fromEntries(
        [...components]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([id, text]) => [id, JSON.parse(text) as JsonSchema]),
      ),
  };
}

const toText = (schema: object): string =>
  JSON.stringify(schema, (key, value: unknown) =>
    key === "$ref" && typeof value === "string"
      ? value.replace("#/$defs/", "#/components/schemas/")
      : value,
  );

/** Leaves out what says nothing: what a component says itself, the range of safe integers, and zod's spelling of dates. */
function simplify(json: z.core.JSONSchema.BaseSchema): void {
  if (json.$ref !== undefined) {
    delete json.pattern;
    delete json.format;
    delete json.type;
  }
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.format === "date-time") json.pattern = TIME_PATTERN;
  else if (json.format !== undefined) delete json.pattern;
}
