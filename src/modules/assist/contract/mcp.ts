import { z } from "zod";

const RpcId = z.union([z.string(), z.number()]);

/** One JSON-RPC 2.0 message of the Model Context Protocol; a notification has no id. */
export const McpMessage = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: RpcId.optional(),
  method: z.string(),
  params: z.looseObject({}).optional(),
});
export type McpMessage = z.output<typeof McpMessage>;

/** A result or an error (JSON-RPC 2.0). The id is null where none could be read. */
export const McpAnswer = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: RpcId.nullable().optional(),
  result: z.looseObject({}).optional(),
  error: z
    .looseObject({ code: z.int(), message: z.string(), data: z.unknown().optional() })
    .optional(),
});
export type McpAnswer = z.output<typeof McpAnswer>;
