import {
  type Conversation,
  get,
  idInReply,
  patchJson,
  postJson,
  type ServiceReply,
  textInReply,
} from "./conversation.ts";
import { type CrmRecord, isAhead, rankOf, recordsIn, wordOf } from "./crm-lists.ts";
import type { DealChoices, DealTask } from "./deal-rule.ts";
import { hubspotAt } from "./hubspot.ts";

/** Of HubSpot's own associations: from a deal to a contact. */
const DEAL_TO_CONTACT = 3;
/** The property of deals in which our key lies; no two deals may have the same. */
const KEY = "outrider_key";
/** Owners of a page, and pages that are read. */
const OWNERS = 100;
const PAGES = 10;
/** What is asked of a deal. */
const SHOWN = "dealstage,pipeline,hs_is_closed";

type Credentials = { readonly access_token: string };
type Config = { readonly base_url?: string };

/**
 * Finds the deal of a lead in a campaign, makes it, or moves it on; answers its id, null: there is none.
 * Our key is a unique property, so that HubSpot itself refuses a second one. What a person closed,
 * moved into another pipeline or deleted stays so. By
 * https://developers.hubspot.com/docs/api-reference/crm-deals-v3/guide and .../crm-pipelines-v3/guide.
 */
export function* hubspotDeal(
  credentials: Credentials,
  config: Config,
  task: DealTask,
): Conversation<string | null> {
  const { base, headers } = hubspotAt(credentials, config);
  const deals = `${base}/crm/v3/objects/deals`;
  const { key, known, rule, wish } = task;
  const query = known === null ? `?idProperty=${KEY}&properties=${SHOWN}` : `?properties=${SHOWN}`;
  const found = yield {
    ...get(`${deals}/${encodeURIComponent(known ?? key)}${query}`, headers),
    expects: [404],
  };
  if (found.status === 404) {
    if (known !== null) return known;
    if (!wish.makes) return null;
    const owner = yield* ownerOf(credentials, config, task);
    const properties = {
      dealname: task.title,
      pipeline: rule.pipeline,
      dealstage: wish.stage,
      [KEY]: key,
      ...(rule.amount !== null && { amount: String(rule.amount) }),
      ...(rule.currency !== null && { deal_currency_code: rule.currency }),
      ...(owner !== "" && { hubspot_owner_id: owner }),
    };
    const types = [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: DEAL_TO_CONTACT }];
    const associations = [{ to: { id: task.contact }, types }];
    return idInReply(yield postJson(deals, { properties, associations }, headers), "id");
  }
  const id = idInReply(found, "id");
  if (wish.moveTo !== null && mayMove(found, rule.pipeline)) {
    const from = textInReply(found, "properties", "dealstage");
    const at = `${base}/crm/v3/pipelines/deals/${encodeURIComponent(rule.pipeline)}/stages`;
    const stages = recordsIn(yield get(at, headers), "results");
    if (isAhead(stages, "displayOrder", { from, to: wish.moveTo }) && !isClosed(stages, from)) {
      const properties = { dealstage: wish.moveTo };
      yield patchJson(`${deals}/${encodeURIComponent(id)}`, { properties }, headers);
    }
  }
  return id;
}

const mayMove = (deal: ServiceReply, pipeline: string): boolean =>
  textInReply(deal, "properties", "pipeline") === pipeline &&
  textInReply(deal, "properties", "hs_is_closed") !== "true";

const isClosedStage = ({ metadata }: CrmRecord): boolean =>
  // An object, or nothing that has the field.
  String((metadata as CrmRecord | null | undefined)?.["isClosed"]) === "true";

const isClosed = (stages: readonly CrmRecord[], id: string): boolean =>
  stages.some((stage) => wordOf(stage, "id") === id && isClosedStage(stage));

function* ownerOf(
  credentials: Credentials,
  config: Config,
  { rule, contact, memberEmail }: DealTask,
): Conversation<string> {
  const { base, headers } = hubspotAt(credentials, config);
  if (rule.owner === "fixed") return rule.owner_id ?? "";
  if (rule.owner === "contact") {
    const at = `${base}/crm/v3/objects/contacts/${contact}?properties=hubspot_owner_id`;
    return textInReply(yield get(at, headers), "properties", "hubspot_owner_id");
  }
  if (rule.owner === "none" || memberEmail === null) return "";
  const query = new URLSearchParams({ email: memberEmail, limit: "1" });
  const reply = yield get(`${base}/crm/v3/owners?${query.toString()}`, headers);
  return wordOf(recordsIn(reply, "results")[0] ?? {}, "id");
}

/** Makes the property in which our key lies, unless it is there; answers its name. */
export function* hubspotDealField(credentials: Credentials, config: Config): Conversation<string> {
  const { base, headers } = hubspotAt(credentials, config);
  const at = `${base}/crm/v3/properties/deals`;
  const found = yield { ...get(`${at}/${KEY}`, headers), expects: [404] };
  if (found.status !== 404) return KEY;
  const property = {
    name: KEY,
    label: "Outrider key",
    description: "Names the lead and the campaign of this deal. Keeps it from being made twice.",
    groupName: "dealinformation",
    type: "string",
    fieldType: "text",
    hasUniqueValue: true,
  };
  // Somebody else made it just now.
  yield { ...postJson(at, property, headers), expects: [409] };
  return KEY;
}

/** Pipelines with their stages, and owners. */
export function* hubspotChoices(
  credentials: Credentials,
  config: Config,
): Conversation<DealChoices> {
  const { base, headers } = hubspotAt(credentials, config);
  const reply = yield get(`${base}/crm/v3/pipelines/deals`, headers);
  const pipelines = inOrder(recordsIn(reply, "results")).map((pipeline) => ({
    id: wordOf(pipeline, "id"),
    name: wordOf(pipeline, "label"),
    stages: inOrder(recordsIn({ status: 200, body: JSON.stringify(pipeline) }, "stages")).map(
      (stage) => ({
        id: wordOf(stage, "id"),
        name: wordOf(stage, "label"),
        is_closed: isClosedStage(stage),
      }),
    ),
  }));
  const owners = [];
  let after = "";
  for (let page = 0; page < PAGES; page++) {
    const query = new URLSearchParams({ limit: String(OWNERS), ...(after !== "" && { after }) });
    const list = yield get(`${base}/crm/v3/owners?${query.toString()}`, headers);
    for (const owner of recordsIn(list, "results")) {
      const email = wordOf(owner, "email");
      const name = `${wordOf(owner, "firstName")} ${wordOf(owner, "lastName")}`.trim() || email;
      owners.push({ id: wordOf(owner, "id"), name, email });
    }
    after = textInReply(list, "paging", "next", "after");
    if (after === "") break;
  }
  return { pipelines, owners };
}

const inOrder = (records: readonly CrmRecord[]): CrmRecord[] =>
  records
    .filter(({ archived }) => archived !== true)
    .toSorted((a, b) => rankOf(a, "displayOrder") - rankOf(b, "displayOrder"));
