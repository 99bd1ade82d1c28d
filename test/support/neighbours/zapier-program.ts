import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/*
 * `zapier-program.ts FOLDER URL KEY`: checks the app with Zapier's own schema, from a folder where npm installed
 * it, runs it with Zapier's own tester against a product, and prints what came of it.
 */
const [folder = "", url = "", key = ""] = process.argv.slice(2);

type Json = Record<string, unknown>;
type Operation = { readonly operation: Readonly<Record<string, unknown>> };
type App = {
  readonly authentication: { readonly test: unknown };
  readonly triggers: Readonly<Record<string, Operation>>;
  readonly searches: Readonly<Record<string, Operation>>;
  readonly creates: Readonly<Record<string, Operation>>;
};
type Bundle = {
  readonly inputData?: Json;
  readonly targetUrl?: string;
  readonly subscribeData?: unknown;
  readonly rawRequest?: object;
};
type Platform = {
  createAppTester(app: App): (what: unknown, bundle: object) => Promise<unknown>;
};
type Schema = {
  validateAppDefinition(app: unknown): { readonly errors: readonly { readonly stack: string }[] };
};

const load = createRequire(join(folder, "package.json"));
const app = load("outrider-zapier") as App;
const tester = (load("zapier-platform-core") as Platform).createAppTester(app);
const schema = load("zapier-platform-schema") as Schema;

const ask = (what: unknown, bundle: Bundle = {}): Promise<unknown> =>
  tester(what, { authData: { url, key }, inputData: {}, ...bundle });
const create = (name: string, inputData: Json) =>
  ask(app.creates[name]?.operation["perform"], {
    inputData: { wid: 1, ...inputData },
  }) as Promise<Json>;
const search = (name: string, inputData: Json = {}) =>
  ask(app.searches[name]?.operation["perform"], { inputData: { wid: 1, ...inputData } }) as Promise<
    Json[]
  >;
const refused = (given: Promise<unknown>): Promise<unknown> =>
  given.then(
    () => null,
    // The tester tells what it did behind the first line.
    (error: unknown) => (error instanceof Error ? error.message.split("\n")[0] : error),
  );

/** A receiver, and a server with a file that a step is given the address of. */
const got: { readonly headers: IncomingHttpHeaders; readonly content: string }[] = [];
let fileHadKey = false;
const server = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === "GET") {
      fileHadKey = request.headers.authorization !== undefined;
      response.setHeader("content-type", "text/csv");
      response.end("email\nfile@navy.example\n");
      return;
    }
    got.push({ headers: request.headers, content: Buffer.concat(chunks).toString("utf8") });
    response.end();
  })();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const asText = JSON.stringify(app, (_, value: unknown) =>
  typeof value === "function" ? "$func$2$f$" : value,
);
const problems = schema.validateAppDefinition(JSON.parse(asText)).errors.map(({ stack }) => stack);
const wrongKey = await refused(
  tester(app.authentication.test, { authData: { url, key: "svc_live_wrong" }, inputData: {} }),
);
const auth = await ask(app.authentication.test);
const workspaces = (await ask(app.triggers["workspaces"]?.operation["perform"])) as Json[];
const campaign = await create("postCampaigns", { name: "Autumn" });
const lead = await create("postLeads", {
  email: "ann@sea.example",
  tags: ["zapier"],
  custom: '{"icebreaker":"Hello {{first_name}}"}',
});
const wrongLead = await refused(create("postLeads", { email: "nothing" }));
const uploaded = await create("postLeadsUpload", { file: `${own}/fair.csv`, list_name: "Sea" });
const found = await search("getLeads", { q: "ann@sea" });
const none = await search("getLeadsById", { id: 999_999 });

const trigger = app.triggers["campaign_started"]?.operation ?? {};
const inputData = { wid: 1 };
const before = (await ask(trigger["performList"], { inputData })) as Json[];
const subscribeData = await ask(trigger["performSubscribe"], { inputData, targetUrl: own });
await create("postCampaignsByIdStart", { id: campaign["id"] });
const end = Date.now() + 30_000;
while (got.length === 0 && Date.now() < end)
  await new Promise((resolve) => setTimeout(resolve, 50));
const [delivery] = got;
// Zapier names the headers of a request like this.
const headers = Object.fromEntries(
  Object.entries(delivery?.headers ?? {}).map(([name, value]) => [`Http-${name}`, value]),
);
const content = delivery?.content ?? "";
const genuine = (await ask(trigger["perform"], {
  inputData,
  subscribeData,
  rawRequest: { headers, content },
})) as Json[];
const forged = await refused(
  ask(trigger["perform"], {
    inputData,
    subscribeData,
    rawRequest: { headers, content: `${content} ` },
  }),
);
const unsigned = await refused(
  ask(trigger["perform"], { inputData, subscribeData, rawRequest: { headers: {}, content } }),
);
const after = (await ask(trigger["performList"], { inputData })) as Json[];
await ask(trigger["performUnsubscribe"], { inputData, subscribeData });
const left = await fetch(`${url}/api/v1/workspaces/1/webhooks`, {
  headers: { Authorization: `Bearer ${key}` },
});

console.log(
  JSON.stringify({
    problems,
    auth,
    isWrongKeyRefused: typeof wrongKey === "string" && !wrongKey.includes("svc_live_wrong"),
    workspaces: workspaces.length,
    campaign: campaign["name"],
    lead: lead["status"],
    wrongLead,
    uploaded: uploaded["created"],
    fileHadKey,
    found: found.map((each) => each["email"]),
    kept: (found[0]?.["custom"] as Json | undefined)?.["icebreaker"],
    none,
    before: before.map((each) => each["event"]),
    genuine: genuine.map((each) => each["event"]),
    forged,
    unsigned,
    after: after.length,
    left: ((await left.json()) as { data: unknown[] }).data.length,
  }),
);
server.closeAllConnections();
process.exit(0);
