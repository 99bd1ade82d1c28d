import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { clientSource } from "#app/openapi/client-source.ts";
import { apiDocument } from "#app/openapi/document.ts";
import { referencePage } from "#app/openapi/reference-page.ts";
import type { Deps, OwnHost } from "#platform/ctx/ctx.ts";
import { type AppEnv, ok } from "#platform/http/answer.ts";
import { deprecatedField } from "#platform/http/deprecation.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { type Gates, mount } from "#platform/http/mount.ts";
import { onError } from "#platform/http/problem.ts";
import { AppError } from "#platform/rules/errors.ts";

const EARLY = { since: "2027-03-01", until: "2028-06-01", instead: "Use `GET /api/v1/fresh`." };
const LATE = { since: "2027-09-01", until: "2028-09-01", instead: "Use `sort`." };
const open = { scope: "public", action: null, summary: "It says so." } as const;

const Plain = z.object({ name: z.string().describe("A name.") });
const Marked = z.object({
  name: z.string().describe("A name."),
  places: z
    .array(z.object({ town: deprecatedField(z.string().describe("A town."), LATE) }))
    .describe("Places."),
});
const order = deprecatedField(z.string().optional().describe("The order."), LATE);

const ENDPOINTS = [
  endpoint(
    { ...open, method: "GET", path: "/api/v1/old", deprecated: EARLY, answers: { 200: Plain } },
    async () => ok({ name: "old" }),
  ),
  // A client's own host serves a route of this name.
  endpoint(
    {
      ...open,
      method: "GET",
      path: "/api/v1/templates",
      deprecated: EARLY,
      answers: { 200: Plain },
    },
    async () => ok({ name: "templates" }),
  ),
  endpoint(
    { ...open, method: "GET", path: "/api/v1/gone", deprecated: EARLY, answers: { 200: Plain } },
    async () => {
      throw new AppError("not_found", "Not there.");
    },
  ),
  endpoint(
    { ...open, method: "GET", path: "/api/v1/marked", deprecated: EARLY, answers: { 200: Marked } },
    async () => ok({ name: "marked", places: [] }),
  ),
  endpoint(
    { ...open, method: "GET", path: "/api/v1/answers", answers: { 200: Marked } },
    async () => ok({ name: "answers", places: [] }),
  ),
  endpoint(
    {
      ...open,
      method: "GET",
      path: "/api/v1/fresh",
      query: z.object({ order, sort: z.string().optional().describe("The order.") }),
      answers: { 200: Plain },
    },
    async () => ok({ name: "fresh" }),
  ),
  endpoint(
    {
      ...open,
      method: "POST",
      path: "/api/v1/bodies",
      body: z.object({
        rows: z.array(z.object({ order })).optional().describe("Rows."),
        named: z.record(z.string(), z.object({ order })).optional().describe("Rows by name."),
        either: z
          .union([z.string(), z.object({ order }).nullable()])
          .optional()
          .describe("Either."),
      }),
      answers: { 200: Plain },
    },
    async () => ok({ name: "bodies" }),
  ),
];

/** No limit, nobody signed in, nothing repeated: these routes ask for none of it. */
const refuse = async (): Promise<never> => {
  throw new Error("not asked for");
};
const GATES: Gates = { identify: refuse, take: refuse, once: refuse };

async function headersOf(path: string, body?: unknown, ownHost: OwnHost | null = null) {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    // Nothing else of it is asked for.
    c.set("deps", { settings: { BASE_URL: "https://out.example.com" } } as Deps);
    c.set("ownHost", ownHost);
    await next();
  });
  mount(app, ENDPOINTS, GATES);
  app.onError(onError);
  const { status, headers } = await app.request(path, {
    ...(body !== undefined && {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  });
  return {
    status,
    deprecation: headers.get("deprecation"),
    sunset: headers.get("sunset"),
    link: headers.get("link"),
  };
}

const LINK =
  '<https://out.example.com/docs/promises#what-is-deprecated>; rel="deprecation"; type="text/html"';
// 2027-03-01 and 2027-09-01, in seconds.
const OF_EARLY = { deprecation: "@1803859200", sunset: "Thu, 01 Jun 2028 00:00:00 GMT" };
const OF_LATE = { deprecation: "@1819756800", sunset: "Fri, 01 Sep 2028 00:00:00 GMT" };
const NONE = { deprecation: null, sunset: null, link: null };

describe("what is deprecated", () => {
  it("is said by every response of a deprecated route, errors among them, with RFC 9745 and RFC 8594", async () => {
    expect(await headersOf("/api/v1/old")).toEqual({ status: 200, ...OF_EARLY, link: LINK });
    expect(await headersOf("/api/v1/gone")).toEqual({ status: 404, ...OF_EARLY, link: LINK });
  });

  it("is said by every response of a route that answers with such a field, of several with the earliest days", async () => {
    expect(await headersOf("/api/v1/answers")).toEqual({ status: 200, ...OF_LATE, link: LINK });
    expect(await headersOf("/api/v1/marked")).toEqual({ status: 200, ...OF_EARLY, link: LINK });
  });

  it("is said where a request names such a field, wherever it stands, and nowhere else", async () => {
    const said = { status: 200, ...OF_LATE, link: LINK };
    const silent = { status: 200, ...NONE };
    expect(await headersOf("/api/v1/fresh?sort=name")).toEqual(silent);
    expect(await headersOf("/api/v1/fresh?order=name")).toEqual(said);
    expect(await headersOf("/api/v1/bodies", { rows: [{}], named: { a: {} } })).toEqual(silent);
    expect(await headersOf("/api/v1/bodies", { rows: [{}, { order: "x" }] })).toEqual(said);
    expect(await headersOf("/api/v1/bodies", { named: { a: { order: "x" } } })).toEqual(said);
    expect(await headersOf("/api/v1/bodies", { either: "order" })).toEqual(silent);
    expect(await headersOf("/api/v1/bodies", { either: { order: "x" } })).toEqual(said);
  });

  it("names no install at a client's own host", async () => {
    // Only that it is one matters here.
    const ownHost = { host: "mail.client.example" } as unknown as OwnHost;
    const there = await headersOf("/api/v1/templates", undefined, ownHost);
    expect(there).toEqual({ status: 200, ...OF_EARLY, link: null });
    // What is not served there is as if it did not exist.
    expect(await headersOf("/api/v1/old", undefined, ownHost)).toEqual({ status: 404, ...NONE });
  });

  it("stays for a year, or the product does not start", () => {
    const short = { ...EARLY, until: "2027-12-31" };
    expect(() => deprecatedField(z.string(), short)).toThrow("has to stay for a year");
    expect(() => deprecatedField(z.string(), { ...EARLY, since: "2027-3-1" })).toThrow("no day");
    const route = endpoint(
      { ...open, method: "GET", path: "/api/v1/short", deprecated: short, answers: { 200: Plain } },
      async () => ok({ name: "short" }),
    );
    expect(() => mount(new Hono<AppEnv>(), [route], GATES)).toThrow("has to stay for a year");
  });

  it("is marked in the OpenAPI document, the reference and the typed client", async () => {
    const api = apiDocument(ENDPOINTS, [], "1.2.3");
    const { paths } = api;
    expect(paths["/api/v1/old"]?.["get"]).toMatchObject({
      deprecated: true,
      description:
        "Deprecated since 2027-03-01; stays until 2028-06-01 at least. Use `GET /api/v1/fresh`.",
    });
    expect(paths["/api/v1/fresh"]?.["get"]?.deprecated).toBeUndefined();
    expect(paths["/api/v1/fresh"]?.["get"]?.parameters).toMatchObject([
      {
        name: "order",
        deprecated: true,
        description:
          "The order. Deprecated since 2027-09-01; stays until 2028-09-01 at least. Use `sort`.",
        schema: { type: "string" },
      },
      { name: "sort" },
    ]);
    expect(JSON.stringify(paths["/api/v1/answers"])).toContain(
      '"town":{"type":"string","description":"A town. Deprecated since 2027-09-01; stays until 2028-09-01 at least. Use `sort`.","deprecated":true}',
    );
    const client = clientSource(api);
    expect(client).toContain('Use `GET /api/v1/fresh`. @deprecated */\n  "GET /api/v1/old"');
    expect(client).toContain("Use `sort`. @deprecated */ order?: string");
    const page = await referencePage(api, "https://out.example.com");
    // Four routes, a parameter, and fields of two bodies and two answers.
    expect(page.match(/<b class="required">deprecated<\/b>/g)).toHaveLength(9);
  });
});
