import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { HOUR_MS } from "#platform/rules/time.ts";
import { outreach } from "#test/support/inbound-world.ts";

const REFUSALS = [
  ["auth", 454, "454 4.7.0 Temporary authentication failure"],
  ["auth", 421, "421 4.7.0 Too many login attempts, please try again later"],
  ["mail", 432, "432 4.3.2 Concurrent connections limit exceeded"],
  ["rcpt", 452, "452 4.7.0 Daily sending limit exceeded for this account"],
  ["dot", 454, "454 Throttling failure: Daily message quota exceeded."],
] as const;

describe("an account that is refused for now", () => {
  it.each(REFUSALS)(
    "at %s for a day and a half costs no lead: %i %s",
    async (phase, code, response) => {
      let isOver = false;
      const enhanced = /\d\.\d\.\d/.exec(response)?.[0] ?? null;
      const o = await outreach({
        leads: ["bo@acme.test", "al@other.test"],
        steps: [{ subject: "Hello", bodyText: "Hi" }],
        mailbox: { minGapSeconds: 60 },
        ending: () => (isOver ? {} : { ending: "reply", phase, code, enhanced, response }),
      });
      const hours = async (count: number) => {
        for (let i = 0; i < count; i++) {
          o.t.advance(HOUR_MS);
          await o.transmit();
        }
      };
      await hours(36);
      const states = new Set((await o.t.db.select().from(sends)).map(({ state }) => state));
      expect([...states]).not.toContain("failed");
      isOver = true;
      // A mailbox that was stopped is tested by itself, and its mail goes on.
      await hours(12);
      const sent = await o.t.db.select().from(sends).where(eq(sends.state, "sent"));
      expect(sent).toHaveLength(2);
      expect((await o.t.db.select().from(mailboxes))[0]?.status).toBe("active");
      expect(await o.enrolments()).toEqual(["completed", "completed"]);
    },
  );
});
