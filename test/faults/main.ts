export {};

/* `npm run faults -- PLAN [options]`: the fault plans, each with its own options. */
const plan = process.argv[2];
if (plan === "sends") await import("./sends.ts");
else {
  console.error("Usage: npm run faults -- sends [--sends N] [--kills N] [--seed N] [--retries]");
  process.exitCode = 1;
}
