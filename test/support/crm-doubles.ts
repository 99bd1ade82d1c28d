import type { Asked, Reply } from "./services.ts";

/** A deal as a double keeps it. */
export type KeptDeal = {
  readonly id: string;
  properties: Record<string, unknown>;
  readonly contact: string;
};

/** What the CRMs on loopback have, and what tests change of them. */
export function crmState() {
  return {
    /** HubSpot's deals, and Pipedrive's, by their ids. */
    hubspot: new Map<string, KeptDeal>(),
    pipedrive: new Map<string, KeptDeal>(),
    /** Whether deals have a property for the key. */
    hasHubspotKey: false,
    /** Code of Pipedrive's field for it; null: there is none. */
    pipedriveKey: null as string | null,
    /** Scopes that the tokens lack. */
    lacking: new Set<string>(),
    /** Owners of contacts by their ids. */
    ownerOf: new Map<string, string>(),
    /** Whether Calendly's token is an admin's. */
    isCalendlyAdmin: true,
    /** Whom Pipedrive finds as a user. */
    userEmail: "",
    notes: [] as { contact: string; deal: string | null }[],
    /** When requests came, for HubSpot's limit. */
    times: [] as number[],
  };
}
export type CrmState = ReturnType<typeof crmState>;

const json = (status: number, body: unknown): Reply => ({ status, body });
const wrong = (message: string): Reply =>
  json(400, { status: "error", message, category: "VALIDATION_ERROR" });

/** HubSpot's stages in its order; `closedwon` is closed. */
export const STAGES = ["appointmentscheduled", "qualifiedtobuy", "presentation", "closedwon"];
const stagesOf = () =>
  STAGES.map((id, displayOrder) => ({
    id,
    label: id,
    displayOrder,
    archived: false,
    metadata: { isClosed: String(id === "closedwon"), probability: "0.5" },
  })).toReversed();
const OWNERS = [
  { id: "31", email: "ann@north.example", firstName: "Ann", lastName: "North", archived: false },
  { id: "32", email: "bo@north.example", firstName: "Bo", lastName: "", archived: false },
];

/** 100 requests in 10 seconds, as for private apps. */
function isTooFast(state: CrmState): boolean {
  const now = Date.now();
  state.times.push(now);
  state.times.splice(0, Math.max(0, state.times.length - 200));
  return state.times.filter((at) => at > now - 10_000).length > 100;
}

function scopeOf(method: string, path: string): string | null {
  const access = method === "GET" ? "read" : "write";
  if (path.startsWith("/crm/v3/owners")) return "crm.objects.owners.read";
  if (path.startsWith("/crm/v3/properties/deals")) return `crm.schemas.deals.${access}`;
  if (path.includes("/deals")) return `crm.objects.deals.${access}`;
  return path.includes("/contacts") ? `crm.objects.contacts.${access}` : null;
}

const KNOWN = [
  "dealname",
  "pipeline",
  "dealstage",
  "amount",
  "deal_currency_code",
  "hubspot_owner_id",
];

/**
 * CRM v3 around deals, by https://developers.hubspot.com/docs/api-reference/crm-deals-v3/guide, .../crm-pipelines-v3,
 * .../crm-owners-v3, .../crm-properties-v3 and .../error-handling. Null: not its business.
 */
export function hubspotDeals(
  { method, url, body }: Asked,
  path: string,
  state: CrmState,
): Reply | null {
  if (isTooFast(state)) {
    return json(429, {
      status: "error",
      message: "You have reached your ten_secondly_rolling limit.",
      errorType: "RATE_LIMIT",
      policyName: "TEN_SECONDLY_ROLLING",
    });
  }
  const scope = scopeOf(method, path);
  if (scope !== null && state.lacking.has(scope)) {
    return json(403, {
      status: "error",
      message: "This app hasn't been granted all required scopes to make this call.",
      errors: [
        {
          message: "One or more of the following scopes are required.",
          context: { requiredGranularScopes: [scope] },
        },
      ],
      category: "MISSING_SCOPES",
    });
  }
  const query = new URL(url).searchParams;
  const contact = /^\/crm\/v3\/objects\/contacts\/(\d+)$/.exec(path)?.[1];
  if (method === "GET" && contact !== undefined) {
    const properties = { hubspot_owner_id: state.ownerOf.get(contact) ?? null };
    return json(200, { id: contact, properties });
  }
  const id = decodeURIComponent(/^\/crm\/v3\/objects\/deals\/(.+)$/.exec(path)?.[1] ?? "");
  if (id !== "") {
    const by = query.get("idProperty");
    if (by !== null && (by !== "outrider_key" || !state.hasHubspotKey)) {
      return wrong("idProperty does not exist");
    }
    const deal =
      by === null
        ? state.hubspot.get(id)
        : [...state.hubspot.values()].find(({ properties }) => properties[by] === id);
    if (!deal) return json(404, { status: "error", category: "OBJECT_NOT_FOUND" });
    if (method === "PATCH") {
      if (!STAGES.includes(body.properties.dealstage)) return wrong("no such stage");
      Object.assign(deal.properties, body.properties);
    }
    const hs_is_closed = String(deal.properties["dealstage"] === "closedwon");
    return json(200, { id: deal.id, properties: { ...deal.properties, hs_is_closed } });
  }
  switch (`${method} ${path}`) {
    case "GET /crm/v3/pipelines/deals":
      return json(200, {
        results: [
          { id: "default", label: "Sales", displayOrder: 0, archived: false, stages: stagesOf() },
        ],
      });
    case "GET /crm/v3/pipelines/deals/default/stages":
      return json(200, { results: stagesOf() });
    case "GET /crm/v3/owners": {
      if (Number(query.get("limit")) > 500) return wrong("limit");
      const found = OWNERS.filter(({ email }) => [null, email].includes(query.get("email")));
      // One to a page, so that pages are followed.
      const at = Number(query.get("after") ?? 0);
      const next = at + 1 < found.length ? { next: { after: String(at + 1) } } : undefined;
      return json(200, { results: found.slice(at, at + 1), ...(next && { paging: next }) });
    }
    case "GET /crm/v3/properties/deals/outrider_key":
      return state.hasHubspotKey
        ? json(200, { name: "outrider_key", hasUniqueValue: true })
        : json(404, { status: "error" });
    case "POST /crm/v3/properties/deals": {
      if (state.hasHubspotKey) return json(409, { status: "error", category: "CONFLICT" });
      const { groupName, type, fieldType, hasUniqueValue } = body;
      const fits = groupName === "dealinformation" && type === "string" && fieldType === "text";
      if (!fits || hasUniqueValue !== true) return wrong("property");
      state.hasHubspotKey = true;
      return json(201, { name: body.name });
    }
    case "POST /crm/v3/objects/deals": {
      const { properties, associations } = body;
      const allowed = state.hasHubspotKey ? [...KNOWN, "outrider_key"] : KNOWN;
      const [to] = associations ?? [];
      const fits =
        Object.entries(properties).every(
          ([name, value]) => allowed.includes(name) && typeof value === "string",
        ) &&
        properties.pipeline === "default" &&
        STAGES.includes(properties.dealstage) &&
        to?.types[0].associationCategory === "HUBSPOT_DEFINED" &&
        to?.types[0].associationTypeId === 3;
      if (!fits) return wrong("Property values were not valid");
      const key = properties.outrider_key;
      if ([...state.hubspot.values()].some((one) => one.properties["outrider_key"] === key)) {
        return wrong(`outrider_key already has that value`);
      }
      const made = { id: String(900 + state.hubspot.size), properties, contact: to.to.id };
      state.hubspot.set(made.id, made);
      return json(201, { id: made.id, properties });
    }
    default:
      return null;
  }
}

const refused = json(403, { success: false, error: "Scope and URL mismatch", errorCode: 403 });

/**
 * Deals, stages, pipelines and fields by API v2, users by v1, as in https://developers.pipedrive.com/docs/api/v1.
 * Null: not its business.
 */
export function pipedriveDeals(
  { method, url, body }: Asked,
  path: string,
  state: CrmState,
  persons: ReadonlyMap<string, number>,
): Reply | null {
  const query = new URL(url).searchParams;
  const data = (value: unknown, status = 200): Reply =>
    json(status, { success: true, data: value });
  const isWrite = method !== "GET";
  if (state.lacking.has(isWrite ? "deals:full" : "deals:read") && path.includes("/deals")) {
    return refused;
  }
  const person = /^\/api\/v2\/persons\/(\d+)$/.exec(path)?.[1];
  if (method === "GET" && person !== undefined) {
    return [...persons.values()].includes(Number(person))
      ? data({ id: Number(person), owner_id: Number(state.ownerOf.get(person) ?? 1) })
      : json(404, { success: false, error: "Person not found" });
  }
  const id = /^\/api\/v2\/deals\/(\d+)$/.exec(path)?.[1];
  if (id !== undefined) {
    const deal = state.pipedrive.get(id);
    if (!deal) return json(404, { success: false, error: "Deal not found" });
    if (method === "PATCH") Object.assign(deal.properties, body);
    return data({ id: Number(id), ...deal.properties });
  }
  switch (`${method} ${path}`) {
    case "GET /api/v2/deals": {
      const of = [...state.pipedrive.values()].filter(
        ({ contact }) => contact === query.get("person_id"),
      );
      return data(of.map((deal) => ({ id: Number(deal.id), ...deal.properties })));
    }
    case "POST /api/v2/deals": {
      const fits =
        typeof body.title === "string" &&
        [...persons.values()].includes(body.person_id) &&
        [21, 22, 23].includes(body.stage_id) &&
        Object.keys(body.custom_fields ?? {}).every((field) => field === state.pipedriveKey) &&
        [undefined, "number"].includes(
          body.owner_id === undefined ? undefined : typeof body.owner_id,
        );
      if (!fits) return json(400, { success: false, error: "validation failed" });
      const made = String(300 + state.pipedrive.size);
      const properties = { ...body, pipeline_id: 2, status: "open", is_deleted: false };
      state.pipedrive.set(made, { id: made, properties, contact: String(body.person_id) });
      return data({ id: Number(made) }, 201);
    }
    case "GET /api/v2/pipelines":
      return data([{ id: 2, name: "Sales", order_nr: 1, is_deleted: false }]);
    case "GET /api/v2/stages": {
      const stages = [23, 21, 22].map((stage) => ({
        id: stage,
        name: `Stage ${stage}`,
        order_nr: stage,
        pipeline_id: 2,
        is_deleted: false,
      }));
      return data(stages);
    }
    case "GET /api/v2/dealFields": {
      const own = { field_name: "Outrider key", field_code: state.pipedriveKey };
      const all = [{ field_name: "Title", field_code: "title" }];
      return data(state.pipedriveKey === null ? all : [...all, own]);
    }
    case "POST /api/v2/dealFields":
      if (state.lacking.has("admin")) return refused;
      if (body.field_type !== "varchar") return json(400, { success: false });
      state.pipedriveKey = "a".repeat(40);
      return data({ field_code: state.pipedriveKey }, 201);
    case "GET /v1/users":
      return data([
        { id: 51, name: "Ann", email: "ann@north.example", active_flag: true },
        { id: 52, name: "Gone", email: "gone@north.example", active_flag: false },
      ]);
    case "GET /v1/users/find":
      return data(
        query.get("term") === state.userEmail && query.get("search_by_email") === "1"
          ? [{ id: 53, email: state.userEmail, active_flag: true }]
          : [],
      );
    default:
      return null;
  }
}
