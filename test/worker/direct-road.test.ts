import { describe, expect, it } from "vitest";
import type { SendResult } from "#platform/wire/transmission.ts";
import { BCC, bundleMailers, sendOver as send } from "#test/support/mail/mailers.ts";
import { exchangeSmtp } from "#test/support/oauth/faces.ts";
import type { ScriptedSmtpOptions } from "#test/support/mail/scripted-smtp.ts";

bundleMailers();

describe("the Worker's direct road", () => {
  it("accepts, and keeps the message as it was made", async () => {
    const { answer, accepted } = await send("direct", {}, BCC);
    expect(answer).toMatchObject({ ending: "accepted", phase: "done", code: 250 });
    expect(accepted[0]?.to).toEqual(["bob@acme.test", "boss@ours.test"]);
    expect(accepted[0]?.raw).toContain("Message-ID: <1.2.3@ours.test>");
    expect(accepted[0]?.raw).not.toMatch(/^bcc:/im);
  });

  it.each([
    ["the greeting", { greeting: "drop" }, { ending: "network", phase: "connect" }],
    ["RCPT", { script: () => ({ at: "rcpt", act: "drop" }) }, { ending: "network", phase: "rcpt" }],
    [
      "the dot",
      { script: () => ({ at: "dot", act: "drop" }) },
      { ending: "network", phase: "dot" },
    ],
    [
      "the dot, after accepting",
      { script: () => ({ at: "dot", act: "accept-then-drop" }) },
      { ending: "network", phase: "dot" },
    ],
  ] satisfies [string, ScriptedSmtpOptions, Partial<SendResult>][])(
    "tells that the server left at %s, and lives on",
    async (_, script, facts) => {
      const { answer, alive } = await send("direct", script);
      expect(answer).toMatchObject(facts);
      expect(alive).toBe("yes");
    },
  );

  it("tells a refused recipient with its code", async () => {
    const { answer } = await send("direct", {
      script: () => ({ at: "rcpt", reply: "550 5.1.1 User unknown" }),
    });
    expect(answer).toMatchObject({ ending: "reply", phase: "rcpt", code: 550, enhanced: "5.1.1" });
  });

  it("asks for no silence about failures", async () => {
    const { commands } = await send("direct", {});
    expect(commands.join("\n")).not.toMatch(/NOTIFY/i);
  });

  it("lets no header and no command be smuggled in", async () => {
    const header = await send("direct", {}, { subject: "Hi\r\nX-Smuggled: yes" });
    expect(header.answer).toMatchObject({ ending: "unsendable" });
    const command = await send(
      "direct",
      {},
      {
        envelope: { from: "ann@ours.test", to: ["bob@acme.test>\r\nRCPT TO:<eve@evil.test"] },
      },
    );
    expect(command.answer).toMatchObject({ ending: "unsendable" });
    expect(command.commands.join("\n")).not.toContain("evil.test");
  });

  it("signs in by token, renews one that is refused, and tells the server's Message-ID", async () => {
    const face = exchangeSmtp((user, token) => token === `${user} new`);
    const { answer, commands } = await send("direct", { face }, { grant: "ann@ours.test" });
    expect(answer).toMatchObject({ ending: "accepted", message_id: "1.2.3@ours.test" });
    expect(answer?.server_message_id).toMatch(/PROD\.OUTLOOK\.COM$/);
    expect(commands.filter((line) => line.startsWith("AUTH"))).toEqual(
      Array(2).fill("AUTH XOAUTH2"),
    );
  });

  it("gives a refused token back as a failed log-in, without the token", async () => {
    const { answer, alive } = await send(
      "direct",
      { face: exchangeSmtp(() => false) },
      { grant: "ann@ours.test" },
    );
    expect(answer).toMatchObject({ ending: "reply", phase: "auth", code: 535, enhanced: "5.7.3" });
    expect([alive, JSON.stringify(answer).includes("ann@ours.test new")]).toEqual(["yes", false]);
  });

  it("does not log in where the server offers no AUTH", async () => {
    const { answer, commands } = await send("direct", {}, { credentials: true });
    expect(answer?.ending).not.toBe("accepted");
    expect(commands.join("\n")).not.toMatch(/secret|c2VjcmV0/);
  });
});
