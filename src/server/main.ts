import "./fast-imports.ts";

// By name and not by `import ... from`: those are all resolved before the line above has run.
const { programToRun } = await import("./update/hand-over.ts");
const own = new URL("./start.ts", import.meta.url).href;
try {
  await import(await programToRun(own));
} catch (cause) {
  if (!(cause instanceof Error && cause.name === "StartError")) throw cause;
  console.error(`outrider: ${cause.message}`);
  process.exit(1);
}
