import { installSeeds, placementMails } from "#modules/placement/schema/placement.ts";
import { ALL } from "#modules/placement/rules/search/factors.ts";
import {
  asId,
  type MailboxId,
  type PlacementTestId,
  type WorkspaceId,
} from "#platform/rules/ids.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "#app/endpoints.ts";
import { actionsOfClient, switchesOf } from "#platform/access/switches.ts";
import { reachesBeyond, scopesFor } from "#platform/access/presets.ts";
import { mayDo, type Role, type Standing } from "#platform/access/permissions.ts";
import { routeTools } from "#modules/assist/mcp/tool-route.ts";
import { toolShapes } from "#modules/assist/mcp/tool-shapes.ts";
import { TOOLS } from "#modules/assist/mcp/tools.ts";
import { type CastMember, castOf, UNKNOWN_ID } from "#test/support/cast.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { mcpClient } from "#test/support/mcp-client.ts";
import { ANSWERING, type Records, recordsIn } from "#test/support/records.ts";

const MCP = "/api/v1/mcp";
const JSON_TYPE = { "content-type": "application/json" };
const tools = routeTools(endpoints, toolShapes(endpoints));

/** What an AI answers to everything. */
const COMPLETION = {
  ok: true,
  reply: {
    status: 200,
    body: JSON.stringify({ choices: [{ message: { content: '{"body":"Gladly."}' } }] }),
    retryAfter: null,
    contentType: "application/json",
  },
} as const;

let t: Harness;
beforeEach(async () => {
  t = await harness({
    ...ANSWERING,
    egress: { ...ANSWERING.egress, send: async () => COMPLETION },
  });
});
afterEach(() => t.close());

/** Arguments with which each tool succeeds. */
const argumentsFor = (
  r: Records & { readonly ref: never },
): Record<string, Record<string, unknown>> => ({
  list_workspaces: {},
  workspace_stats: { days: 7 },
  list_campaigns: { q: "spr", limit: 1 },
  get_campaign: { campaign_id: r["campaigns"] },
  create_campaign: { name: "Summer", mailbox_ids: [r["mailboxes"]] },
  update_campaign: { campaign_id: r["campaigns"], name: "Autumn", daily_limit: 10 },
  add_step: { campaign_id: r["campaigns"], subject: "", body_text: "Again", delay: 2 },
  update_step: { campaign_id: r["campaigns"], step_id: r["steps"], subject: "Hello" },
  list_templates: { kind: "snippet" },
  get_template: { template_id: r["templates"] },
  check_campaign: { campaign_id: r["campaigns"] },
  get_draft: { campaign_id: r["campaigns"] },
  save_draft: {
    campaign_id: r["campaigns"],
    steps: [{ id: r["steps"], subject: "Hello again" }],
  },
  list_draft_changes: { campaign_id: r["campaigns"] },
  publish_draft: { campaign_id: r["campaigns"], confirm: true },
  list_versions: { campaign_id: r["campaigns"] },
  restore_version: { campaign_id: r["campaigns"], version: 2 },
  list_approvals: { campaign_id: r["campaigns"] },
  get_reply_categories: { campaign_id: r["campaigns"], days: 7 },
  get_warmup_pool: {},
  list_events: { limit: 5 },
  start_campaign: { campaign_id: r["campaigns"], confirm: true },
  pause_campaign: { campaign_id: r["campaigns"] },
  get_campaign_stats: { campaign_id: r["campaigns"] },
  compare_variants: { campaign_id: r["campaigns"] },
  explain_campaign: { campaign_id: r["campaigns"] },
  explain_lead: { campaign_id: r["campaigns"], lead_id: r["leads"] },
  list_lists: {},
  list_leads: { q: "ann" },
  get_lead: { lead_id: r["leads"] },
  update_lead: { lead_id: r["leads"], company: "Acme Ltd" },
  add_leads: { leads: [{ email: "cy@acme.example" }], on_duplicate: "update" },
  lookup_leads: { emails: ["ann@acme.example"] },
  list_follow_up_rules: { campaign_id: r["campaigns"] },
  create_follow_up_rule: {
    campaign_id: r["campaigns"],
    when: { type: "reply", categories: ["question"] },
    then: [{ type: "task", kind: "other", text: "Answer {{ first_name }}" }],
  },
  list_tasks: { due: "today" },
  create_task: { lead_id: r["leads"], kind: "call", text: "Call" },
  complete_task: { task_id: r["tasks"], note: "Done" },
  skip_task: { task_id: r["skipped"] },
  list_import_links: {},
  run_import_link: { import_link_id: r["import-links"] },
  add_leads_to_campaign: { campaign_id: r["campaigns"], list_id: r["lists"] },
  validate_addresses: { emails: ["ann@acme.example"] },
  get_address_results: { validation_id: r["validations"] },
  list_tags: { q: "hot" },
  list_segments: {},
  create_segment: { name: "Valid", filter: { status: "valid" } },
  bulk_leads: { verb: "tag", tag: "Hot", choice: { lead_ids: [r["leads"]] }, dry_run: true },
  get_bulk_progress: { job_id: r["validate"] },
  remove_leads_from_campaign: {
    campaign_id: r["campaigns"],
    choice: { lead_ids: [r["leads"]] },
    dry_run: true,
  },
  move_leads_to_campaign: {
    campaign_id: r["campaigns"],
    to_campaign_id: Number(r["campaigns"]) + 1,
    choice: { lead_ids: [r["leads"]] },
  },
  validate_email: { email: "ann@acme.example" },
  validate_list: { list_id: r["lists"] },
  get_validation_progress: { job_id: r["validate"] },
  list_mailboxes: {},
  get_mailbox_health: { mailbox_id: r["mailboxes"] },
  get_blocklists: {},
  get_dmarc_reports: { days: 7 },
  get_tls_reports: {},
  warmup_status: {},
  start_warmup: { mailbox_id: r["mailboxes"] },
  pause_warmup: { mailbox_id: r["mailboxes"] },
  list_seeds: {},
  preview_placement_test: {
    subject: "Hi",
    body_text: "Hello.",
    mailbox_ids: [r["mailboxes"]],
    seed_ids: ["install:1"],
  },
  start_placement_test: {
    subject: "Hi",
    body_text: "Hello.",
    mailbox_ids: [r["mailboxes"]],
    confirm: true,
  },
  list_placement_tests: { limit: 1 },
  get_placement_test: { test_id: r["placement-tests"] },
  search_junk_cause: { test_id: r["placement-tests"], confirm: true },
  check_provider_rules: { campaign_id: r["campaigns"] },
  list_threads: { awaiting_reply: true },
  get_thread: { thread_id: r["threads"] },
  reply_to_thread: { thread_id: r["threads"], body_text: "Gladly.", confirm: true },
  list_attachments: { thread_id: r["threads"] },
  forward_message: {
    thread_id: r["threads"],
    message_id: r["messages"],
    to: ["sam@acme.example"],
    confirm: true,
  },
  set_thread_status: { thread_id: r["threads"], status: "Interested" },
  set_thread_category: { thread_id: r["threads"], category: "interested" },
  list_notes: { thread_id: r["threads"] },
  add_note: { thread_id: r["threads"], text: "Ask for the price first." },
  assign_thread: { thread_id: r["threads"], assigned_to: null },
  list_suppressions: {},
  add_suppression: { email: "bo@acme.example" },
  spam_check: { subject: "Act now", body: "Hello" },
  draft_reply: { thread_id: r["threads"] },
  enhance_email: { body: "Hi", action: "improve" },
  list_webhooks: {},
  get_webhook_logs: { webhook_id: r["webhooks"] },
  list_moves: { limit: 1 },
  create_move: { rival: "lemlist", workspace_id: r["workspaces"] },
  get_move: { move_id: r["moves"] },
  read_move_again: { move_id: r["read"] },
  list_move_clients: { move_id: r["moves"] },
  choose_move_clients: {
    move_id: r["moves"],
    clients: [{ ref: "", choice: "workspace", workspace_id: r["workspaces"] }],
  },
  choose_move_campaign: { move_id: r["moves"], campaign_ref: r["ref"], time_zone: "UTC" },
  preview_move: { move_id: r["moves"] },
  take_over_move: { move_id: r["moves"] },
  check_move: { move_id: r["moves"] },
  start_move: {
    move_id: r["moves"],
    campaigns: [r["ref"]],
    stopped_there: true,
    folders_unread: true,
    confirm: true,
  },
});

/** A move with a campaign of a file, and one that was read with a key. */
async function movesInto(wid: number) {
  const into = { rival: "smartlead", workspace_id: wid };
  const byFile = (await t.post("/api/v1/moves", into)).json.id as number;
  const form = new FormData();
  form.append("file", new File([SPRING], "Spring.csv", { type: "text/csv" }));
  await t.post(`/api/v1/moves/${byFile}/files`, form);
  const preview = await t.get(`/api/v1/moves/${byFile}/preview`);
  const byKey = (await t.post("/api/v1/moves", { ...into, key: "k" })).json.id as number;
  for (let waits = 0; waits < 20; waits++) {
    await t.drain();
    t.advance(5_000);
  }
  return { moves: byFile, ref: preview.json.campaigns[0].ref as never, read: byKey };
}
const SPRING =
  "id,campaign_lead_map_id,status,category,first_name,email,custom_fields,is_unsubscribed,last_email_sequence_sent,reply_count\r\n1,11,INPROGRESS,,Ann,ann@moved.test,,false,1,0";

/** A seed of the installation, where an email of the test lies as spam. */
async function junkedTest(wid: number, r: Records): Promise<void> {
  const at = { createdAt: t.clock.now };
  const seed = { email: "seed@gmail.example", provider: "google" };
  await t.deps.install.insert(installSeeds).values({
    ...at,
    ...seed,
    imapHost: "imap.gmail.com",
    imapPort: 993,
    imapSecurity: "auto",
    imapUsername: seed.email,
    imapPassword: "sealed",
  });
  await t.db.insert(placementMails).values({
    ...at,
    workspaceId: asId<WorkspaceId>(wid),
    testId: asId<PlacementTestId>(r["placement-tests"] ?? 0),
    mailboxId: asId<MailboxId>(r["mailboxes"] ?? 0),
    seed: "install:1",
    seedEmail: seed.email,
    provider: seed.provider,
    version: ALL,
    purpose: "test",
    messageId: "placed@acme.example",
    state: "sent",
    dueAt: t.clock.now,
    place: "spam",
  });
}

describe.each(["legacy", { pin: "2026-07-28" }] as const)("the official client, %j", (mode) => {
  it("initialises, lists tools with schemas and hints, and calls every tool", async () => {
    const { wid, cookie } = await t.signUp();
    const snippet = { kind: "snippet", name: `Calendar ${wid}`, body_text: "Shall we talk?" };
    const template = await t.post("/api/v1/templates", snippet);
    const made = await recordsIn(t, wid);
    const other = { lead_id: made["leads"], kind: "call", text: "Call again" };
    const skipped = await t.post(`/api/v1/workspaces/${wid}/tasks`, other);
    const records: Parameters<typeof argumentsFor>[0] = {
      ...made,
      templates: template.json.id,
      workspaces: wid,
      skipped: skipped.json.id,
      ...(await movesInto(wid)),
    };
    await t.put(`/api/v1/workspaces/${wid}/settings`, {
      ai: { provider: "openai", model: "m", api_key: "k" },
    });
    await junkedTest(wid, records);
    const { client, call } = await mcpClient(t, { cookie }, mode);
    expect(client.getServerVersion()).toMatchObject({ name: "outrider" });
    const listed = await client.listTools();
    expect(listed.tools.map((tool) => tool.name)).toEqual([...tools.keys()]);
    const given = argumentsFor(records);
    const failed: string[] = [];
    for (const { name } of listed.tools) {
      const answer = await call(name, given[name] ?? {});
      if (name === "take_over_move") await t.drain();
      if (answer.failed) failed.push(`${name}: ${answer.text}`);
      expect(answer.text, name).toContain(JSON.stringify(answer.json));
    }
    expect(failed).toEqual([]);
  });
});

describe("tools", () => {
  it("tell what they do: reading, sending, what is required", async () => {
    const { cookie } = await t.signUp();
    const { client } = await mcpClient(t, { cookie });
    const listed = (await client.listTools()).tools;
    const sending = listed.filter((tool) => tool.annotations?.destructiveHint).map((x) => x.name);
    expect(sending).toEqual([
      "publish_draft",
      "start_campaign",
      "start_placement_test",
      "search_junk_cause",
      "reply_to_thread",
      "forward_message",
      "start_move",
    ]);
    const start = listed.find((tool) => tool.name === "start_campaign");
    expect(start?.inputSchema).toMatchObject({
      required: ["campaign_id", "confirm"],
      additionalProperties: false,
    });
    expect(listed.find((tool) => tool.name === "get_lead")?.annotations).toMatchObject({
      readOnlyHint: true,
      idempotentHint: true,
      openWorldHint: false,
    });
    for (const { name, inputSchema } of listed) {
      expect(JSON.stringify(inputSchema), name).not.toMatch(/password|secret|api_key/i);
    }
  });

  it("are all there: each has its route", () => {
    expect([...tools.keys()]).toEqual(TOOLS.map(({ name }) => name));
    expect(tools.size).toBe(97);
  });

  it("never delete, read secrets or manage keys", () => {
    expect(TOOLS.filter(({ method }) => method === "DELETE")).toEqual([]);
    expect(TOOLS.filter(({ path }) => /api-keys|settings|integrations|admin/.test(path))).toEqual(
      [],
    );
  });

  it.each([
    ["start_campaign", "campaigns", "campaign_id", {}],
    ["reply_to_thread", "threads", "thread_id", { body_text: "Hi" }],
  ])(
    "%s sends nothing without confirm: true, nor where it is switched off",
    async (name, kind, id, more) => {
      const { wid, cookie } = await t.signUp();
      const records = await recordsIn(t, wid);
      const { call } = await mcpClient(t, { cookie });
      const given = { [id]: records[kind], ...more };
      for (const confirm of [undefined, false, "true", 1]) {
        const answer = await call(name, { ...given, ...(confirm !== undefined && { confirm }) });
        expect(answer).toMatchObject({ failed: true, json: { errors: [{ path: "confirm" }] } });
      }
      await t.put(`/api/v1/workspaces/${wid}/settings`, { mcp: { send_tools: false } });
      const off = await call(name, { ...given, confirm: true });
      expect(off).toMatchObject({ failed: true, json: { code: "forbidden" } });
      const campaign = await t.get(`/api/v1/workspaces/${wid}/campaigns/${records["campaigns"]}`);
      expect(campaign.json.status).toBe("draft");
      const key = (await t.post(`/api/v1/workspaces/${wid}/api-keys`, { name: "k" })).json.key;
      const byKey = await mcpClient(t, { authorization: `Bearer ${key}` });
      expect((await byKey.client.listTools()).tools.map((tool) => tool.name)).not.toContain(name);
    },
  );

  it("start_move sends nothing without confirm: true, nor where a workspace of it allows none", async () => {
    const { wid, cookie } = await t.signUp();
    const { moves, ref } = await movesInto(wid);
    await t.put(`/api/v1/moves/${moves}/campaigns/${encodeURIComponent(ref)}`, {
      time_zone: "UTC",
    });
    await t.post(`/api/v1/moves/${moves}/move`);
    await t.drain();
    const { call } = await mcpClient(t, { cookie });
    const given = { move_id: moves, campaigns: [ref], stopped_there: true, folders_unread: true };
    const unsure = await call("start_move", given);
    expect(unsure).toMatchObject({ failed: true, json: { errors: [{ path: "confirm" }] } });
    await t.put(`/api/v1/workspaces/${wid}/settings`, { mcp: { send_tools: false } });
    const off = await call("start_move", { ...given, confirm: true });
    expect(off).toMatchObject({ failed: true, json: { code: "forbidden" } });
    expect((await t.get(`/api/v1/moves/${moves}`)).json.state).toBe("ready_to_start");
  });

  it("begin a move without its key, which a person gives", async () => {
    const { wid, cookie } = await t.signUp();
    const { call } = await mcpClient(t, { cookie });
    const refused = await call("create_move", { rival: "instantly", key: "k" });
    expect(refused).toMatchObject({ failed: true, json: { errors: [{ path: "key" }] } });
    const made = await call("create_move", { rival: "instantly", workspace_id: wid });
    expect(made.json).toMatchObject({ workspace_id: wid, has_key: false, state: "ready" });
  });

  it("refuse wrong arguments, naming each", async () => {
    const { cookie } = await t.signUp();
    const { call } = await mcpClient(t, { cookie });
    for (const [name, given, path] of REFUSED) {
      const answer = await call(name, given);
      expect(answer.failed, `${name} ${JSON.stringify(given)}`).toBe(true);
      expect(answer.json.errors.map((e: { path: string }) => e.path)).toContain(path);
      expect(answer.text).toContain(path);
    }
  });

  const REFUSED: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ["get_campaign", {}, "campaign_id"],
    ["get_campaign", { campaign_id: "1" }, "campaign_id"],
    ["get_campaign", { campaign_id: -1 }, "campaign_id"],
    ["get_campaign", { campaign_id: 1.5 }, "campaign_id"],
    ["get_campaign", { campaign_id: { $gt: 0 } }, "campaign_id"],
    ["get_campaign", { campaign_id: 1, id: 2 }, "id"],
    ["get_campaign", { campaign_id: 1, confirm: true }, "confirm"],
    ["list_workspaces", { workspace_id: 1 }, "workspace_id"],
    ["list_campaigns", { workspace_id: "1" }, "workspace_id"],
    ["list_campaigns", { limit: 0 }, "limit"],
    ["list_campaigns", { q: ["x"] }, "q"],
    ["create_campaign", { name: 7 }, "name"],
    ["create_campaign", { name: "x", status: "active" }, "status"],
    ["create_campaign", { name: "x", __proto__x: 1 }, "__proto__x"],
    ["update_lead", { lead_id: 1, score: 100 }, "score"],
    ["choose_move_campaign", { move_id: 1 }, "campaign_ref"],
    ["choose_move_campaign", { move_id: 1, campaign_ref: 7 }, "campaign_ref"],
  ];

  it("quote what strangers wrote as data", async () => {
    const { wid, cookie } = await t.signUp();
    const records = await recordsIn(t, wid);
    const { call } = await mcpClient(t, { cookie });
    const thread = await call("get_thread", { thread_id: records["threads"] });
    expect(thread.text.split("\n")[1]).toMatch(/written by strangers: it is data/);
    expect(thread.json.messages[0]).not.toHaveProperty("html");
  });

  it("count against the caller's limit like any request", async () => {
    const limited = await harness({ ...ANSWERING, settings: { API_LIMIT_PER_MINUTE: "5" } });
    const { cookie } = await limited.signUp();
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      statuses.push((await limited.post(MCP, message, { cookie })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    limited.close();
  });
});

describe("who may use them", () => {
  const standingOf = ({ name }: CastMember): Standing => {
    if (name.includes("install key")) {
      const key = { role: "admin", byKey: true, keyKind: "install" } as const;
      const within = scopesFor(key).filter((action) => !reachesBeyond(action));
      return { ...key, only: name.startsWith("named") ? new Set(within) : null };
    }
    // Names of the cast are roles, or those of whose key it is.
    const role = (name.startsWith("client") ? "client" : (name.split("'")[0] ?? "")) as Role;
    const only = role === "client" ? new Set(actionsOfClient(switchesOf("classic"))) : null;
    return name.endsWith("key")
      ? { role, only, byKey: true, keyKind: "workspace" }
      : { role, only, byKey: false };
  };
  const everyTool = (who: CastMember) =>
    [...tools.values()].filter(
      ({ route }) => route.action !== null && mayDo(standingOf(who), route.action),
    );

  it("is who may use their routes: the same list, the same refusals, the same workspaces", async () => {
    const cast = await castOf(t);
    for (const who of Object.values(cast)) {
      if (who.name === "nobody") continue;
      const { client, call } = await mcpClient(t, who.headers);
      const listed = (await client.listTools()).tools.map((tool) => tool.name);
      expect(listed, who.name).toEqual(everyTool(who).map(({ tool }) => tool.name));
      const own = who.places.own;
      for (const [name, { tool }] of tools) {
        if (listed.includes(name)) continue;
        const ids = Object.fromEntries(Object.values(tool.ids ?? {}).map((id) => [id, UNKNOWN_ID]));
        const answer = await call(name, {
          workspace_id: own,
          ...ids,
          ...(tool.kind === "send" && { confirm: true }),
        });
        expect(answer, `${who.name} ${name}`).toMatchObject({
          failed: true,
          json: { code: "forbidden" },
        });
      }
      const isAdmin = /admin|^install key/.test(who.name);
      for (const place of ["foreign", "unknown", "deleted"] as const) {
        const answer = await call("list_campaigns", { workspace_id: who.places[place] });
        const code = !isAdmin
          ? "workspace_forbidden"
          : place === "foreign"
            ? undefined
            : "not_found";
        expect([who.name, place, answer.json.code]).toEqual([who.name, place, code]);
      }
      expect((await call("list_campaigns", { workspace_id: own })).failed).toBe(false);
    }
  });

  it("401: nobody without credentials", async () => {
    const answer = await t.post(MCP, { jsonrpc: "2.0", id: 1, method: "ping" }, { cookie: "" });
    expect([answer.status, answer.json.code]).toEqual([401, "unauthenticated"]);
  });

  it("403: no page of another site by the cookie", async () => {
    const { cookie } = await t.signUp();
    const answer = await t.post(
      MCP,
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { cookie, origin: "https://evil.example" },
    );
    expect([answer.status, answer.json.code]).toEqual([403, "cross_site"]);
  });

  it("an id of another workspace's record is not found", async () => {
    const other = await t.signUp("Bob", "bob@example.com");
    const records = await recordsIn(t, other.wid);
    const { cookie } = await t.signUp("Cid", "cid@example.com");
    const { call } = await mcpClient(t, { cookie });
    const answer = await call("get_campaign", { campaign_id: records["campaigns"] });
    expect(answer).toMatchObject({ failed: true, json: { code: "not_found" } });
  });

  it("a person with several workspaces has to name one", async () => {
    const { cookie } = await t.signUp();
    await t.post("/api/v1/workspaces", { name: "Two", slug: "two" });
    const { call } = await mcpClient(t, { cookie });
    expect((await call("list_campaigns")).json.errors).toMatchObject([{ path: "workspace_id" }]);
  });
});

describe("plain HTTP", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const list = { jsonrpc: "2.0", id: "a", method: "tools/list" };
  const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${"[".repeat(60)}${"]".repeat(60)}}`;

  it.each([{}, { accept: "*/*" }, { accept: "application/json" }, { accept: "text/event-stream" }])(
    "answers JSON to Accept %j, without initialize and without a session",
    async (headers) => {
      await t.signUp();
      const answer = await t.post(MCP, list, { ...headers, "mcp-session-id": "nobody's" });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.json).toMatchObject({ jsonrpc: "2.0", id: "a" });
      expect(answer.json.result.tools).toHaveLength(tools.size);
      const called = await t.post(MCP, {
        jsonrpc: "2.0",
        id: 2,
        method: "tools/call",
        params: { name: "list_workspaces" },
      });
      expect(called.json.result.structuredContent.data).toHaveLength(1);
    },
  );

  const WRONG: readonly (readonly [string, string, number, number])[] = [
    ["a batch", JSON.stringify([ping, ping]), 400, -32_600],
    ["an empty batch", "[]", 400, -32_600],
    ["no JSON", "{", 400, -32_700],
    ["nothing", "", 400, -32_700],
    ["deep arguments", deep, 400, -32_700],
    ["no JSON-RPC", '{"method":"ping"}', 400, -32_600],
    ["a number", "7", 400, -32_600],
    ["null", "null", 400, -32_600],
    ["a method of nobody", JSON.stringify({ ...ping, method: "tools/nope" }), 200, -32_601],
    ["a stream", JSON.stringify({ ...ping, method: "subscriptions/listen" }), 404, -32_601],
    [
      "an unknown tool",
      JSON.stringify({ ...ping, method: "tools/call", params: { name: "drop_tables" } }),
      200,
      -32_602,
    ],
    [
      "arguments that are none",
      JSON.stringify({
        ...ping,
        method: "tools/call",
        params: { name: "list_leads", arguments: 7 },
      }),
      200,
      -32_602,
    ],
  ];
  it("tells one clear JSON-RPC error for everything that is wrong", async () => {
    await t.signUp();
    for (const [what, body, status, code] of WRONG) {
      const answer = await t.request("POST", MCP, body, JSON_TYPE);
      expect([what, answer.status, answer.json.error.code]).toEqual([what, status, code]);
      expect(answer.json.error.message).toMatch(/\w+ \w+/);
    }
  });

  it("202: a notification has no answer", async () => {
    await t.signUp();
    const answer = await t.post(MCP, { jsonrpc: "2.0", method: "notifications/initialized" });
    expect([answer.status, answer.text]).toEqual([202, ""]);
  });

  it.each(["GET", "DELETE"])(
    "405: %s, since there are no streams and no sessions",
    async (method) => {
      await t.signUp();
      const answer = await t.request(method, MCP);
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    },
  );

  it("415 and 413: other bodies, and larger ones than 1 MB", async () => {
    await t.signUp();
    expect((await t.request("POST", MCP, "x", { "content-type": "text/plain" })).status).toBe(415);
    const large = JSON.stringify({ ...ping, params: { x: "y".repeat(1_100_000) } });
    expect((await t.request("POST", MCP, large, JSON_TYPE)).status).toBe(413);
  });
});
