import { Problem } from "#platform/contract/problem.ts";
import type { Endpoint } from "#platform/http/endpoint.ts";
import type { HotRoute } from "#platform/http/hot-route.ts";
import { hotOperation } from "./hot-operation.ts";
import { operationOf, templateOf } from "./operation.ts";
import { schemaPool } from "./schema-pool.ts";
import { shareParameters } from "./share-parameters.ts";
import type { ApiDocument, ApiResponse, Operation } from "./types.ts";

const DESCRIPTION = `JSON over HTTP, snake_case, UTF-8. Times are ISO 8601 UTC with milliseconds. A record answers bare; a list answers \`data\` and \`pagination\`. PUT is a partial update: fields left out keep their value, unknown fields are refused.

Sign in with \`POST /api/v1/auth/login\` (cookie \`auth_token\`), or send an API key as \`Authorization: Bearer svc_live_...\`. A person, and a key, may make a limited number of requests a minute; the answer's RateLimit headers tell what is left.

Errors are \`application/problem+json\` (RFC 9457): branch on \`code\`, show \`detail\`. Beside those listed at each operation: 404 \`not_found\` for a path that does not exist, 405 \`method_not_allowed\` with \`Allow\` for another method on a known path, 500 \`internal\` for a fault of ours. Every answer carries \`X-Request-Id\` and \`API-Version\`.

What is going to be removed is marked \`deprecated\`, stays for a year at least, and its answers carry \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594). Other changes only add: ignore fields that you do not know.`;

/** Routes that only the companion calls, over its signed channel. */
export const isInternal = (e: Endpoint): boolean => e.path.startsWith("/internal/");

/** Writes the OpenAPI 3.1 document of the declared routes. */
export function apiDocument(
  endpoints: readonly Endpoint[],
  hotRoutes: readonly HotRoute[],
  version: string,
): ApiDocument {
  const pool = schemaPool();
  const problems = new Map<string, ApiResponse>();
  pool.output(Problem);
  const paths: Record<string, Record<string, Operation>> = {};
  const add = (method: string, path: string, operation: Operation): void => {
    (paths[templateOf(path)] ??= {})[method.toLowerCase()] = operation;
  };
  for (const e of endpoints.filter((each) => !isInternal(each))) {
    add(e.method, e.path, operationOf(e, pool, problems));
  }
  for (const operation of hotRoutes.flatMap((route) => route.operations)) {
    add(operation.method, operation.path, hotOperation(operation));
  }
  const shared = shareParameters(paths);
  const tags = new Set(
    Object.values(paths).flatMap((item) => Object.values(item).flatMap((o) => o.tags)),
  );
  return {
    openapi: "3.1.1",
    info: {
      title: "Outrider",
      version,
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: [...tags].map((name) => ({ name })),
    paths: shared.paths,
    components: {
      schemas: pool.components(),
      responses: Object.fromEntries([...problems].sort(([a], [b]) => (a < b ? -1 : 1))),
      parameters: {
        ...shared.parameters,
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          description:
            "The same key and body within 24 hours answer the first result; 409 `outcome_unclear` where it was lost behind a write.",
          schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
        },
      },
      securitySchemes: {
        cookie: { type: "apiKey", in: "cookie", name: "auth_token" },
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "An API key: svc_live_... It may have scopes: the `action` of `x-permission` says which one a route needs. An expired or stopped key gets 401; one used outside its address ranges gets 403 `address_not_allowed`.",
        },
      },
    },
  };
}
