import type { Catalogue, Field, Step } from "./types.ts";

/** The files of an app for Make by their paths, as its editor for Visual Studio Code deploys them. */
export function makeFiles(catalogue: Catalogue): Readonly<Record<string, object>> {
  const steps = catalogue.steps;
  return {
    "makecomapp.json": manifest(steps),
    "general/base.iml.json": BASE,
    "general/groups.json": [
      ...catalogue.resources.map(({ key, many }) => ({
        label: many,
        modules: steps.filter(({ resource }) => resource === key).map(({ key: name }) => name),
      })),
      { label: "Events", modules: [WATCH] },
    ].filter(({ modules }) => modules.length > 0),
    [path("connection", CONNECTION, "communication")]: CONNECTION_TEST,
    [path("connection", CONNECTION, "params")]: CONNECTION_PARAMS,
    [path("rpc", RPC, "communication")]: WORKSPACES,
    ...webhookFiles(catalogue),
    ...Object.fromEntries(steps.flatMap(moduleFiles)),
  };
}

const CONNECTION = "outrider";
const RPC = "listWorkspaces";
const HOOK = "events";
const WATCH = "watchEvents";

const path = (type: string, name: string, code: string): string =>
  `${type}s/${name}/${name}.${code}.iml.json`;

const codeFiles = (type: string, name: string, codes: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(codes).map(([code, end]) => [code, path(type, name, end)]));

const manifest = (steps: readonly Step[]) => ({
  fileVersion: 1,
  generalCodeFiles: {
    base: "general/base.iml.json",
    common: null,
    groups: "general/groups.json",
    readme: "README.md",
  },
  components: {
    connection: {
      [CONNECTION]: {
        label: "Outrider",
        connectionType: "basic",
        codeFiles: codeFiles("connection", CONNECTION, {
          communication: "communication",
          params: "params",
        }),
      },
    },
    webhook: {
      [HOOK]: {
        label: "Events",
        webhookType: "web",
        connection: CONNECTION,
        codeFiles: codeFiles("webhook", HOOK, {
          communication: "communication",
          params: "params",
          attach: "attach",
          detach: "detach",
        }),
      },
    },
    module: {
      [WATCH]: {
        label: "Watch Events",
        description: "Starts when something happens in a workspace.",
        moduleType: "instant_trigger",
        webhook: HOOK,
        codeFiles: codeFiles("module", WATCH, { samples: "samples" }),
      },
      ...Object.fromEntries(steps.map((step) => [step.key, moduleOf(step)])),
    },
    rpc: {
      [RPC]: {
        label: "List Workspaces",
        connection: CONNECTION,
        codeFiles: codeFiles("rpc", RPC, { communication: "communication" }),
      },
    },
    function: {},
  },
  origins: [
    {
      label: "Your app at Make",
      baseUrl: "https://eu1.make.com/api",
      appId: "outrider",
      appVersion: 1,
      apikeyFile: "../.secrets/apikey",
    },
  ],
});

const CRUD: Readonly<Record<string, string>> = {
  GET: "read",
  POST: "create",
  PUT: "update",
  DELETE: "delete",
};

const moduleOf = (step: Step) => ({
  label: step.label,
  description: step.summary,
  moduleType: step.isList ? "search" : "action",
  ...(!step.isList && { actionCrud: CRUD[step.method] }),
  connection: CONNECTION,
  codeFiles: codeFiles("module", step.key, {
    communication: "communication",
    mappableParams: "mappable-params",
    samples: "samples",
  }),
});

const SANITIZE = { sanitize: ["request.headers.authorization"] };

const BASE = {
  baseUrl: '{{replace(connection.url, "/\\/+$/", "")}}',
  headers: { authorization: "Bearer {{connection.key}}", accept: "application/json" },
  response: {
    error: {
      message: "[{{statusCode}}] {{body.detail}}",
      "429": { message: "{{body.detail}}", type: "RateLimitError" },
    },
  },
  log: SANITIZE,
};

/** Base does not hold for it. */
const CONNECTION_TEST = {
  url: '{{replace(parameters.url, "/\\/+$/", "")}}/api/v1/workspaces',
  method: "GET",
  headers: { authorization: "Bearer {{parameters.key}}", accept: "application/json" },
  response: {
    error: { message: "[{{statusCode}}] {{body.detail}}" },
    metadata: { type: "text", value: "{{parameters.url}}" },
  },
  log: SANITIZE,
};

const CONNECTION_PARAMS = [
  {
    name: "url",
    type: "url",
    label: "URL",
    help: "The address of your installation, such as https://outrider.example.com.",
    required: true,
  },
  {
    name: "key",
    type: "password",
    label: "API key",
    help: "A key of a workspace, from the room Settings of the dashboard.",
    required: true,
    editable: true,
  },
];

const WORKSPACES = {
  url: "/api/v1/workspaces",
  method: "GET",
  qs: { limit: 200 },
  response: {
    iterate: "{{body.data}}",
    output: { label: "{{item.name}}", value: "{{item.id}}" },
  },
};

const WORKSPACE_PARAM = {
  name: "wid",
  type: "select",
  label: "Workspace",
  required: true,
  options: `rpc://${RPC}`,
};

const webhookFiles = ({ events }: Catalogue) => ({
  [path("webhook", HOOK, "communication")]: { output: "{{body}}" },
  [path("webhook", HOOK, "params")]: [
    WORKSPACE_PARAM,
    {
      name: "events",
      type: "select",
      label: "Events",
      multiple: true,
      required: true,
      options: events.map(({ name, label }) => ({ label, value: name })),
    },
  ],
  [path("webhook", HOOK, "attach")]: {
    url: "/api/v1/workspaces/{{parameters.wid}}/webhooks",
    method: "POST",
    body: { url: "{{webhook.url}}", secret: "{{uuid}}", events: "{{parameters.events}}" },
    response: { data: { externalHookId: "{{body.id}}", wid: "{{body.workspace_id}}" } },
    log: { sanitize: ["request.headers.authorization", "request.body.secret"] },
  },
  [path("webhook", HOOK, "detach")]: {
    url: "/api/v1/workspaces/{{webhook.wid}}/webhooks/{{webhook.externalHookId}}",
    method: "DELETE",
  },
  [path("module", WATCH, "samples")]: events[0]?.sample ?? {},
});

function moduleFiles(step: Step): readonly (readonly [string, object])[] {
  const name = step.key;
  return [
    [path("module", name, "communication"), communicationOf(step)],
    [
      path("module", name, "mappable-params"),
      [...step.fields.map(paramOf), ...(step.isList ? [LIMIT] : [])],
    ],
    [path("module", name, "samples"), step.sample],
  ];
}

const LIMIT = {
  name: "limit",
  type: "uinteger",
  label: "Limit",
  help: "The most records that the module answers.",
  default: 50,
};

function communicationOf(step: Step) {
  const { fields, isList } = step;
  const query = fields.filter((field) => field.in === "query");
  const qs = { ...valuesOf(query), ...(isList && { limit: PAGE }) };
  return {
    url: step.path.replace(/\{(\w+)\}/g, "{{parameters.$1}}"),
    method: step.method,
    ...(Object.keys(qs).length > 0 && { qs }),
    ...(step.isKeyed && { headers: { "idempotency-key": "{{uuid}}" } }),
    ...(step.method !== "GET" && { body: bodyOf(step) }),
    ...(step.body === "form" && { type: "multipart/form-data" }),
    ...(isList && {
      pagination: {
        qs: { cursor: "{{body.pagination.next_cursor}}" },
        condition: "{{if(body.pagination.next_cursor, true, false)}}",
      },
    }),
    response: isList
      ? { limit: "{{parameters.limit}}", iterate: "{{body.data}}", output: "{{item}}" }
      : { output: outputOf(step) },
  };
}

/** Records of a page, the most that the API gives. */
const PAGE = 200;

const outputOf = ({ each }: Step): string =>
  each === null ? "{{body}}" : `{{first(body.${each.results})}}`;

function bodyOf({ fields, each }: Step): object {
  const own = valuesOf(fields.filter((field) => field.in === "body"));
  if (each === null) return own;
  return { [each.list]: [valuesOf(fields.filter((field) => field.in === "record"))], ...own };
}

const valuesOf = (fields: readonly Field[]): object =>
  Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));

function valueOf({ name, kind }: Field): unknown {
  const given = `parameters.${name}`;
  if (kind === "json") return `{{if(${given}, parseJSON(${given}))}}`;
  if (kind === "file")
    return { value: `{{${given}.data}}`, options: { filename: `{{${given}.name}}` } };
  return `{{${given}}}`;
}

function paramOf(field: Field): object {
  const { name, label, description, required, options = [], default: preset, kind } = field;
  if (name === WORKSPACE_PARAM.name) return WORKSPACE_PARAM;
  return {
    name,
    label,
    ...(description !== "" && { help: description }),
    required,
    ...(preset !== undefined && { default: preset }),
    ...TYPES[kind],
    ...((kind === "choice" || kind === "choices") && {
      options: options.filter((value) => value !== "").map((value) => ({ label: value, value })),
    }),
    ...(!required && { advanced: true }),
  };
}

const TYPES: Readonly<Record<Field["kind"], object>> = {
  text: { type: "text" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  time: { type: "date" },
  choice: { type: "select" },
  choices: { type: "select", multiple: true },
  texts: { type: "array", spec: { type: "text" } },
  integers: { type: "array", spec: { type: "integer" } },
  json: { type: "json" },
  file: {
    type: "collection",
    spec: [
      { name: "name", type: "filename", label: "File name", required: true, semantic: "file:name" },
      { name: "data", type: "buffer", label: "Data", required: true, semantic: "file:data" },
    ],
  },
};
