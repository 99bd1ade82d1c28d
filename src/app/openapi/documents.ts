import pkg from "#package.json" with { type: "json" };
import { toolShapes } from "#modules/assist/mcp/tool-shapes.ts";
import { endpoints, hotRoutes } from "#app/endpoints.ts";
import type { Documents } from "#platform/ctx/ports.ts";
import { clientSource } from "./client-source.ts";
import { apiDocument } from "./document.ts";
import { referencePage } from "./reference-page.ts";

/** What the mounted routes say, written when it is first asked for and kept by the process. */
export const documentsOfProcess: Documents = documentsOfRoutes();

function documentsOfRoutes(): Documents {
  const document = once(() => apiDocument(endpoints, hotRoutes, pkg.version));
  const json = once(() => JSON.stringify(document()));
  const client = once(() => clientSource(document()));
  const tools = once(() => toolShapes(endpoints));
  const pages = new Map<string, Promise<string>>();
  return {
    openapi: async () => json(),
    client: async () => client(),
    async reference(base) {
      const page = pages.get(base) ?? referencePage(document(), base);
      pages.set(base, page);
      return page;
    },
    tools: async () => tools(),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
