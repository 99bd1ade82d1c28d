import { expect, it } from "vitest";
import type { SendResult } from "#platform/wire/transmission.ts";
import { directMail } from "#app/adapters/direct-mail.ts";
import { isAboutTry } from "#modules/delivery/rules/outcome.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { loopback, mailTo } from "./mails.ts";

it("the direct road reports a mail that it was not granted as untried, whoever was granted it", async () => {
  const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok", script: () => undefined });
  const results: SendResult[] = [];
  const service = directMail({
    grant: async () => ({ granted: [] }),
    async settle(request) {
      results.push(...request.results);
      return { settled: [] };
    },
  });
  await service.transmit([mailTo(loopback(smtp.port), "bo@y.test")]);
  await smtp.close();
  expect(results.map(({ ending }) => ending)).toEqual(["withheld"]);
  expect(smtp.accepted).toEqual([]);
  // The same job, delivered twice: the other one is sending it under the same lease.
  for (const result of results) expect(isAboutTry("sending", result)).toBe(false);
  for (const result of results) expect(isAboutTry("leased", result)).toBe(true);
});
