import type { Catalogue, Field, Step, TriggerEvent } from "../types.ts";
import {
  addressOf,
  type Answer,
  bodyRecord,
  listPage,
  problemIn,
  jsonRecord,
  refusalOf,
  resultsOf,
  secondsToWait,
} from "./answer.ts";
import { newSigningSecret, readDelivery } from "./delivery.ts";
import { type ApiRequest, requestOf, type Values } from "./request.ts";

type Sent = {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
  raw?: boolean;
  skipThrowForStatus?: boolean;
};
type Received = {
  readonly status: number;
  readonly content?: string;
  readonly headers: { get(name: string): string | null };
  buffer?(): Promise<Buffer>;
};
type ErrorOf = new (message: string, code?: string | number, status?: number) => Error;
type Z = {
  request(options: Sent): Promise<Received>;
  readonly errors: {
    readonly Error: ErrorOf;
    readonly HaltedError: ErrorOf;
    readonly ThrottledError: ErrorOf;
  };
};
type Bundle = {
  readonly authData: Values;
  readonly inputData: Values;
  readonly targetUrl?: string;
  readonly subscribeData?: Values;
  readonly rawRequest?: { readonly headers?: Values; readonly content?: string };
};

/** The app for Zapier: an action for each step of the catalogue, and a trigger for each event. */
export function zapierApp(
  catalogue: Catalogue,
  versions: { readonly version: string; readonly platformVersion: string },
) {
  const keyed = <T extends { readonly key: string }>(list: readonly T[]) =>
    Object.fromEntries(list.map((each) => [each.key, each]));
  const nounOf = (step: Step): string =>
    catalogue.resources.find(({ key }) => key === step.resource)?.one ?? "Record";
  return {
    ...versions,
    authentication: AUTHENTICATION,
    beforeRequest: [withKey],
    triggers: keyed([WORKSPACES, ...catalogue.events.map(triggerOf)]),
    searches: keyed(
      catalogue.steps
        .filter(({ method }) => method === "GET")
        .map((step) => actionOf(step, nounOf(step), find)),
    ),
    creates: keyed(
      catalogue.steps
        .filter(({ method }) => method !== "GET")
        .map((step) => actionOf(step, nounOf(step), change)),
    ),
  };
}

const AUTHENTICATION = {
  type: "custom",
  fields: [
    {
      key: "url",
      label: "URL",
      type: "string",
      required: true,
      helpText: "The address of your installation, such as https://outrider.example.com.",
    },
    {
      key: "key",
      label: "API Key",
      type: "password",
      required: true,
      helpText: "A key of a workspace, from the room Settings of the dashboard.",
    },
  ],
  async test(z: Z, bundle: Bundle) {
    const answer = await callApi(z, bundle, { method: "GET", path: "/api/v1/workspaces" });
    return { workspaces: listPage(answer).records.length };
  },
  connectionLabel: (_: Z, bundle: Bundle): string => addressOf(bundle.authData["url"]),
};

/** The key goes to the installation, and nowhere else: a file of a step comes from anywhere. */
function withKey(request: Sent, _: Z, bundle: Bundle): Sent {
  const { url, key } = bundle.authData;
  if (!request.url.startsWith(`${addressOf(url)}/`)) return request;
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${String(key)}` } };
}

async function callApi(
  z: Z,
  bundle: Bundle,
  { method, path, headers, body }: Pick<ApiRequest, "method" | "path"> & Partial<ApiRequest>,
): Promise<Answer> {
  const response = await z.request({
    url: addressOf(bundle.authData["url"]) + path,
    method,
    headers: { Accept: "application/json", ...headers },
    ...(body && { body }),
    skipThrowForStatus: true,
  });
  const { status, content = "" } = response;
  const answer = {
    status,
    headers: { "retry-after": response.headers.get("retry-after") ?? undefined },
    body: parsed(content),
  };
  if (status === 429) {
    throw new z.errors.ThrottledError("Too many requests.", secondsToWait(answer));
  }
  if (status >= 400 && status !== 404) throw errorOf(z, answer);
  return answer;
}

function errorOf(z: Z, answer: Answer): Error {
  const { code, message } = problemIn(answer);
  return new z.errors.Error(message, code, answer.status);
}

function parsed(text: string): unknown {
  try {
    return text === "" ? null : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}

type Perform = (
  z: Z,
  bundle: Bundle,
  step: Step,
) => Promise<Record<string, unknown> | readonly Record<string, unknown>[]>;

const actionOf = (step: Step, noun: string, perform: Perform) => ({
  key: step.key,
  noun,
  display: { label: step.label, description: sentence(step.summary) },
  operation: {
    inputFields: step.fields.map(inputField),
    perform: (z: Z, bundle: Bundle) => perform(z, bundle, step),
    sample: Object.keys(step.sample).length > 0 ? step.sample : { done: true },
  },
});

/** A search finds nothing where there is nothing. */
async function find(z: Z, bundle: Bundle, step: Step) {
  const paging = step.isList ? { limit: 100 } : undefined;
  const answer = await callApi(z, bundle, requestOf(step, [bundle.inputData], paging));
  if (answer.status === 404) return [];
  return step.isList ? listPage(answer).records : [bodyRecord(answer)];
}

async function change(z: Z, bundle: Bundle, step: Step) {
  const values = await withFiles(z, bundle, step);
  const answer = await callApi(z, bundle, requestOf(step, [values]));
  if (answer.status === 404) throw errorOf(z, answer);
  if (step.each === null) return bodyRecord(answer);
  const [result = {}] = resultsOf(answer, step.each.results);
  const refusal = refusalOf(result);
  if (refusal !== null) throw new z.errors.Error(refusal, "invalid", 422);
  return result;
}

/** A file is given by its address. */
async function withFiles(z: Z, bundle: Bundle, step: Step): Promise<Values> {
  const values: Record<string, unknown> = { ...bundle.inputData };
  for (const { name, kind } of step.fields) {
    const url = values[name];
    if (kind !== "file" || typeof url !== "string") continue;
    const response = await z.request({ url, raw: true });
    values[name] = {
      bytes: (await response.buffer?.()) ?? Buffer.alloc(0),
      name: new URL(url).pathname.split("/").at(-1) || "file.csv",
      type: response.headers.get("content-type") ?? "text/csv",
    };
  }
  return values;
}

/** For the list to choose a workspace from. */
const WORKSPACES = {
  key: "workspaces",
  noun: "Workspace",
  display: {
    label: "List Workspaces",
    description: "The workspaces that the key may enter.",
    hidden: true,
  },
  operation: {
    async perform(z: Z, bundle: Bundle) {
      const answer = await callApi(z, bundle, {
        method: "GET",
        path: "/api/v1/workspaces?limit=200",
      });
      return listPage(answer).records;
    },
  },
};

function triggerOf(event: TriggerEvent) {
  return {
    key: event.name.replace(".", "_"),
    noun: event.label,
    display: { label: event.label, description: event.description },
    operation: {
      type: "hook",
      inputFields: [WORKSPACE_FIELD],
      performSubscribe: (z: Z, bundle: Bundle) => subscribe(z, bundle, event),
      performUnsubscribe: unsubscribe,
      perform: receive,
      performList: (z: Z, bundle: Bundle) => lastEvents(z, bundle, event),
      sample: { id: "1", ...event.sample },
    },
  };
}

const webhooksOf = ({ inputData }: Bundle): string =>
  `/api/v1/workspaces/${Number(inputData["wid"])}/webhooks`;

async function subscribe(z: Z, bundle: Bundle, { name }: TriggerEvent) {
  const secret = newSigningSecret();
  const body = Buffer.from(JSON.stringify({ url: bundle.targetUrl, secret, events: [name] }));
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", path: webhooksOf(bundle), headers, body };
  const answer = await callApi(z, bundle, request);
  if (answer.status === 404) throw errorOf(z, answer);
  return { id: jsonRecord(answer.body)["id"], secret };
}

/** One that is gone already is gone. */
async function unsubscribe(z: Z, bundle: Bundle) {
  const id = Number(bundle.subscribeData?.["id"]);
  await callApi(z, bundle, { method: "DELETE", path: `${webhooksOf(bundle)}/${id}` });
  return { id };
}

/** The event of a delivery. What the secret of the subscription did not sign, or is too old, starts nothing. */
async function receive(z: Z, { rawRequest = {}, subscribeData = {} }: Bundle) {
  const { headers = {}, content = "" } = rawRequest;
  const { secret } = subscribeData;
  const given = { headers, body: content };
  const delivery = readDelivery(typeof secret === "string" ? secret : "", given);
  if (delivery === null) {
    throw new z.errors.HaltedError("The signature is missing, wrong or too old.");
  }
  return [{ id: delivery.id, ...delivery.event }];
}

/** What happened last, as a delivery would have shown it. */
async function lastEvents(z: Z, bundle: Bundle, { name, sample }: TriggerEvent) {
  const wid = Number(bundle.inputData["wid"]);
  const path = `/api/v1/workspaces/${wid}/events?type=${name}&limit=3`;
  const { records } = listPage(await callApi(z, bundle, { method: "GET", path }));
  const events = records.map(({ id, type, created_at: timestamp, data }) => ({
    id: String(id),
    event: type,
    workspace_id: String(wid),
    timestamp,
    data,
  }));
  return events.length > 0 ? events : [{ id: "1", ...sample }];
}

const WORKSPACE_FIELD = {
  key: "wid",
  label: "Workspace",
  type: "integer",
  required: true,
  dynamic: "workspaces.id.name",
};

function inputField(field: Field) {
  const { name, label, description, kind, required, options, default: preset } = field;
  if (name === WORKSPACE_FIELD.key) return WORKSPACE_FIELD;
  const choices = options?.filter((value) => value !== "");
  return {
    key: name,
    label,
    ...TYPES[kind],
    required,
    ...(description !== "" && { helpText: sentence(helpOf(field)) }),
    ...(choices && { choices }),
    ...(preset !== undefined && kind !== "choices" && { default: String(preset) }),
  };
}

const helpOf = ({ kind, description }: Field): string =>
  kind === "json" ? `${sentence(description)} As JSON.` : description;

const TYPES: Readonly<Record<Field["kind"], { readonly type: string; readonly list?: boolean }>> = {
  text: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  time: { type: "datetime" },
  choice: { type: "string" },
  choices: { type: "string", list: true },
  texts: { type: "string", list: true },
  integers: { type: "integer", list: true },
  json: { type: "text" },
  file: { type: "file" },
};

/** Zapier wants a sentence of at most 1,000 characters. */
function sentence(text: string): string {
  const short = text.length <= 900 ? text : `${text.slice(0, text.lastIndexOf(" ", 900))} ...`;
  return /[.!?]$/.test(short) ? short : `${short}.`;
}
