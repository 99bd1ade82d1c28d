import { z } from "zod";
import type { Caller } from "#platform/ctx/ctx.ts";
import { assertMayDo, mayDo } from "#platform/access/permissions.ts";
import { isOnOwnHosts } from "#platform/http/own-hosts.ts";
import { type Endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { Tool } from "./tool.ts";
import { TOOLS } from "./tools.ts";

type JsonSchema = {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly [keyword: string]: unknown;
};

/** A tool with its route: which arguments go where, and their schema. */
export type RoutedTool = {
  readonly tool: Tool;
  readonly route: Endpoint;
  readonly queryFields: ReadonlySet<string>;
  readonly bodyFields: ReadonlySet<string>;
  readonly inputSchema: { readonly type: "object"; readonly [keyword: string]: unknown };
};

/** The tools whose routes this install has, by name. Built once: schemas are long. */
export function routeTools(endpoints: readonly Endpoint[]): ReadonlyMap<string, RoutedTool> {
  return new Map(
    TOOLS.flatMap((tool) => {
      const path = tool.path.startsWith("/api") ? tool.path : `${WORKSPACE_PATH}${tool.path}`;
      const route = endpoints.find((e) => e.method === tool.method && e.path === path);
      return route ? [[tool.name, routed(tool, route)] as const] : [];
    }),
  );
}

/** Whether the permission table lets the caller use a tool: exactly as its route. */
export const mayUse = (caller: Caller, { route }: RoutedTool): boolean =>
  route.action !== null && mayDo(caller, route.action);

/** The tools that there are at the own host of a workspace: those whose routes it serves. */
export const onOwnHost = (
  tools: ReadonlyMap<string, RoutedTool>,
): ReadonlyMap<string, RoutedTool> =>
  new Map([...tools].filter(([, { route }]) => isOnOwnHosts(route)));

/** Throws `forbidden` as the route of the tool does. */
export function assertMayUse(caller: Caller, { tool, route }: RoutedTool): void {
  if (route.action === null) throw new Error(`the tool ${tool.name} has no permission`);
  assertMayDo(caller, route.action);
}

function routed(tool: Tool, route: Endpoint): RoutedTool {
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
    tool,
    route,
    queryFields: new Set(Object.keys(query.properties)),
    bodyFields: new Set(Object.keys(body.properties)),
    inputSchema: {
      type: "object",
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
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
