import { expect, it } from "vitest";
import { harness } from "#test/support/harness.ts";

it("200: a spam check answers matches with their places, metrics and issues", async () => {
  const t = await harness();
  const { wid } = await t.signUp();
  const body = "<p>Get it F-R-E-E, cashflow or not.</p>";
  const answer = await t.post(`/api/v1/workspaces/${wid}/ai/spam-check`, {
    subject: "Act now",
    body,
  });
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({
    rating: "fair",
    matches: [
      { term: "act now", category: "urgency", field: "subject", index: 0, length: 7 },
      { term: "free", category: "money", field: "body", index: 10, length: 7 },
    ],
    metrics: { words: 6, subject_length: 7 },
    issues: ["disguised_words", "no_unsubscribe"],
  });
});

it.each([
  [{}, 200],
  [{ body: "x".repeat(65_537) }, 422],
  [{ text: "x" }, 422],
  [{ body: 1 }, 422],
  [{ body: "x".repeat(1_100_000) }, 413],
])("a spam check of %# answers %#", async (body, status) => {
  const t = await harness();
  const { wid } = await t.signUp();
  const answer = await t.post(`/api/v1/workspaces/${wid}/ai/spam-check`, body);
  expect(answer.status).toBe(status);
});
