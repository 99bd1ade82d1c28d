import { askJson, type Refused } from "#modules/moving/rivals/ask.ts";
import { daysOfMonth, firstMonth, isAnything, monthBefore } from "#modules/moving/rivals/months.ts";
import { readEach, refOf, rowsOfAnswer, withoutFigures } from "#modules/moving/rivals/rows.ts";
import type { Found } from "#modules/moving/rules/found.ts";
import type { ReaderInput } from "#modules/moving/rules/reader.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { iso, utcMonth } from "#platform/rules/time.ts";
import { BUSY_MS, askLemlist, headersOf } from "./ask.ts";
import { LemlistCampaign, LemlistStats } from "./shapes.ts";

/** Most campaigns that are counted at once, as a page has. */
const CAMPAIGNS = 100;
/** Before lemlist was there. */
const ALL_TIME = "2015-01-01T00:00:00.000Z";

type Place = { readonly offset: number; readonly month: string; readonly page: number };

/**
 * What was counted for a page of campaigns: of all time, then month by month back to the oldest of
 * them. Two requests a page.
 */
export async function readFigures(input: ReaderInput, at: Place) {
  const { offset, month } = at;
  const listed = await askLemlist(input, "/campaigns", { offset, limit: CAMPAIGNS });
  if ("trouble" in listed) return listed;
  const rows = rowsOfAnswer(listed.json);
  const doing = month === "" ? "figures" : `figures of ${month}`;
  if (rows.length === 0) return { found: [], next: null, doing, requests: 1 };
  const campaigns = rows.flatMap((row) => {
    const read = LemlistCampaign.safeParse(row);
    return read.success && read.data.status !== "draft" ? [read.data] : [];
  });
  const behindPage: Place = { offset: offset + rows.length, month: "", page: at.page + 1 };
  if (campaigns.length === 0) return { found: [], next: behindPage, doing, requests: 1 };
  const ids = campaigns.map(({ _id }) => _id);
  const counted = await askFigures(input, ids, month);
  if ("trouble" in counted) return counted;
  const before = month === "" ? utcMonth(unixMs(input.now)) : monthBefore(month);
  const began = campaigns.map(({ createdAt }) => createdAt);
  const oldest = began.reduce<number | null>(
    (first, one) => (first === null || one === null ? null : Math.min(first, one)),
    input.now,
  );
  const isOver = counted.isMissing || before < firstMonth(oldest, input.now);
  return {
    found: counted.found,
    next: isOver ? behindPage : { offset, month: before, page: at.page + 1 },
    doing,
    requests: 2,
  };
}

async function askFigures(
  input: ReaderInput,
  ids: readonly string[],
  month: string,
): Promise<{ readonly found: readonly Found[]; readonly isMissing: boolean } | Refused> {
  const [first, last] = month === "" ? [] : daysOfMonth(month);
  const answer = await askJson(input, {
    rival: "lemlist",
    path: "/v2/campaigns/stats/batch",
    headers: headersOf(input),
    body: {
      campaignIds: ids,
      startDate: first === undefined ? ALL_TIME : `${first}T00:00:00.000Z`,
      endDate: last === undefined ? iso(unixMs(input.now)) : `${last}T23:59:59.999Z`,
      channels: ["email"],
    },
    busyMs: BUSY_MS,
    optional: true,
  });
  if ("trouble" in answer) return answer;
  if ("missing" in answer) return { found: [withoutFigures("lemlist, figures")], isMissing: true };
  const found = readEach(
    rowsOfAnswer(answer.json),
    LemlistStats,
    "lemlist, figures",
    (row): Found[] => {
      // Of a campaign that nobody asked for: a filter that is not known is ignored.
      if (!ids.includes(row.campaignId)) return [];
      const counted = {
        sent: row.messagesSent,
        opened: row.opened,
        clicked: row.clicked,
        replied: row.replied,
        bounced: row.messagesBounced,
        unsubscribed: row.nbLeadsUnsubscribed,
      };
      if (month !== "" && !isAnything(counted)) return [];
      const ref =
        month === "" ? refOf("figure", row.campaignId) : refOf("figure", row.campaignId, month);
      return [
        {
          kind: "figure",
          ref,
          campaign: row.campaignId,
          month: month === "" ? null : month,
          ...counted,
        },
      ];
    },
  );
  return { found, isMissing: false };
}
