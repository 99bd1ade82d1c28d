import { expect, it } from "vitest";
import { detailOf } from "#dashboard/rooms/leads/words.ts";

it.each([
  ["enrolment_ended", "missing_variable", "Missing variable"],
  ["suppressed", "hard_bounce", "Hard bounce"],
  ["replied", "meeting_request", "Meeting request"],
  ["clicked", "https://acme.test/a_b", "https://acme.test/a_b"],
  ["suppressed", "", ""],
] as const)("of %s, %s is shown as %s", (type, detail, shown) => {
  expect(detailOf({ type, detail })).toBe(shown);
});
