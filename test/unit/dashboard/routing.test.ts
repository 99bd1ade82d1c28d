import { describe, expect, it } from "vitest";
import { hrefOf, addressAt } from "#dashboard/routing/addresses.ts";
import { isBelow, paramsIn, pathOf } from "#dashboard/routing/patterns.ts";
import { formatSearch, parseSearch } from "#dashboard/routing/search-text.ts";

const here = { params: { wid: "7" }, search: { view: "all", thread: 5 } };

describe("what an address says behind its ?", () => {
  it.each([
    [{ q: "gate b & c" }, "?q=gate+b+%26+c"],
    [{ list: 3, make: true }, "?list=3&make=true"],
    [{ q: "2026" }, "?q=%222026%22"],
    [{ q: "true", tag: '"' }, "?q=%22true%22&tag=%22"],
    [{ ids: [1, 2], on: { a: "b" } }, "?ids=%5B1%2C2%5D&on=%7B%22a%22%3A%22b%22%7D"],
    [{}, ""],
  ])("%j comes back as it was", (search, text) => {
    expect(formatSearch(search)).toBe(text);
    expect(parseSearch(text)).toEqual(search);
  });

  it("leaves out what is undefined, makes a list of a name that comes twice, and a __proto__ is a name", () => {
    expect(formatSearch({ q: undefined, n: 0 })).toBe("?n=0");
    expect(parseSearch("?a=1&a=x")).toEqual({ a: [1, "x"] });
    const search = parseSearch("?__proto__=1&constructor=2");
    expect(Object.getPrototypeOf(search)).toBe(Object.prototype);
    expect(Object.keys(search)).toEqual(["__proto__", "constructor"]);
  });
});

describe("a path", () => {
  it("is matched segment by segment, with its values decoded, and made again from them", () => {
    expect(paramsIn("/w/$wid/leads/$leadId", "/w/7/leads/a%2Fb")).toEqual({
      wid: "7",
      leadId: "a/b",
    });
    expect(pathOf("/w/$wid/leads/$leadId", { wid: "7", leadId: "a/b" })).toBe("/w/7/leads/a%2Fb");
    expect(paramsIn("/w/$wid", "/w/%E0%A4%A")).toBeNull();
    expect(paramsIn("/w/$wid", "/w/7/leads")).toBeNull();
    expect(() => pathOf("/w/$wid", {})).toThrow("lacks its wid");
  });

  it("is below another only at a slash", () => {
    expect(isBelow("/w/1/leads/2", "/w/1/leads")).toBe(true);
    expect(isBelow("/w/1/leads", "/w/1/leads")).toBe(true);
    expect(isBelow("/w/1/leads-new", "/w/1/leads")).toBe(false);
  });
});

describe("an address", () => {
  it("is the first that fits: a list's own page is no lead", () => {
    expect(addressAt({ path: "/w/7/leads/links", search: "" }).address).toBe("/w/$wid/leads/links");
    expect(addressAt({ path: "/w/7/leads/12", search: "" })).toMatchObject({
      address: "/w/$wid/leads/$leadId",
      params: { wid: "7", leadId: "12" },
    });
  });

  it("reads no more than its room understands, and a room within another what that one understands too", () => {
    const search = "?status=bouncing&q=mara&reconnect=1&junk=1";
    expect(addressAt({ path: "/w/7/leads", search }).search).toEqual({ q: "mara" });
    expect(addressAt({ path: "/w/7/mailboxes/3", search }).search).toEqual({
      q: "mara",
      reconnect: 1,
    });
  });

  it("that nothing has is nobody's, or the workspace's that it names", () => {
    expect(addressAt({ path: "/nowhere", search: "" })).toEqual({
      address: null,
      params: {},
      search: {},
    });
    expect(addressAt({ path: "/w/7/nowhere", search: "" }).params).toEqual({ wid: "7" });
  });
});

describe("a link", () => {
  it("fills in the workspace where one is, and keeps or changes the search", () => {
    expect(hrefOf({ to: "/w/$wid/inbox" }, here)).toBe("/w/7/inbox");
    expect(hrefOf({ to: "/w/$wid/inbox", search: true }, here)).toBe(
      "/w/7/inbox?view=all&thread=5",
    );
    expect(
      hrefOf({ to: "/w/$wid/inbox", search: (old) => ({ ...old, thread: undefined }) }, here),
    ).toBe("/w/7/inbox?view=all");
    expect(hrefOf({ to: "/w/$wid/tasks", params: { wid: "8" } }, here)).toBe("/w/8/tasks");
  });

  it("to a sign-in leads back into this site alone", () => {
    const to = "/sign-in";
    expect(hrefOf({ to, search: { next: "/w/7/leads?q=a" } }, here)).toBe(
      "/sign-in?next=%2Fw%2F7%2Fleads%3Fq%3Da",
    );
    expect(hrefOf({ to, search: { next: "//evil.test" } }, here)).toBe("/sign-in");
    expect(addressAt({ path: to, search: "?next=/\\evil.test" }).search).toEqual({});
  });
});
