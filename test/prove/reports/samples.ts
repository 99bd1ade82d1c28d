import { crc32, deflateRawSync, gzipSync } from "node:zlib";

/** One record of a DMARC report. */
export const record = (
  given: {
    source?: string;
    count?: number;
    from?: string;
    dkim?: boolean;
    spf?: boolean;
    disposition?: string;
    signed?: string;
    selector?: string;
    envelope?: string;
  } = {},
): string => {
  const { source = "192.0.2.1", count = 1, from = "ours.test", disposition = "none" } = given;
  const { dkim = true, spf = false, signed = from, selector = "s1", envelope = from } = given;
  return `<record><row><source_ip>${source}</source_ip><count>${count}</count><policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim ? "pass" : "fail"}</dkim><spf>${spf ? "pass" : "fail"}</spf></policy_evaluated></row><identifiers><header_from>${from}</header_from></identifiers><auth_results><dkim><domain>${signed}</domain><selector>${selector}</selector><result>${dkim ? "pass" : "fail"}</result></dkim><spf><domain>${envelope}</domain><result>${spf ? "pass" : "fail"}</result></spf></auth_results></record>`;
};

export type Sample = {
  readonly reporter?: string;
  readonly id?: string;
  readonly domain?: string;
  readonly begin?: number;
  readonly records?: readonly string[];
  /** `dmarc-2.0`: the schema of RFC 9990. */
  readonly schema?: "7489" | "9990";
  readonly head?: string;
  readonly inner?: string;
};

export function dmarcXml(given: Sample = {}): string {
  const { reporter = "google.com", id = "1", domain = "ours.test", records = [record()] } = given;
  const { begin = Date.UTC(2026, 10, 17) / 1_000, schema = "7489", head = "", inner = "" } = given;
  const namespace = schema === "9990" ? ' xmlns="urn:ietf:params:xml:ns:dmarc-2.0"' : "";
  const policy =
    schema === "9990"
      ? `<domain>${domain}</domain><p>none</p><sp>none</sp><np>none</np><testing>n</testing><discovery_method>treewalk</discovery_method>`
      : `<domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><sp>none</sp><pct>100</pct>`;
  return `<?xml version="1.0" encoding="UTF-8"?>${head}<feedback${namespace}><version>1.0</version><report_metadata><org_name>${reporter}</org_name><email>noreply@${reporter}</email><report_id>${id}</report_id><date_range><begin>${begin}</begin><end>${begin + 86_399}</end></date_range></report_metadata><policy_published>${policy}</policy_published>${inner}${records.join("")}</feedback>`;
}

export const tlsJson = (
  given: { id?: string; domain?: string; good?: number; bad?: number } = {},
): string => {
  const { id = "t1", domain = "ours.test", good = 100, bad = 3 } = given;
  return JSON.stringify({
    "organization-name": "Company-X",
    "date-range": {
      "start-datetime": "2026-11-17T00:00:00Z",
      "end-datetime": "2026-11-17T23:59:59Z",
    },
    "contact-info": "sts-reporting@company-x.example",
    "report-id": id,
    policies: [
      {
        policy: {
          "policy-type": "sts",
          "policy-string": ["version: STSv1", "mode: testing"],
          "policy-domain": domain,
          "mx-host": [`*.mail.${domain}`],
        },
        summary: {
          "total-successful-session-count": good,
          "total-failure-session-count": bad,
        },
        "failure-details": [
          {
            "result-type": "certificate-expired",
            "sending-mta-ip": "192.0.2.9",
            "receiving-mx-hostname": `mx1.mail.${domain}`,
            "failed-session-count": bad,
          },
        ],
      },
    ],
  });
};

type Entry = { readonly name: string; readonly data: Buffer };

/** A zip of these files; what it says of their sizes can be a lie. */
export function zipOf(entries: readonly Entry[], says?: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const packed = deflateRawSync(data, { level: 9 });
    const sizes = [crc32(data), packed.length, says ?? data.length];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(8, 8);
    sizes.forEach((size, i) => local.writeUInt32LE(size, 14 + 4 * i));
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(8, 10);
    sizes.forEach((size, i) => central.writeUInt32LE(size, 16 + 4 * i));
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(central, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

const MB = 2 ** 20;
const zeros = (mb: number): Buffer => Buffer.alloc(mb * MB);
const many = (n: number): string =>
  dmarcXml({
    records: Array.from({ length: n }, (_, i) =>
      record({ source: `192.0.${Math.floor(i / 256) % 256}.${i % 256}`, count: i }),
    ),
  });
const bomb = `<!DOCTYPE f [<!ENTITY e0 "lol">${Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join("")}]>`;
const xml = (text: string) => (): Buffer => Buffer.from(text);
const zipped = (name: string, data: Buffer): Buffer => zipOf([{ name, data }]);
const bombed = (): Buffer => {
  const member = gzipSync(zeros(256));
  return Buffer.concat([member, member, member, member]);
};

/** Files as public reporters pack them, each with the mails or sessions that it tells of. */
export const SAMPLES: Readonly<
  Record<string, { readonly file: () => Buffer; readonly sum: number }>
> = {
  "XML, plain": { file: xml(dmarcXml()), sum: 1 },
  "gzip, RFC 7489": { file: () => gzipSync(dmarcXml({ records: [record({ count: 7 })] })), sum: 7 },
  "zip, RFC 7489": {
    file: () =>
      zipped(
        "google.com!ours.test!1.xml",
        Buffer.from(
          dmarcXml({ records: [record({ count: 5 }), record({ count: 4, dkim: false })] }),
        ),
      ),
    sum: 9,
  },
  "gzip, RFC 9990": {
    file: () =>
      gzipSync(dmarcXml({ schema: "9990", records: [record({ count: 3, disposition: "pass" })] })),
    sum: 3,
  },
  "elements with a prefix, comments and CDATA": {
    file: xml(
      dmarcXml({
        inner: "<!-- a comment --><extension><x:any xmlns:x='urn:x'>unknown</x:any></extension>",
        records: [
          record({ count: 2 }).replace(
            "<source_ip>192.0.2.1</source_ip>",
            "<source_ip><![CDATA[192.0.2.1]]></source_ip>",
          ),
        ],
      })
        .replaceAll("<feedback", "<d:feedback xmlns:d='urn:d'")
        .replaceAll("</feedback", "</d:feedback"),
    ),
    sum: 2,
  },
  "IPv6, several signatures": {
    file: () =>
      gzipSync(
        dmarcXml({
          records: [
            record({ source: "2001:db8::1", count: 6 }).replace(
              "<auth_results>",
              "<auth_results><dkim><domain>esp.example</domain><selector>k</selector><result>pass</result></dkim>",
            ),
          ],
        }),
      ),
    sum: 6,
  },
  "200 records": { file: () => gzipSync(many(200)), sum: (199 * 200) / 2 },
  "TLS, gzip": { file: () => gzipSync(tlsJson()), sum: 103 },
  "TLS, plain": { file: () => Buffer.from(tlsJson({ bad: 0 })), sum: 100 },
  "100,000 records, 46 MB": { file: () => gzipSync(many(100_000)), sum: (99_999 * 100_000) / 2 },
};

/** Files that nobody sends who means well. */
export const HOSTILE: Readonly<Record<string, () => Buffer>> = {
  "100,001 records": () => gzipSync(many(100_001)),
  "entities in entities": xml(dmarcXml({ head: bomb, inner: "<org>&e9;</org>" })),
  "one entity of 100 kB, 5,000 times": xml(
    dmarcXml({
      head: `<!DOCTYPE f [<!ENTITY a "${"x".repeat(100_000)}">]>`,
      inner: `<org>${"&a;".repeat(5_000)}</org>`,
    }),
  ),
  "a file as an entity": xml(
    dmarcXml({
      head: '<!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
      inner: "<org>&x;</org>",
    }),
  ),
  "1,000,000 numeric references": xml(
    dmarcXml({ inner: `<org>${"&#65;".repeat(1_000_000)}</org>` }),
  ),
  "50,000 nested elements": xml(dmarcXml({ inner: "<a>".repeat(50_000) + "</a>".repeat(50_000) })),
  "1,000,000 attributes": () =>
    gzipSync(
      dmarcXml({
        inner: `<a ${Array.from({ length: 1_000_000 }, (_, i) => `b${i}="1"`).join(" ")}/>`,
      }),
    ),
  "an unclosed tag, then 30 MB": () =>
    gzipSync(dmarcXml({ inner: `<a ${"b".repeat(30_000_000)}` })),
  "a comment of 30 MB": () => gzipSync(dmarcXml({ inner: `<!--${"b".repeat(30_000_000)}-->` })),
  "not closed": xml(dmarcXml().replace("</feedback>", "")),
  "no record": xml(dmarcXml({ records: [] })),
  "a count that is no number": xml(
    dmarcXml({ records: [record().replace("<count>1<", "<count>many<")] }),
  ),
  "Latin-1": () =>
    Buffer.from(
      dmarcXml({ reporter: "mÃ¼ller".normalize() }).replace("mÃ¼ller", "m\u00fcller"),
      "latin1",
    ),
  "gzip, 1 GB of zeros in 1 MB": bombed,
  "gzip, cut short": () => gzipSync(many(200)).subarray(0, 700),
  "gzip with rubbish behind it": () =>
    Buffer.concat([gzipSync(dmarcXml()), Buffer.from("rubbish")]),
  "gzip over 10 MB": () => Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(11 * MB)]),
  "zip, 1 GB of zeros in 1 MB": () => zipped("a.xml", zeros(1_024)),
  "the same, says 1 kB": () => zipOf([{ name: "a.xml", data: zeros(1_024) }], 1_024),
  "zip of a zip": () => zipped("a.xml", zipped("b.xml", Buffer.from(dmarcXml()))),
  "zip of 20,000 files": () =>
    zipOf(Array.from({ length: 20_000 }, (_, i) => ({ name: `${i}.xml`, data: Buffer.from("x") }))),
  "zip without its end": () => zipped("a.xml", Buffer.from(dmarcXml())).subarray(0, 300),
  "JSON, 60 MB of objects": () => gzipSync(`{"policies":[${"{},".repeat(20_000_000)}{}]}`),
  "JSON, 1,000,000 deep": () => gzipSync(`{"a":${"[".repeat(1_000_000)}`),
  "JSON without policies": () => Buffer.from('{"organization-name":"x"}'),
};
