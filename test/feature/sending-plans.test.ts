import { expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { planOf, scansIn, statementsOf } from "#test/support/explain.ts";
import { harness } from "#test/support/harness.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";

it("walks no table and no workspace to claim, transmit, grant and settle", async () => {
  const taken: OutgoingMail[] = [];
  const t = await harness({ mail: { transmit: async (mails) => void taken.push(...mails) } });
  const { wid } = await t.signUp();
  await seedOutreach(t, wid, {
    leads: ["ann@acme.test", "gone@acme.test"],
    steps: [
      { subject: "Hello", bodyHtml: "<p>Hi</p>" },
      { delay: 1, delayUnit: "days", bodyText: "Again" },
    ],
  });
  const statements = await statementsOf(t.client, async () => {
    await t.tick();
    await t.drain();
    const claims = taken.map(({ ticket, lease }) => ({ ticket, lease }));
    await grantIntents(t.deps, { intents: claims });
    const [first, second] = taken.map((mail) => reportOf(mail));
    if (!first || !second) throw new Error("two mails were due");
    const refusal = { ending: "reply", phase: "rcpt", code: 550, enhanced: "5.1.1" } as const;
    await settleResults(t.deps, { results: [first, { ...second, ...refusal }] });
  });
  expect(taken).toHaveLength(2);
  for (const statement of new Set(statements)) {
    const plan = await planOf(t.client, statement);
    // A workspace has 250 webhooks and 5,000 mailboxes at most, whose figures are counted by status
    // and whose domains have a pace for each provider; 200 names are looked up at block lists. Of everything else it may have a million.
    const walks = plan.filter(
      (line) =>
        line.endsWith("(workspace_id=?)") &&
        !/webhooks_workspace|mailboxes_standing|mailboxes_workspace|autoindex_paces|SEARCH listings /.test(
          line,
        ),
    );
    expect([statement, scansIn(plan), walks]).toEqual([statement, [], []]);
  }
});
