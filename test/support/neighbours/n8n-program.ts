import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/*
 * `n8n-program.ts FOLDER URL KEY`: loads the package of the nodes with n8n's own loader, from a folder where
 * npm installed both, runs the nodes with n8n's own engine against a product, and prints what came of it.
 */
const [folder = "", url = "", apiKey = ""] = process.argv.slice(2);

type Json = Record<string, unknown>;
type Item = { readonly json: Json; readonly binary?: object };
type NodeType = {
  readonly description: { readonly name: string; readonly properties: readonly Json[] };
  readonly methods: { readonly loadOptions: Readonly<Record<string, Call<Json[]>>> };
  readonly webhookMethods: { readonly default: Readonly<Record<string, Call<boolean>>> };
  webhook(this: unknown): Promise<{ readonly workflowData?: readonly (readonly Item[])[] }>;
};
type Call<T> = (this: unknown) => Promise<T>;
type CredentialType = {
  readonly authenticate: {
    readonly properties: { readonly headers: Readonly<Record<string, string>> };
  };
  readonly test: { readonly request: { readonly baseURL: string; readonly url: string } };
};
type Workflow = {
  getNode(name: string): object | null;
  readonly expression: { getSimpleParameterValue(...given: readonly unknown[]): unknown };
};
type Ran = {
  readonly data: {
    readonly resultData: {
      readonly error?: { readonly message: string };
      readonly runData: Readonly<
        Record<string, readonly { readonly data?: { readonly main: readonly Item[][] } }[]>
      >;
    };
  };
};
type Context = new (...given: readonly unknown[]) => object;
type Core = {
  readonly PackageDirectoryLoader: new (directory: string) => {
    loadAll(): Promise<void>;
    readonly nodeTypes: Readonly<Record<string, { readonly type: NodeType }>>;
    readonly credentialTypes: Readonly<Record<string, { readonly type: CredentialType }>>;
  };
  readonly WorkflowExecute: new (
    additional: object,
    mode: string,
  ) => { run(given: object): Promise<Ran> };
  readonly ExecutionLifecycleHooks: Context;
  readonly HookContext: Context;
  readonly LoadOptionsContext: Context;
  readonly WebhookContext: Context;
};

const load = createRequire(join(folder, "package.json"));
load("reflect-metadata");
const core = load("n8n-core") as Core;
const { Workflow } = load("n8n-workflow") as { readonly Workflow: new (given: object) => Workflow };

const loader = new core.PackageDirectoryLoader(join(folder, "node_modules/n8n-nodes-outrider"));
await loader.loadAll();
const typeOf = (name: string): NodeType => {
  const found = loader.nodeTypes[name];
  if (found === undefined) throw new Error(`The package has no node ${name}.`);
  return found.type;
};
const credentialType = loader.credentialTypes["outriderApi"]?.type;
if (credentialType === undefined) throw new Error("The package has no credentials.");

/** What begins a workflow: the items that it is given. */
const startType = (items: readonly Item[]) => ({
  description: {
    name: "start",
    version: 1,
    inputs: [],
    outputs: ["main"],
    properties: [],
    group: [],
    defaults: {},
  },
  execute: () => Promise.resolve([items]),
});

function workflowOf(name: string, parameters: Json, items: readonly Item[] = [{ json: {} }]) {
  const credentials = { outriderApi: { id: "1", name: "Outrider" } };
  const node = (id: string, type: string, more: object) => ({
    id,
    name: id,
    type,
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    ...more,
  });
  const own = node("Outrider", `n8n-nodes-outrider.${name}`, { parameters, credentials });
  const nodes = [node("Start", "start", {}), own];
  const connections = { Start: { main: [[{ node: "Outrider", type: "main", index: 0 }]] } };
  const byName = (type: string) => (type === "start" ? startType(items) : typeOf(name));
  const nodeTypes = { getByName: byName, getByNameAndVersion: byName, getKnownTypes: () => ({}) };
  const given = {
    id: "1",
    name: "Test",
    nodes,
    connections,
    active: false,
    nodeTypes,
    settings: {},
  };
  return { workflow: new Workflow(given), node: own, given };
}

const filledIn = (workflow: Workflow, node: object, text: string): string =>
  String(
    workflow.expression.getSimpleParameterValue(
      node,
      text,
      "internal",
      { $credentials: { url, apiKey } },
      undefined,
      "",
    ),
  );

/** What the rest of n8n does for its engine: it keeps credentials, and signs requests as their type says. */
const additional = (given: object) => ({
  credentialsHelper: {
    getParentTypes: () => [],
    isCredentialUsableByNode: () => true,
    getDecrypted: () => Promise.resolve({ url, apiKey }),
    preAuthentication: () => Promise.resolve(undefined),
    authenticate: (
      _: Json,
      __: string,
      request: { headers?: Json },
      workflow: Workflow,
      node: object,
    ) => {
      const { headers } = credentialType.authenticate.properties;
      const signed = Object.entries(headers).map(([name, text]) => [
        name,
        filledIn(workflow, node, text),
      ]);
      return Promise.resolve({
        ...request,
        headers: { ...request.headers, ...Object.fromEntries(signed) },
      });
    },
  },
  hooks: new core.ExecutionLifecycleHooks("manual", "1", given),
  executionId: "1",
  currentNodeExecutionIndex: 0,
  variables: {},
  webhookBaseUrl: `${receiver()}/webhook`,
  webhookWaitingBaseUrl: `${receiver()}/waiting`,
  formWaitingBaseUrl: `${receiver()}/form-waiting`,
  setExecutionStatus: () => undefined,
});

/** Runs the action node over items, and answers what it put out. */
async function run(
  operation: string,
  fields: Json,
  items?: readonly Item[],
): Promise<readonly Json[]> {
  const resource = resourceOf(operation);
  const made = workflowOf("outrider", { resource, operation, wid: 1, ...fields }, items);
  const engine = new core.WorkflowExecute(additional(made.given), "manual");
  const { data } = await engine.run({
    workflow: made.workflow,
    startNode: made.workflow.getNode("Start"),
  });
  if (data.resultData.error) throw new Error(data.resultData.error.message);
  return data.resultData.runData["Outrider"]?.[0]?.data?.main[0]?.map(({ json }) => json) ?? [];
}

function resourceOf(operation: string): unknown {
  const choices = typeOf("outrider").description.properties.filter(
    ({ name }) => name === "operation",
  );
  const holds = ({ options }: Json) =>
    Array.isArray(options) && options.some((each: Json) => each["value"] === operation);
  const { displayOptions } = choices.find(holds) ?? {};
  const { show } = displayOptions as { readonly show: { readonly resource: readonly unknown[] } };
  return show.resource[0];
}

/** Where deliveries arrive, as n8n hands them to the trigger. */
const server = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    last = { headers: request.headers, body: Buffer.concat(chunks) };
    const httpRequest = { headers: request.headers, rawBody: Buffer.concat(chunks), body: {} };
    let isAnswered = false;
    const httpResponse = {
      status: (code: number) => {
        response.statusCode = code;
        return httpResponse;
      },
      send: (text: string) => {
        isAnswered = true;
        response.end(text);
        return httpResponse;
      },
    };
    const all = { ...additional(watch.given), httpRequest, httpResponse };
    const context = new core.WebhookContext(
      watch.workflow,
      watch.node,
      all,
      "trigger",
      {},
      [],
      null,
    );
    const { workflowData } = await typeOf("outriderTrigger").webhook.call(context);
    got.push(...(workflowData?.[0]?.map(({ json }) => json) ?? []));
    if (!isAnswered) response.end();
  })();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
function receiver(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const got: Json[] = [];
let last: { readonly headers: IncomingHttpHeaders; readonly body: Buffer } | null = null;
const watch = workflowOf("outriderTrigger", { wid: 1, events: ["campaign.started"] });
const hook = (name: "checkExists" | "create" | "delete"): Promise<boolean> => {
  const webhook = { webhookDescription: { name: "default" }, isTest: false };
  const context = new core.HookContext(
    watch.workflow,
    watch.node,
    additional(watch.given),
    "trigger",
    "activate",
    webhook,
  );
  const { [name]: method } = typeOf("outriderTrigger").webhookMethods.default;
  if (method === undefined) throw new Error(`The trigger has no ${name}.`);
  return method.call(context);
};
const webhooks = async (): Promise<number> => {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${url}/api/v1/workspaces/1/webhooks`, { headers });
  return ((await answer.json()) as { data: unknown[] }).data.length;
};

/** The last delivery once more, as it is made where its answer was lost. */
async function deliverAgain(): Promise<number> {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const headers = Object.fromEntries(names.map((name) => [name, String(last?.headers[name])]));
  const body = last?.body.toString("utf8") ?? "";
  return (await fetch(`${receiver()}/webhook`, { method: "POST", headers, body })).status;
}

async function credentialsTest(): Promise<number> {
  const { workflow, node } = watch;
  const { baseURL, url: path } = credentialType?.test.request ?? { baseURL: "", url: "" };
  const text = credentialType?.authenticate.properties.headers["Authorization"] ?? "";
  const headers = { Authorization: filledIn(workflow, node, text) };
  return (await fetch(filledIn(workflow, node, baseURL) + path, { headers })).status;
}

const workspaces = await typeOf("outrider").methods.loadOptions["getWorkspaces"]?.call(
  new core.LoadOptionsContext(
    ...(({ workflow, node, given }) => [workflow, node, additional(given), ""])(
      workflowOf("outrider", {}),
    ),
  ),
);
const file = Buffer.from("email,first_name\ncsv@navy.example,Cy\n");
const uploaded = await run(
  "postLeadsUpload",
  { file: "data", optionalFields: { list_name: "Fair" } },
  [
    {
      json: {},
      binary: {
        data: { data: file.toString("base64"), mimeType: "text/csv", fileName: "fair.csv" },
      },
    },
  ],
);
const people = ["ada", "bob", "nobody"];
const added = await run(
  "postLeads",
  { email: "={{ $json.email }}", optionalFields: { tags: "n8n, fair", custom: '{"plan":"gold"}' } },
  people.map((name) => ({ json: { email: name === "nobody" ? "" : `${name}@navy.example` } })),
);
const [campaign = {}] = await run("postCampaigns", { name: "Spring" });
const campaigns = await run("getCampaigns", { returnAll: true });
const [some] = [await run("getLeads", { returnAll: false, limit: 2 })];
const everybody = await run("getLeads", { returnAll: true });
const missing = await run("getLeadsById", { id: 999_999 }).catch((error: Error) => error.message);

const before = await hook("checkExists");
await hook("create");
const after = await hook("checkExists");
const subscribed = await webhooks();
const [started = {}] = await run("postCampaignsByIdStart", { id: campaign["id"] });
const end = Date.now() + 30_000;
while (got.length === 0 && Date.now() < end)
  await new Promise((resolve) => setTimeout(resolve, 50));
const repeated = await deliverAgain();
const forged = await fetch(`${receiver()}/webhook`, {
  method: "POST",
  headers: {
    "webhook-id": "1",
    "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
    "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}`,
  },
  body: JSON.stringify({ event: "campaign.started" }),
});
await hook("delete");

console.log(
  JSON.stringify({
    credentials: await credentialsTest(),
    workspaces: workspaces?.length,
    uploaded: uploaded.map((each) => each["created"]),
    added: added.map((each) => each["status"]),
    campaigns: campaigns.map((each) => each["name"]),
    some: some?.length,
    everybody: everybody.map((each) => String(each["email"])).toSorted(),
    tags: everybody.find((each) => each["email"] === "ada@navy.example")?.["tags"],
    missing,
    before,
    after,
    subscribed,
    started: started["status"] ?? started,
    got: got.map((each) => each["event"]),
    repeated,
    forged: forged.status,
    left: await webhooks(),
  }),
);
server.closeAllConnections();
process.exit(0);
