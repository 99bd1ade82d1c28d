import type { AuditEntry } from "#modules/accounts/contract/audit.ts";
import { AUDIT_ACTIONS, type AuditAction } from "#modules/accounts/rules/audit-actions.ts";
import { count, counted, words } from "#dashboard/lib/format.ts";

type Entry = Pick<AuditEntry, "action" | "target" | "details"> & {
  /** Of the people who are still there, by id. */
  readonly people?: ReadonlyMap<number, string>;
};

/** Each action of the audit log in words, without the name of the person. */
const SAYS: Readonly<Record<AuditAction, (entry: Entry) => string>> = {
  "auth.registered": () => "Created an account",
  "auth.signed_in": () => "Signed in",
  "auth.sign_in_failed": () => "Failed to sign in",
  "auth.sign_in_refused": () => "Blocked: too many failed sign-ins",
  "auth.signed_out": () => "Signed out",
  "auth.factor_asked": () => "Entered the password; a second factor was asked for",
  "auth.factor_failed": () => "Entered a wrong second factor",
  "auth.passkey_refused": () => "Refused a passkey whose counter went back",
  "auth.reauthenticated": () => "Confirmed their identity",
  "auth.reauthentication_failed": () => "Failed to confirm their identity",
  "auth.sessions_ended": ({ details }) =>
    `Ended ${counted(typeof details["ended"] === "number" ? details["ended"] : 1, "session")}`,
  "factor.added": (entry) => `Added ${factor(entry)}`,
  "factor.removed": (entry) => `Removed ${factor(entry)}`,
  "factor.reset": (entry) => `Reset the second factors of ${target(entry)}`,
  "factor.recovery_codes_made": () => "Made new recovery codes",
  "sign_in_rules.changed": () => "Changed the rules of the sign-in",
  "auth.password_changed": () => "Changed their password",
  "auth.password_reset": () => "Reset their password",
  "auth.profile_changed": (entry) => `Changed their ${fields(entry, "profile")}`,
  "setup.completed": () => "Completed the setup",
  "setup.branding_changed": () => "Changed the branding",
  "employee.created": (entry) => `Added ${name(entry, "an employee")}${as(entry)}`,
  "employee.updated": (entry) => `Changed ${fields(entry, "details")} of ${target(entry)}`,
  "employee.deleted": (entry) => `Removed ${name(entry, target(entry))}`,
  "client.created": (entry) => `Added the client ${name(entry, target(entry))}`,
  "client.deleted": (entry) => `Deleted the client ${name(entry, target(entry))}`,
  "client.restored": (entry) => `Restored the client of ${target(entry)}`,
  "client.purged": (entry) => `Permanently deleted the data of ${target(entry)}`,
  "client.quota_changed": (entry) => `Changed the quota of ${target(entry)}`,
  "assignment.created": (entry) => `Gave ${employee(entry)} access to the workspace`,
  "assignment.deleted": (entry) => `Removed ${employee(entry)} from the workspace`,
  "impersonation.started": (entry) => `Started acting as ${target(entry)}`,
  "impersonation.stopped": (entry) => `Stopped acting as ${target(entry)}`,
  "registration.changed": ({ details }) =>
    details["to"] === "closed" ? "Turned off public sign-up" : "Turned on public sign-up",
  "api_key.created": (entry) => `Created the API key ${name(entry, id(entry))}${as(entry)}`,
  "api_key.revoked": (entry) => `Revoked API key ${id(entry)}`,
  "api_key.adopted": (entry) => `Adopted API key ${id(entry)}`,
  "install_key.created": (entry) => `Created the installation's key ${name(entry, id(entry))}`,
  "install_key.revoked": (entry) => `Revoked the installation's key ${id(entry)}`,
  "install_key.adopted": (entry) => `Adopted the installation's key ${id(entry)}`,
  "settings.changed": (entry) => `Changed the settings: ${fields(entry, "several")}`,
  "workspace.created": (entry) => `Created the workspace ${name(entry, id(entry))}`,
  "leads.exported": () => "Exported leads",
  "leads.deleted": ({ details }) =>
    typeof details["leads"] === "number"
      ? `Deleted ${counted(details["leads"], "lead")}`
      : "Deleted leads",
  "send.asked_again": () => "Sent an email of unknown delivery again",
  "oauth_client.changed": (entry) => `Changed the OAuth client of ${id(entry)}`,
  "oauth_client.deleted": (entry) => `Removed the OAuth client of ${id(entry)}`,
  "organisation.added": (entry) => `Added the organisation ${name(entry, id(entry))}`,
  "organisation.granted": (entry) => `Granted addresses of ${name(entry, id(entry))}`,
  "organisation.withdrawn": (entry) => `Withdrew an address of ${name(entry, id(entry))}`,
  "mailbox.connected": (entry) => `Connected the mailbox ${name(entry, id(entry))}`,
  "mailbox.created": (entry) => `Added the mailbox ${name(entry, id(entry))}`,
  "mailbox.changed": (entry) => `Changed mailbox ${id(entry)}: ${fields(entry, "details")}`,
  "mailboxes.imported": (entry) => `Imported mailboxes from ${name(entry, "a file")}`,
  "mailboxes.changed": (entry) => `Changed many mailboxes: ${fields(entry, "details")}`,
  "webhook.created": (entry) => `Added webhook ${id(entry)}`,
  "webhook.changed": (entry) => `Changed webhook ${id(entry)}: ${fields(entry, "details")}`,
  "campaign.started": (entry) => `Started ${target(entry)}`,
  "integration.connected": (entry) => `Connected ${service(entry)}`,
  "integration.disconnected": (entry) => `Disconnected ${service(entry)}`,
  "record.deleted": (entry) =>
    `${entry.details["erased"] === true ? "Erased" : "Deleted"} ${target(entry)}`,
  "system.update_started": ({ details }) =>
    `Started the update from ${plain(details["from"], "the previous version")} to ${plain(details["to"], "the newest version")}`,
};

/** An entry of the log in words. Codes of a newer server that this page does not know are shown as they are. */
export function auditWords(entry: Entry): string {
  const known = AUDIT_ACTIONS.find((action) => action === entry.action);
  return known ? SAYS[known](entry) : entry.action;
}

const plain = (value: unknown, otherwise: string): string =>
  typeof value === "string" && value !== "" ? value : otherwise;

const name = ({ details }: Entry, otherwise: string): string =>
  typeof details["name"] === "string" && details["name"] !== ""
    ? `“${details["name"]}”`
    : otherwise;

const as = ({ details }: Entry): string =>
  typeof details["role"] === "string" ? ` as ${words(details["role"]).toLowerCase()}` : "";

const id = ({ target: of }: Entry): string => of?.id ?? "";

const SERVICES: Readonly<Record<string, string>> = {
  cal_com: "Cal.com",
  hubspot: "HubSpot",
  n8n: "n8n",
  ses: "Amazon SES",
  sendgrid: "SendGrid",
  openai: "OpenAI",
  workers_ai: "Workers AI",
};
const service = (entry: Entry): string => SERVICES[id(entry)] ?? words(id(entry));

const KINDS: Readonly<Record<string, string>> = { user: "user", api_key: "API key" };
const target = ({ target: of, people }: Entry): string =>
  of === null
    ? "someone"
    : (of.type === "user" && people?.get(Number(of.id))) ||
      `${KINDS[of.type] ?? words(of.type).toLowerCase()} ${of.id}`;

const employee = ({ details: { employee_id: of }, people }: Entry): string =>
  typeof of === "number" ? (people?.get(of) ?? `user ${of}`) : "an employee";

/** As many are named. */
const NAMED = 3;

function fields({ details }: Entry, otherwise: string): string {
  const given = details["fields"];
  if (!Array.isArray(given) || given.length === 0) return otherwise;
  const named = given
    .slice(0, NAMED)
    .map((field) => words(String(field).replaceAll(".", " ")).toLowerCase());
  return [...named, ...(given.length > NAMED ? [`${count(given.length - NAMED)} more`] : [])].join(
    ", ",
  );
}

const factor = ({ details }: Entry): string =>
  details["method"] === "passkey" ? "a passkey" : "an authenticator app";
