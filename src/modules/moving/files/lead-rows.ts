import type { Found, FoundOf } from "#modules/moving/rules/found.ts";
import { customOf, isPlainAddress, refOf } from "#modules/moving/rivals/rows.ts";
import type { Outside, OutsideText } from "#platform/rules/outside-text.ts";
import { parseIso } from "#platform/rules/time.ts";
import type { TableRow } from "./table-row.ts";

/** What is wrong with a row, and in which column. */
export type RowFault = { readonly column: string | null; readonly reason: string };
export type RowRead = readonly Found[] | RowFault;

type Place = Pick<FoundOf<"place">, "last_step" | "last_sent_at" | "sender" | "state" | "interest">;

/** The address of a row, or what is wrong with it. */
export function rowAddress(row: TableRow, ...names: readonly string[]): string | RowFault {
  const email = row.text(...names)?.toLowerCase() ?? null;
  if (email === null) return { column: "email", reason: "The address is missing." };
  return isPlainAddress(email)
    ? email
    : { column: "email", reason: `“${email.slice(0, 80)}” is no address.` };
}

const NAMED = new Set(
  "email firstname lastname companyname company jobtitle title phone phonenumber website".split(
    " ",
  ),
);

function leadIn(
  row: TableRow,
  email: string,
  id: string,
  custom: Record<string, string>,
): FoundOf<"lead"> {
  return {
    kind: "lead",
    ref: refOf("lead", id),
    client: null,
    email,
    first_name: row.text("firstname"),
    last_name: row.text("lastname"),
    company: row.text("companyname", "company"),
    job_title: row.text("jobtitle", "title"),
    phone: row.text("phone", "phonenumber"),
    website: row.text("website"),
    custom,
    lists: [],
  };
}

/** A lead with its place; before both, that nobody may write to it. */
function together(lead: FoundOf<"lead">, campaign: string, place: Place): Found[] {
  const { email } = lead;
  const reason =
    place.state === "bounced"
      ? "bounced"
      : place.state === "unsubscribed" || place.interest === "do_not_contact"
        ? "unsubscribed"
        : null;
  return [
    ...(reason === null
      ? []
      : [
          {
            kind: "suppression",
            ref: refOf(reason, email),
            client: null,
            value: email,
            reason,
          } satisfies Found,
        ]),
    lead,
    { kind: "place", ref: refOf("place", campaign, email), campaign, email, ...place },
  ];
}

const SMARTLEAD = new Set([
  ...NAMED,
  ..."id campaignleadmapid status category isinterested createdat customfields isunsubscribed".split(
    " ",
  ),
  ..."unsubscribedclientidmap lastemailsequencesent opencount clickcount replycount".split(" "),
]);
const SMARTLEAD_STATES: Readonly<Record<string, Place["state"]>> = {
  STARTED: "waiting",
  INPROGRESS: "running",
  COMPLETED: "completed",
  PAUSED: "paused",
};
const CATEGORIES: Readonly<Record<string, NonNullable<Place["interest"]>>> = {
  interested: "interested",
  meetingrequest: "meeting_booked",
  notinterested: "not_interested",
  donotcontact: "do_not_contact",
  informationrequest: "interested",
  outofoffice: "out_of_office",
  wrongperson: "wrong_person",
};

export function smartleadLead(row: Outside<TableRow>, campaign: string): RowRead {
  const email = rowAddress(row, "email");
  if (typeof email !== "string") return email;
  const own = row.text("customfields");
  let custom: Record<string, string> = {};
  if (own !== null) {
    try {
      const parsed: unknown = JSON.parse(own);
      if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
        return { column: "custom_fields", reason: "It holds no fields." };
      }
      custom = customOf({ ...parsed });
    } catch {
      return { column: "custom_fields", reason: "It is no JSON, or was cut." };
    }
  }
  const status = row.text("status")?.toUpperCase() ?? "";
  const word =
    row
      .text("category")
      ?.toLowerCase()
      .replace(/[^a-z]+/g, "") ?? "";
  const step = row.number("lastemailsequencesent");
  const state: Place["state"] = row.yes("isunsubscribed")
    ? "unsubscribed"
    : word.includes("bounce")
      ? "bounced"
      : (row.number("replycount") ?? 0) > 0
        ? "replied"
        : (SMARTLEAD_STATES[status] ?? "stopped");
  const lead = leadIn(row, email, row.text("id") ?? email, { ...row.rest(SMARTLEAD), ...custom });
  return together(lead, campaign, {
    last_step: step !== null && step >= 0 ? Math.trunc(step) : status === "STARTED" ? 0 : null,
    last_sent_at: null,
    sender: null,
    state,
    interest: CATEGORIES[word] ?? (row.yes("isinterested") ? "interested" : null),
  });
}

const LEMLIST = new Set([...NAMED, ..."emailstatus laststate status id".split(" ")]);

/** lemlist's words for where a lead stands; neither has the number of a step. */
export function lemlistPlace(status: OutsideText, last: OutsideText): Place {
  const word = (text: string): boolean => last === text || status === text;
  const state: Place["state"] =
    word("unsubscribed") || word("emailsUnsubscribed")
      ? "unsubscribed"
      : word("emailsBounced")
        ? "bounced"
        : /^(?:emailsReplied|emailsInterested|emailsNotInterested)$/.test(last) ||
            word("interested") ||
            word("notInterested")
          ? "replied"
          : word("paused")
            ? "paused"
            : status === "done"
              ? "completed"
              : status === "review" || status === "scanning"
                ? "waiting"
                : word("skipped")
                  ? "stopped"
                  : "running";
  return {
    last_step: state === "waiting" && !/^emails[SOC]/.test(last) ? 0 : null,
    last_sent_at: null,
    sender: null,
    state,
    interest:
      word("emailsInterested") || word("interested")
        ? "interested"
        : word("emailsNotInterested") || word("notInterested")
          ? "not_interested"
          : null,
  };
}

export function lemlistLead(row: Outside<TableRow>, campaign: string): RowRead {
  const email = rowAddress(row, "email");
  if (typeof email !== "string") return email;
  const lead = leadIn(row, email, row.text("id") ?? email, row.rest(LEMLIST));
  const place = lemlistPlace(row.text("status") ?? "", row.text("laststate") ?? "");
  return together(lead, campaign, place);
}

const INSTANTLY = new Set([
  ...NAMED,
  ..."campaignname campaign leadstatus lastcontacted opened clicked replied bounced".split(" "),
  ..."unsubscribed intereststatus interestlabel opens clicks replies".split(" "),
]);

export function instantlyLead(row: Outside<TableRow>, campaign: string): RowRead {
  const email = rowAddress(row, "email");
  if (typeof email !== "string") return email;
  const status = row.text("leadstatus")?.toLowerCase() ?? "";
  const contacted = row.text("lastcontacted");
  const at = contacted === null ? null : parseIso(contacted.slice(0, 60));
  const isNew =
    contacted === null &&
    !/contacted|completed|finished/.test(status.replace(/not.*contacted/, ""));
  const state: Place["state"] =
    row.yes("unsubscribed") || status.includes("unsub")
      ? "unsubscribed"
      : row.yes("bounced") || status.includes("bounce")
        ? "bounced"
        : row.yes("replied", "replies") || status.includes("repl")
          ? "replied"
          : status.includes("pause")
            ? "paused"
            : /complete|finish/.test(status)
              ? "completed"
              : status.includes("skip")
                ? "stopped"
                : isNew
                  ? "waiting"
                  : "running";
  const interest = row
    .text("interestlabel", "intereststatus")
    ?.toLowerCase()
    .replace(/[^a-z]+/g, "");
  return together(leadIn(row, email, email, row.rest(INSTANTLY)), campaign, {
    // The file has no number of a step: only one who was never contacted stands before the first.
    last_step: state === "waiting" ? 0 : null,
    last_sent_at: at,
    sender: null,
    state,
    interest: CATEGORIES[interest ?? ""] ?? null,
  });
}
