import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { brandOfCaller } from "#modules/accounts/brands/read-brand.ts";
import { assertJson } from "#platform/http/body.ts";
import { readCapped } from "#platform/http/read-capped.ts";
import type { RoutedTool } from "./tool-route.ts";

export const MCP_MAX_BYTES = 1_024 * 1_024;

/** JSON-RPC 2.0. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;

/**
 * Answers one message of the protocol, as JSON, without sessions: requests are independent, so
 * `tools/list` and `tools/call` need no `initialize`. Throws `payload_too_large` and
 * `unsupported_media_type`; everything else is reported as a JSON-RPC error.
 */
export async function answerRpc(
  ctx: CallerCtx,
  tools: () => Promise<ReadonlyMap<string, RoutedTool>>,
  request: Request,
): Promise<Response> {
  const text = await readCapped(request.body, MCP_MAX_BYTES);
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (text.trim() !== "" && type !== "application/json") {
    throw new AppError("unsupported_media_type", "Send the body as application/json.");
  }
  const message = parsed(text);
  if (message === undefined)
    return failure(PARSE_ERROR, "The body is not valid JSON, or nested too deep.");
  if (Array.isArray(message)) {
    return failure(INVALID_REQUEST, "Batches are not supported. Send one message per request.");
  }
  const { method, id } = (message ?? {}) as { method?: unknown; id?: unknown };
  if (method === "subscriptions/listen") {
    return failure(
      METHOD_NOT_FOUND,
      "Streaming is not supported. Send requests with POST.",
      id,
      404,
    );
  }
  return serve(ctx, tools, { message, request, text });
}

function parsed(text: string): unknown {
  try {
    assertJson(text);
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function serve(
  ctx: CallerCtx,
  tools: () => Promise<ReadonlyMap<string, RoutedTool>>,
  { message, request, text }: { message: unknown; request: Request; text: string },
): Promise<Response> {
  // Most requests are none of this, so the protocol is loaded when it is first spoken.
  const sdk = await import("@modelcontextprotocol/server");
  const { mcpServer } = await import("./mcp-server.ts");
  const headers = new Headers(request.headers);
  headers.set("Accept", "application/json, text/event-stream");
  headers.set("Content-Type", "application/json");
  // The body was read; the tools see the request as it came.
  const again = new Request(request.url, { method: "POST", headers, body: text });
  const { name } = await brandOfCaller(ctx);
  const routed = await tools();
  const server = () => mcpServer(ctx, routed, request, name);
  if (!(await sdk.isLegacyRequest(again, message))) {
    return sdk.createMcpHandler(server, { legacy: "reject" }).fetch(again, { parsedBody: message });
  }
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server().connect(transport);
  try {
    return await transport.handleRequest(again, { parsedBody: message });
  } finally {
    await transport.close();
  }
}

function failure(code: number, text: string, id?: unknown, status = 400): Response {
  const known = typeof id === "string" || typeof id === "number" ? id : null;
  return Response.json({ jsonrpc: "2.0", id: known, error: { code, message: text } }, { status });
}
