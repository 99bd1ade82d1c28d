import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Egress } from "#platform/ctx/ports.ts";
import { nodeEgress } from "#server/egress.ts";
import { type CrmState, crmState, hubspotDeals, pipedriveDeals } from "./crm-doubles.ts";

/** A request as it reached a service, with the address it was meant for. */
export type Asked = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  // Tests look at the fields of each service's own bodies.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
};
export type Reply = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

const TOKENS = {
  hubspot: "pat-eu1-hubspot-canary",
  pipedrive: "pipedrive-canary",
  close: "close-canary",
  calendly: "calendly-canary",
} as const;

/**
 * The services that can be connected, on loopback: each checks what its documented contract asks of
 * a request and answers as documented. `egress` leads their public addresses here.
 */
export async function services() {
  const asked: Asked[] = [];
  const contacts = new Map<string, number>();
  const persons = new Map<string, number>();
  /** Close: leads by the address of their one contact. */
  const closeLeads = new Map<string, string>();
  /** What the next requests to a host, or of a method and path, are answered instead. */
  const trouble = new Map<string, Reply | "hang">();
  /** Only then is a short wait sure to be too short. */
  const isHanging = (): boolean => [...trouble.values()].includes("hang");
  /** Whether Pipedrive's search does not know yet whom it was given. */
  const state = { isSearchLate: false };
  const crm = crmState();
  const answer = (request: Asked): Reply => {
    const { hostname, pathname } = new URL(request.url);
    switch (hostname) {
      case "hooks.slack.com":
        return slack(request, pathname);
      case "discord.com":
        return discord(request, pathname);
      case "api.hubapi.com":
        return hubspot(request, pathname, contacts, crm);
      case "api.pipedrive.com":
        return state.isSearchLate && pathname.endsWith("/persons/search")
          ? pipedrive(request, pathname, new Map(), crm)
          : pipedrive(request, pathname, persons, crm);
      case "api.close.com":
        return close(request, pathname, closeLeads, state.isSearchLate);
      case "api.calendly.com":
        return calendly(request, pathname, crm);
      default:
        return { status: 200, body: { status: "success" } };
    }
  };
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const url = decodeURIComponent((incoming.url ?? "").slice("/?to=".length));
      const request: Asked = {
        method: incoming.method ?? "",
        url,
        headers: incoming.headers,
        body: text === "" ? null : JSON.parse(text),
      };
      asked.push(request);
      const { hostname, pathname } = new URL(url);
      const instead = trouble.get(hostname) ?? trouble.get(`${request.method} ${pathname}`);
      if (instead === "hang") return;
      const { status, body, headers } = instead ?? answer(request);
      const isText = typeof body === "string";
      const type = isText ? "text/plain" : "application/json";
      response.writeHead(status, { "content-type": type, ...headers });
      response.end(body === undefined ? undefined : isText ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const real = nodeEgress({ allowPrivate: true });
  const there = (url: string): string => `http://127.0.0.1:${port}/?to=${encodeURIComponent(url)}`;
  const egress: Egress = {
    send: (request) =>
      real.send({
        ...request,
        url: there(request.url),
        timeoutMs: isHanging() ? 200 : request.timeoutMs,
      }),
    post: (request) => real.post({ ...request, url: there(request.url) }),
    postBytes: (request) => real.postBytes({ ...request, url: there(request.url) }),
    get: (request) => real.get({ ...request, url: there(request.url) }),
    download: (request) => real.download({ ...request, url: there(request.url) }),
  };
  return Object.assign(state, {
    asked,
    contacts,
    persons,
    closeLeads,
    crm,
    trouble,
    egress,
    tokens: TOKENS,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
export type Services = Awaited<ReturnType<typeof services>>;

/** Incoming webhooks: `ok` in plain text; Block Kit's limits. */
function slack({ method, body }: Asked, path: string): Reply {
  if (!/^\/services\/T0\/B\d\/slack-canary$/.test(path)) return { status: 404, body: "no_service" };
  if (method !== "POST" || typeof body?.text !== "string" || body.text === "") {
    return { status: 400, body: "no_text" };
  }
  const sections: { text?: { text: string }; fields?: { text: string }[] }[] = body.blocks ?? [];
  const fits =
    sections.length <= 50 &&
    sections.every(
      ({ text, fields }) =>
        (text?.text.length ?? 0) <= 3_000 &&
        (fields?.length ?? 0) <= 10 &&
        (fields ?? []).every((field) => field.text.length > 0 && field.text.length <= 2_000),
    );
  return fits ? { status: 200, body: "ok" } : { status: 400, body: "invalid_blocks" };
}

/** Webhooks: read by GET, 204 for a message; an embed's limits. */
function discord({ method, body }: Asked, path: string): Reply {
  if (path !== "/api/webhooks/1/discord-canary") {
    return { status: 404, body: { message: "Unknown Webhook", code: 10015 } };
  }
  if (method === "GET") return { status: 200, body: { id: "1", type: 1, name: "Sales" } };
  const embeds: {
    title: string;
    description?: string;
    fields: { name: string; value: string }[];
  }[] = body.embeds ?? [];
  const total = JSON.stringify(embeds.map((e) => [e.title, e.description, e.fields])).length;
  const fits =
    embeds.length > 0 &&
    embeds.length <= 10 &&
    total <= 6_000 &&
    embeds.every(
      ({ title, description = "x", fields }) =>
        title.length <= 256 &&
        description.length <= 4_096 &&
        fields.length <= 25 &&
        fields.every(
          ({ name, value }) => name.length <= 256 && value !== "" && value.length <= 1_024,
        ),
    );
  return fits
    ? { status: 204 }
    : { status: 400, body: { message: "Invalid Form Body", code: 50035 } };
}

const INVALID = { status: 400, body: { status: "error", category: "VALIDATION_ERROR" } };
const isKnownProperties = (properties: object): boolean =>
  Object.keys(properties).every((name) =>
    ["email", "firstname", "lastname", "company"].includes(name),
  );

/** CRM v3: contacts by their address, notes that name an existing contact by HubSpot's association 202. */
function hubspot(asked: Asked, path: string, contacts: Map<string, number>, crm: CrmState): Reply {
  const { method, headers, body } = asked;
  if (headers.authorization !== `Bearer ${TOKENS.hubspot}`) {
    return { status: 401, body: { status: "error", category: "INVALID_AUTHENTICATION" } };
  }
  const ofDeals = hubspotDeals(asked, path, crm);
  if (ofDeals) return ofDeals;
  const email = decodeURIComponent(/^\/crm\/v3\/objects\/contacts\/(.+)$/.exec(path)?.[1] ?? "");
  if (method === "PATCH" && email !== "") {
    if (!isKnownProperties(body.properties)) return INVALID;
    return contacts.has(email)
      ? { status: 200, body: { id: String(contacts.get(email)) } }
      : { status: 404, body: { status: "error", category: "OBJECT_NOT_FOUND" } };
  }
  switch (`${method} ${path}`) {
    case "GET /account-info/v3/details":
      return { status: 200, body: { portalId: 4_711, timeZone: "Europe/Berlin" } };
    case "GET /crm/v3/objects/contacts":
      return { status: 200, body: { results: [] } };
    case "POST /crm/v3/objects/contacts": {
      const { email } = body.properties;
      if (!isKnownProperties(body.properties) || typeof email !== "string") return INVALID;
      if (contacts.has(email)) return { status: 409, body: { category: "CONFLICT" } };
      contacts.set(email, 500 + contacts.size);
      return { status: 201, body: { id: String(contacts.get(email)) } };
    }
    case "POST /crm/v3/objects/notes": {
      const { hs_timestamp: at, hs_note_body: text } = body.properties;
      const [{ to, types }, deal] = body.associations;
      const isOnDeal =
        !deal || (crm.hubspot.has(deal.to.id) && deal.types[0].associationTypeId === 214);
      const isFit =
        !Number.isNaN(Date.parse(at)) &&
        text.length <= 65_536 &&
        [...contacts.values()].includes(Number(to.id)) &&
        types[0].associationCategory === "HUBSPOT_DEFINED" &&
        types[0].associationTypeId === 202 &&
        isOnDeal;
      if (isFit) crm.notes.push({ contact: to.id, deal: deal?.to.id ?? null });
      return isFit
        ? { status: 201, body: { id: "9" } }
        : { status: 400, body: { status: "error" } };
    }
    default:
      return { status: 404, body: { status: "error" } };
  }
}

/** Persons by API v2, notes by v1. */
function close(
  { method, url, headers, body }: Asked,
  path: string,
  leads: Map<string, string>,
  isSearchLate: boolean,
): Reply {
  const basic = `Basic ${Buffer.from(`${TOKENS.close}:`).toString("base64")}`;
  if (headers.authorization !== basic) return { status: 401, body: { error: "Unauthorized" } };
  switch (`${method} ${path}`) {
    case "GET /api/v1/me/":
      return {
        status: 200,
        body: { email: "ann@north.example", organizations: [{ name: "North" }] },
      };
    case "GET /api/v1/lead/": {
      const asked = new URL(url).searchParams.get("query");
      if (asked === null) return { status: 200, body: { data: [] } };
      const email = /^email_address:"([^"]+)"$/.exec(asked)?.[1] ?? "";
      const id = isSearchLate ? undefined : leads.get(email);
      // Words of an address fit others too.
      const other = { id: "lead_other", contacts: [{ emails: [{ email: `x${email}` }] }] };
      const found = { id, contacts: [{ emails: [{ email: email.toUpperCase() }] }] };
      return { status: 200, body: { data: id === undefined ? [other] : [other, found] } };
    }
    case "POST /api/v1/lead/": {
      const [contact] = body.contacts ?? [];
      if (!body.name || !contact?.name || body.name.length > 255) {
        return { status: 400, body: { "field-errors": { name: "required" } } };
      }
      leads.set(contact.emails[0].email, `lead_${leads.size}`);
      return { status: 200, body: { id: `lead_${leads.size - 1}` } };
    }
    case "POST /api/v1/activity/note/":
      return [...leads.values()].includes(body.lead_id) && typeof body.note === "string"
        ? { status: 200, body: { id: "acti_1" } }
        : { status: 400, body: { "field-errors": { lead: "unknown" } } };
    default:
      return { status: 404, body: { error: "Not found" } };
  }
}

/** As https://developer.pipedrive.com has them. */
function pipedrive(asked: Asked, path: string, persons: Map<string, number>, crm: CrmState): Reply {
  const { method, url, headers, body } = asked;
  if (headers["x-api-token"] !== TOKENS.pipedrive) {
    return { status: 401, body: { success: false, error: "unauthorized access" } };
  }
  const ofDeals = pipedriveDeals(asked, path, crm, persons);
  if (ofDeals) return ofDeals;
  switch (`${method} ${path}`) {
    case "GET /v1/users/me":
      return { status: 200, body: { success: true, data: { name: "Ann", company_name: "North" } } };
    case "GET /api/v2/persons/search": {
      const query = new URL(url).searchParams;
      if (query.get("exact_match") !== "true" || query.get("fields") !== "email") {
        return { status: 400, body: { success: false } };
      }
      const id = persons.get(query.get("term") ?? "");
      const items = id === undefined ? [] : [{ result_score: 1, item: { id, type: "person" } }];
      return { status: 200, body: { success: true, data: { items } } };
    }
    case "POST /api/v2/persons": {
      if (typeof body.name !== "string" || body.name === "")
        return { status: 400, body: { success: false } };
      persons.set(body.emails[0].value, 70 + persons.size);
      return {
        status: 201,
        body: { success: true, data: { id: persons.get(body.emails[0].value) } },
      };
    }
    case "POST /v1/notes": {
      const isFit =
        [...persons.values()].includes(body.person_id) &&
        body.content.length <= 100_000 &&
        (body.deal_id === undefined || crm.pipedrive.has(String(body.deal_id)));
      if (isFit) {
        const deal = body.deal_id === undefined ? null : String(body.deal_id);
        crm.notes.push({ contact: String(body.person_id), deal });
      }
      return isFit
        ? { status: 201, body: { success: true, data: { id: 1 } } }
        : { status: 400, body: {} };
    }
    default:
      return { status: 404, body: { success: false } };
  }
}

/** Webhook subscriptions of API v2. */
function calendly({ method, headers, body }: Asked, path: string, crm: CrmState): Reply {
  if (headers.authorization !== `Bearer ${TOKENS.calendly}`) {
    return { status: 401, body: { title: "Unauthenticated" } };
  }
  const base = "https://api.calendly.com";
  if (`${method} ${path}` === "GET /users/me") {
    const resource = {
      uri: `${base}/users/U1`,
      email: "ann@north.example",
      current_organization: `${base}/organizations/O1`,
    };
    return { status: 200, body: { resource } };
  }
  if (`${method} ${path}` === "POST /webhook_subscriptions") {
    const isForAll = body.scope === "organization";
    if (isForAll && !crm.isCalendlyAdmin) {
      const message = "You do not have permission to perform this action.";
      return { status: 403, body: { title: "Permission Denied", message } };
    }
    const isFit =
      (isForAll ? body.user === undefined : body.user === `${base}/users/U1`) &&
      ["user", "organization"].includes(body.scope) &&
      body.organization === `${base}/organizations/O1` &&
      body.events.includes("invitee.created") &&
      body.signing_key.length > 20;
    const resource = { uri: `${base}/webhook_subscriptions/S1`, state: "active" };
    return isFit
      ? { status: 201, body: { resource } }
      : { status: 400, body: { title: "Invalid Argument" } };
  }
  if (`${method} ${path}` === "DELETE /webhook_subscriptions/S1") return { status: 204 };
  return { status: 404, body: { title: "Resource Not Found" } };
}
