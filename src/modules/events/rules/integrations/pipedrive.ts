import { createHash } from "node:crypto";
import { MINUTE_MS, parseIso } from "#platform/rules/time.ts";
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

type Made = { readonly person: number; readonly at: number };
/** Its search finds a new person some minutes late; until then we remember whom we made. */
const LAG_MS = 10 * MINUTE_MS;
const MAX_MADE = 500;
const made = new Map<string, Made>();

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
  const note = (person: number) =>
    postJson(
      `${base}/v1/notes`,
      { content: cut(noteOf(event), NOTE), person_id: person },
      token(credentials),
    );
  if (typeof known === "number") {
    yield note(known);
    return;
  }
  const name = nameOf(credentials, base, lead.email);
  const at = parseIso(event.timestamp) ?? 0;
  const lately = made.get(name);
  if (lately && Math.abs(at - lately.at) < LAG_MS) {
    const { status } = yield { ...note(lately.person), expects: [400, 404] };
    if (status < 300) return;
    // Deleted since.
  }
  const person = Number(
    idInReply(
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
    ),
  );
  remember(name, { person, at });
  yield note(person);
}

const nameOf = ({ api_token: key }: Credentials, base: string, email: string): string =>
  createHash("sha256").update(`${key} ${base} ${email}`).digest("base64");

function remember(name: string, one: Made): void {
  const [oldest] = made.keys();
  if (made.size >= MAX_MADE && oldest !== undefined) made.delete(oldest);
  made.set(name, one);
}

/** Whose token it is. */
export function* pipedriveCheck(credentials: Credentials, config: Config): Conversation<string> {
  const me = yield get(`${config.base_url ?? PIPEDRIVE}/v1/users/me`, token(credentials));
  return textInReply(me, "data", "company_name") || textInReply(me, "data", "name") || "Account";
}
