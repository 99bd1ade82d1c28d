import type { Endpoint } from "#platform/http/endpoint.ts";
import type { HotRoute } from "#platform/http/hot-route.ts";
import { tickRoutes } from "./jobs/routes.ts";
import { MODULES } from "./modules.ts";
import { openApiRoutes } from "./openapi/routes.ts";

/** Every declared route of the product, in mounting order. */
export const endpoints: readonly Endpoint[] = [
  ...MODULES.flatMap(({ routes }) =>
    typeof routes === "function" ? routes(() => endpoints) : routes,
  ),
  ...tickRoutes,
  ...openApiRoutes(),
];

/** What recipients and their scanners call; mounted before everything else. */
export const hotRoutes: readonly HotRoute[] = MODULES.flatMap((module) => module.hotRoutes ?? []);

/** The token is a credential; redact it. */
const BEFORE_TOKENS = endpoints
  .filter(({ path }) => path.endsWith("/:token"))
  .map(({ path }) => path.slice(0, -":token".length));

/** A request's path as the log may name it: a token in it, whatever the method, is left out. */
export function loggedPath(path: string): string {
  const before = BEFORE_TOKENS.find((prefix) => path.startsWith(prefix));
  return before === undefined ? path : `${before}:token`;
}
