import {
  type Conversation,
  get,
  idInReply,
  inReply,
  postJson,
  textInReply,
} from "./conversation.ts";
import { cut, leadOf, type StoredEvent } from "./event-words.ts";
import { noteOf } from "./hubspot.ts";

const PIPEDRIVE = "https://api.pipedrive.com";
const NOTE = 90_000;

type Credentials = { readonly api_token: string };
type Config = { readonly base_url?: string };

const token = ({ api_token: value }: Credentials) => ({ "x-api-token": value });

/** The lead as a person, found by its address or made, and the event as a note on it. */
export function* pipedriveEvent(
  credentials: Credentials,
  event: StoredEvent,
  config: Config,
): Conversation<void> {
  const lead = leadOf(event);
  if (!lead) return;
  const base = config.base_url ?? PIPEDRIVE;
  const query = new URLSearchParams({
    term: lead.email,
    fields: "email",
    exact_match: "true",
    limit: "1",
  });
  const found = yield get(`${base}/api/v2/persons/search?${query.toString()}`, token(credentials));
  const known = inReply(found, "data", "items", 0, "item", "id");
  const person =
    typeof known === "number"
      ? String(known)
      : idInReply(
          yield postJson(
            `${base}/api/v2/persons`,
            {
              name: cut(lead.name || lead.email, 200),
              emails: [{ value: lead.email, primary: true, label: "work" }],
            },
            token(credentials),
          ),
          "data",
          "id",
        );
  yield postJson(
    `${base}/v1/notes`,
    { content: cut(noteOf(event), NOTE), person_id: Number(person) },
    token(credentials),
  );
}

/** Whose token it is. */
export function* pipedriveCheck(credentials: Credentials, config: Config): Conversation<string> {
  const me = yield get(`${config.base_url ?? PIPEDRIVE}/v1/users/me`, token(credentials));
  return textInReply(me, "data", "company_name") || textInReply(me, "data", "name") || "Account";
}
