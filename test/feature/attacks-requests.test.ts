import { request as httpRequest } from "node:http";
import { describe, expect, it } from "vitest";
import { endpoints } from "#app/endpoints.ts";
import { trustedProxies } from "#server/client-address.ts";
import { listenAt } from "#server/web-server.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { freePort } from "#test/support/free-port.ts";
import { ANSWERING, MAILBOX_BODY, recordsIn } from "#test/support/records.ts";

type Answer = Awaited<ReturnType<Harness["request"]>>;
type Row = readonly [
  name: string,
  expected: string,
  act: (t: Harness, wid: number) => Promise<Answer>,
];

const JSON_TYPE = { "content-type": "application/json" };
const WORKSPACES = "/api/v1/workspaces";
let serial = 0;
/** Makes a workspace; what is called north gets a name of its own. */
const raw = (t: Harness, body: string, headers: Record<string, string> = JSON_TYPE) =>
  t.request("POST", WORKSPACES, body.replaceAll("north", `north-${++serial}`), headers);
const bytes = (t: Harness, body: Uint8Array<ArrayBuffer>): Promise<Answer> =>
  t.request("POST", WORKSPACES, new Blob([body]), JSON_TYPE);
const nested = (depth: number, open = "[", close = "]"): string =>
  open.repeat(depth) + close.repeat(depth);
const named = (name: string, slug = "north"): string =>
  `{"name":${JSON.stringify(name)},"slug":"${slug}"}`;

/** Bodies that a parser, a schema or a database could trip over. */
const BODIES: readonly Row[] = [
  ["32 levels", "422 validation_failed", (t) => raw(t, nested(32))],
  ["33 levels", "400 malformed_request", (t) => raw(t, nested(33))],
  ["100,000 levels of lists", "400 malformed_request", (t) => raw(t, nested(100_000))],
  [
    "30,000 levels of objects",
    "400 malformed_request",
    (t) => raw(t, `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}`),
  ],
  ["brackets in a text are no levels", "201", (t) => raw(t, named(nested(50)))],
  ["above 256 KB", "413 payload_too_large", (t) => raw(t, named("x".repeat(262_144)))],
  [
    "above 256 KB in spaces",
    "413 payload_too_large",
    (t) => raw(t, `${" ".repeat(262_145)}${named("x")}`),
  ],
  [
    "a length that lies",
    "413 payload_too_large",
    (t) => raw(t, named("x"), { ...JSON_TYPE, "content-length": "999999999" }),
  ],
  [
    "a length that is no number",
    "201",
    (t) => raw(t, named("x"), { ...JSON_TYPE, "content-length": "x" }),
  ],
  [
    "a million keys in 200 KB",
    "422 validation_failed",
    (t) => raw(t, `{${Array.from({ length: 20_000 }, (_, i) => `"${i}":1`).join()}}`),
  ],
  [
    "__proto__",
    "422 validation_failed",
    (t) => raw(t, '{"__proto__":{"name":"x","slug":"north"}}'),
  ],
  [
    "__proto__ beside the fields",
    "422 validation_failed",
    (t) => raw(t, '{"name":"x","slug":"north","__proto__":{"isAdmin":true}}'),
  ],
  [
    "constructor",
    "422 validation_failed",
    (t) => raw(t, '{"name":"x","slug":"north","constructor":{"prototype":{"isAdmin":true}}}'),
  ],
  [
    "prototype",
    "422 validation_failed",
    (t) => raw(t, '{"name":"x","slug":"north","prototype":{}}'),
  ],
  ["toString", "422 validation_failed", (t) => raw(t, '{"name":"x","slug":"north","toString":1}')],
  [
    "hasOwnProperty",
    "422 validation_failed",
    (t) => raw(t, '{"name":"x","slug":"north","hasOwnProperty":1}'),
  ],
  [
    "a key twice: the last one counts",
    "201",
    (t) => raw(t, '{"name":"x","slug":"south","slug":"north"}'),
  ],
  [
    "a protected key twice",
    "422 validation_failed",
    (t) => raw(t, '{"name":"x","slug":"north","role":"client","role":"super_admin"}'),
  ],
  ["a lone surrogate", "201", (t) => raw(t, '{"name":"a\\ud800b","slug":"north"}')],
  [
    "a lone surrogate as key",
    "422 validation_failed",
    (t) => raw(t, '{"name":"x","slug":"north","\\udfff":1}'),
  ],
  ["NUL in a text", "201", (t) => raw(t, '{"name":"a\\u0000b","slug":"north"}')],
  ["NaN", "400 malformed_request", (t) => raw(t, '{"name":NaN}')],
  ["Infinity", "400 malformed_request", (t) => raw(t, '{"name":Infinity}')],
  [
    "1e999 for a number",
    "422 validation_failed",
    (t, wid) =>
      t.request(
        "POST",
        `${WORKSPACES}/${wid}/mailboxes`,
        JSON.stringify(MAILBOX_BODY).replace("465", "1e999"),
        JSON_TYPE,
      ),
  ],
  [
    "-0 for a port",
    "422 validation_failed",
    (t, wid) =>
      t.request(
        "POST",
        `${WORKSPACES}/${wid}/mailboxes`,
        JSON.stringify(MAILBOX_BODY).replace("465", "-0"),
        JSON_TYPE,
      ),
  ],
  [
    "2^53 + 1 for an id",
    "422 validation_failed",
    (t, wid) =>
      t.request(
        "POST",
        `${WORKSPACES}/${wid}/leads/add-to-campaign`,
        '{"campaign_id":9007199254740993,"lead_ids":[1]}',
        JSON_TYPE,
      ),
  ],
  ["undefined", "400 malformed_request", (t) => raw(t, "undefined")],
  ["a trailing comma", "400 malformed_request", (t) => raw(t, '{"name":"x",}')],
  ["single quotes", "400 malformed_request", (t) => raw(t, "{'name':'x'}")],
  ["a comment", "400 malformed_request", (t) => raw(t, '{"name":"x"/**/}')],
  ["two documents", "400 malformed_request", (t) => raw(t, '{"name":"x"}{"name":"y"}')],
  ["half a document", "400 malformed_request", (t) => raw(t, '{"name":"x"')],
  [
    "bytes that are no UTF-8",
    "400 malformed_request",
    (t) => bytes(t, Buffer.from(`{"name":"a\xff\xfeb","slug":"bytes"}`, "latin1")),
  ],
  ["null", "422 validation_failed", (t) => raw(t, "null")],
  ["a list", "422 validation_failed", (t) => raw(t, "[]")],
  ["a text", "422 validation_failed", (t) => raw(t, '"x"')],
  ["a number", "422 validation_failed", (t) => raw(t, "1")],
  ["nothing", "422 validation_failed", (t) => raw(t, "")],
  [
    "an object for a text",
    "422 validation_failed",
    (t) => raw(t, '{"name":{"$ne":""},"slug":"north"}'),
  ],
  ["a list for a text", "422 validation_failed", (t) => raw(t, '{"name":["x"],"slug":["north"]}')],
  [
    "an object for a user name",
    "422 validation_failed",
    (t) => t.post("/api/v1/auth/login", { username: { $gt: "" }, password: { $gt: "" } }),
  ],
  [
    "a custom field named __proto__ is left out",
    "200",
    async (t, wid) => {
      const { leads } = await recordsIn(t, wid);
      return t.request(
        "PUT",
        `${WORKSPACES}/${wid}/leads/${leads}`,
        '{"custom":{"__proto__":{"x":"1"}}}',
        JSON_TYPE,
      );
    },
  ],
];

/** Content types that are not JSON, however close. */
const TYPES: readonly Row[] = [
  ["none", ""],
  ["text/plain", "text/plain"],
  ["text/plain with JSON", "text/plain; application/json"],
  ["a form", "application/x-www-form-urlencoded"],
  ["multipart", "multipart/form-data; boundary=x"],
  ["application/jsonp", "application/jsonp"],
  ["two types", "application/json, text/plain"],
  ["xml", "application/xml"],
  ["text/json", "text/json"],
].map(([name = "", type = ""]): Row => [
  name,
  "415 unsupported_media_type",
  (t) => raw(t, named("x"), { "content-type": type }),
]);

/** What other sites can make a browser send with our cookie. */
const ORIGINS: readonly Row[] = [
  ["another origin", "403 cross_site", { origin: "https://evil.example" }],
  ["the origin null", "403 cross_site", { origin: "null" }],
  ["our host on another port", "403 cross_site", { origin: "http://localhost:81" }],
  ["our host over https", "403 cross_site", { origin: "https://localhost" }],
  ["a host that begins like ours", "403 cross_site", { origin: "http://localhost.evil.example" }],
  ["no origin at all", "403 cross_site", { origin: "" }],
  ["cross-site", "403 cross_site", { "sec-fetch-site": "cross-site" }],
  ["same-site", "403 cross_site", { "sec-fetch-site": "same-site" }],
  ["a word nobody knows", "403 cross_site", { "sec-fetch-site": "anywhere" }],
  [
    "cross-site with our origin",
    "403 cross_site",
    { "sec-fetch-site": "cross-site", origin: "http://localhost" },
  ],
  ["our origin", "201", { origin: "http://localhost" }],
  ["same-origin", "201", { "sec-fetch-site": "same-origin" }],
  ["typed in", "201", { "sec-fetch-site": "none" }],
].map(([name, expected, headers]): Row => [
  name as string,
  expected as string,
  (t) => raw(t, named("x"), { ...JSON_TYPE, ...(headers as Record<string, string>) }),
]);

const codeOf = (answer: Answer): string =>
  [answer.status, answer.json?.code].filter((part) => part !== undefined).join(" ");

/** What each row got, and what it should get. */
async function outcomes(rows: readonly Row[]): Promise<[got: string[], wanted: string[]]> {
  const t = await harness(ANSWERING);
  const { wid } = await t.signUp();
  const got: string[] = [];
  for (const [name, , act] of rows) {
    got.push(`${name}: ${codeOf(await act(t, wid))}`);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  }
  return [got, rows.map(([name, expected]) => `${name}: ${expected}`)];
}

describe("attacks by requests", () => {
  it.each([
    ["each body gets its documented code", BODIES],
    ["each content type but JSON is 415", TYPES],
    ["a post that another site caused is 403", ORIGINS],
  ])("%s", async (_, rows) => {
    const [got, wanted] = await outcomes(rows);
    expect(got).toEqual(wanted);
  });

  it("says nothing to other origins, and lets them read nothing", async () => {
    const t = await harness();
    await t.signUp();
    for (const method of ["OPTIONS", "GET", "POST"]) {
      const answer = await t.request(method, "/api/v1/auth/me", undefined, {
        origin: "https://evil.example",
        "access-control-request-method": "PUT",
      });
      const names = [...answer.headers.keys()];
      expect(names.filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });
});

describe("what answers and the log say", () => {
  it("forbids caches to keep any answer that needs a sign-in", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const read = endpoints.filter(
      ({ method, scope, path }) => method === "GET" && scope !== "public" && !/:(?!wid)/.test(path),
    );
    const kept: string[] = [];
    let answered = 0;
    for (const { path } of read) {
      t.advance(2_000);
      const { status, headers } = await t.get(path.replace(":wid", String(wid)));
      if (status !== 200) continue;
      answered++;
      if (!(headers.get("cache-control") ?? "").includes("no-store")) kept.push(path);
    }
    expect(kept).toEqual([]);
    expect(answered).toBeGreaterThan(40);
  });

  it("names who was refused what, by ids, on a line of the log", async () => {
    const t = await harness();
    const owner = await t.signUp();
    const bob = await t.signUp("Bob", "bob@example.com");
    const path = `${WORKSPACES}/${owner.wid}/leads`;
    const line = async (act: Promise<Answer>) => {
      const from = t.lines.length;
      await act;
      return t.lines.slice(from).find(({ event }) => event === "request.settled")?.fields;
    };
    const { user } = (await t.get("/api/v1/auth/me")).json;
    const by = `user:${user.id}`;
    expect(await line(t.get(path))).toMatchObject({
      by,
      path,
      status: 403,
      code: "workspace_forbidden",
    });
    expect(await line(t.get("/api/v1/admin/audit"))).toMatchObject({
      by,
      status: 403,
      code: "forbidden",
    });
    const wrong = t.post(WORKSPACES, { name: 1 });
    expect(await line(wrong)).toMatchObject({ by, status: 422, code: "validation_failed" });
    const nobody = await line(t.get(path, { cookie: "auth_token=x" }));
    expect(nobody).toMatchObject({ status: 401, code: "unauthenticated" });
    expect(nobody).not.toHaveProperty("by");
    expect(JSON.stringify(t.lines)).not.toContain("bob@example.com");
    expect(bob.user.id).toBe(user.id);
  });

  it("405 for TRACE, which tells nobody what a proxy added", async () => {
    const t = await harness();
    const port = await freePort();
    const server = await listenAt({ host: "127.0.0.1", port }, trustedProxies([]));
    server.open(() => t.deps);
    const answered = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const headers = { "x-added": "secret-of-a-proxy" };
      httpRequest({ port, path: "/api/v1/auth/me", method: "TRACE", headers }, (answer) => {
        let text = "";
        answer.on("data", (part: Buffer) => (text += part.toString()));
        answer.on("end", () => resolve([answer.statusCode, text]));
      })
        .on("error", reject)
        .end();
    });
    await server.close(0);
    expect(answered[0]).toBe(405);
    expect(answered[1]).not.toContain("secret-of-a-proxy");
  });
});

describe("attacks on the set-up", () => {
  const admin = { name: "Eve", email: "eve@example.com", password: "correct horse battery" };
  const png = (bytes: number): string =>
    `data:image/png;base64,${Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(bytes)]).toString("base64")}`;

  it("409 for every replay once somebody has an account, and nothing changes", async () => {
    const t = await harness();
    const owner = await t.post("/api/v1/setup/complete", {
      admin: { name: "Ann", email: "ann@example.com", password: "correct horse battery" },
    });
    expect(owner.status).toBe(201);
    const employee = await t.post("/api/v1/auth/register", admin);
    const asEmployee = { cookie: (employee.headers.get("set-cookie") ?? "").split(";")[0] ?? "" };
    const tries: readonly (readonly [string, unknown, Record<string, string>])[] = [
      ["complete", { admin: { ...admin, email: "two@example.com" } }, {}],
      ["complete", {}, {}],
      ["complete", {}, asEmployee],
      ["complete", { admin: { ...admin, email: "two@example.com" } }, asEmployee],
      ["branding", { name: "Mine now" }, {}],
      ["branding", { name: "Mine now" }, asEmployee],
      ["branding", { name: "Mine now" }, { cookie: "auth_token=x" }],
    ];
    for (const [step, body, headers] of tries) {
      const answer = await t.post(`/api/v1/setup/${step}`, body, headers);
      expect([step, answer.status, answer.json.code]).toEqual([step, 409, "invalid_state"]);
    }
    expect((await t.get("/api/v1/setup/branding")).json).toEqual({
      name: "Outrider",
      logo_url: null,
      own_host: false,
    });
    const { rows } = await t.client.execute("SELECT email, role FROM users ORDER BY id");
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { email: "ann@example.com", role: "super_admin" },
      { email: "eve@example.com", role: "employee" },
    ]);
  });

  it("422 and 413 for a logo that is too large or no picture", async () => {
    const t = await harness();
    const rows: readonly (readonly [string, number])[] = [
      [png(256 * 1024 - 7), 422],
      [png(300 * 1024), 422],
      [png(400 * 1024), 413],
      ["data:image/svg+xml;base64,PHN2Zy8+", 422],
      ["data:image/png;base64,PHNjcmlwdD4=", 422],
      ["data:text/html;base64,PHNjcmlwdD4=", 422],
      ["javascript:alert(1)", 422],
      ["https://evil.example/logo.png", 422],
      ["data:image/png;base64,", 422],
      ["data:image/png;base64,%%%", 422],
    ];
    for (const [logo, status] of rows) {
      const answer = await t.post("/api/v1/setup/branding", { name: "X", logo });
      expect([logo.slice(0, 40), answer.status]).toEqual([logo.slice(0, 40), status]);
    }
    expect((await t.post("/api/v1/setup/branding", { name: "X", logo: png(1_000) })).status).toBe(
      200,
    );
  });
});

describe("attacks on addresses", () => {
  it("429 at the sixth sign-in of a socket, whatever forwarding headers it invents", async () => {
    const t = await harness({ settings: { LOGIN_LIMIT_PER_MINUTE: "5" } });
    const port = await freePort();
    const server = await listenAt({ host: "127.0.0.1", port }, trustedProxies([]));
    server.open(() => t.deps);
    const names = [
      "X-Forwarded-For",
      "Forwarded",
      "CF-Connecting-IP",
      "X-Real-IP",
      "True-Client-IP",
      "X-Client-IP",
      "X-Cluster-Client-IP",
      "Fastly-Client-IP",
      "X-Test-Client-Address",
      "Via",
    ];
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      const address = `198.51.100.${i}`;
      const headers = Object.fromEntries(
        names.map((name) => [name, name === "Forwarded" ? `for=${address}` : address]),
      );
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/auth/login`, {
        method: "POST",
        headers: { ...JSON_TYPE, ...headers },
        body: JSON.stringify({ username: `nobody-${i}`, password: "wrong" }),
      });
      statuses.push(answer.status);
    }
    await server.close(0);
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
  });
});

describe("attacks through headers", () => {
  it("puts nothing that a caller wrote into a header or a link", async () => {
    const t = await harness(ANSWERING);
    await t.signUp();
    const evil = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "gopher",
      "x-request-id": "evil-id",
      "x-http-method-override": "DELETE",
    };
    const made = await t.post(WORKSPACES, { name: "a\r\nSet-Cookie: x=1", slug: "crlf" }, evil);
    expect(made.status).toBe(201);
    const told = JSON.stringify([...made.headers]);
    expect(told).not.toMatch(/evil|x=1/);
    expect(made.headers.get("location")).toMatch(/^\/api\/v1\/workspaces\/\d+$/);
    const docs = await t.get("/api/v1/docs", evil);
    expect(docs.text).not.toContain("evil.example");
  });

  it("422 for line ends where text becomes a mail header", async () => {
    const t = await harness(ANSWERING);
    const { wid } = await t.signUp();
    for (const name of ["from_name", "smtp_username", "smtp_password", "smtp_host", "email"]) {
      for (const end of ["\r\n", "\n", "\r", "\0"]) {
        const value = `x${end}Bcc: eve@example.com`;
        const body = { ...MAILBOX_BODY, [name]: value };
        const answer = await t.post(`${WORKSPACES}/${wid}/mailboxes`, body);
        expect([name, end, answer.status]).toEqual([name, end, 422]);
      }
    }
  });

  it("422 for an Idempotency-Key that is too long or no plain text", async () => {
    const t = await harness();
    await t.signUp();
    for (const key of ["x".repeat(256), "a b", "ä", ""]) {
      const answer = await t.post(
        WORKSPACES,
        { name: "K", slug: "keyed" },
        { "idempotency-key": key },
      );
      expect([key.slice(0, 10), answer.status]).toEqual([key.slice(0, 10), 422]);
    }
  });
});

const LISTS = [
  "leads",
  "campaigns",
  "mailboxes",
  "threads",
  "webhooks",
  "lists",
  "suppressions",
  "api-keys",
  "leads/imports",
];

describe("attacks through search", () => {
  it("200 for every text to look for; none of them finds what it does not name", async () => {
    const t = await harness(ANSWERING);
    const { wid } = await t.signUp();
    await recordsIn(t, wid);
    const texts = [
      "' OR 1=1 --",
      '" OR ""="',
      "'; DROP TABLE leads; --",
      "') UNION SELECT password_hash FROM users --",
      "%",
      "%%",
      "_",
      "__________",
      "\\",
      "\\%",
      "*",
      "?",
      "[a-z]",
      "x".repeat(51),
      "%".repeat(51),
      "_".repeat(200),
      "\u0000",
      "\u0000%",
      "💩",
      "@",
      "@%",
      "%@%",
      ".",
      "\ud800",
      "NULL",
      "AND",
      '"*"',
      "NEAR(a b)",
    ];
    for (const list of LISTS) {
      for (const text of texts) {
        const answer = await t.get(
          `${WORKSPACES}/${wid}/${list}?q=${encodeURIComponent(text.toWellFormed())}`,
        );
        expect([list, text, answer.status]).toEqual([list, text, 200]);
      }
    }
    for (const text of texts.filter((each) => !["@", "."].includes(each))) {
      const found = await t.get(
        `${WORKSPACES}/${wid}/leads?q=${encodeURIComponent(text.toWellFormed())}`,
      );
      expect([text, found.json.data]).toEqual([text, []]);
    }
    const kept = await t.client.execute("SELECT count(*) AS n FROM leads");
    expect(kept.rows[0]?.["n"]).toBe(2);
  });

  it("400 for an order, a filter, a page or a cursor that is not one", async () => {
    const t = await harness(ANSWERING);
    const { wid } = await t.signUp();
    const wrong = [
      "sort=id;DROP TABLE leads",
      "sort=(SELECT password_hash FROM users)",
      "sort=password_hash",
      "sort=__proto__",
      "order=desc;--",
      "order=DESC",
      "status=' OR 1=1",
      "page=0",
      "page=-1",
      "page=1.5",
      "page=abc",
      "page=9007199254740993",
      "limit=0",
      "limit=-1",
      "limit=1e400",
      "limit=1;2",
      "list_id=1 OR 1=1",
      "campaign_id=[]",
      "min_score=101",
      "min_score=NaN",
      "page=1&page=2",
      `q=${"x".repeat(201)}`,
      `cursor=${"x".repeat(501)}`,
    ];
    for (const query of wrong) {
      const answer = await t.get(`${WORKSPACES}/${wid}/leads?${encodeURI(query)}`);
      expect([query.slice(0, 60), codeOf(answer)]).toEqual([
        query.slice(0, 60),
        "400 malformed_request",
      ]);
    }
    const encode = (value: unknown): string =>
      Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
    const cursors = [
      "x",
      "%00",
      "null",
      encode("null"),
      encode({}),
      encode([]),
      encode([1]),
      encode([null, null]),
      encode(["' OR 1=1", "x"]),
      encode({ id: "1 OR 1=1" }),
      encode([1e308, 1e308]),
      encode("x".repeat(300)),
    ];
    for (const list of LISTS) {
      for (const cursor of cursors) {
        const answer = await t.get(`${WORKSPACES}/${wid}/${list}?cursor=${cursor}`);
        expect([list, cursor, answer.status]).toEqual([list, cursor, expect.toBeOneOf([200, 400])]);
      }
    }
    expect((await t.get(`${WORKSPACES}/${wid}/leads?limit=201`)).json.pagination.limit).toBe(200);
    expect((await t.get(`${WORKSPACES}/${wid}/leads?page=9007199254740991`)).status).toBe(200);
  });
});
