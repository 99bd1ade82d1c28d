/** A file that breaks one rule of the house, and the linter's code for it. */
export type Planted = {
  readonly path: string;
  readonly breaks: string;
  readonly text: string;
};

const restricted = "eslint(no-restricted-imports)";

/** One file per fence; `path` decides which folder's rules apply. */
export const PLANTED: readonly Planted[] = [
  // Layers: each folder and something that it may not import.
  { path: "src/domain/knows-db.ts", breaks: restricted, text: `import "#db/db.ts";` },
  { path: "src/domain/knows-zod.ts", breaks: restricted, text: `import "zod";` },
  { path: "src/contract/knows-core.ts", breaks: restricted, text: `import "#core/ctx.ts";` },
  { path: "src/db/knows-contract.ts", breaks: restricted, text: `import "#contract/common.ts";` },
  {
    path: "src/core/knows-feature.ts",
    breaks: restricted,
    text: `import "#features/auth/login.ts";`,
  },
  { path: "src/core/knows-drizzle.ts", breaks: restricted, text: `import "drizzle-orm";` },
  { path: "src/http/knows-db.ts", breaks: restricted, text: `import type {} from "#db/db.ts";` },
  { path: "src/features/leads/knows-jobs.ts", breaks: restricted, text: `import "#jobs/run.ts";` },
  {
    path: "src/features/leads/knows-server.ts",
    breaks: restricted,
    text: `import "#server/main.ts";`,
  },
  {
    path: "src/features/leads/knows-drizzle.ts",
    breaks: restricted,
    text: `import "drizzle-orm";`,
  },
  { path: "src/features/leads/knows-hono.ts", breaks: restricted, text: `import "hono";` },
  { path: "src/features/leads/knows-fs.ts", breaks: restricted, text: `import "node:fs";` },
  { path: "src/features/leads/store.ts", breaks: restricted, text: `import "#http/answer.ts";` },
  { path: "src/features/leads/routes.ts", breaks: restricted, text: `import "#db/db.ts";` },
  {
    path: "src/features/leads/reads-foreign-rows.ts",
    breaks: restricted,
    text: `import "#features/campaigns/store.ts";`,
  },
  {
    path: "src/jobs/reads-rows.ts",
    breaks: restricted,
    text: `import "#features/leads/store.ts";`,
  },
  { path: "src/jobs/knows-adapter.ts", breaks: restricted, text: `import "#adapters/clock.ts";` },
  { path: "src/app/knows-db.ts", breaks: restricted, text: `import "#db/db.ts";` },
  { path: "src/adapters/knows-db.ts", breaks: restricted, text: `import "#db/db.ts";` },
  { path: "src/worker/knows-server.ts", breaks: restricted, text: `import "#server/main.ts";` },
  { path: "src/server/knows-worker.ts", breaks: restricted, text: `import "#worker/env.ts";` },
  { path: "src/companion/knows-db.ts", breaks: restricted, text: `import "#db/db.ts";` },
  { path: "src/companion/knows-core.ts", breaks: restricted, text: `import "#core/ctx.ts";` },
  { path: "src/dashboard/knows-core.ts", breaks: restricted, text: `import "#core/ctx.ts";` },
  {
    path: "src/dashboard/knows-schemas.ts",
    breaks: restricted,
    text: `import "#contract/may.ts";`,
  },
  { path: "src/jobs/climbs.ts", breaks: restricted, text: `import "../core/ctx.ts";` },

  // Time comes from the context.
  {
    path: "src/features/leads/reads-clock.ts",
    breaks: "eslint(no-restricted-globals)",
    text: `export const year = (): number => new Date().getFullYear();`,
  },
  {
    path: "src/adapters/reads-clock.ts",
    breaks: "eslint(no-restricted-properties)",
    text: `export const late = (): boolean => Date.now() > 0;`,
  },

  // Types that promise nothing.
  {
    path: "src/domain/says-any.ts",
    breaks: "typescript(no-explicit-any)",
    text: `export const same = (value: any): unknown => value;`,
  },
  {
    path: "src/domain/insists.ts",
    breaks: "typescript(no-non-null-assertion)",
    text: `export const first = (list: string[]): string => list[0]!;`,
  },
  {
    path: "src/domain/imports-type-as-value.ts",
    breaks: "typescript(consistent-type-imports)",
    text: `import { Holder } from "./holder.ts";\nexport const shown = (h: Holder): string => h.name;`,
  },

  // Work that is started and forgotten. A query of drizzle runs only when it is awaited.
  {
    path: "src/domain/forgets-promise.ts",
    breaks: "typescript(no-floating-promises)",
    text: `const save = async (): Promise<void> => undefined;\nexport function end(): void {\n  save();\n}`,
  },
  {
    path: "src/features/leads/lost-store.ts",
    breaks: "typescript(no-floating-promises)",
    text: `import type { Db } from "#db/db.ts";\nimport { leads } from "#db/schema/leads.ts";\nexport async function clear(db: Db): Promise<void> {\n  db.delete(leads);\n}`,
  },
  {
    path: "src/domain/misses-case.ts",
    breaks: "typescript(switch-exhaustiveness-check)",
    text: `export function word(n: "a" | "b"): string {\n  switch (n) {\n    case "a":\n      return "one";\n  }\n  return "";\n}`,
  },
  {
    path: "src/domain/throws-text.ts",
    breaks: "typescript(only-throw-error)",
    text: `export function stop(): never {\n  throw "stopped";\n}`,
  },

  // The shape of the tree.
  { path: "src/domain/turns.ts", breaks: "import(no-cycle)", text: `import "./returns.ts";` },
  {
    path: "src/domain/barrel.ts",
    breaks: "oxc(no-barrel-file)",
    text: `export * from "./holder.ts";`,
  },
  {
    path: "src/domain/CamelCase.ts",
    breaks: "unicorn(filename-case)",
    text: `export const one = 1;`,
  },
];

/** What the planted files lean on; nothing is wrong here. */
export const GROUND: readonly { readonly path: string; readonly text: string }[] = [
  { path: "src/domain/holder.ts", text: `export type Holder = { readonly name: string };` },
  { path: "src/domain/returns.ts", text: `import "./turns.ts";` },
];

/** Imports that the fences must let through, one per folder that has the right. */
export const ALLOWED: readonly { readonly path: string; readonly text: string }[] = [
  { path: "src/contract/may.ts", text: `import "zod";\nimport "#domain/holder.ts";` },
  { path: "src/features/leads/may-store.ts", text: `import "drizzle-orm";\nimport "#db/db.ts";` },
  { path: "src/features/leads/may.ts", text: `import "#features/campaigns/start-campaign.ts";` },
  { path: "src/features/leads/may-hash.ts", text: `import "node:crypto";` },
  {
    path: "src/dashboard/may.ts",
    text: `import type { z } from "zod";\nimport "#domain/holder.ts";\nexport type May = z.ZodType;`,
  },
  { path: "src/server/may.ts", text: `import "node:fs";\nimport "hono";` },
  { path: "src/worker/may.ts", text: `import "hono";\nimport "#app/app.ts";` },
];
