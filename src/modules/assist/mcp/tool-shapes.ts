import { z } from "zod";
import type { ToolShape } from "#platform/ctx/ports.ts";
import type { Endpoint } from "#platform/http/endpoint.ts";
import type { Tool } from "./tool.ts";
import { routeOf } from "./tool-route.ts";
import { TOOLS } from "./tools.ts";

type JsonSchema = {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly [keyword: string]: unknown;
};

/** What each tool whose route there is tells and takes, by name. Make it once: schemas are long. */
export const toolShapes = (endpoints: readonly Endpoint[]): Readonly<Record<string, ToolShape>> =>
  Object.fromEntries(
    TOOLS.flatMap((tool) => {
      const route = routeOf(tool, endpoints);
      return route ? [[tool.name, shapeOf(tool, route)]] : [];
    }),
  );

function shapeOf(tool: Tool, route: Endpoint): ToolShape {
  const query = fieldsOf(tool, route.query);
  const body = fieldsOf(tool, route.body);
  const ids = Object.values(tool.ids ?? {});
  const texts = Object.values(tool.texts ?? {});
  const properties = {
    ...(route.scope === "workspace" && { workspace_id: WORKSPACE_ID }),
    ...Object.fromEntries(ids.map((name) => [name, ID])),
    ...Object.fromEntries(texts.map((name) => [name, TEXT])),
    ...query.properties,
    ...body.properties,
    ...(tool.kind === "send" && { confirm: CONFIRM }),
  };
  const required = [
    ...ids,
    ...texts,
    ...query.required,
    ...body.required,
    ...(tool.kind === "send" ? ["confirm"] : []),
  ];
  return {
    title: tool.title,
    description: tool.description,
    inputSchema: {
      type: "object",
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    query: Object.keys(query.properties),
    body: Object.keys(body.properties),
  };
}

const ID = { type: "integer", minimum: 1 } as const;
const TEXT = { type: "string", minLength: 1, maxLength: 200 } as const;
const WORKSPACE_ID = {
  ...ID,
  description: "Of list_workspaces; may be left out where there is only one.",
} as const;
const CONFIRM = {
  const: true,
  description: "True once the person has agreed that mail is sent.",
} as const;

/** The fields of a route's schema that a tool offers; a choice of shapes offers all, none required. */
function fieldsOf(tool: Tool, schema: z.ZodType | undefined) {
  if (!schema) return { properties: {}, required: [] };
  const { $schema: _, ...whole } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    reused: "inline",
  }) as JsonSchema;
  const shapes = whole.properties ? [whole] : (whole.anyOf ?? []);
  const offered = (name: string): boolean => tool.fields?.includes(name) ?? true;
  const all = shapes.flatMap((shape) => Object.entries(shape.properties ?? {}));
  return {
    properties: Object.fromEntries(
      all.filter(([name]) => offered(name)).map(([name, part]) => [name, asArgument(part)]),
    ),
    required: (shapes.length === 1 ? (shapes[0]?.required ?? []) : []).filter(offered),
  };
}

/** Query parameters spell booleans as words; arguments need not. */
function asArgument(schema: JsonSchema): JsonSchema {
  const isFlag =
    schema.enum?.length === 2 && schema.enum.every((v) => v === "true" || v === "false");
  return isFlag ? { type: "boolean" } : schema;
}
