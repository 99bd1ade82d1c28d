import type { HotOperation } from "#platform/http/hot-route.ts";
import { operationIdOf, tagOf } from "./operation.ts";
import type { Operation, Parameter } from "./types.ts";

/** What the parts of their paths are. */
const MEANINGS: Readonly<Record<string, string>> = {
  id: "Names the email, in a signed form that only this installation can make.",
  token: "Names the email, in a signed form that only this installation can make.",
  rest: "Code and target of the link, as they stand in the email.",
};

/** Describes a route that recipients call. */
export function hotOperation(operation: HotOperation): Operation {
  const names = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const parameters = [...names, ...(operation.path.endsWith("*") ? ["rest"] : [])].map(
    (name): Parameter => ({
      name,
      in: "path",
      required: true,
      ...(MEANINGS[name] !== undefined && { description: MEANINGS[name] }),
      schema: { type: "string" },
    }),
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
