import { McpAnswer, McpMessage } from "#modules/assist/contract/mcp.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import type { Endpoint } from "#platform/http/endpoint.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { answerRpc, MCP_MAX_BYTES } from "./answer-rpc.ts";
import { onOwnHost, type RoutedTool, routeTools } from "./tool-route.ts";

/** `all` are the routes of the product, which the tools stand for. */
export function mcpRoutes(all: () => readonly Endpoint[]): readonly Endpoint[] {
  let routed: ReadonlyMap<string, RoutedTool> | undefined;
  let served: ReadonlyMap<string, RoutedTool> | undefined;
  const toolsFor = async ({ documents, ownHost }: CallerCtx) => {
    routed ??= routeTools(all(), await documents.tools());
    return ownHost === null ? routed : (served ??= onOwnHost(routed));
  };
  return [
    endpoint(
      {
        method: "POST",
        path: "/api/v1/mcp",
        scope: "caller",
        action: "mcp.use",
        summary:
          "Model Context Protocol over streamable HTTP, without sessions: initialize, ping, tools/list, tools/call.",
        description:
          "Everybody and every API key. Each tool stands for operations of this API, and needs the permission of that operation. A workspace can refuse tools that send email (`mcp.send_tools`).",
        reads: McpMessage,
        consumes: "other",
        maxBytes: MCP_MAX_BYTES,
        answers: { 200: McpAnswer, 202: null, 400: McpAnswer, 404: McpAnswer },
      },
      async (ctx, { request }) => {
        const response = await answerRpc(ctx, () => toolsFor(ctx), request);
        response.headers.set("Cache-Control", "no-store");
        return response;
      },
    ),
  ];
}
