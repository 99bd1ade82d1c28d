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
  "auth.sign_in_failed": ({ details }) =>
    details["method"] === "sso" ? "Failed to sign in with single sign-on" : "Failed to sign in",
  "auth.sign_in_refused": () => "Blocked: too many failed sign-ins",
  "auth.signed_out": () => "Signed out",
  "auth.emergency_sign_in": () => "Signed in with the emergency account, without single sign-on",
  "auth.factor_asked": ({ details }) =>
    details["method"] === "sso"
      ? "Came from single sign-on; a second factor was asked for"
      : "Entered the password; a second factor was asked for",
  "auth.factor_failed": () => "Entered a wrong second factor",
  "auth.passkey_refused": () => "Refused a passkey whose counter went back",
  "auth.reauthenticated": () => "Confirmed their identity",
  "auth.reauthentication_failed": () => "Failed to confirm their identity",
  "auth.sessions_ended": (entry) =>
    entry.target
      ? `Signed ${target(entry)} out everywhere`
      : `Ended ${counted(typeof entry.details["ended"] === "number" ? entry.details["ended"] : 1, "session")}`,
  "factor.added": (entry) => `Added ${factor(entry)}`,
  "factor.removed": (entry) => `Removed ${factor(entry)}`,
  "factor.renamed": ({ details }) => `Renamed a passkey to ${quoted(details["name"])}`,
  "factor.reset": (entry) => `Reset the second factors of ${target(entry)}`,
  "factor.recovery_codes_made": () => "Made new recovery codes",
  "sso.changed": () => "Changed single sign-on",
  "sso.deleted": () => "Removed single sign-on",
  "sso.only_changed": ({ details }) =>
    details["only"] === true
      ? "Made single sign-on the only way in"
      : "Allowed other ways in than single sign-on again",
  "sso.linked": ({ details }) =>
    details["by"] === "email"
      ? `Linked to single sign-on by the address ${of(details["email"])}`
      : "Linked their account to single sign-on",
  "sso.unlinked": (entry) =>
    entry.target ? `Unlinked ${target(entry)} from single sign-on` : "Unlinked their account",
  "sso.access_changed": ({ details }) =>
    details["from"] === details["to"]
      ? "Got other workspaces by single sign-on"
      : `Became ${words(plain(details["to"], "somebody")).toLowerCase()} by single sign-on`,
  "sso.access_ended": () => "Lost their access: single sign-on gives none any more",
  "sign_in_rules.changed": () => "Changed the rules of the sign-in",
  "auth.password_changed": () => "Changed their password",
  "auth.password_reset": () => "Reset their password",
  "auth.profile_changed": (entry) => `Changed their ${fields(entry, "profile")}`,
  "push.turned_on": ({ details }) =>
    `Turned on notices in ${plain(details["device"], "a browser")}`,
  "push.changed": ({ details }) =>
    `Changed the notices in ${plain(details["device"], "a browser")}`,
  "push.turned_off": ({ details }) =>
    `Turned off notices in ${plain(details["device"], "a browser")}`,
  "auth.email_change_asked": ({ details }) =>
    `Asked to change their email to ${of(details["email"])}`,
  "auth.email_change_dropped": () => "Gave up the change of their email",
  "auth.email_changed": ({ details }) => `Changed their email to ${of(details["to"])}`,
  "auth.email_change_undone": ({ details }) => `Restored their email ${of(details["to"])}`,
  "invitation.created": (entry) => `Invited ${of(entry.details["email"])}${as(entry)}`,
  "invitation.sent_again": ({ details }) => `Sent the invitation of ${of(details["email"])} again`,
  "invitation.withdrawn": ({ details }) => `Withdrew the invitation of ${of(details["email"])}`,
  "invitation.accepted": ({ details }) => `Accepted the invitation of ${of(details["email"])}`,
  "setup.completed": () => "Completed the setup",
  "setup.branding_changed": () => "Changed the branding",
  "employee.created": (entry) => `Added ${name(entry, "an employee")}${as(entry)}`,
  "employee.updated": (entry) => `Changed ${fields(entry, "details")} of ${target(entry)}`,
  "employee.deleted": (entry) => `Removed ${name(entry, target(entry))}`,
  "rule.created": (entry) => `Added a follow-up rule to the campaign ${target(entry)}`,
  "rule.changed": (entry) => `Changed a follow-up rule of the campaign ${target(entry)}`,
  "task.created": (entry) => `Created a task about the lead ${target(entry)}`,
  "tasks.changed": ({ details }) => `Changed ${tasksIn(details)}`,
  "tasks.done": ({ details }) => `Marked ${tasksIn(details)} as done`,
  "tasks.skipped": ({ details }) => `Skipped ${tasksIn(details)}`,
  "move.created": (entry) => `Began the move ${target(entry)}`,
  "move.changed": (entry) => `Changed the move ${target(entry)}`,
  "move.key_dropped": (entry) => `Deleted the key of the move ${target(entry)}`,
  "move.moved": (entry) => `Took over what the move ${target(entry)} found`,
  "move.started": (entry) => `Asked the move ${target(entry)} to start campaigns`,
  "move.ended": (entry) => `Ended the move ${target(entry)}`,
  "campaign.moved_in": (entry) => `The campaign ${target(entry)} moved in`,
  "client.created": (entry) => `Added the client ${name(entry, target(entry))}`,
  "client.deleted": (entry) => `Deleted the client ${name(entry, target(entry))}`,
  "client.restored": (entry) => `Restored the client of ${target(entry)}`,
  "client.paused": (entry) => `Paused the client of ${target(entry)}`,
  "client.resumed": (entry) => `Resumed the client of ${target(entry)}`,
  "client.exported": (entry) => `Exported all data of ${target(entry)}`,
  "block_lists.changed": () => "Changed the block lists",
  "suppressions.added": ({ details }) =>
    `Suppressed ${counted(Number(details["entries"]), "address", "addresses")} in every workspace`,
  "suppressions.removed": () => "Removed a suppression of the installation",
  "sending_rules.changed": (entry) => `Changed the sending rules: ${fields(entry, "several")}`,
  "address.looked_up": () => "Looked up an address in every workspace",
  "address.exported": () => "Exported what is stored about an address",
  "address.erased": () => "Erased an address in every workspace",
  "client.purged": (entry) => `Permanently deleted the data of ${target(entry)}`,
  "client.access_changed": (entry) => `Changed what the clients of ${target(entry)} may do`,
  "client.branding_changed": (entry) => `Changed the white label of ${target(entry)}`,
  "client.host_changed": (entry) =>
    typeof entry.details["host"] === "string"
      ? `Set the host of ${target(entry)} to ${entry.details["host"]}`
      : `Removed the host of ${target(entry)}`,
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
  "audit.exported": () => "Exported the audit log",
  "import_link.created": (entry) => `Added the import link ${name(entry, id(entry))}`,
  "import_link.changed": (entry) => `Changed import link ${id(entry)}: ${fields(entry, "details")}`,
  "leads.exported": () => "Exported leads",
  "leads.bulk_started": ({ details }) =>
    `Began to ${plain(details["verb"], "change").replaceAll("_", " ")} ${leadsIn(details)}`,
  "leads.removed_from_campaign": (entry) =>
    `Removed ${leadsIn(entry.details)} from campaign ${id(entry)}`,
  "leads.moved": (entry) => `Moved ${leadsIn(entry.details)} from campaign ${id(entry)} to another`,
  "leads.deleted": ({ details }) =>
    typeof details["leads"] === "number"
      ? `Deleted ${counted(details["leads"], "lead")}`
      : "Deleted leads",
  "opt_out.undone": () => "Took back an opt-out that was read in a reply",
  "send.asked_again": () => "Sent an email of unknown delivery again",
  "oauth_client.changed": (entry) => `Changed the OAuth client of ${id(entry)}`,
  "oauth_client.deleted": (entry) => `Removed the OAuth client of ${id(entry)}`,
  "organisation.added": (entry) => `Added the organisation ${name(entry, id(entry))}`,
  "organisation.granted": (entry) => `Granted addresses of ${name(entry, id(entry))}`,
  "organisation.withdrawn": (entry) => `Withdrew an address of ${name(entry, id(entry))}`,
  "mailbox.connected": (entry) => `Connected the mailbox ${name(entry, id(entry))}`,
  "mailbox.created": (entry) => `Added the mailbox ${name(entry, id(entry))}`,
  "mailbox.changed": (entry) => `Changed mailbox ${id(entry)}: ${fields(entry, "details")}`,
  "mailbox.paused": (entry) => `Paused mailbox ${id(entry)} after complaints`,
  "mailbox.tested": (entry) =>
    `Tested mailbox ${id(entry)}: ${entry.details["ok"] === true ? "it works" : "it failed"}`,
  "mailboxes.imported": (entry) => `Imported mailboxes from ${name(entry, "a file")}`,
  "mailboxes.changed": (entry) => `Changed many mailboxes: ${fields(entry, "details")}`,
  "webhook.created": (entry) => `Added webhook ${id(entry)}`,
  "webhook.changed": (entry) => `Changed webhook ${id(entry)}: ${fields(entry, "details")}`,
  "webhook.disabled": (entry) => `Turned off webhook ${id(entry)}${because(entry)}`,
  "template.created": (entry) => `Created the template ${name(entry, id(entry))}`,
  "template.changed": (entry) => `Changed the template ${name(entry, id(entry))}`,
  "template.used": (entry) =>
    `Used ${numbered("template", entry.details["template_id"], "a template")} in ${target(entry)}`,
  "campaign.started": (entry) => `Started ${target(entry)}`,
  "campaign.paused": (entry) => `Paused ${target(entry)}${because(entry)}`,
  "campaign.published": (entry) => `Published changes of ${target(entry)}`,
  "campaign.draft_discarded": (entry) => `Discarded the draft of ${target(entry)}`,
  "approval.asked": (entry) => `Asked for approval of ${target(entry)}`,
  "approval.decided": (entry) =>
    `${entry.details["decision"] === "approved" ? "Approved" : "Asked for changes to"} ${target(entry)}`,
  "lead.paused": (entry) => `Paused ${target(entry)} in ${campaign(entry)}`,
  "lead.resumed": (entry) => `Resumed ${target(entry)} in ${campaign(entry)}`,
  "lead.sent_now": (entry) =>
    `Sent the first email to ${target(entry)} in ${campaign(entry)} at once`,
  "placement.started": ({ details }) =>
    `Started a placement test of ${plain(details["mails"], "some")} emails`,
  "placement.cancelled": (entry) => `Cancelled ${target(entry)}`,
  "placement.search_started": (entry) => `Started to search what is junked in ${target(entry)}`,
  "placement.search_cancelled": (entry) => `Cancelled the search in ${target(entry)}`,
  "postmaster.entered": ({ details }) =>
    `Entered the spam rate of ${plain(details["domain"], "a domain")}`,
  "seed.connected": ({ details }) =>
    `Connected a seed at ${plain(details["provider"], "a provider")}`,
  "seed.disconnected": (entry) => `Disconnected seed ${id(entry)}`,
  "sample.made": () => "Made sample data",
  "sample.removed": () => "Removed the sample data",
  "warmup.started": (entry) => `Started the warmup of ${target(entry)}`,
  "warmup.pool_changed": ({ details }) =>
    details["enabled"] === true ? "Changed the shared warmup pool" : "Left the shared warmup pool",
  "exchange.invited": () => "Invited another installation to exchange warmup emails",
  "exchange.accepted": () => "Accepted to exchange warmup emails with another installation",
  "exchange.confirmed": () => "Confirmed the fingerprint of a warmup exchange",
  "exchange.ended": ({ details }) =>
    `Ended a warmup exchange: ${typeof details["reason"] === "string" ? details["reason"] : "no reason"}`,
  "warmup.paused": (entry) => `Paused the warmup of ${target(entry)}`,
  "warmup.ended": (entry) => `Ended the warmup of ${target(entry)}`,
  "pacing.resumed": ({ details }) =>
    `Let ${plain(details["domain"], "a domain")} write to ${plain(details["provider"], "a provider")} again`,
  "integration.connected": (entry) => `Connected ${service(entry)}`,
  "integration.disconnected": (entry) => `Disconnected ${service(entry)}`,
  "record.deleted": (entry) =>
    `${entry.details["erased"] === true ? "Erased" : "Deleted"} ${target(entry)}`,
  "dead_letters.replayed": () => "Tried failed jobs again",
  "system.update_started": ({ details }) =>
    `Started the update from ${plain(details["from"], "the previous version")} to ${plain(details["to"], "the newest version")}`,
};

/** An entry of the log in words. Codes of a newer server that this page does not know are shown as they are. */
export function auditWords(entry: Entry): string {
  const known = AUDIT_ACTIONS.find((action) => action === entry.action);
  return known ? SAYS[known](entry) : entry.action;
}

/** An action as a filter names it: "Campaign paused", "Signed in". */
export const actionWords = (action: AuditAction): string =>
  words(action.replace(/^auth\./, "").replaceAll(".", "_"))
    .replace(/^Api\b/, "API")
    .replace(/^Oauth\b/, "OAuth");

const plain = (value: unknown, otherwise: string): string =>
  typeof value === "string" && value !== "" ? value : otherwise;

const of = (address: unknown): string => plain(address, "an address");

const name = ({ details }: Entry, otherwise: string): string =>
  typeof details["name"] === "string" && details["name"] !== ""
    ? `“${details["name"]}”`
    : otherwise;

const tasksIn = (details: Entry["details"]): string =>
  typeof details["tasks"] === "number" ? counted(details["tasks"], "task") : "tasks";

const leadsIn = (details: Entry["details"]): string =>
  typeof details["leads"] === "number" ? counted(details["leads"], "lead") : "leads";

const quoted = (value: unknown): string => `“${plain(value, "another name")}”`;

/** Why the product did it by itself; nothing for what a person did. */
const REASONS: Readonly<Record<string, string>> = {
  bounce_rate: "too many bounces",
  complaint_rate: "too many complaints",
  provider_block: "its mailboxes are blocked",
  restored: "the database was restored",
  no_mailboxes: "it has no mailbox left",
  consecutive_failures: "its deliveries failed",
  secret_unreadable: "its secret is unreadable",
};
const because = ({ details }: Entry): string => {
  const reason = REASONS[String(details["reason"])];
  return reason === undefined ? "" : `: ${reason}`;
};

const numbered = (what: string, number: unknown, otherwise: string): string =>
  typeof number === "number" ? `${what} ${number}` : otherwise;

const campaign = ({ details }: Entry): string =>
  numbered("campaign", details["campaign_id"], "its campaign");

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
