import { gzipSync } from "node:zlib";
import { outreach } from "#test/support/inbound-world.ts";
import { reportMail } from "#test/support/report-mails.ts";
import { dmarcXml, record } from "./samples.ts";

/** What the tables say after reports that count, repeats, forgeries and reports about others. */
export async function countsOnce() {
  const o = await outreach();
  const { t, wid } = o;
  await t.put(`/api/v1/workspaces/${wid}/settings/reports`, { mailbox_id: o.mailboxIds[0] });
  const sum = async (): Promise<number> =>
    (await t.get(`/api/v1/workspaces/${wid}/reports/dmarc`)).json.totals.messages;
  const bring = async (
    xml: string,
    mail: Parameters<typeof reportMail>[1] = {},
  ): Promise<number> => {
    o.world.put(await reportMail(gzipSync(xml), mail));
    await o.sync();
    return sum();
  };
  const good = dmarcXml({
    id: "a",
    records: [record({ count: 12 }), record({ count: 7, dkim: false })],
  });
  const once = await bring(good);
  let repeated = 0;
  const others = [
    good,
    // The same report with other figures.
    dmarcXml({ id: "a", records: [record({ count: 900 })] }),
    dmarcXml({
      id: "a",
      records: Array.from({ length: 9 }, (_, i) => record({ source: `192.0.2.${i + 10}` })),
    }),
  ];
  for (const xml of others) if ((await bring(xml)) !== once) repeated++;
  const forgeries: Parameters<typeof reportMail>[1][] = [
    { results: null },
    { results: "imap.ours.test; dmarc=fail header.from=google.com" },
    { results: "imap.ours.test; dmarc=pass header.from=evil.example" },
    // Written by the forger: no server of ours is called so.
    { results: "mx.evil.example; dmarc=pass header.from=google.com" },
    {
      results:
        "imap.ours.test; dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=a@evil.example",
    },
  ];
  const before = await sum();
  for (const [i, mail] of forgeries.entries())
    await bring(dmarcXml({ id: `forged-${i}`, records: [record({ count: 1_000 })] }), mail);
  const forged = (await sum()) - before;
  for (const domain of ["acme.test", "test", "ours.test.evil.example"])
    await bring(
      dmarcXml({ id: `of-${domain}`, domain, records: [record({ count: 500, from: domain })] }),
    );
  const about = (await sum()) - before - forged;
  t.close();
  return { once, repeated, forged, others: about };
}
