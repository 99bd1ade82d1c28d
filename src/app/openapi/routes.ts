import pkg from "#package.json" with { type: "json" };
import { z } from "zod";
import type { Endpoint } from "#platform/http/endpoint.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import type { HotRoute } from "#platform/http/hot-route.ts";
import { clientSource } from "./client-source.ts";
import { apiDocument } from "./document.ts";
import { referencePage } from "./reference-page.ts";
import { REFERENCE_STYLE } from "./reference-style.ts";
import type { ApiDocument } from "./types.ts";

/** What the routes describe: everything that is mounted, themselves included. */
export type Mounted = {
  readonly endpoints: readonly Endpoint[];
  readonly hotRoutes: readonly HotRoute[];
};

/** The API's description of itself: written at the first request, kept by the process. */
export function openApiRoutes(mounted: () => Mounted): Endpoint[] {
  const document = once((): ApiDocument => {
    const { endpoints, hotRoutes } = mounted();
    return apiDocument(endpoints, hotRoutes, pkg.version);
  });
  const json = once(() => JSON.stringify(document()));
  const client = once(() => clientSource(document()));
  const pages = new Map<string, Promise<string>>();
  const pageFor = (base: string): Promise<string> => {
    const page = pages.get(base) ?? referencePage(document(), base);
    pages.set(base, page);
    return page;
  };
  const open = { method: "GET", scope: "public", action: null } as const;
  return [
    endpoint(
      {
        ...open,
        path: "/api/v1/openapi.json",
        summary: "This description of the API, as an OpenAPI 3.1 document.",
        description:
          "Anybody may. The same for every caller; it changes only with an update of the installation.",
        example: { answer: { openapi: "3.1.0" } },
        answers: {
          200: z.looseObject({
            openapi: z.string().describe("Version of the OpenAPI specification."),
          }),
        },
      },
      async () => cached(json(), "application/json"),
    ),
    endpoint(
      {
        ...open,
        path: "/api/v1/outrider.ts",
        summary: "A typed client of this install: one file of TypeScript without dependencies.",
        description:
          "Anybody may. Made of the OpenAPI document of this version, with a type for each request and each webhook event.",
        answers: { 200: null },
        produces: "text/plain",
      },
      async () => cached(client(), "text/plain; charset=utf-8"),
    ),
    endpoint(
      {
        ...open,
        path: "/api/v1/docs",
        summary: "The reference of the API, to read.",
        description:
          "Anybody may. One page without scripts, made of the OpenAPI document of this version.",
        answers: { 200: null },
        produces: "text/html",
      },
      async (ctx) => cached(await pageFor(ctx.settings.BASE_URL), "text/html; charset=utf-8"),
    ),
    endpoint(
      {
        ...open,
        path: "/api/v1/docs.css",
        summary: "The reference's stylesheet.",
        description: "Anybody may. For the page of the reference alone.",
        answers: { 200: null },
        produces: "text/css",
      },
      async () => cached(REFERENCE_STYLE, "text/css; charset=utf-8"),
    ),
  ];
}

/** They change with an update of the install alone. */
const cached = (body: string, type: string): Response =>
  new Response(body, { headers: { "Content-Type": type, "Cache-Control": "public, max-age=300" } });

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
