import { globSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { createApp } from "#app/app.ts";
import { exampleOf } from "#app/openapi/example.ts";
import { CONTRACT_MODULES } from "#app/openapi/names.ts";
import { templateOf } from "#app/openapi/operation.ts";
import { parameterIn } from "#app/openapi/share-parameters.ts";
import { API, mismatches } from "#test/support/conform.ts";
import { harness } from "#test/support/harness.ts";

const operations = Object.entries(API.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
);

/** The document without its words and examples, which become more as parts of it are described. */
const unworded = (document: unknown): string =>
  JSON.stringify(document, (key, value: unknown) =>
    ["example", "examples"].includes(key) ||
    (["description", "summary"].includes(key) && typeof value === "string")
      ? undefined
      : value,
  );

describe("the API's description", () => {
  it("200: a valid OpenAPI 3.1 document, public, cacheable and small", async () => {
    const t = await harness();
    const answer = await t.get("/api/v1/openapi.json");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    expect(answer.json.paths).toEqual(JSON.parse(JSON.stringify(API.paths)));
    expect(answer.json.info.version).toMatch(/^\d+\.\d+\.\d+/);
    // It grows with the API and with what is said of it, and not otherwise: so many characters an operation.
    const operations = Object.values<object>(answer.json.paths).flatMap((path) =>
      Object.keys(path),
    );
    expect(unworded(answer.json).length / operations.length).toBeLessThan(1_950);
    expect(answer.text.length / operations.length).toBeLessThan(3_400);
    const checked = await new Validator().validate(answer.json);
    expect(checked.errors).toBeUndefined();
    expect(checked.valid).toBe(true);
  });

  it("says with every answer of the API which version it is of, and with nothing that recipients call", async () => {
    const t = await harness();
    const { json } = await t.get("/api/v1/openapi.json");
    for (const path of ["/api/v1/setup/status", "/api/v1/auth/me", "/api/v1/nowhere"]) {
      const { headers } = await t.get(path);
      expect([path, headers.get("api-version")]).toEqual([path, json.info.version]);
    }
    const posted = await t.post("/api/v1/openapi.json");
    expect([posted.status, posted.headers.get("api-version")]).toEqual([405, json.info.version]);
    for (const path of ["/t/o/unknown.gif", "/unsubscribe/unknown", "/health"]) {
      const { headers } = await t.get(path);
      expect([path, headers.get("api-version")]).toEqual([path, null]);
    }
  });

  it("404: a path whose id is no number, at every operation with a numbered row", async () => {
    const t = await harness();
    const numbered = operations.flatMap(({ method, path, operation }) =>
      (operation.parameters ?? [])
        .map((each) => parameterIn(each, API))
        .filter((each) => each.in === "path" && each.schema.type === "integer")
        .map(
          ({ name }) => [method, path.replace(`{${name}}`, "x").replace(/\{\w+\}/g, "1")] as const,
        ),
    );
    expect(numbered.length).toBeGreaterThan(300);
    const found: string[] = [];
    for (const [method, path] of numbered) {
      const { status } = await t.app.request(path, { method: method.toUpperCase() });
      if (status !== 404 && status !== 405) found.push(`${method} ${path}: ${status}`);
    }
    expect(found).toEqual([]);
  });

  it("names every mounted route, and nothing that is not mounted", () => {
    const app = createApp(() => {
      throw new Error("nothing is requested here");
    });
    const mounted = app.routes
      .filter(({ method, path }) => method !== "ALL" && !path.startsWith("/internal/"))
      .map(({ method, path }) => `${method} ${templateOf(path.replace(/\{[^/]*\}/g, ""))}`);
    const hot = app.routes
      .filter(({ method, path }) => method === "ALL" && path !== "/*")
      .map(({ path }) => path.replace(/\*$/, ""));
    const documented = operations
      .filter(({ path }) => !hot.some((prefix) => path.startsWith(prefix)))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(documented.sort()).toEqual([...new Set(mounted)].sort());
    for (const prefix of hot) {
      expect(operations.some(({ path }) => path.startsWith(prefix))).toBe(true);
    }
  });

  it("gives each operation an id of its own, an answer, and who may call it", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operation } of operations) {
      expect(Object.keys(operation.responses).some((status) => /^[23]/.test(status))).toBe(true);
      expect(operation.security.length > 0).toBe(operation["x-permission"] !== undefined);
    }
  });

  it("knows every module of the contract by name", () => {
    const modules = globSync("src/{platform/{contract,wire},modules/*/contract}/**/*.ts");
    expect(CONTRACT_MODULES).toHaveLength(modules.length);
  });

  it("closes every answer: a field beside the declared ones does not fit", () => {
    expect(
      mismatches(
        { $ref: "#/components/schemas/User" },
        {
          id: 1,
          name: "Ann",
          email: "ann@example.com",
          username: "ann",
          role: "admin",
          language: null,
          created_at: "2026-11-18T12:00:00.000Z",
          password_hash: "x",
        },
      ),
    ).toEqual([expect.stringContaining("password_hash")]);
  });
});

describe("the reference page", () => {
  it("200: shows every operation without scripts or inline styles, under the usual policy", async () => {
    const t = await harness({ settings: { BASE_URL: "https://mail.example.com" } });
    const page = await t.get("/api/v1/docs");
    expect([page.status, page.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(page.headers.get("content-security-policy")).toContain("style-src 'self'");
    expect(page.text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
    for (const { operation, path } of operations) {
      expect(page.text).toContain(`id="${operation.operationId}"`);
      expect(page.text).toContain(path);
    }
    expect(page.text).toContain("https://mail.example.com/api/v1/auth/me");
    const links = [...page.text.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
    for (const id of new Set(links)) expect(page.text).toContain(`id="${id}"`);
    const ids = [...page.text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    const style = await t.get("/api/v1/docs.css");
    expect([style.status, style.headers.get("content-type")]).toEqual([
      200,
      "text/css; charset=utf-8",
    ]);
  });

  it("gives an example of each JSON body that the schema takes", () => {
    for (const { operation } of operations) {
      const schema = operation.requestBody?.content["application/json"]?.schema;
      if (!schema) continue;
      const example = exampleOf(schema, API);
      expect(mismatches(schema, example), operation.operationId).toEqual([]);
    }
  });

  it("has a place for every error's type", async () => {
    const t = await harness();
    const lost = await t.get("/api/v1/nowhere");
    expect(lost.json.type).toBe("/api/v1/docs#not_found");
    const page = await t.get("/api/v1/docs");
    expect(page.text).toContain('id="not_found"');
  });
});
