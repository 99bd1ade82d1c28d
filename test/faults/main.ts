export {};

const PLANS: Readonly<Record<string, { readonly usage: string; run(): Promise<unknown> }>> = {
  sends: {
    usage: "[--host node|worker] [--sends N] [--kills N] [--seed N] [--retries]",
    run: () => import("./sends.ts"),
  },
  points: { usage: "[--crashes N] [--point NAME]", run: () => import("./points.ts") },
  clock: { usage: "[--zones N]", run: () => import("./clock.ts") },
  restore: { usage: "[--sends N]", run: () => import("./restore.ts") },
  races: {
    usage: "[--host node|worker] [--sends N] [--pauses N] [--seed N]",
    run: () => import("./races.ts"),
  },
};

/* `npm run faults -- PLAN [options]`: the fault plans, each with its own options. */
const plan = PLANS[process.argv[2] ?? ""];
if (plan) await plan.run();
else {
  console.error("Usage: npm run faults -- PLAN [--mutant NAME] [options]");
  for (const [name, { usage }] of Object.entries(PLANS)) console.error(`  ${name} ${usage}`);
  process.exitCode = 1;
}
