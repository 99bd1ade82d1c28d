import { describe, expect, it } from "vitest";
import { suppressions } from "#modules/leads/schema/leads.ts";
import { imapCursors } from "#modules/mailboxes/schema/mailboxes.ts";
import { unsubscribeToken } from "#modules/links/rules/token.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { asId } from "#platform/rules/ids.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { mailFrom } from "#test/support/inbox.ts";

/** The subject that a mail program gives to its mail, from the address in List-Unsubscribe. */
const subjectIn = (mailto: string | undefined): string =>
  new URL(mailto ?? "").searchParams.get("subject") ?? "";

describe("unsubscribing by mail", () => {
  it("is offered beside the link, and obeyed whoever sends it: once, everywhere, and as no reply", async () => {
    const o = await outreach();
    const offer = o.mails[0]?.list_unsubscribe;
    expect(offer?.url).toMatch(/\/unsubscribe\//);
    expect(offer?.mailto).toMatch(/^mailto:sender1@ours\.test\?subject=unsubscribe%20[\w-]+$/);
    const subject = subjectIn(offer?.mailto);
    o.world.put(mailFrom("ann.private@elsewhere.test", { subject, text: "" }));
    o.world.put(answerTo(o.mails[0], { subject: `Unsubscribe: ${subject.split(" ")[1]}` }));
    await o.sync();
    await o.sync();
    expect(await o.enrolments()).toEqual(["unsubscribed"]);
    expect(await o.eventsOf("lead.unsubscribed")).toEqual([
      expect.objectContaining({ lead_email: "ann@acme.test", source: "mailto" }),
    ]);
    expect(await o.eventsOf("lead.replied")).toEqual([]);
    expect((await o.t.db.select().from(suppressions)).map((row) => row.value)).toEqual([
      "ann@acme.test",
    ]);
    expect((await o.t.db.select().from(imapCursors)).map((row) => row.lastUid)).toEqual([2]);
  });

  it("needs a token of this workspace", async () => {
    const o = await outreach();
    const subject = subjectIn(o.mails[0]?.list_unsubscribe?.mailto);
    o.world.put(mailFrom("ann@acme.test", { subject: `${subject.slice(0, -1)}!` }));
    o.world.put(mailFrom("ann@acme.test", { subject: "unsubscribe" }));
    await o.sync();
    expect(await o.enrolments()).toEqual(["in_progress"]);
  });

  it("takes a token of the installation from which the workspace came, from the recipient alone", async () => {
    const o = await outreach();
    const [send] = await o.t.db.select().from(sends);
    const token = unsubscribeToken("another installation".repeat(2), asId(42), send?.id ?? asId(0));
    const ask = async (from: string) => {
      o.world.put(mailFrom(from, { subject: `unsubscribe ${token}`, text: "" }));
      await o.sync();
      return o.enrolments();
    };
    expect(await ask("ann@acme.test")).toEqual(["in_progress"]);
    await o.t.client.execute(
      `INSERT INTO workspace_settings (workspace_id, value, updated_at) VALUES (1, '{"arrived":{"workspace_ids":[42]}}', 0)
       ON CONFLICT DO UPDATE SET value = json_patch(value, excluded.value)`,
    );
    expect(await ask("somebody@acme.test")).toEqual(["in_progress"]);
    expect(await ask("ANN@acme.test")).toEqual(["unsubscribed"]);
    expect(await o.eventsOf("lead.unsubscribed")).toMatchObject([{ source: "mailto" }]);
  });
});
