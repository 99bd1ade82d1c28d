import type { HotOperation } from "#platform/http/hot-route.ts";
import { operationIdOf, tagOf } from "./operation.ts";
import type { Operation, Parameter } from "./types.ts";

/** Describes a route that recipients call. */
export function hotOperation(told: HotOperation): Operation {
  const names = [...told.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const parameters = [...names, ...(told.path.endsWith("*") ? ["rest"] : [])].map(
    (name): Parameter => ({ name, in: "path", required: true, schema: { type: "string" } }),
  );
  return {
    operationId: operationIdOf(told.method, told.path),
    tags: [tagOf(told.path)],
    summary: told.summary,
    ...(told.description !== undefined && { description: told.description }),
    security: [],
    parameters,
    responses: Object.fromEntries(
      Object.entries(told.answers).map(([status, { description, type }]) => [
        status,
        { description, ...(type !== undefined && { content: { [type]: {} } }) },
      ]),
    ),
  };
}
