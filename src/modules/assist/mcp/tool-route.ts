import type { Caller } from "#platform/ctx/ctx.ts";
import type { ToolShape } from "#platform/ctx/ports.ts";
import { assertMayDo, mayDo } from "#platform/access/permissions.ts";
import { isOnOwnHosts } from "#platform/http/own-hosts.ts";
import { type Endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { Tool } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/** A tool with its route: which arguments go where, and their schema. */
export type RoutedTool = {
  readonly tool: Tool;
  readonly route: Endpoint;
  readonly shape: ToolShape;
};

/** The tools whose routes this install has, by name, with their shapes as `toolShapes` made them. */
export function routeTools(
  endpoints: readonly Endpoint[],
  shapes: Readonly<Record<string, ToolShape>>,
): ReadonlyMap<string, RoutedTool> {
  return new Map(
    TOOLS.flatMap((tool) => {
      const route = routeOf(tool, endpoints);
      const shape = shapes[tool.name];
      return route && shape ? [[tool.name, { tool, route, shape }] as const] : [];
    }),
  );
}

export function routeOf(tool: Tool, endpoints: readonly Endpoint[]): Endpoint | undefined {
  const path = tool.path.startsWith("/api") ? tool.path : `${WORKSPACE_PATH}${tool.path}`;
  return endpoints.find((e) => e.method === tool.method && e.path === path);
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
