import { readRspamd, readSpamd } from "#companion/filters/read-verdict.ts";
import { families, repeat, type Family } from "./family.ts";

const HEAD = "SPAMD/1.1 0 EX_OK\r\nSpam: True ; 9.1 / 5.0\r\n\r\n";

/** What spam filters answer. */
export const FILTERS: readonly Family[] = [
  ...families("companion/filters/read-verdict.ts#readSpamd", readSpamd, 1024 * 1024, {
    "rules without an end": repeat(" 0.6 HTML_IMAGE_ONLY_08 BODY: x\n", { before: HEAD }),
    "one long line": repeat("9", { before: `${HEAD} 0.6 ` }),
    spaces: repeat(" ", { before: HEAD }),
    "a head that never ends": repeat("Spam: x ;\r\n", { before: "SPAMD/1.1 0 EX_OK\r\n" }),
  }),
  ...families("companion/filters/read-verdict.ts#readRspamd", readRspamd, 1024 * 1024, {
    "symbols without an end": repeat('"A":{"name":"A","score":1},', {
      before: '{"score":1,"required_score":15,"symbols":{',
      after: '"B":{"name":"B"}}}',
    }),
    "nested objects": repeat('{"symbols":'),
    "a long description": repeat("x", {
      before: '{"score":1,"required_score":15,"symbols":{"A":{"name":"A","score":1,"description":"',
      after: '"}}}',
    }),
  }),
];
