import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parameterIn } from "#app/openapi/share-parameters.ts";
import type { JsonSchema, Operation } from "#app/openapi/types.ts";
import { signedHeaders } from "#modules/events/rules/sign.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { catalogueOf } from "#server/neighbours/catalogue.ts";
import { resolved } from "#server/neighbours/fields.ts";
import { makeFiles } from "#server/neighbours/make-app.ts";
import {
  TRIGGER_WORDS,
  NOT_OFFERED,
  NAMES,
  ONE_BY_ONE,
  RESOURCES,
} from "#server/neighbours/offered.ts";
import { readDelivery } from "#server/neighbours/runtime/delivery.ts";
import { actionNode } from "#server/neighbours/runtime/n8n-action.ts";
import { propertiesOf } from "#server/neighbours/runtime/n8n-properties.ts";
import { requestOf } from "#server/neighbours/runtime/request.ts";
import { zapierApp } from "#server/neighbours/runtime/zapier-app.ts";
import type { Step } from "#server/neighbours/types.ts";
import { writePackage } from "#server/neighbours/write-package.ts";
import { API } from "#test/support/conform.ts";

const CATALOGUE = catalogueOf(API);
const { steps } = CATALOGUE;
const OPERATIONS = new Map(
  Object.entries(API.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) =>
        [operation.operationId, { path, method: method.toUpperCase(), operation }] as const,
    ),
  ),
);
const stepOf = (key: string): Step => {
  const found = steps.find((step) => step.key === key);
  if (found === undefined) throw new Error(`${key} is not offered.`);
  return found;
};
const twice = (names: readonly string[]): string[] =>
  names.filter((name, n) => names.indexOf(name) !== n);

/** What a caller has to send, read from the document by itself. */
function requiredOf({ parameters = [], requestBody, operationId }: Operation): string[] {
  const inPlace = parameters
    .map((each) => parameterIn(each, API))
    .filter((each) => each.in !== "header" && each.required === true)
    .map(({ name }) => name);
  const [content] = Object.values(requestBody?.content ?? {});
  const inBody = requiredIn(content?.schema ?? {});
  const { list = "" } = ONE_BY_ONE[operationId] ?? {};
  const records = resolved(content?.schema ?? {}, API).properties?.[list]?.items ?? {};
  return [...inPlace, ...inBody.filter((name) => name !== list), ...requiredIn(records)];
}

function requiredIn(given: JsonSchema): string[] {
  const { required = [], properties = {} } = resolved(given, API);
  return required.filter((name) => properties[name]?.default === undefined);
}

describe("what other products are offered", () => {
  it("is an operation of the document that a key may call, with all that it requires", () => {
    expect(steps.length).toBeGreaterThan(100);
    for (const step of steps) {
      const found = OPERATIONS.get(step.key);
      expect(found, step.key).toMatchObject({ path: step.path, method: step.method });
      expect(found?.operation["x-permission"]?.api_keys, step.key).toBe(true);
      const required = step.fields.filter((field) => field.required).map(({ name }) => name);
      expect(required.toSorted(), step.key).toEqual(
        found && requiredOf(found.operation).toSorted(),
      );
    }
  });

  it("has one name each, and says what each field is", () => {
    expect(twice(steps.map(({ resource, name }) => `${resource} ${name}`))).toEqual([]);
    expect(twice(steps.map(({ label }) => label))).toEqual([]);
    for (const { key, fields } of steps) {
      expect(twice(fields.map(({ name }) => name)), key).toEqual([]);
      expect(fields.filter(({ description }) => description === "").length, key).toBe(0);
    }
  });

  it("takes and shows no secret", () => {
    const names = steps.flatMap(({ fields }) => fields.map(({ name }) => name));
    expect(names.filter((name) => /password|secret|token/.test(name))).toEqual([]);
    const shown = JSON.stringify(CATALOGUE).match(
      /svc_live_\w|whsec_|"(?:\w+_)?(?:password|secret)":"/g,
    );
    expect(shown).toBeNull();
  });

  it("is chosen by lines that all mean something", () => {
    expect(CATALOGUE.resources).toEqual(RESOURCES);
    const lines = [...Object.keys(NAMES), ...Object.keys(ONE_BY_ONE)];
    expect(lines.filter((key) => !steps.some((step) => step.key === key))).toEqual([]);
    expect([...NOT_OFFERED].filter((key) => !OPERATIONS.has(key))).toEqual([]);
    expect(CATALOGUE.events.map(({ name }) => name).toSorted()).toEqual(
      Object.keys(TRIGGER_WORDS).toSorted(),
    );
  });

  it("grows by itself with the document", () => {
    const known = OPERATIONS.get("postCampaignsByIdPause")?.operation;
    if (known === undefined) throw new Error("There is no such operation.");
    const path = "/api/v1/workspaces/{wid}/campaigns/{id}/celebrate";
    const post = { ...known, operationId: "postCampaignsByIdCelebrate" };
    const grown = catalogueOf({ ...API, paths: { ...API.paths, [path]: { post } } });
    const added = grown.steps.filter(({ key }) => !steps.some((step) => step.key === key));
    expect(added).toMatchObject([{ name: "Celebrate", label: "Celebrate Campaign", path }]);
  });
});

describe("a step", () => {
  it("sends lists, JSON, numbers and times as the API takes them", () => {
    const values = { wid: "1", email: "ann@sea.example", tags: "a, b", custom: '{"plan":"gold"}' };
    const more = { on_duplicate: "update", list_id: "7", validate: "true", campaign_id: "" };
    const { body, headers, path } = requestOf(stepOf("postLeads"), [{ ...values, ...more }]);
    expect(path).toBe("/api/v1/workspaces/1/leads");
    expect(headers["Idempotency-Key"]).toMatch(/^[\w-]{36}$/);
    expect(JSON.parse(String(body))).toEqual({
      leads: [{ email: "ann@sea.example", tags: ["a", "b"], custom: { plan: "gold" } }],
      on_duplicate: "update",
      list_id: 7,
      validate: true,
    });
    const due = { wid: 1, id: 2, due_at: "2026-01-05T09:00:00+01:00" };
    expect(String(requestOf(stepOf("putTasksById"), [due]).body)).toBe(
      '{"due_at":"2026-01-05T08:00:00.000Z"}',
    );
  });

  it("names what is wrong before it sends anything", () => {
    expect(() => requestOf(stepOf("getLeadsById"), [{ wid: 1 }])).toThrow("Fill in id.");
    expect(() => requestOf(stepOf("getLeadsById"), [{ wid: 1, id: "x" }])).toThrow("a number");
    expect(() => requestOf(stepOf("postSegments"), [{ wid: 1, filter: "{" }])).toThrow("JSON");
  });

  it("puts a file behind the other parts of its form, and nothing of its name into a header", () => {
    const file = { bytes: Buffer.from("email\n"), name: 'a"\r\nX: b', type: "text/csv" };
    const { body, headers } = requestOf(stepOf("postLeadsUpload"), [
      { wid: 1, file, list_name: "Fair" },
    ]);
    const boundary = headers["Content-Type"]?.split("boundary=")[1];
    expect(String(body).split("\r\n")).toEqual([
      `--${boundary}`,
      'Content-Disposition: form-data; name="list_name"',
      "",
      "Fair",
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="a___X: b"',
      "Content-Type: text/csv",
      "",
      "email\n",
      `--${boundary}--`,
      "",
    ]);
  });
});

describe("a trigger", () => {
  const secret = `whsec_${Buffer.from("a secret of a trigger").toString("base64")}`;
  const body = '{"event":"lead.replied"}';
  const headersAt = (ms: number) =>
    signedHeaders({ secret, id: "9", event: "lead.replied", attempt: 1, body, at: unixMs(ms) });

  it("reads what its secret signed a moment ago, and nothing else", () => {
    const headers = headersAt(Date.now());
    expect(readDelivery(secret, { headers, body })?.event).toEqual({ event: "lead.replied" });
    expect(readDelivery(secret, { headers, body: `${body} ` })).toBeNull();
    expect(readDelivery("another", { headers, body })).toBeNull();
    expect(readDelivery("", { headers, body })).toBeNull();
    expect(readDelivery(secret, { headers: {}, body })).toBeNull();
    expect(readDelivery(secret, { headers: headersAt(Date.now() - 600_000), body })).toBeNull();
  });
});

/** What n8n shows of an error, as far as nodes count on it. */
class NodeError extends Error {
  constructor(_node: unknown, said: string | object) {
    super(typeof said === "string" ? said : "");
  }
}

describe("the definition for n8n", () => {
  const yard = mkdtempSync(join(tmpdir(), "outrider-"));
  afterAll(() => rmSync(yard, { recursive: true, force: true }));

  it("has a form for each operation, with its required fields", () => {
    const properties = propertiesOf(CATALOGUE);
    for (const step of steps) {
      const shown = properties.filter(({ displayOptions }) => {
        const { show } = (displayOptions ?? {}) as { show?: { operation?: string[] } };
        return show?.operation?.includes(step.key);
      });
      const required = step.fields.filter((field) => field.required && field.name !== "wid");
      expect(shown.map(({ name }) => name)).toEqual(
        expect.arrayContaining(required.map(({ name }) => name)),
      );
    }
  });

  it("sends neighbours that say the same beside the lead in one request, and waits for a 429", async () => {
    const emails = ["ada@navy.example", "bob@navy.example", "cy@navy.example", "di@navy.example"];
    const fair = { list_id: 3 };
    const optional = [fair, fair, { ...fair, validate: true }, { custom: "{" }];
    const asked: { readonly leads: readonly { readonly email: string }[] }[] = [];
    const waited: number[] = [];
    const given: Readonly<Record<string, (item: number) => unknown>> = {
      operation: () => "postLeads",
      wid: () => 1,
      email: (item) => emails[item],
      optionalFields: (item) => optional[item],
    };
    const context = {
      getInputData: () => emails,
      getNodeParameter: (name: string, item: number) => given[name]?.(item),
      continueOnFail: () => true,
      getNode: () => null,
      getCredentials: () => Promise.resolve({ url: "https://outrider.example.com/" }),
      helpers: {
        httpRequestWithAuthentication: (_: string, { body }: { readonly body?: Buffer }) => {
          if (waited.length === 0) {
            return Promise.resolve({ statusCode: 429, headers: { "retry-after": "2" }, body: "" });
          }
          const sent = JSON.parse(String(body)) as (typeof asked)[number];
          asked.push(sent);
          const results = sent.leads.map(({ email }) => ({ email, status: "created" }));
          return Promise.resolve({ statusCode: 200, headers: {}, body: { results } });
        },
        getBinaryDataBuffer: () => Promise.resolve(Buffer.alloc(0)),
        assertBinaryData: () => ({ mimeType: "text/csv" }),
      },
    };
    const sleep = (ms: number) => Promise.resolve(void waited.push(ms));
    const node = actionNode(CATALOGUE, {
      NodeApiError: NodeError,
      NodeOperationError: NodeError,
      sleep,
    });
    const [output = []] = await node.execute.call(context as never);
    expect(waited).toEqual([2000]);
    expect(asked.map(({ leads }) => leads.length)).toEqual([2, 1]);
    expect(output.map(({ json }) => json["email"] ?? json["error"])).toEqual([
      ...emails.slice(0, 3),
      "Custom has to be JSON.",
    ]);
  });

  it("is a package of code, without dependencies", async () => {
    await writePackage("n8n", yard);
    const manifest = JSON.parse(readFileSync(join(yard, "package.json"), "utf8"));
    expect(manifest).toMatchObject({ name: "n8n-nodes-outrider", license: "MIT" });
    expect(manifest.dependencies).toBeUndefined();
    const files = readdirSync(yard, { recursive: true }).map(String);
    expect(files).toEqual(
      expect.arrayContaining([...manifest.n8n.nodes, ...manifest.n8n.credentials, "LICENSE"]),
    );
    const code = readFileSync(join(yard, manifest.n8n.nodes[0]), "utf8");
    const outside = [...code.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(outside).toEqual(["n8n-workflow", "../../definition.json", "node:crypto"]);
  });
});

describe("the definition for Zapier", () => {
  it("has an action for each operation and a trigger for each event", () => {
    const app = zapierApp(CATALOGUE, { version: "1.0.0", platformVersion: "19.1.0" });
    const actions = [...Object.keys(app.searches), ...Object.keys(app.creates)];
    expect(actions.toSorted()).toEqual(steps.map(({ key }) => key).toSorted());
    expect(Object.keys(app.triggers)).toHaveLength(CATALOGUE.events.length + 1);
    for (const key of [...actions, ...Object.keys(app.triggers)]) {
      expect(key).toMatch(/^[A-Za-z]\w*$/);
    }
  });
});

describe("the definition for Make", () => {
  it("has every file that it names, and uses only parameters that it asks for", () => {
    const files = makeFiles(CATALOGUE);
    const text = JSON.stringify(files["makecomapp.json"]);
    const named = [...text.matchAll(/"([\w/.-]+\.json)"/g)].map(([, path = ""]) => path);
    expect(named.toSorted()).toEqual(
      Object.keys(files)
        .filter((path) => path !== "makecomapp.json")
        .toSorted(),
    );
    for (const { key } of steps) {
      const at = `modules/${key}/${key}`;
      const used = JSON.stringify(files[`${at}.communication.iml.json`]);
      const asked = files[`${at}.mappable-params.iml.json`] as readonly { name: string }[];
      const names = [...used.matchAll(/parameters\.(\w+)/g)].map(([, name = ""]) => name);
      expect(asked.map(({ name }) => name).toSorted(), key).toEqual([...new Set(names)].toSorted());
    }
  });
});
