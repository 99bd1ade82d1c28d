import type { Page } from "playwright-core";
import { EXAMPLE_ITEM, EXAMPLE_TEST } from "#modules/placement/tests/examples.ts";

const NONE = { inbox: 0, spam: 0, other: 0, missing: 0, unknown: 0, waiting: 0, failed: 0 };
const cell = (mailbox_id: number, provider: string, counts: object, summary: string) => ({
  mailbox_id,
  provider,
  mails: 8,
  ...NONE,
  promotions: 0,
  rate: null,
  ...counts,
  summary,
});

/** A test of two senders at three providers, whose search has found a cause at one and goes on at another. */
const TEST = {
  ...EXAMPLE_TEST,
  id: 77,
  subject: "A question about your cold rooms",
  spam: 7,
  summary: "15 of 23 in the inbox",
  matrix: [
    cell(
      1,
      "google",
      { inbox: 6, spam: 2, promotions: 3, rate: { rate: 0.75, low: 0.41, high: 0.93 } },
      "6 of 8 in the inbox",
    ),
    cell(
      1,
      "microsoft",
      { inbox: 2, spam: 5, missing: 1, rate: { rate: 0.25, low: 0.07, high: 0.59 } },
      "2 of 8 in the inbox",
    ),
    cell(1, "provider.example", { inbox: 7, unknown: 1 }, "7 of 7 in the inbox"),
    cell(2, "google", { waiting: 8 }, "Not known yet"),
  ],
  emails: [
    ...EXAMPLE_TEST.emails,
    {
      ...EXAMPLE_TEST.emails[0],
      id: 102,
      place: "spam",
      folder: "Junk",
      tab: null,
      search_id: 4,
      purpose: "ask",
      replaced: ["links", "pixel"],
      authentication: null,
    },
  ],
  searches: [
    {
      ...EXAMPLE_TEST.searches[0],
      state: "running",
      mails: 27,
      providers: [
        ...(EXAMPLE_TEST.searches[0]?.providers ?? []),
        {
          provider: "microsoft",
          mails: 16,
          spam: 9,
          inbox: 7,
          answer: null,
          cause: [],
          confidence: null,
          message: "Still searching: 16 emails so far.",
        },
      ],
    },
  ],
};

/** Tests of some weeks, the newest first. */
const HISTORY = Array.from({ length: 14 }, (_, at) => {
  const spam = at % 5;
  const inbox = 8 - spam - (at % 3 === 0 ? 1 : 0);
  const missing = 8 - spam - inbox;
  return {
    ...EXAMPLE_ITEM,
    id: 77 - at,
    subject: at % 2 === 0 ? "A question about your cold rooms" : "Quick question",
    inbox,
    spam,
    missing,
    summary: `${inbox} of 8 in the inbox`,
    state: at === 0 ? "running" : "done",
    created_at: new Date(Date.UTC(2026, 10, 24) - at * 3 * 86_400_000).toISOString(),
  };
});

/** Answers of weeks of tests, which no run can wait for. */
export async function answerPlacement(page: Page): Promise<void> {
  const json = (body: unknown) => ({
    status: 200,
    contentType: "application/json",
    body: JSON.stringify(body),
  });
  await page.route(/\/placement-tests\/77$/, (route) => route.fulfill(json(TEST)));
  await page.route(/\/placement-tests\?/, (route) =>
    route.fulfill(
      json({
        data: HISTORY,
        pagination: { page: 1, limit: 50, total: 14, total_pages: 1, next_cursor: null },
      }),
    ),
  );
}
