import { describe, expect, it } from "vitest";
import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS } from "#platform/rules/time.ts";
import {
  linkedFileUrl,
  isSignIn,
  refuseLink,
  shownUrl,
} from "#modules/leads/rules/import-links/file-url.ts";
import { nextRunAt } from "#modules/leads/rules/import-links/interval.ts";

const ID = "1AbCdEfGhIjKlMnOpQrStUvWxYz-_0123456789";
const SHEET = `https://docs.google.com/spreadsheets/d/${ID}`;

describe("the address of a file", () => {
  it.each([
    [`${SHEET}/edit#gid=7`, `${SHEET}/export?format=csv&gid=7`],
    [`${SHEET}/edit?gid=7#gid=7`, `${SHEET}/export?format=csv&gid=7`],
    [`${SHEET}/edit?usp=sharing`, `${SHEET}/export?format=csv`],
    [`${SHEET}`, `${SHEET}/export?format=csv`],
    [`https://docs.google.com/spreadsheets/u/1/d/${ID}/view`, `${SHEET}/export?format=csv`],
    [`${SHEET}/export?format=xlsx`, `${SHEET}/export?format=xlsx`],
    [
      "https://docs.google.com/spreadsheets/d/e/2PACX-1vQabcdefghij/pubhtml?gid=3&single=true",
      "https://docs.google.com/spreadsheets/d/e/2PACX-1vQabcdefghij/pub?output=csv&gid=3&single=true",
    ],
    [
      "https://docs.google.com/spreadsheets/d/e/2PACX-1vQabcdefghij/pub?output=csv",
      "https://docs.google.com/spreadsheets/d/e/2PACX-1vQabcdefghij/pub?output=csv",
    ],
    ["https://docs.google.com/document/d/x/edit", "https://docs.google.com/document/d/x/edit"],
    [
      "https://www.dropbox.com/scl/fi/abc/l.csv?rlkey=k&dl=0",
      "https://www.dropbox.com/scl/fi/abc/l.csv?rlkey=k&dl=1",
    ],
    [
      "https://acme.sharepoint.com/:x:/s/team/Eabc?e=1",
      "https://acme.sharepoint.com/:x:/s/team/Eabc?e=1&download=1",
    ],
    ["https://1drv.ms/x/s!abc", "https://1drv.ms/x/s!abc?download=1"],
    ["https://files.example.com/a.csv?x=1", "https://files.example.com/a.csv?x=1"],
  ])("of %s is %s", (given, meant) => {
    expect(linkedFileUrl(given)).toBe(meant);
  });

  it("is shown without its query and fragment", () => {
    expect(shownUrl("https://x.example/a.csv?token=1#b")).toBe("https://x.example/a.csv?...");
    expect(shownUrl("https://x.example/a.csv")).toBe("https://x.example/a.csv");
  });

  it("is plain http on this machine alone, where private networks are allowed", () => {
    const open = { allowPrivate: true };
    expect(refuseLink("http://127.0.0.1:8080/a.csv", open)).toBeNull();
    expect(refuseLink("http://[::1]/a.csv", open)).toBeNull();
    expect(refuseLink("http://10.0.0.1/a.csv", open)?.code).toBe("https_required");
    expect(refuseLink("http://127.0.0.1/a.csv", { allowPrivate: false })).not.toBeNull();
  });

  it("of a page to sign in is told from others", () => {
    expect(isSignIn("https://accounts.google.com/v3/signin")).toBe(true);
    expect(isSignIn("https://x.example/login?next=/a.csv")).toBe(true);
    expect(isSignIn("https://x.example/loginless.csv")).toBe(false);
    expect(isSignIn("https://x.example/exports/a.csv")).toBe(false);
  });
});

it("the next run comes by the interval, soon after a failure, and daily after three", () => {
  const at = (...given: [Parameters<typeof nextRunAt>[1], number]) =>
    nextRunAt(unixMs(0), ...given);
  expect(at("hour", 0)).toBe(HOUR_MS);
  expect(at("week", 0)).toBe(7 * DAY_MS);
  expect(at("week", 1)).toBe(HOUR_MS);
  expect(at("hour", 3)).toBe(DAY_MS);
  expect(at("week", 3)).toBe(7 * DAY_MS);
});
