import { asId } from "#platform/rules/ids.ts";
import { forColleagues } from "#modules/inbox/rules/own-copy.ts";
import { hitToken, unsubscribeToken } from "#modules/links/rules/token.ts";
import { families, repeat, type Family } from "./family.ts";

const SECRET = "s".repeat(32);
const hit = hitToken(SECRET, asId(1), asId(2));
const leave = unsubscribeToken(SECRET, asId(1), asId(2));

/** HTML of answers as colleagues look at it. */
export const CONVERSATIONS: readonly Family[] = families(
  "modules/inbox/rules/own-copy.ts#forColleagues",
  (html: string) => forColleagues(html, SECRET),
  640 * 1024,
  {
    "pictures never closed": repeat("<img "),
    "beginnings of addresses": repeat("/t/"),
    "a long path without an end": repeat("x", { before: "https://t.test/t/" }),
    "tokens of others": repeat(`/unsubscribe/${"z".repeat(30)} `),
    "one token of ours": repeat(`/unsubscribe/${leave}`),
    "links of ours": repeat(`"https://t.test/t/${hit}/link/abc"`),
    "one long word around tokens": repeat(`/t/${hit}/`, { before: "x".repeat(600) }),
  },
);
