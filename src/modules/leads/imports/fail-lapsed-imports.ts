import type { Deps } from "#platform/ctx/ctx.ts";
import { failLapsed } from "./jobs-store.ts";

/** Ends imports whose upload died with its process; what they stored stays, and a repeat is harmless. */
export const failLapsedImports = (deps: Deps): Promise<void> =>
  failLapsed(deps.db, deps.now(), {
    code: "interrupted",
    message:
      "The upload was cut off; upload the file again, rows stored so far count as duplicates.",
  });
