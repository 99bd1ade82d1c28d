import "./fast-imports.ts";

// By name and not by `import ... from`: those are all resolved before the line above has run.
await import("./start.ts");
