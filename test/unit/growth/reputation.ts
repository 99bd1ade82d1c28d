import { gzipSync } from "node:zlib";
import { guardedXml } from "#companion/reports/guarded-xml.ts";
import { readReport } from "#companion/reports/read-reports.ts";
import { readTlsReport } from "#companion/reports/tls.ts";
import { unpacked } from "#companion/reports/unpack.ts";
import { passesDmarc } from "#modules/reputation/rules/auth-results.ts";
import { readAuthResults } from "#platform/rules/mail/auth-results.ts";
import { codeRange, ipv4Number } from "#modules/reputation/rules/codes.ts";
import { ruaAddresses } from "#modules/reputation/rules/destinations.ts";
import { linkedHosts } from "#modules/reputation/rules/linked-hosts.ts";
import { queryLabels } from "#modules/reputation/rules/query-name.ts";
import { families, repeat } from "./family.ts";
import { SIGNS } from "./signs.ts";

const ANSWER = 65_535;
const TEXT = 200_000;
/** Files are read in the companion's thread; `npm run prove -- reports` measures whole ones. */
const FILE = 400_000;

const quietly = async (work: () => unknown): Promise<void> => {
  try {
    await work();
  } catch {
    // Refused.
  }
};
const RESULTS = {
  ...SIGNS,
  comments: repeat("("),
  results: repeat("dkim=pass header.d=a.test; ", { before: "mx.test; " }),
  properties: repeat("a=b ", { before: "mx.test; dmarc=pass " }),
};
const XML = {
  ...SIGNS,
  "nested elements": repeat("<a>"),
  attributes: repeat(' a="b"', { before: "<feedback" }),
  comments: repeat("<!-- x -->", { before: "<feedback>" }),
  references: repeat("&#65;", { before: "<feedback><a>" }),
  "comments in comments": repeat("<!-", { before: "<feedback><!--" }),
  instructions: repeat("<?a?", { before: "<feedback>" }),
  "parts of a CDATA end": repeat("]]", { before: "<feedback><![CDATA[" }),
  "line ends": repeat("\r", { before: "<feedback>" }),
  records: repeat("<record><row><count>1</count></row></record>", { before: "<feedback>" }),
};
const JSONS = {
  ...SIGNS,
  "nested lists": repeat("[", { before: "{" }),
  objects: repeat("{},", { before: '{"policies":[' }),
  "quotes that are escaped": repeat('\\"', { before: '{"a":"' }),
};
const read = (text: string) => quietly(() => readReport(Buffer.from(text)));

/** What block lists and reports bring from outside. */
export const REPUTATION = [
  ...families(
    "platform/rules/mail/auth-results.ts#readAuthResults",
    readAuthResults,
    ANSWER,
    RESULTS,
  ),
  ...families(
    "modules/reputation/rules/auth-results.ts#passesDmarc",
    (text: string) => passesDmarc(text, "a.test", () => true),
    ANSWER,
    RESULTS,
  ),
  ...families("modules/reputation/rules/codes.ts#ipv4Number", ipv4Number, ANSWER, SIGNS),
  ...families("modules/reputation/rules/codes.ts#codeRange", codeRange, ANSWER, {
    ...SIGNS,
    ranges: repeat("127.0.0.1-"),
  }),
  ...families("modules/reputation/rules/destinations.ts#ruaAddresses", ruaAddresses, ANSWER, {
    ...SIGNS,
    addresses: repeat("mailto:a@a.test,", { before: "v=DMARC1;rua=" }),
    tags: repeat("; rua ", { before: "v=DMARC1" }),
  }),
  ...families("modules/reputation/rules/linked-hosts.ts#linkedHosts", linkedHosts, TEXT, {
    ...SIGNS,
    links: repeat("https://a.test "),
    schemes: repeat("https://"),
    "a long host": repeat("a", { before: "https://" }),
  }),
  ...families(
    "modules/reputation/rules/query-name.ts#queryLabels",
    (name: string) => [queryLabels("domain", name), queryLabels("address", name)],
    ANSWER,
    { ...SIGNS, labels: repeat("a."), groups: repeat("a:") },
  ),
  ...families(
    "companion/reports/guarded-xml.ts#guardedXml.write",
    (text: string) => quietly(() => guardedXml({ open() {}, text() {}, close() {} }).write(text)),
    FILE,
    XML,
  ),
  ...families("companion/reports/read-reports.ts#readReport", read, FILE, { ...XML, ...JSONS }),
  ...families(
    "companion/reports/tls.ts#readTlsReport",
    (text: string) => quietly(() => readTlsReport(text)),
    FILE,
    JSONS,
  ),
  ...families(
    "companion/reports/unpack.ts#unpacked",
    (file: Uint8Array) =>
      quietly(async () => {
        for await (const piece of unpacked(file)) if (piece.length < 0) return;
      }),
    FILE,
    {
      "zeros in gzip": (length: number) => gzipSync(Buffer.alloc(length * 10)),
      "heads of zip": (length: number) => Buffer.from(repeat("PK\u0003\u0004")(length), "latin1"),
      "ends of zip": (length: number) =>
        Buffer.from(repeat("PK\u0005\u0006", { before: "PK\u0003\u0004" })(length), "latin1"),
    },
  ),
];
