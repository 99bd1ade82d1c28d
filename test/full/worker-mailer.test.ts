import { describe, expect, it } from "vitest";
import { BCC, bundleMailers, sendOver as send } from "#test/support/mail/mailers.ts";
import type { ScriptedSmtpOptions } from "#test/support/mail/scripted-smtp.ts";

bundleMailers();

describe("worker-mailer 1.2.1, which is why it is not used", () => {
  it.each([
    ["the greeting", { greeting: "drop" }],
    ["the dot", { script: () => ({ at: "dot", act: "drop" }) }],
  ] satisfies [string, ScriptedSmtpOptions][])(
    "hangs its whole isolate when the server leaves at %s",
    async (_, script) => {
      const { answer, alive } = await send("worker-mailer", script);
      expect([answer, alive]).toEqual([null, null]);
    },
  );

  it("writes the Bcc header into the message", async () => {
    const { accepted } = await send("worker-mailer", {}, BCC);
    expect(accepted[0]?.raw).toMatch(/^bcc:/im);
  });

  it("lets a line break in the subject become a header", async () => {
    const { accepted } = await send("worker-mailer", {}, { subject: "Hi\r\nX-Smuggled: yes" });
    expect(accepted[0]?.raw).toMatch(/^X-Smuggled: yes/m);
  });
});
