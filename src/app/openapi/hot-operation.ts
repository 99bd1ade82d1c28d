import type { HotOperation } from "#platform/http/hot-route.ts";
import { operationIdOf, tagOf } from "./operation.ts";
import type { Operation, Parameter } from "./types.ts";

/** Describes a route that recipients call. */
export function hotOperation(operation: HotOperation): Operation {
  const names = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const parameters = [...names, ...(operation.path.endsWith("*") ? ["rest"] : [])].map(
    (name): Parameter => ({ name, in: "path", required: true, schema: { type: "string" } }),
  );
  return {
    operationId: operationIdOf(operation.method, operation.path),
    tags: [tagOf(operation.path)],
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    security: [],
    parameters,
    responses: Object.fromEntries(
      Object.entries(operation.answers).map(([status, { description, type }]) => [
        status,
        { description, ...(type !== undefined && { content: { [type]: {} } }) },
      ]),
    ),
  };
}
