import { z } from "zod";

const RpcId = z.union([z.string(), z.number()]);

/** One JSON-RPC 2.0 message of the Model Context Protocol; a notification has no id. */
export const McpMessage = z
  .looseObject({
    jsonrpc: z.literal("2.0").describe("Version of JSON-RPC: always 2.0."),
    id: RpcId.optional().describe(
      "Chosen by the caller, and repeated in the answer; a notification has none.",
    ),
    method: z.string().describe("What to do: `initialize`, `ping`, `tools/list` or `tools/call`."),
    params: z.looseObject({}).optional().describe("What the method takes."),
  })
  .meta({ examples: [{ jsonrpc: "2.0", id: 1, method: "tools/list" }] });
export type McpMessage = z.output<typeof McpMessage>;

/** A result or an error (JSON-RPC 2.0). The id is null where none could be read. */
export const McpAnswer = z
  .looseObject({
    jsonrpc: z.literal("2.0").describe("Version of JSON-RPC: always 2.0."),
    id: RpcId.nullable()
      .optional()
      .describe("The id of the request; null where none could be read."),
    result: z
      .looseObject({})
      .optional()
      .describe("What the method answers; absent after an error."),
    error: z
      .looseObject({
        code: z.int().describe("What went wrong, as a code of JSON-RPC."),
        message: z.string().describe("What went wrong, for a person."),
        data: z.unknown().optional().describe("More about it; may be absent."),
      })
      .optional()
      .describe("What went wrong; absent after a success."),
  })
  .meta({ examples: [{ jsonrpc: "2.0", id: 1, result: { tools: [] } }] });
export type McpAnswer = z.output<typeof McpAnswer>;
