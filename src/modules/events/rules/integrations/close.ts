import { type Conversation, get, idInReply, postJson, textInReply } from "./conversation.ts";
import { recordsIn, wordOf } from "./crm-lists.ts";
import { cut, type EventLead, eventWords, leadOf, type StoredEvent } from "./event-words.ts";
import { accountPlace, madeLately, rememberMade } from "./made-lately.ts";

const CLOSE = "https://api.close.com";
const NOTE = 60_000;
const NAME = 200;
/** Leads of a search that are looked into: its words may also fit others. */
const FOUND = 10;

type Credentials = { readonly api_key: string };
type Config = { readonly base_url?: string };

/** The key is the user of Basic authentication, without a password. */
const basic = ({ api_key: key }: Credentials) => ({
  Authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
});

const at = (credentials: Credentials, config: Config) => ({
  base: `${config.base_url ?? CLOSE}/api/v1`,
  headers: basic(credentials),
});

/** The lead as a contact, found by its address or made in a lead of its own, and the event as a note there. */
export function* closeEvent(
  credentials: Credentials,
  event: StoredEvent,
  config: Config,
): Conversation<void> {
  const lead = leadOf(event);
  if (!lead) return;
  const { base, headers } = at(credentials, config);
  const place = accountPlace(credentials.api_key, base, lead.email);
  const note = (id: string) =>
    postJson(`${base}/activity/note/`, { lead_id: id, note: cut(noteOf(event), NOTE) }, headers);
  const known = yield* leadByEmail(credentials, config, lead.email);
  if (known !== null) {
    yield note(known);
    return;
  }
  const lately = madeLately(place, event);
  if (lately !== null) {
    const { status } = yield { ...note(lately), expects: [400, 404] };
    if (status < 300) return;
    // Deleted since.
  }
  const id = idInReply(yield postJson(`${base}/lead/`, newLead(lead), headers), "id");
  rememberMade(place, id, event);
  yield note(id);
}

function* leadByEmail(
  credentials: Credentials,
  config: Config,
  email: string,
): Conversation<string | null> {
  const { base, headers } = at(credentials, config);
  const query = new URLSearchParams({
    query: `email_address:"${email.replaceAll(/["\\]/g, "")}"`,
    _fields: "id,contacts",
    _limit: String(FOUND),
  });
  const found = yield get(`${base}/lead/?${query.toString()}`, headers);
  // The contacts of a lead are colleagues, and the search also fits parts of addresses.
  const address = `"${email.toLowerCase()}"`;
  const lead = recordsIn(found, "data")
    .slice(0, FOUND)
    .find(({ contacts }) =>
      JSON.stringify(contacts ?? [])
        .toLowerCase()
        .includes(address),
    );
  return lead ? wordOf(lead, "id") || null : null;
}

/** In Close a lead is a company with its contacts. */
const newLead = (lead: EventLead) => ({
  name: cut(lead.company || lead.name || lead.email, NAME),
  contacts: [
    {
      name: cut(lead.name || lead.email, NAME),
      emails: [{ type: "office", email: lead.email }],
    },
  ],
});

/** An event as the plain text of a note. */
function noteOf(event: StoredEvent): string {
  const { title, quote, facts } = eventWords(event);
  const lines = facts.map(([label, value]) => `${label}: ${value}`).join("\n");
  return [title, quote, lines].filter((part) => part !== "").join("\n\n");
}

/** Whose key it is, and whether it may read leads. */
export function* closeCheck(credentials: Credentials, config: Config): Conversation<string> {
  const { base, headers } = at(credentials, config);
  const me = yield get(`${base}/me/`, headers);
  yield get(`${base}/lead/?_limit=1&_fields=id`, headers);
  return textInReply(me, "organizations", 0, "name") || textInReply(me, "email") || "Account";
}
