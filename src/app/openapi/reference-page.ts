import { html } from "hono/html";
import type { ErrorCode } from "#platform/rules/errors.ts";
import type { Markup } from "#platform/http/page.ts";
import { PROBLEMS } from "#platform/http/problem.ts";
import { curlOf, givenExample } from "./example.ts";
import { type Field, bodyFieldsOf, schemaTypeOf } from "./field-list.ts";
import { parameterIn } from "./share-parameters.ts";
import type { ApiDocument, ApiResponse, JsonSchema, Operation, Ref } from "./types.ts";

type Placed = { readonly method: string; readonly path: string; readonly operation: Operation };

/** The reference of the API as a page without scripts. `base` is where the install is reached. */
export async function referencePage(api: ApiDocument, base: string): Promise<string> {
  const placed = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Placed => ({ method, path, operation })),
  );
  const sections = api.tags.map(({ name }) => ({
    name,
    operations: placed.filter(({ operation }) => operation.tags[0] === name),
  }));
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${api.info.title} API reference</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/api/v1/docs.css" />
      </head>
      <body>
        <header>
          <h1>${api.info.title} API</h1>
          <p>
            Version ${api.info.version} · ${placed.length} operations ·
            <a href="/api/v1/openapi.json">OpenAPI 3.1 document</a> ·
            <a href="/docs/api">Guide</a> · <a href="/api/v1/outrider.ts">Typed client</a>
          </p>
        </header>
        <div class="columns">
          <nav aria-label="Resources">
            ${sections.map(
              ({ name, operations }) =>
                html`<details>
                  <summary><a href="#${name}">${titleOf(name)}</a></summary>
                  <ul>
                    ${operations.map(
                      (each) =>
                        html`<li>
                          <a href="#${each.operation.operationId}"
                            >${badge(each.method)} ${short(each.path)}</a
                          >
                        </li>`,
                    )}
                  </ul>
                </details>`,
            )}
            <a class="plain" href="#errors">Errors</a>
          </nav>
          <main>
            <section id="conventions">
              <h2>Conventions</h2>
              ${api.info.description.split("\n\n").map((text) => html`<p>${withCode(text)}</p>`)}
            </section>
            ${sections.map(
              ({ name, operations }) =>
                html`<section id="${name}">
                  <h2>${titleOf(name)}</h2>
                  ${operations.map((each) => article(each, api, base))}
                </section>`,
            )}
            ${errorTable()}
          </main>
        </div>
      </body>
    </html>`;
  return document.toString();
}

/** Resources whose names in paths are no words. */
const TITLES: Readonly<Record<string, string>> = {
  ai: "AI",
  "api-keys": "API keys",
  mcp: "MCP",
  t: "Tracking",
};

/** A resource by its name in paths: "reply-templates" is "Reply templates"; a file keeps its name. */
function titleOf(name: string): string {
  if (name.includes(".")) return name;
  const text = TITLES[name] ?? name.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const badge = (method: string): Markup =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`;

const short = (path: string): string =>
  path.replace(/^\/api\/v1/, "").replace(/^\/workspaces\/\{wid\}(?=\/)/, "");

/** Text between backticks as code. */
const withCode = (text: string): readonly (string | Markup)[] =>
  text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));

function article({ method, path, operation }: Placed, api: ApiDocument, base: string): Markup {
  const parameters = (operation.parameters ?? []).map((each) => parameterIn(each, api));
  return html`<article id="${operation.operationId}">
    <h3>${badge(method)} <code>${path}</code>${struck(operation)}</h3>
    <p>${operation.summary}</p>
    ${operation.description === undefined ? "" : html`<p>${withCode(operation.description)}</p>`}
    <p class="who">${whoOf(operation)}</p>
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            <dl>
              ${parameters.map((each) =>
                line({
                  path: each.name,
                  type: schemaTypeOf(each.schema, api),
                  required: each.required === true,
                  deprecated: each.deprecated === true,
                  notes: [`in ${each.in}`],
                  text: each.description ?? "",
                }),
              )}
            </dl>`
        : ""
    }
    ${bodyOf(operation, api)}
    <h4>Answers</h4>
    ${Object.entries(operation.responses).map(([status, each]) => answer(status, each, api))}
    <h4>Example</h4>
    <pre><code>${curlOf(method, path, api, base)}</code></pre>
  </article>`;
}

function whoOf(operation: Operation): string {
  const { security, "x-permission": permission, "x-reauthentication": when } = operation;
  const confirmed =
    when === undefined
      ? ""
      : ` Needs a confirmed identity${when === "always" ? "" : ` if ${when}`} (cookies only).`;
  if (security.length === 0) return "Public.";
  if (!permission) return "Signed in.";
  const switches = permission.client_switches?.join(" or ");
  const roles = permission.roles.map((role) =>
    role === "client" && switches ? `client with ${switches}` : role,
  );
  const keys = [
    ...(permission.api_keys ? ["API keys of these roles"] : []),
    ...(permission.install_keys ? ["keys of the installation"] : []),
  ];
  return `For ${[...roles, ...keys].join(", ")} (${permission.action}).${confirmed}`;
}

function bodyOf({ requestBody }: Operation, api: ApiDocument): Markup | string {
  if (!requestBody) return "";
  return html`<h4>Body</h4>
    ${Object.entries(requestBody.content).map(
      ([type, { schema }]) =>
        html`<p class="type">${type}</p>
          ${fieldList(schema, api)}`,
    )}`;
}

function answer(status: string, given: ApiResponse | Ref, api: ApiDocument): Markup {
  if ("$ref" in given) {
    const shared = api.components.responses[given.$ref.replace("#/components/responses/", "")];
    const codes = shared?.["x-codes"] ?? [];
    return html`<p class="problem">
      <b>${status}</b> ${codes.map((code) => html`<a href="#${code}">${code}</a> `)}
    </p>`;
  }
  const [[type, content] = []] = Object.entries(given.content ?? {});
  if (!content?.schema) {
    return html`<p class="answer"><b>${status}</b> ${given.description} ${type ?? ""}</p>`;
  }
  const example = content.example ?? givenExample(content.schema, api);
  return html`<details class="answer">
    <summary><b>${status}</b> ${given.description}</summary>
    ${fieldList(content.schema, api)}
    ${example === undefined ? "" : html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`}
  </details>`;
}

function fieldList(schema: JsonSchema | undefined, api: ApiDocument): Markup {
  const fields: readonly Field[] = schema ? bodyFieldsOf(schema, api) : [];
  if (fields.length === 0) return html`<p>${schema ? schemaTypeOf(schema, api) : ""}</p>`;
  return html`<dl>${fields.map(line)}</dl>`;
}

const struck = ({ deprecated }: { readonly deprecated?: boolean }): Markup | string =>
  deprecated === true ? html` <b class="required">deprecated</b>` : "";

const line = ({ path, type, required, deprecated, notes, text }: Field): Markup =>
  html`<dt>
      <code>${path}</code
      >${required ? html` <b class="required">required</b>` : ""}${struck({ deprecated })}
    </dt>
    <dd>${type}${notes.length > 0 ? ` · ${notes.join(", ")}` : ""}</dd>
    ${text === "" ? "" : html`<dd>${withCode(text)}</dd>`}`;

function errorTable(): Markup {
  // The keys of PROBLEMS are the codes.
  const codes = Object.entries(PROBLEMS) as [ErrorCode, readonly [number, string]][];
  return html`<section id="errors">
    <h2>Errors</h2>
    <p><a href="/docs/errors">What to do about each.</a></p>
    <dl>
      ${codes.map(
        ([code, [status, title]]) =>
          html`<dt id="${code}"><code>${code}</code></dt>
            <dd>${status} · ${title}</dd>`,
      )}
    </dl>
  </section>`;
}
