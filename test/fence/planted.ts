import type { Fence } from "#house/fences.ts";

/** A file that breaks one rule of the house, and the linter's code for it. */
export type Planted = {
  readonly path: string;
  readonly breaks: string;
  readonly text: string;
};

/** One file per rule of the linter; `path` decides which folder's rules apply. */
export const PLANTED: readonly Planted[] = [
  // Time comes from the context.
  {
    path: "src/modules/leads/leads/reads-clock.ts",
    breaks: "eslint(no-restricted-globals)",
    text: `export const year = (): number => new Date().getFullYear();`,
  },
  {
    path: "src/platform/adapters/reads-clock.ts",
    breaks: "eslint(no-restricted-properties)",
    text: `export const late = (): boolean => Date.now() > 0;`,
  },

  // Types that promise nothing.
  {
    path: "src/platform/rules/says-any.ts",
    breaks: "typescript(no-explicit-any)",
    text: `export const same = (value: any): unknown => value;`,
  },
  {
    path: "src/platform/rules/insists.ts",
    breaks: "typescript(no-non-null-assertion)",
    text: `export const first = (list: string[]): string => list[0]!;`,
  },
  {
    path: "src/platform/rules/imports-type-as-value.ts",
    breaks: "typescript(consistent-type-imports)",
    text: `import { Holder } from "./holder.ts";\nexport const shown = (h: Holder): string => h.name;`,
  },

  // Work that is started and forgotten. A query of drizzle runs only when it is awaited.
  {
    path: "src/platform/rules/forgets-promise.ts",
    breaks: "typescript(no-floating-promises)",
    text: `const save = async (): Promise<void> => undefined;\nexport function end(): void {\n  save();\n}`,
  },
  {
    path: "src/modules/leads/leads/lost-store.ts",
    breaks: "typescript(no-floating-promises)",
    text: `import type { Db } from "#platform/db/db.ts";\nimport { leads } from "#modules/leads/schema/leads.ts";\nexport async function clear(db: Db): Promise<void> {\n  db.delete(leads);\n}`,
  },
  {
    path: "src/platform/rules/misses-case.ts",
    breaks: "typescript(switch-exhaustiveness-check)",
    text: `export function word(n: "a" | "b"): string {\n  switch (n) {\n    case "a":\n      return "one";\n  }\n  return "";\n}`,
  },
  {
    path: "src/platform/rules/throws-text.ts",
    breaks: "typescript(only-throw-error)",
    text: `export function stop(): never {\n  throw "stopped";\n}`,
  },

  // The shape of the tree.
  {
    path: "src/platform/rules/turns.ts",
    breaks: "import(no-cycle)",
    text: `import "./returns.ts";`,
  },
  {
    path: "src/platform/rules/barrel.ts",
    breaks: "oxc(no-barrel-file)",
    text: `export * from "./holder.ts";`,
  },
  {
    path: "src/platform/rules/CamelCase.ts",
    breaks: "unicorn(filename-case)",
    text: `export const one = 1;`,
  },
];

/** What the planted files lean on; nothing is wrong here. */
export const GROUND: readonly { readonly path: string; readonly text: string }[] = [
  { path: "src/platform/rules/holder.ts", text: `export type Holder = { readonly name: string };` },
  { path: "src/platform/rules/returns.ts", text: `import "./turns.ts";` },
];

/** A file that one fence of `src/house` must report, and which; `path` lies below `src`. */
export const FENCED: readonly {
  readonly path: string;
  readonly breaks: Fence;
  readonly text: string;
}[] = [
  // What each kind of file may lean on.
  { path: "platform/rules/knows-db.ts", breaks: "place", text: `import "#platform/db/db.ts";` },
  { path: "platform/rules/knows-zod.ts", breaks: "package", text: `import "zod";` },
  { path: "platform/wire/knows-ctx.ts", breaks: "place", text: `import "#platform/ctx/ctx.ts";` },
  {
    path: "platform/db/knows-wire.ts",
    breaks: "place",
    text: `import "#platform/wire/companion.ts";`,
  },
  { path: "platform/ctx/knows-drizzle.ts", breaks: "package", text: `import "drizzle-orm";` },
  {
    path: "platform/http/knows-db.ts",
    breaks: "place",
    text: `import type {} from "#platform/db/db.ts";`,
  },
  { path: "platform/adapters/knows-db.ts", breaks: "place", text: `import "#platform/db/db.ts";` },
  {
    path: "modules/leads/rules/knows-schema.ts",
    breaks: "place",
    text: `import "#modules/leads/schema/leads.ts";`,
  },
  {
    path: "modules/leads/contract/knows-ctx.ts",
    breaks: "place",
    text: `import "#platform/ctx/ctx.ts";`,
  },
  {
    path: "modules/leads/schema/knows-contract.ts",
    breaks: "place",
    text: `import "#modules/leads/contract/leads.ts";`,
  },
  {
    path: "modules/leads/leads/knows-jobs.ts",
    breaks: "place",
    text: `import "#app/jobs/run.ts";`,
  },
  {
    path: "modules/leads/leads/knows-server.ts",
    breaks: "place",
    text: `import "#server/main.ts";`,
  },
  {
    path: "modules/leads/leads/knows-drizzle.ts",
    breaks: "package",
    text: `import { eq } from "drizzle-orm";`,
  },
  { path: "modules/leads/leads/knows-hono.ts", breaks: "package", text: `import "hono";` },
  { path: "modules/leads/leads/knows-fs.ts", breaks: "package", text: `import "node:fs";` },
  {
    path: "modules/leads/leads/http-store.ts",
    breaks: "place",
    text: `import "#platform/http/answer.ts";`,
  },
  {
    path: "modules/leads/leads/db-routes.ts",
    breaks: "place",
    text: `import "#platform/db/db.ts";`,
  },
  {
    path: "modules/leads/leads/runs-sql.ts",
    breaks: "place",
    text: `import "#platform/db/db.ts";`,
  },
  {
    path: "modules/leads/leads/asks-sql.ts",
    breaks: "place",
    text: `import "#modules/leads/lists/find-list.ts";`,
  },
  { path: "app/reads-rows.ts", breaks: "place", text: `import "#modules/leads/lists/store.ts";` },
  { path: "worker/knows-server.ts", breaks: "place", text: `import "#server/main.ts";` },
  { path: "server/knows-worker.ts", breaks: "place", text: `import "#worker/env.ts";` },
  { path: "companion/knows-db.ts", breaks: "place", text: `import "#platform/db/db.ts";` },
  { path: "companion/knows-ctx.ts", breaks: "place", text: `import "#platform/ctx/ctx.ts";` },
  { path: "dashboard/knows-ctx.ts", breaks: "place", text: `import "#platform/ctx/ctx.ts";` },
  {
    path: "dashboard/knows-schemas.ts",
    breaks: "place",
    text: `import { Lead } from "#modules/leads/contract/leads.ts";`,
  },
  { path: "elsewhere/lies.ts", breaks: "place", text: `import "#platform/rules/time.ts";` },
  { path: "app/climbs.ts", breaks: "climb", text: `import "../platform/ctx/ctx.ts";` },

  // The order of modules, and what is private to each.
  {
    path: "platform/ctx/knows-module.ts",
    breaks: "order",
    text: `import type {} from "#modules/leads/contract/leads.ts";`,
  },
  {
    path: "modules/leads/leads/looks-ahead.ts",
    breaks: "order",
    text: `import "#modules/campaigns/status/start-campaign.ts";`,
  },
  {
    path: "modules/leads/rules/looks-ahead.ts",
    breaks: "order",
    text: `import type {} from "#modules/inbox/rules/thread.ts";`,
  },
  {
    path: "modules/campaigns/steps/reads-rows.ts",
    breaks: "private",
    text: `import "#modules/leads/lists/store.ts";`,
  },
  {
    path: "modules/campaigns/steps/shows-rows.ts",
    breaks: "private",
    text: `import "#modules/leads/lists/present.ts";`,
  },
  {
    path: "server/reads-rows.ts",
    breaks: "private",
    text: `import "#modules/leads/lists/store.ts";`,
  },
];

/** Imports that the fences must let through, one per place that has the right. */
export const ALLOWED: readonly { readonly path: string; readonly text: string }[] = [
  {
    path: "modules/leads/contract/may.ts",
    text: `import "zod";\nimport "#platform/rules/holder.ts";`,
  },
  {
    path: "modules/leads/leads/may-store.ts",
    text: `import "drizzle-orm";\nimport "#platform/db/db.ts";`,
  },
  { path: "modules/campaigns/steps/may.ts", text: `import "#modules/leads/lists/find-list.ts";` },
  {
    path: "modules/leads/leads/may-sql.ts",
    text: `import "drizzle-orm";\nimport "#modules/leads/schema/leads.ts";`,
  },
  {
    path: "modules/campaigns/steps/may-store.ts",
    text: `import "#modules/leads/leads/may-sql.ts";`,
  },
  { path: "modules/leads/leads/may-hash.ts", text: `import "node:crypto";` },
  {
    path: "dashboard/may.ts",
    text: `import type { z } from "zod";\nimport type {} from "#modules/leads/contract/leads.ts";\nexport type May = z.ZodType;`,
  },
  { path: "server/may.ts", text: `import "node:fs";\nimport "hono";` },
  { path: "worker/may.ts", text: `import "hono";\nimport "#app/app.ts";` },
];
