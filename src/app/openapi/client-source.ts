import { CLIENT_RUNTIME } from "./client-runtime.ts";
import { CLIENT_WEBHOOKS } from "./client-webhooks.ts";
import { inComment, typescriptOf, commentWords } from "./client-types.ts";
import { parameterIn } from "./share-parameters.ts";
import type { ApiDocument, ApiResponse, JsonSchema, Operation, Parameter, Ref } from "./types.ts";

/**
 * The typed client of an install as one file of TypeScript without dependencies: the document's schemas and
 * operations as types, and what calls them.
 */
export function clientSource(api: ApiDocument): string {
  const operations = Object.entries(api.paths)
    .filter(([path]) => path.startsWith("/api/v1/") || path === "/health")
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        operation,
      })),
    );
  const keyed = operations.filter(({ operation }) => takesKey(operation));
  return [
    `/* ${api.info.title} ${api.info.version}: a typed client, made of /api/v1/openapi.json of this install. */`,
    "",
    ...Object.entries(api.components.schemas).map(
      ([name, schema]) => `export type ${name} = ${typescriptOf(schema)};`,
    ),
    "",
    "/** What each operation takes and answers, by method and path. */",
    "export type Operations = {",
    ...operations.map(
      ({ name, operation }) =>
        `  /** ${inComment(`${operation.summary} ${commentWords(operation)}`.trim())} */\n  ${JSON.stringify(name)}: { args: ${argsOf(operation, api)}; answer: ${answerOf(operation)} };`,
    ),
    "};",
    "",
    "/** Operations that take an Idempotency-Key. */",
    `const KEYED: ReadonlySet<string> = new Set(${JSON.stringify(
      keyed.map(({ name }) => name),
      null,
      2,
    )});`,
    CLIENT_RUNTIME,
    CLIENT_WEBHOOKS,
  ].join("\n");
}

const takesKey = ({ parameters = [] }: Operation): boolean =>
  parameters.some((each) => "$ref" in each && each.$ref.endsWith("/IdempotencyKey"));

function argsOf(operation: Operation, api: ApiDocument): string {
  const { parameters = [], requestBody } = operation;
  const all = parameters.map((each) => parameterIn(each, api));
  const path = all.filter((each) => each.in === "path");
  const query = all.filter((each) => each.in === "query");
  const content = Object.values(requestBody?.content ?? {})[0];
  const parts = [
    ...(path.length > 0 ? [`path: ${typescriptOf(objectOf(path))};`] : []),
    ...(query.length > 0
      ? [
          `query${query.some(({ required }) => required) ? "" : "?"}: ${typescriptOf(objectOf(query))};`,
        ]
      : []),
    ...(content?.schema
      ? [`body${requestBody?.required ? "" : "?"}: ${typescriptOf(content.schema)};`]
      : []),
    ...(takesKey(operation) ? ["idempotencyKey?: string;"] : []),
  ];
  return parts.length === 0 ? "{}" : `{ ${parts.join(" ")} }`;
}

const objectOf = (parameters: readonly Parameter[]): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(
    parameters.map(({ name, schema, description, deprecated }) => [
      name,
      {
        ...schema,
        ...(description !== undefined && { description }),
        ...(deprecated === true && { deprecated }),
      },
    ]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

function answerOf({ responses }: Operation): string {
  const types = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, response]) => (status === "204" ? "undefined" : bodyOf(response)));
  return [...new Set(types)].join(" | ") || "unknown";
}

function bodyOf(response: ApiResponse | Ref): string {
  if ("$ref" in response) return "unknown";
  const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
  if (content?.schema) return typescriptOf(content.schema);
  return type === undefined ? "unknown" : "string";
}
