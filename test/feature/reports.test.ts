import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { notifications } from "#modules/events/schema/notices.ts";
import { reports } from "#modules/reputation/schema/reports.ts";
import { takeRouted } from "#modules/inbox/routed/take-routed.ts";
import { lookThroughReports } from "#modules/reputation/reports/look-through-reports.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { outreach } from "#test/support/inbound-world.ts";
import { reportMail } from "#test/support/report-mails.ts";
import { dmarcXml, record, tlsJson } from "#test/prove/reports/samples.ts";

async function world() {
  const o = await outreach();
  const at = `/api/v1/workspaces/${o.wid}`;
  const named = await o.t.put(`${at}/settings/reports`, { mailbox_id: o.mailboxIds[0] });
  expect(named.status).toBe(200);
  const bring = async (text: string, mail: Parameters<typeof reportMail>[1] = {}) => {
    o.world.put(await reportMail(gzipSync(text), mail));
    await o.sync();
  };
  const dmarc = async () => (await o.t.get(`${at}/reports/dmarc?days=7`)).json;
  return { ...o, at, bring, dmarc };
}

describe("DMARC reports", () => {
  it("are summed by day and source, with what p=reject would refuse; a repeat changes nothing", async () => {
    const w = await world();
    const xml = dmarcXml({
      records: [
        record({ source: "192.0.2.1", count: 190, dkim: true }),
        record({ source: "198.51.100.7", count: 9, dkim: false }),
        record({
          source: "203.0.113.5",
          count: 4,
          dkim: false,
          spf: true,
          envelope: "amazonses.com",
        }),
      ],
    });
    await w.bring(xml);
    const before = await w.dmarc();
    expect(before).toMatchObject({
      domains: ["ours.test"],
      totals: { messages: 203, passing: 194, failing: 9, dkim_aligned: 190, spf_aligned: 4 },
      stricter: {
        would_refuse: 9,
        of: 203,
        message: "p=reject would refuse 9 of 203 emails, 9 from 198.51.100.7.",
      },
      reports: { verified: 1, unverified: 0, other_domain: 0, refused: 0 },
    });
    expect(
      before.sources.map((s: { source: string; owner: string }) => [s.source, s.owner]),
    ).toEqual([
      ["192.0.2.1", "yours"],
      ["198.51.100.7", "unknown"],
      ["203.0.113.5", "known"],
    ]);
    expect(before.days.find((day: { day: string }) => day.day === "2026-11-17")).toMatchObject({
      passing: 194,
      failing: 9,
      yours: 190,
      known: 4,
      unknown: 9,
    });
    await w.bring(xml);
    await w.bring(dmarcXml({ records: [record({ count: 5_000 })] }));
    expect((await w.dmarc()).totals).toEqual(before.totals);
  });

  it("are kept and not drawn when their mail fails DMARC, is forged, or is about another domain", async () => {
    const w = await world();
    const failed = "imap.ours.test; dmarc=fail header.from=google.com";
    await w.bring(dmarcXml({ id: "a" }), { results: failed });
    await w.bring(dmarcXml({ id: "b" }), {
      results: "mx.evil.test; dmarc=pass header.from=google.com",
    });
    await w.bring(dmarcXml({ id: "c" }), { results: null });
    await w.bring(dmarcXml({ id: "d", domain: "acme.test" }));
    await w.bring(dmarcXml({ head: "<!DOCTYPE f []>" }));
    const said = await w.dmarc();
    expect(said.totals.messages).toBe(0);
    expect(said.reports).toEqual({ verified: 0, unverified: 3, other_domain: 1, refused: 1 });
    expect(said.latest.map((one: { flaw: string | null }) => one.flaw)).toContain("doctype");
    // The one that is genuine still counts.
    await w.bring(dmarcXml({ id: "a" }));
    expect((await w.dmarc()).totals.messages).toBe(1);
  });

  it("are read in the named mailbox alone, and end no sequence and open no thread", async () => {
    const w = await world();
    await w.t.put(`${w.at}/settings/reports`, { mailbox_id: null });
    await w.bring(dmarcXml());
    expect(await w.t.db.select().from(reports)).toEqual([]);
    expect((await w.t.get(`${w.at}/threads`)).json.data).toEqual([]);
  });

  it("routed past the mailbox count only where a server is named", async () => {
    const w = await world();
    const boxes = w.mailboxIds.map((id) => ({
      id,
      email: "sender1@ours.test",
      workspaceId: w.workspaceId,
    }));
    const results = "mx.cloudflare.net; dmarc=pass header.from=google.com";
    const mail = async (id: string) => reportMail(gzipSync(dmarcXml({ id })), { results });
    await takeRouted(w.t.deps, boxes, await mail("r1"));
    expect((await w.dmarc()).reports).toMatchObject({ verified: 0, unverified: 1 });
    const auth_server = "mx.cloudflare.net";
    await w.t.put(`${w.at}/settings/reports`, { mailbox_id: w.mailboxIds[0], auth_server });
    await takeRouted(w.t.deps, boxes, await mail("r2"));
    await takeRouted(w.t.deps, boxes, await mail("r2"));
    expect((await w.dmarc()).totals.messages).toBe(1);
  });

  it("tell once of own sources that fail, unknown ones that pass, many failures and silence; and are forgotten", async () => {
    const w = await world();
    await w.bring(
      dmarcXml({
        records: [
          record({ source: "192.0.2.1", count: 100 }),
          record({ source: "192.0.2.1", count: 50, dkim: false }),
          record({ source: "198.51.100.7", count: 101, dkim: false }),
          record({
            source: "203.0.113.9",
            count: 3,
            dkim: false,
            spf: true,
            envelope: "ours.test",
          }),
        ],
      }),
    );
    await lookThroughReports(w.ctx);
    await lookThroughReports(w.ctx);
    const titles = async () =>
      (await w.t.db.select().from(notifications))
        .filter(({ kind }) => kind === "reports_finding")
        .map(({ title }) => title);
    expect((await titles()).toSorted()).toEqual([
      "Many emails fail DMARC",
      "ours.test: an unknown source passes DMARC",
      "ours.test: your own source fails DMARC",
    ]);
    w.t.advance(8 * DAY_MS);
    await lookThroughReports(w.ctx);
    expect(await titles()).toContain("No DMARC report for a week");
    w.t.advance(400 * DAY_MS);
    await lookThroughReports(w.ctx);
    expect(await w.t.db.select().from(reports)).toEqual([]);
  });

  it("422: names the field of a mailbox that is not there", async () => {
    const w = await world();
    const said = await w.t.put(`${w.at}/settings/reports`, { mailbox_id: 999_999 });
    expect([said.status, said.json.errors[0].path]).toEqual([422, "mailbox_id"]);
  });
});

describe("TLS reports", () => {
  it("are summed by day, failure and server", async () => {
    const w = await world();
    await w.bring(tlsJson({ good: 300, bad: 7 }), {
      name: "x.json.gz",
      type: "application/tlsrpt+gzip",
    });
    await w.bring(tlsJson({ good: 300, bad: 7 }), {
      name: "x.json.gz",
      type: "application/tlsrpt+gzip",
    });
    expect((await w.t.get(`${w.at}/reports/tls?days=7`)).json).toMatchObject({
      totals: { sessions: 307, failed: 7 },
      failures: [
        {
          domain: "ours.test",
          failure: "certificate-expired",
          mx: "mx1.mail.ours.test",
          sessions: 7,
        },
      ],
    });
  });
});
