import { describe, expect, it } from "vitest";
import { leanModule } from "#server/worker-build/lean.ts";

const CONTRACT = "/src/modules/leads/contract/leads.ts";
const ROUTES = "/src/modules/leads/leads/routes.ts";

describe("a module in the Worker's bundle", () => {
  it("takes of zod what it uses, and types as types", () => {
    const path = "/src/platform/ctx/settings.ts";
    expect(leanModule(path, 'import { z } from "zod";\n')).toBe('import * as z from "zod";\n');
    for (const line of ['import type { z } from "zod";', 'import { type z } from "zod";'])
      expect(leanModule(path, line)).toBe('import type * as z from "zod";');
  });

  it("says nothing about its fields, whatever signs are around", () => {
    const source = `const Name = z
  .string()
  .describe("Grüße: ( [ { 😀")
  .max(5)
  .meta({ examples: [{ a: ")" }] });
const both = [z.int().describe(WHAT), z.string().describe(\`At most \${MOST}.\`)];`;
    expect(leanModule(ROUTES, source)).toBe(`const Name = z
  .string()
  .max(5);
const both = [z.int(), z.string()];`);
  });

  it("keeps of a route what answers it", () => {
    const source = `endpoint(
  {
    ...open,
    method: "POST",
    summary: "One",
    description: \`Two \${three}\`,
    body: Body.extend({ description: z.string().describe("kept as a field") }),
    example: { body: { name: "Ann" } },
    answers: { 200: z.object({ a: z.int().describe("gone with the rest") }), 204: null },
    limit: "login",
  },
  async (ctx, { body }) => ok({ summary: body.summary }),
);`;
    const lean = leanModule(ROUTES, source);
    expect(lean.replaceAll(/\s+/g, " ")).toBe(
      'endpoint( { ...open, method: "POST", body: Body.extend({ description: z.string() }), limit: "login", }, async (ctx, { body }) => ok({ summary: body.summary }), );',
    );
  });

  it("keeps the schemas of responses while a field of one may be deprecated", () => {
    const source = 'endpoint({ summary: "One", answers: { 200: A }, reads: B, form: C }, go);';
    expect(leanModule(ROUTES, source, true)).toBe(
      "endpoint({  answers: { 200: A }, reads: B, form: C }, go);",
    );
  });

  it("lets a schema go that nobody uses, and takes the descriptions of tools", () => {
    expect(leanModule(CONTRACT, "export const A = z.object({ a: z.int() });\nconst B = 5;")).toBe(
      "export const A = /* @__PURE__ */ (() => z.object({ a: z.int() }))();\nconst B = 5;",
    );
    const tools =
      'export const TOOLS = [{ name: "a", title: "A", description: "B", kind: "read" }];';
    expect(leanModule("/src/modules/assist/mcp/tools.ts", tools).replaceAll(/\s+/g, " ")).toBe(
      'export const TOOLS = [{ name: "a", kind: "read" }];',
    );
  });
});
