import { sampleBody } from "#modules/events/rules/sample-event.ts";
import { EVENT_TYPES } from "#modules/events/rules/event.ts";
import { unixMs } from "#platform/rules/ids.ts";
import type { ApiDocument, JsonSchema } from "#app/openapi/types.ts";
import { resolved } from "./fields.ts";
import { TRIGGER_WORDS } from "./offered.ts";
import { fieldTitle } from "./titles.ts";
import type { TriggerEvent } from "./types.ts";

/** The same at every build, so that a package changes only with the product. */
const SAMPLE_TIME = unixMs(Date.UTC(2026, 0, 5, 9));

/** The events that a webhook can be subscribed to, by the document. */
export function eventsOf(api: ApiDocument): readonly TriggerEvent[] {
  const body: JsonSchema = resolved({ $ref: "#/components/schemas/CreateWebhookBody" }, api);
  const offered = body.properties?.["events"]?.items?.enum ?? [];
  return EVENT_TYPES.filter((name) => offered.includes(name)).map((name) => ({
    name,
    label: fieldTitle(name),
    description: TRIGGER_WORDS[name] ?? `Triggers on ${name}.`,
    sample: JSON.parse(sampleBody(name, 1, SAMPLE_TIME)) as TriggerEvent["sample"],
  }));
}
