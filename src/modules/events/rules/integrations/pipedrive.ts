import {
  type Conversation,
  get,
  idInReply,
  inReply,
  postJson,
  textInReply,
} from "./conversation.ts";
import { cut, type EventLead, leadOf, type StoredEvent } from "./event-words.ts";
import { noteOf } from "./hubspot.ts";
import { accountPlace, madeLately, rememberMade } from "./made-lately.ts";

const PIPEDRIVE = "https://api.pipedrive.com";
const NOTE = 90_000;

type Credentials = { readonly api_token: string };
type Config = { readonly base_url?: string };

/** Where its API is, and how requests say who asks. */
export const pipedriveAt = (credentials: Credentials, config: Config) => ({
  base: config.base_url ?? PIPEDRIVE,
  headers: token(credentials),
});

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
  const known = yield* personByEmail(credentials, config, lead.email);
  const note = (person: number) =>
    postJson(
      `${base}/v1/notes`,
      { content: cut(noteOf(event), NOTE), person_id: person },
      token(credentials),
    );
  if (known !== null) {
    yield note(known);
    return;
  }
  const place = accountPlace(credentials.api_token, base, lead.email);
  const lately = madeLately(place, event);
  if (lately !== null) {
    const { status } = yield { ...note(Number(lately)), expects: [400, 404] };
    if (status < 300) return;
    // Deleted since.
  }
  const person = yield* makePerson(credentials, config, lead);
  rememberMade(place, String(person), event);
  yield note(person);
}

/**
 * The lead as a person, for a deal: the one that we know of, if it is still there, else by its address, else a new
 * one. Null for a campaign's event.
 */
export function* pipedrivePerson(
  credentials: Credentials,
  event: StoredEvent,
  config: Config,
  known: string | null,
): Conversation<string | null> {
  const lead = leadOf(event);
  if (!lead) return null;
  const { base, headers } = pipedriveAt(credentials, config);
  const place = accountPlace(credentials.api_token, base, lead.email);
  const maybe = known ?? madeLately(place, event);
  if (maybe !== null) {
    const reply = yield { ...get(`${base}/api/v2/persons/${maybe}`, headers), expects: [404] };
    if (reply.status !== 404 && inReply(reply, "data", "is_deleted") !== true) return maybe;
  }
  const found = yield* personByEmail(credentials, config, lead.email);
  if (found !== null) return String(found);
  const person = yield* makePerson(credentials, config, lead);
  rememberMade(place, String(person), event);
  return String(person);
}

/** An event as a note on a person, and on a deal where there is one. */
export function* pipedriveNote(
  credentials: Credentials,
  event: StoredEvent,
  config: Config,
  { contact, deal }: { readonly contact: string; readonly deal: string | null },
): Conversation<void> {
  const { base, headers } = pipedriveAt(credentials, config);
  const content = cut(noteOf(event), NOTE);
  const onPerson = { content, person_id: Number(contact) };
  if (deal !== null) {
    const both = postJson(`${base}/v1/notes`, { ...onPerson, deal_id: Number(deal) }, headers);
    const { status } = yield { ...both, expects: [400, 404] };
    if (status < 300) return;
    // The deal was deleted since.
  }
  yield postJson(`${base}/v1/notes`, onPerson, headers);
}

function* personByEmail(
  credentials: Credentials,
  config: Config,
  email: string,
): Conversation<number | null> {
  const { base, headers } = pipedriveAt(credentials, config);
  const query = new URLSearchParams({
    term: email,
    fields: "email",
    exact_match: "true",
    limit: "1",
  });
  const found = yield get(`${base}/api/v2/persons/search?${query.toString()}`, headers);
  const known = inReply(found, "data", "items", 0, "item", "id");
  return typeof known === "number" ? known : null;
}

function* makePerson(
  credentials: Credentials,
  config: Config,
  lead: EventLead,
): Conversation<number> {
  const { base, headers } = pipedriveAt(credentials, config);
  const person = {
    name: cut(lead.name || lead.email, 200),
    emails: [{ value: lead.email, primary: true, label: "work" }],
  };
  const reply = yield postJson(`${base}/api/v2/persons`, person, headers);
  return Number(idInReply(reply, "data", "id"));
}

/** Whose token it is. */
export function* pipedriveCheck(credentials: Credentials, config: Config): Conversation<string> {
  const me = yield get(`${config.base_url ?? PIPEDRIVE}/v1/users/me`, token(credentials));
  return textInReply(me, "data", "company_name") || textInReply(me, "data", "name") || "Account";
}
