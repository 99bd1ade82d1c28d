import type { Catalogue } from "../types.ts";
import { listPage, jsonRecord } from "./answer.ts";
import { newSigningSecret, readDelivery } from "./delivery.ts";
import { workspaceOptions } from "./n8n-action.ts";
import {
  answerTo,
  callApi,
  CREDENTIALS,
  type Host,
  type NodeContext,
  plainRequest,
} from "./n8n-host.ts";
import { WORKSPACE } from "./n8n-properties.ts";

/** What n8n keeps for the node between its runs. */
type Kept = {
  webhookId?: number;
  secret?: string;
  /** Deliveries that were handled, the latest last. */
  seen?: string[];
};

type TriggerContext = NodeContext & {
  getNodeParameter(name: string): unknown;
  getWorkflowStaticData(type: "node"): Kept;
};
type HookContext = TriggerContext & { getNodeWebhookUrl(name: string): string | undefined };
type Response = {
  status(code: number): Response;
  send(text: string): Response;
};
type WebhookContext = TriggerContext & {
  getHeaderData(): Readonly<Record<string, unknown>>;
  getRequestObject(): { readonly rawBody?: Buffer; readRawBody?(): Promise<void> };
  getResponseObject(): Response;
};

/** Deliveries that are remembered, so that a repeat does nothing. */
const REMEMBERED = 200;

/** The node that starts a workflow when something happens in a workspace. */
export function triggerNode({ events }: Catalogue, host: Host) {
  return {
    description: {
      displayName: "Outrider Trigger",
      name: "outriderTrigger",
      icon: "file:outrider.svg",
      group: ["trigger"],
      version: 1,
      subtitle: '={{$parameter["events"].join(", ")}}',
      description: "Starts the workflow when a lead replies, a campaign ends, and the like",
      defaults: { name: "Outrider Trigger" },
      inputs: [],
      outputs: ["main"],
      credentials: [{ name: CREDENTIALS, required: true }],
      webhooks: [
        { name: "default", httpMethod: "POST", responseMode: "onReceived", path: "webhook" },
      ],
      properties: [
        WORKSPACE,
        {
          displayName: "Events",
          name: "events",
          type: "multiOptions",
          required: true,
          default: [],
          description: "What the workflow starts on",
          options: events
            .map(({ name, label, description }) => ({ name: label, value: name, description }))
            .toSorted((a, b) => a.name.localeCompare(b.name)),
        },
      ],
    },
    methods: { loadOptions: workspaceOptions(host) },
    webhookMethods: {
      default: {
        checkExists(this: HookContext) {
          return isSubscribed(this, host);
        },
        create(this: HookContext) {
          return subscribe(this, host);
        },
        delete(this: HookContext) {
          return unsubscribe(this, host);
        },
      },
    },
    webhook(this: WebhookContext) {
      return receive(this);
    },
  };
}

const webhooksOf = (context: TriggerContext): string =>
  `/api/v1/workspaces/${Number(context.getNodeParameter("wid"))}/webhooks`;

const chosenEvents = (context: TriggerContext): readonly string[] => {
  const given = context.getNodeParameter("events");
  return (Array.isArray(given) ? given.map(String) : []).toSorted();
};

/** Whether the webhook of this node is there, on, and as the node says. What is not is removed, to be made again. */
async function isSubscribed(context: HookContext, host: Host): Promise<boolean> {
  const kept = context.getWorkflowStaticData("node");
  const wanted = chosenEvents(context).join();
  for (const { id, events, is_active: isOn } of await ownWebhooks(context, host)) {
    const names = (Array.isArray(events) ? events.map(String) : []).toSorted();
    const isKnown = id === kept.webhookId && kept.secret !== undefined;
    if (isKnown && isOn === true && names.join() === wanted) return true;
    // Nobody knows its secret any more, or it sends something else.
    const path = `${webhooksOf(context)}/${Number(id)}`;
    await answerTo(context, host, plainRequest("DELETE", path));
  }
  return false;
}

/** The webhooks that post to this node. */
async function ownWebhooks(context: HookContext, host: Host) {
  const url = context.getNodeWebhookUrl("default");
  const own: Record<string, unknown>[] = [];
  let place: Readonly<Record<string, string | number>> | null = {};
  while (place !== null) {
    const query = new URLSearchParams({ limit: "200" });
    for (const [name, value] of Object.entries(place)) query.set(name, String(value));
    const path = `${webhooksOf(context)}?${query.toString()}`;
    const { records, next } = listPage(await callApi(context, host, plainRequest("GET", path)));
    own.push(...records.filter((each) => each["url"] === url));
    place = next;
  }
  return own;
}

async function subscribe(context: HookContext, host: Host): Promise<boolean> {
  const kept = context.getWorkflowStaticData("node");
  const secret = newSigningSecret();
  const body = {
    url: context.getNodeWebhookUrl("default"),
    secret,
    events: chosenEvents(context),
  };
  const answer = await callApi(context, host, plainRequest("POST", webhooksOf(context), body));
  kept.webhookId = Number(jsonRecord(answer.body)["id"]);
  kept.secret = secret;
  return true;
}

async function unsubscribe(context: HookContext, host: Host): Promise<boolean> {
  const kept = context.getWorkflowStaticData("node");
  if (kept.webhookId === undefined) return true;
  const path = `${webhooksOf(context)}/${kept.webhookId}`;
  const { status } = await answerTo(context, host, plainRequest("DELETE", path));
  // One that is gone already is gone.
  if (status >= 400 && status !== 404) return false;
  delete kept.webhookId;
  delete kept.secret;
  return true;
}

/** Starts the workflow with the event of a delivery; 401 for what this node's secret did not sign, or is too old. */
async function receive(context: WebhookContext) {
  const kept = context.getWorkflowStaticData("node");
  const request = context.getRequestObject();
  if (request.rawBody === undefined) await request.readRawBody?.();
  const body = request.rawBody?.toString("utf8") ?? "";
  const delivery = readDelivery(kept.secret ?? "", { headers: context.getHeaderData(), body });
  const answerWith = (status: number, text: string) => {
    context.getResponseObject().status(status).send(text);
    return { noWebhookResponse: true };
  };
  if (delivery === null) return answerWith(401, "The signature is missing, wrong or too old.");
  const seen = kept.seen ?? [];
  if (seen.includes(delivery.id)) return answerWith(204, "");
  kept.seen = [...seen, delivery.id].slice(-REMEMBERED);
  return { workflowData: [[{ json: { id: delivery.id, ...delivery.event } }]] };
}
