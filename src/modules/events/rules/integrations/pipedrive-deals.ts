import {
  type Conversation,
  get,
  idInReply,
  inReply,
  patchJson,
  postJson,
  type ServiceReply,
} from "./conversation.ts";
import { type CrmRecord, isAhead, rankOf, recordsIn, wordOf } from "./crm-lists.ts";
import type { DealChoices, DealTask } from "./deal-rule.ts";
import { pipedriveAt } from "./pipedrive.ts";

/** The field of deals in which our key lies, by the name that people see. */
const FIELD = "Outrider key";
/** The most that a list of API v2 answers at once. */
const PAGE = 500;
const PAGES = 10;

type Credentials = { readonly api_token: string };
type Config = { readonly base_url?: string };

/**
 * Finds the deal of a lead in a campaign, makes it, or moves it on; answers its id, null: there is none.
 * Looks through the person's deals for our key: Pipedrive's search learns of a deal minutes later, its
 * lists at once. What a person closed, archived, moved into another pipeline or deleted stays so. By
 * https://developers.pipedrive.com/docs/api/v1/Deals (API v2) and .../Stages.
 */
export function* pipedriveDeal(
  credentials: Credentials,
  config: Config,
  task: DealTask,
): Conversation<string | null> {
  const { base, headers } = pipedriveAt(credentials, config);
  const { known, rule, wish } = task;
  const deal =
    known === null
      ? yield* dealByKey(credentials, config, task)
      : dealIn(yield { ...get(`${base}/api/v2/deals/${known}`, headers), expects: [404] });
  if (!deal && known !== null) return known;
  if (!deal) {
    if (!wish.makes) return null;
    const owner = yield* ownerOf(credentials, config, task);
    const body = {
      title: task.title,
      person_id: Number(task.contact),
      stage_id: Number(wish.stage),
      ...(owner !== "" && { owner_id: Number(owner) }),
      ...(rule.amount !== null && { value: rule.amount }),
      ...(rule.currency !== null && { currency: rule.currency }),
      custom_fields: { [rule.key_field]: task.key },
    };
    return idInReply(yield postJson(`${base}/api/v2/deals`, body, headers), "data", "id");
  }
  const id = wordOf(deal, "id");
  if (wish.moveTo !== null && mayMove(deal, rule.pipeline)) {
    const query = new URLSearchParams({ pipeline_id: rule.pipeline, limit: String(PAGE) });
    const reply = yield get(`${base}/api/v2/stages?${query.toString()}`, headers);
    const way = { from: wordOf(deal, "stage_id"), to: wish.moveTo };
    if (isAhead(recordsIn(reply, "data"), "order_nr", way)) {
      const change = { stage_id: Number(wish.moveTo) };
      yield patchJson(`${base}/api/v2/deals/${id}`, change, headers);
    }
  }
  return id;
}

/** One record; null where it was deleted. */
function dealIn(reply: ServiceReply): CrmRecord | null {
  if (reply.status === 404) return null;
  const [record] = recordsIn({
    ...reply,
    body: `[${JSON.stringify(inReply(reply, "data") ?? null)}]`,
  });
  return record && record["is_deleted"] !== true ? record : null;
}

function* dealByKey(
  credentials: Credentials,
  config: Config,
  { rule, key, contact }: DealTask,
): Conversation<CrmRecord | null> {
  const { base, headers } = pipedriveAt(credentials, config);
  const at = `${base}/api/v2/deals?person_id=${contact}`;
  const deals = yield* allOf(at, headers);
  // Of an object, or of nothing that has the field.
  const keyOf = ({ custom_fields: fields }: CrmRecord) =>
    (fields as CrmRecord | null | undefined)?.[rule.key_field];
  return deals.find((deal) => keyOf(deal) === key) ?? null;
}

const mayMove = (deal: CrmRecord, pipeline: string): boolean =>
  wordOf(deal, "pipeline_id") === pipeline &&
  deal["status"] === "open" &&
  deal["is_archived"] !== true;

function* ownerOf(
  credentials: Credentials,
  config: Config,
  { rule, contact, memberEmail }: DealTask,
): Conversation<string> {
  const { base, headers } = pipedriveAt(credentials, config);
  if (rule.owner === "fixed") return rule.owner_id ?? "";
  if (rule.owner === "contact") {
    const reply = yield get(`${base}/api/v2/persons/${contact}`, headers);
    const owner = inReply(reply, "data", "owner_id");
    return typeof owner === "number" ? String(owner) : "";
  }
  if (rule.owner === "none" || memberEmail === null) return "";
  const query = new URLSearchParams({ term: memberEmail, search_by_email: "1" });
  const reply = yield get(`${base}/v1/users/find?${query.toString()}`, headers);
  return wordOf(recordsIn(reply, "data").find(isActive) ?? {}, "id");
}

const isActive = (user: CrmRecord): boolean => user["active_flag"] !== false;

/** Makes the field in which our key lies, unless it is there; answers the code by which deals name it. */
export function* pipedriveDealField(
  credentials: Credentials,
  config: Config,
): Conversation<string> {
  const { base, headers } = pipedriveAt(credentials, config);
  const fields = yield* allOf(`${base}/api/v2/dealFields?`, headers);
  const code = wordOf(fields.find(({ field_name: name }) => name === FIELD) ?? {}, "field_code");
  if (code !== "") return code;
  const field = {
    field_name: FIELD,
    field_type: "varchar",
    description: "Names the lead and the campaign of this deal. Keeps it from being made twice.",
  };
  return idInReply(
    yield postJson(`${base}/api/v2/dealFields`, field, headers),
    "data",
    "field_code",
  );
}

/** Pipelines with their stages, and users. A deal is closed by its status, so no stage is. */
export function* pipedriveChoices(
  credentials: Credentials,
  config: Config,
): Conversation<DealChoices> {
  const { base, headers } = pipedriveAt(credentials, config);
  const pipelines = yield* allOf(`${base}/api/v2/pipelines?`, headers);
  const stages = yield* allOf(`${base}/api/v2/stages?`, headers);
  const users = recordsIn(yield get(`${base}/v1/users`, headers), "data");
  return {
    pipelines: inOrder(pipelines).map((pipeline) => ({
      id: wordOf(pipeline, "id"),
      name: wordOf(pipeline, "name"),
      stages: inOrder(stages)
        .filter((stage) => wordOf(stage, "pipeline_id") === wordOf(pipeline, "id"))
        .map((stage) => ({
          id: wordOf(stage, "id"),
          name: wordOf(stage, "name"),
          is_closed: false,
        })),
    })),
    owners: users.filter(isActive).map((user) => ({
      id: wordOf(user, "id"),
      name: wordOf(user, "name"),
      email: wordOf(user, "email"),
    })),
  };
}

const inOrder = (records: readonly CrmRecord[]): CrmRecord[] =>
  records
    .filter(({ is_deleted: deleted }) => deleted !== true)
    .toSorted((a, b) => rankOf(a, "order_nr") - rankOf(b, "order_nr"));

/** Every page of a list of API v2. `at` ends in its query. */
function* allOf(
  at: string,
  headers: Readonly<Record<string, string>>,
): Conversation<readonly CrmRecord[]> {
  const all: CrmRecord[] = [];
  let cursor: unknown = null;
  for (let page = 0; page < PAGES; page++) {
    const query = new URLSearchParams({ limit: String(PAGE) });
    if (typeof cursor === "string") query.set("cursor", cursor);
    const reply = yield get(`${at}${at.endsWith("?") ? "" : "&"}${query.toString()}`, headers);
    all.push(...recordsIn(reply, "data"));
    cursor = inReply(reply, "additional_data", "next_cursor");
    if (typeof cursor !== "string" || cursor === "") break;
  }
  return all;
}
