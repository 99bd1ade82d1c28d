import { describe } from "vitest";
import { startSandbox } from "#test/support/mail/sandbox.ts";
import { worldWorks } from "#test/support/mail/world-works.ts";

describe("the mail world in memory", () => {
  worldWorks(startSandbox, false);
});
