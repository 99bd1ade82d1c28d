import type { JsonSchema } from "./types.ts";

const REF = "#/components/schemas/";

/** A JSON Schema as a type of TypeScript; components by their names. */
export function typescriptOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(REF.length);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return unique(choices.map(typescriptOf)).join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => grouped(typescriptOf(part))).join(" & ");
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? "unknown" : types.map((type) => named(type, schema)).join(" | ");
}

function named(type: string, schema: JsonSchema): string {
  switch (type) {
    case "string":
      return schema.contentMediaType === undefined ? "string" : "Blob";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return `${grouped(schema.items ? typescriptOf(schema.items) : "unknown")}[]`;
    case "object":
      return objectType(schema);
    default:
      return "unknown";
  }
}

function objectType({ properties, required, additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties ?? {});
  if (fields.length === 0) {
    const rest = typeof additionalProperties === "object" ? typescriptOf(additionalProperties) : "";
    return `Record<string, ${rest || "unknown"}>`;
  }
  const lines = fields.map(([name, schema]) => {
    const isRequired = required?.includes(name) === true;
    const type = typescriptOf(schema);
    const text = commentWords(schema);
    const words = text === "" ? "" : `/** ${inComment(text)} */ `;
    return `${words}${propertyName(name)}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : " | undefined"};`;
  });
  return `{ ${lines.join(" ")} }`;
}

/** What editors show of a part, and that they strike it out where it is going to be removed. */
export const commentWords = (part: Pick<JsonSchema, "description" | "deprecated">): string =>
  `${part.description ?? ""}${part.deprecated === true ? " @deprecated" : ""}`.trim();

/** Text that does not end the comment that it is in. */
export const inComment = (text: string): string => text.replaceAll("*/", "* /");

const propertyName = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);

const grouped = (type: string): string => (/ [|&] /.test(type) ? `(${type})` : type);

const unique = (types: readonly string[]): string[] => [...new Set(types)];
