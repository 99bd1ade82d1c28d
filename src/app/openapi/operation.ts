import { PERMISSIONS, reaches, ROLES } from "#platform/access/permissions.ts";
import { switchesGiving } from "#platform/access/switches.ts";
import { deprecationWords } from "#platform/http/deprecation.ts";
import { type Endpoint, ID_PARAMETERS, takesIdempotencyKey } from "#platform/http/endpoint.ts";
import { problemResponse } from "./problem-response.ts";
import { problemsOf } from "./problem-codes.ts";
import type { SchemaPool } from "./schema-pool.ts";
import type {
  ApiResponse,
  Content,
  JsonSchema,
  Operation,
  Parameter,
  Permission,
  Ref,
} from "./types.ts";

/** What an id in a path belongs to, read from the segment before it. */
function idNote(path: string, name: string): string {
  const [, before = ""] = new RegExp(`([\\w-]+)/:${name}\\b`).exec(path) ?? [];
  const one = before === "mailboxes" ? "mailbox" : before.replace(/s$/, "");
  return `Id of the ${(IDS[before] ?? one).replaceAll("-", " ")}.`;
}

/** Segments that do not name what their id is of. */
const IDS: Readonly<Record<string, string>> = {
  "api-keys": "API key",
  clients: "client's workspace",
  impersonate: "user to act as",
  logs: "entry of the audit log",
  validate: "validation job",
  warmup: "mailbox",
};

/** OpenAPI's form of a path: `:id` becomes `{id}`, a final `*` `{rest}`. */
export const templateOf = (path: string): string =>
  path.replace(/:(\w+)/g, "{$1}").replace(/\*$/, "{rest}");

/** The resource that a path is about: its first fixed segment. */
export function tagOf(path: string): string {
  const inside = path.replace(/^\/api\/v1/, "").replace(/^\/workspaces\/:wid(?=\/)/, "");
  return inside.split("/")[1] ?? "";
}

/** `GET /api/v1/workspaces/:wid/campaigns/:id` is `getCampaignsById`. */
export function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\/v1/, "")
    .replace(/^\/workspaces\/:wid(?=\/)/, "")
    .split("/")
    .filter((segment) => segment !== "" && segment !== "*")
    .map((segment) => segment.replace(/^:/, "by-"))
    .flatMap((segment) => segment.split(/[^A-Za-z0-9]+/));
  const named = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return `${method.toLowerCase()}${named}`;
}

/** Describes one declared route. */
export function operationOf(
  e: Endpoint,
  pool: SchemaPool,
  problems: Map<string, ApiResponse>,
): Operation {
  const body = requestBody(e, pool);
  const permission = permissionOf(e);
  const parameters = parametersOf(e, pool);
  return {
    operationId: e.operationId ?? operationIdOf(e.method, e.path),
    tags: [tagOf(e.path)],
    summary: e.summary,
    ...describedIn(e),
    security: e.scope === "public" ? [] : securityOf(permission),
    ...(permission && { "x-permission": permission }),
    ...(e.reauthentication && { "x-reauthentication": e.reauthentication.when }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      ...answersOf(e, pool),
      ...Object.fromEntries(
        [...problemsOf(e)]
          .filter(([status]) => !(status in e.answers))
          .sort(([a], [b]) => a - b)
          .map(([status, codes]) => [String(status), problemResponse(problems, status, codes)]),
      ),
    },
  };
}

function describedIn(e: Endpoint): Pick<Operation, "description" | "deprecated"> {
  if (!e.deprecated) return e.description === undefined ? {} : { description: e.description };
  const words = deprecationWords(e.deprecated);
  return { description: `${e.description ?? ""} ${words}`.trim(), deprecated: true };
}

function permissionOf(e: Endpoint): Permission | undefined {
  if (e.action === null) return undefined;
  const { action } = e;
  const rule: string = PERMISSIONS[action];
  return {
    action,
    roles: ROLES.filter((role) => reaches(role, action) !== "never"),
    ...(reaches("client", action) === "switched" && { client_switches: switchesGiving(action) }),
    api_keys: rule.includes("K"),
    install_keys: rule.includes("I"),
  };
}

const securityOf = (permission: Permission | undefined): Operation["security"] =>
  permission?.api_keys || permission?.install_keys
    ? [{ cookie: [] }, { apiKey: [] }]
    : [{ cookie: [] }];

function parametersOf(e: Endpoint, pool: SchemaPool): (Parameter | Ref)[] {
  const inPath = e.params ? (pool.input(e.params).properties ?? {}) : {};
  const query = e.query ? pool.inline(pool.input(e.query)) : {};
  return [
    ...[...e.path.matchAll(/:(\w+)/g)].map(([whole, name = ""]): Parameter => {
      const isId = new RegExp(ID_PARAMETERS).test(whole);
      const schema: JsonSchema = isId
        ? { type: "integer", minimum: 1 }
        : (inPath[name] ?? { type: "string" });
      const description = inPath[name]?.description ?? (isId ? idNote(e.path, name) : undefined);
      return {
        name,
        in: "path",
        required: true,
        ...(description !== undefined && { description }),
        schema,
      };
    }),
    ...Object.entries(query.properties ?? {}).map(
      ([name, { description, deprecated, ...schema }]): Parameter => ({
        name,
        in: "query",
        ...(deprecated === true && { deprecated }),
        ...(query.required?.includes(name) && !("default" in schema) && { required: true }),
        ...(description !== undefined && { description }),
        schema,
      }),
    ),
    ...Object.entries(e.headers ?? {}).map(([name, description]): Parameter => ({
      name,
      in: "header",
      description,
      schema: { type: "string" },
    })),
    ...(takesIdempotencyKey(e) ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ];
}

function requestBody(e: Endpoint, pool: SchemaPool): Operation["requestBody"] {
  if (e.form) {
    const form = pool.inline(pool.input(e.form));
    const file = {
      type: "string",
      contentMediaType: "text/csv",
      description: "The CSV file.",
    } as const;
    const schema = {
      ...form,
      properties: { file, ...form.properties },
      required: ["file", ...(form.required ?? [])],
    };
    return { required: true, content: { "multipart/form-data": { schema } } };
  }
  if (e.takes !== undefined) {
    const schema = { type: "string", description: "The body as it is." } as const;
    return { required: true, content: { [e.takes]: { schema } } };
  }
  const body = e.body ?? e.reads;
  if (!body) return undefined;
  const schema = pool.input(body);
  const isOptional = (pool.inline(schema).required ?? []).length === 0;
  const json = { "application/json": { schema, ...exampleIn(e.example?.body) } };
  if (!e.files) return { required: !isOptional, content: json };
  const file = { type: "string", contentMediaType: "application/octet-stream" } as const;
  const { part, about } = e.files;
  const form = pool.inline(schema);
  const properties = {
    ...form.properties,
    [part]: { type: "array", items: file, description: about } as const,
  };
  return {
    required: !isOptional,
    content: { ...json, "multipart/form-data": { schema: { ...form, properties } } },
  };
}

const TITLES: Readonly<Record<string, string>> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted; the work goes on in the background.",
  204: "Done; no body.",
  303: "Found elsewhere; no body.",
  400: "Not understood.",
  404: "There is no such method.",
  503: "Not available.",
};

function answersOf(e: Endpoint, pool: SchemaPool): Record<string, ApiResponse> {
  return Object.fromEntries(
    Object.entries(e.answers).map(([status, schema]) => [
      status,
      {
        description: TITLES[status] ?? "",
        ...(status === "201" && { headers: { Location: LOCATION } }),
        ...((schema !== null || (e.produces !== undefined && status !== "303")) && {
          content: contentOf(e, schema, pool, status.startsWith("2")),
        }),
      },
    ]),
  );
}

function contentOf(
  e: Endpoint,
  schema: Endpoint["answers"][200],
  pool: SchemaPool,
  isSuccess: boolean,
): Content {
  const type = e.produces ?? "application/json";
  if (!schema) return { [type]: {} };
  return {
    [type]: { schema: pool.output(schema), ...(isSuccess && exampleIn(e.example?.answer)) },
  };
}

const exampleIn = (example: unknown): { example?: unknown } =>
  example === undefined ? {} : { example };

const LOCATION = {
  description: "Address of what was made.",
  schema: { type: "string" },
} as const;
