import { type Conversation, get, idInReply, inReply, patchJson, postJson } from "./conversation.ts";
import { cut, eventWords, leadOf, type StoredEvent } from "./event-words.ts";

const HUBSPOT = "https://api.hubapi.com";
/** Of HubSpot's own associations: from a note to a contact, and to a deal. */
const NOTE_TO_CONTACT = 202;
const NOTE_TO_DEAL = 214;
const NOTE = 65_536;
/** Longer names are somebody's joke. */
const PROPERTY = 200;

type Credentials = { readonly access_token: string };
type Config = { readonly base_url?: string };

const bearer = ({ access_token: token }: Credentials) => ({ Authorization: `Bearer ${token}` });

/** Where its API is, and how requests say who asks. */
export const hubspotAt = (credentials: Credentials, config: Config) => ({
  base: config.base_url ?? HUBSPOT,
  headers: bearer(credentials),
});

/** The lead as a contact, made or brought up to date by its address, and the event as a note on it. */
export function* hubspotEvent(
  credentials: Credentials,
  event: StoredEvent,
  config: Config,
): Conversation<void> {
  const contact = yield* hubspotContact(credentials, event, config);
  if (contact !== null) yield* hubspotNote(credentials, event, config, { contact, deal: null });
}

/** The lead as a contact, made or brought up to date by its address; answers its id, null for a campaign's event. */
export function* hubspotContact(
  credentials: Credentials,
  event: StoredEvent,
  config: Config,
): Conversation<string | null> {
  const lead = leadOf(event);
  if (!lead) return null;
  const base = config.base_url ?? HUBSPOT;
  const [first = "", ...rest] = lead.name.split(" ");
  const known = { firstname: first, lastname: rest.join(" "), company: lead.company };
  // What we do not know must not empty what they know: only a patch leaves the rest alone.
  const properties = Object.fromEntries(
    Object.entries(known)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => [name, cut(value, PROPERTY)]),
  );
  const contacts = `${base}/crm/v3/objects/contacts`;
  const patched = yield {
    ...patchJson(
      `${contacts}/${encodeURIComponent(lead.email)}?idProperty=email`,
      { properties },
      bearer(credentials),
    ),
    expects: [404],
  };
  const found =
    patched.status === 404
      ? yield postJson(
          contacts,
          { properties: { email: lead.email, ...properties } },
          bearer(credentials),
        )
      : patched;
  return idInReply(found, "id");
}

/** An event as a note on a contact, and on a deal where there is one. */
export function* hubspotNote(
  credentials: Credentials,
  event: StoredEvent,
  config: Config,
  { contact, deal }: { readonly contact: string; readonly deal: string | null },
): Conversation<void> {
  const base = config.base_url ?? HUBSPOT;
  const to = (id: string, associationTypeId: number) => ({
    to: { id },
    types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId }],
  });
  const note = (associations: readonly object[]) =>
    postJson(
      `${base}/crm/v3/objects/notes`,
      {
        properties: { hs_timestamp: event.timestamp, hs_note_body: cut(noteOf(event), NOTE) },
        associations,
      },
      bearer(credentials),
    );
  const onContact = [to(contact, NOTE_TO_CONTACT)];
  if (deal !== null) {
    const both = [...onContact, to(deal, NOTE_TO_DEAL)];
    const { status } = yield { ...note(both), expects: [400, 404] };
    if (status < 300) return;
    // The deal was deleted since.
  }
  yield note(onContact);
}

/** Whose account it is, and whether the token may read contacts. */
export function* hubspotCheck(credentials: Credentials, config: Config): Conversation<string> {
  const base = config.base_url ?? HUBSPOT;
  const account = yield get(`${base}/account-info/v3/details`, bearer(credentials));
  yield get(`${base}/crm/v3/objects/contacts?limit=1`, bearer(credentials));
  const portal = inReply(account, "portalId");
  return typeof portal === "number" ? `Account ${portal}` : "Account";
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** An event as the HTML of a CRM's note: only ours is markup. */
export function noteOf(event: StoredEvent): string {
  const { title, quote, facts } = eventWords(event);
  const safe = (text: string): string => text.replace(/[&<>]/g, (char) => ESCAPES[char] ?? char);
  return [
    `<p><strong>${safe(title)}</strong></p>`,
    quote === "" ? "" : `<blockquote>${safe(quote).replace(/\n/g, "<br>")}</blockquote>`,
    `<p>${facts.map(([label, value]) => `${safe(label)}: ${safe(value)}`).join("<br>")}</p>`,
  ].join("");
}
