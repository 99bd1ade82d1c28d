import { z } from "zod";
import type { Endpoint } from "#platform/http/endpoint.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { REFERENCE_STYLE } from "./reference-style.ts";

/** The API's description of itself, as the host has it. */
export function openApiRoutes(): Endpoint[] {
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
      async ({ documents }) => cached(await documents.openapi(), "application/json"),
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
      async ({ documents }) => cached(await documents.client(), "text/plain; charset=utf-8"),
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
      async ({ documents, settings }) =>
        cached(await documents.reference(settings.BASE_URL), "text/html; charset=utf-8"),
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
