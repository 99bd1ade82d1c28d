import type { AuditEntry } from "#modules/accounts/contract/audit.ts";
import { AUDIT_ACTIONS, type AuditAction } from "#modules/accounts/rules/audit-actions.ts";
import { words } from "#dashboard/lib/format.ts";
import { ROLES_INSIDE } from "#dashboard/rooms/admin/roles.ts";
import { t } from "#dashboard/words/words.ts";
import { AUDIT_ACTION_NAMES } from "./action-names.ts";
import { fieldName } from "./field-names.ts";
import { recordName } from "./record-names.ts";

type Entry = Pick<AuditEntry, "action" | "target" | "details"> & {
  /** Of the people who are still there, by id. */
  readonly people?: ReadonlyMap<number, string>;
};

/** Each action of the audit log in words, without the name of the person. */
const SAYS: Readonly<Record<AuditAction, (entry: Entry) => string>> = {
  "auth.registered": () => t("Created an account"),
  "auth.signed_in": () => t("Signed in"),
  "auth.sign_in_failed": ({ details }) =>
    details["method"] === "sso"
      ? t("Failed to sign in with single sign-on")
      : t("Failed to sign in"),
  "auth.sign_in_refused": () => t("Blocked: too many failed sign-ins"),
  "auth.signed_out": () => t("Signed out"),
  "auth.emergency_sign_in": () => t("Signed in with the emergency account, without single sign-on"),
  "auth.factor_asked": ({ details }) =>
    details["method"] === "sso"
      ? t("Came from single sign-on; a second factor was asked for")
      : t("Entered the password; a second factor was asked for"),
  "auth.factor_failed": () => t("Entered a wrong second factor"),
  "auth.passkey_refused": () => t("Refused a passkey whose counter went back"),
  "auth.reauthenticated": () => t("Confirmed their identity"),
  "auth.reauthentication_failed": () => t("Failed to confirm their identity"),
  "auth.sessions_ended": (entry) =>
    entry.target
      ? t("Signed {target} out everywhere", { target: target(entry) })
      : t("Ended {sessions, plural, one {# session} other {# sessions}}", {
          sessions: typeof entry.details["ended"] === "number" ? entry.details["ended"] : 1,
        }),
  "factor.added": (entry) => t("Added {factor}", { factor: factor(entry) }),
  "factor.removed": (entry) => t("Removed {factor}", { factor: factor(entry) }),
  "factor.renamed": ({ details }) =>
    t("Renamed a passkey to “{name}”", { name: plain(details["name"], t("another name")) }),
  "factor.reset": (entry) => t("Reset the second factors of {target}", { target: target(entry) }),
  "factor.recovery_codes_made": () => t("Made new recovery codes"),
  "sso.changed": () => t("Changed single sign-on"),
  "sso.deleted": () => t("Removed single sign-on"),
  "sso.only_changed": ({ details }) =>
    details["only"] === true
      ? t("Made single sign-on the only way in")
      : t("Allowed other ways in than single sign-on again"),
  "sso.linked": ({ details }) =>
    details["by"] === "email"
      ? t("Linked to single sign-on by the address {email}", { email: address(details["email"]) })
      : t("Linked their account to single sign-on"),
  "sso.unlinked": (entry) =>
    entry.target
      ? t("Unlinked {target} from single sign-on", { target: target(entry) })
      : t("Unlinked their account"),
  "sso.access_changed": ({ details }) =>
    details["from"] === details["to"]
      ? t("Got other workspaces by single sign-on")
      : t("Became {role} by single sign-on", { role: role(details["to"]) ?? t("somebody") }),
  "sso.access_ended": () => t("Lost their access: single sign-on gives none any more"),
  "sign_in_rules.changed": () => t("Changed the rules of the sign-in"),
  "auth.password_changed": () => t("Changed their password"),
  "auth.password_reset": () => t("Reset their password"),
  "auth.profile_changed": (entry) => {
    const named = fields(entry);
    return named === null
      ? t("Changed their profile")
      : t("Changed their {fields}", { fields: named });
  },
  "push.turned_on": ({ details }) =>
    t("Turned on notices in {device}", { device: plain(details["device"], t("a browser")) }),
  "push.changed": ({ details }) =>
    t("Changed the notices in {device}", { device: plain(details["device"], t("a browser")) }),
  "push.turned_off": ({ details }) =>
    t("Turned off notices in {device}", { device: plain(details["device"], t("a browser")) }),
  "auth.email_change_asked": ({ details }) =>
    t("Asked to change their email to {email}", { email: address(details["email"]) }),
  "auth.email_change_dropped": () => t("Gave up the change of their email"),
  "auth.email_changed": ({ details }) =>
    t("Changed their email to {email}", { email: address(details["to"]) }),
  "auth.email_change_undone": ({ details }) =>
    t("Restored their email {email}", { email: address(details["to"]) }),
  "invitation.created": ({ details }) => {
    const email = address(details["email"]);
    const as = role(details["role"]);
    return as === null
      ? t("Invited {email}", { email })
      : t("Invited {email} as {role}", { email, role: as });
  },
  "invitation.sent_again": ({ details }) =>
    t("Sent the invitation of {email} again", { email: address(details["email"]) }),
  "invitation.withdrawn": ({ details }) =>
    t("Withdrew the invitation of {email}", { email: address(details["email"]) }),
  "invitation.accepted": ({ details }) =>
    t("Accepted the invitation of {email}", { email: address(details["email"]) }),
  "setup.completed": () => t("Completed the setup"),
  "setup.branding_changed": () => t("Changed the branding"),
  "employee.created": (entry) => {
    const named = name(entry, t("an employee"));
    const as = role(entry.details["role"]);
    return as === null
      ? t("Added {name}", { name: named })
      : t("Added {name} as {role}", { name: named, role: as });
  },
  "employee.updated": (entry) =>
    t("Changed {fields} of {target}", { fields: changed(entry), target: target(entry) }),
  "employee.deleted": (entry) => t("Removed {name}", { name: name(entry, target(entry)) }),
  "rule.created": (entry) =>
    t("Added a follow-up rule to the campaign {target}", { target: target(entry) }),
  "rule.changed": (entry) =>
    t("Changed a follow-up rule of the campaign {target}", { target: target(entry) }),
  "task.created": (entry) => t("Created a task about the lead {target}", { target: target(entry) }),
  "tasks.changed": ({ details }) => t("Changed {tasks}", { tasks: tasksIn(details) }),
  "tasks.done": ({ details }) => t("Marked {tasks} as done", { tasks: tasksIn(details) }),
  "tasks.skipped": ({ details }) => t("Skipped {tasks}", { tasks: tasksIn(details) }),
  "move.created": (entry) => t("Began the move {target}", { target: target(entry) }),
  "move.changed": (entry) => t("Changed the move {target}", { target: target(entry) }),
  "move.key_dropped": (entry) =>
    t("Deleted the key of the move {target}", { target: target(entry) }),
  "move.moved": (entry) => t("Took over what the move {target} found", { target: target(entry) }),
  "move.started": (entry) =>
    t("Asked the move {target} to start campaigns", { target: target(entry) }),
  "move.ended": (entry) => t("Ended the move {target}", { target: target(entry) }),
  "campaign.moved_in": (entry) => t("The campaign {target} moved in", { target: target(entry) }),
  "client.created": (entry) => t("Added the client {name}", { name: name(entry, target(entry)) }),
  "client.deleted": (entry) => t("Deleted the client {name}", { name: name(entry, target(entry)) }),
  "client.restored": (entry) => t("Restored the client of {target}", { target: target(entry) }),
  "client.paused": (entry) => t("Paused the client of {target}", { target: target(entry) }),
  "client.resumed": (entry) => t("Resumed the client of {target}", { target: target(entry) }),
  "client.exported": (entry) => t("Exported all data of {target}", { target: target(entry) }),
  "block_lists.changed": () => t("Changed the block lists"),
  "suppressions.added": ({ details }) =>
    t("Suppressed {addresses, plural, one {# address} other {# addresses}} in every workspace", {
      addresses: Number(details["entries"]),
    }),
  "suppressions.removed": () => t("Removed a suppression of the installation"),
  "sending_rules.changed": (entry) =>
    t("Changed the sending rules: {fields}", { fields: fields(entry) ?? t("several") }),
  "address.looked_up": () => t("Looked up an address in every workspace"),
  "address.exported": () => t("Exported what is stored about an address"),
  "address.erased": () => t("Erased an address in every workspace"),
  "workspace.arrived": (entry) =>
    t("Took {target} in from another installation", { target: target(entry) }),
  "workspace.departed": (entry) =>
    t("Moved {target} to another installation", { target: target(entry) }),
  "arrival.forgotten": () => t("Forgot a workspace that had not arrived"),
  "client.purged": (entry) =>
    t("Permanently deleted the data of {target}", { target: target(entry) }),
  "client.access_changed": (entry) =>
    t("Changed what the clients of {target} may do", { target: target(entry) }),
  "client.branding_changed": (entry) =>
    t("Changed the white label of {target}", { target: target(entry) }),
  "client.host_changed": (entry) =>
    typeof entry.details["host"] === "string"
      ? t("Set the host of {target} to {host}", {
          target: target(entry),
          host: entry.details["host"],
        })
      : t("Removed the host of {target}", { target: target(entry) }),
  "client.quota_changed": (entry) => t("Changed the quota of {target}", { target: target(entry) }),
  "assignment.created": (entry) =>
    t("Gave {employee} access to the workspace", { employee: employee(entry) }),
  "assignment.deleted": (entry) =>
    t("Removed {employee} from the workspace", { employee: employee(entry) }),
  "impersonation.started": (entry) => t("Started acting as {target}", { target: target(entry) }),
  "impersonation.stopped": (entry) => t("Stopped acting as {target}", { target: target(entry) }),
  "registration.changed": ({ details }) =>
    details["to"] === "closed" ? t("Turned off public sign-up") : t("Turned on public sign-up"),
  "api_key.created": (entry) => {
    const named = name(entry, id(entry));
    const as = role(entry.details["role"]);
    return as === null
      ? t("Created the API key {name}", { name: named })
      : t("Created the API key {name} as {role}", { name: named, role: as });
  },
  "api_key.revoked": (entry) => t("Revoked API key {id}", { id: id(entry) }),
  "api_key.adopted": (entry) => t("Adopted API key {id}", { id: id(entry) }),
  "install_key.created": (entry) =>
    t("Created the installation's key {name}", { name: name(entry, id(entry)) }),
  "install_key.revoked": (entry) => t("Revoked the installation's key {id}", { id: id(entry) }),
  "install_key.adopted": (entry) => t("Adopted the installation's key {id}", { id: id(entry) }),
  "settings.changed": (entry) =>
    t("Changed the settings: {fields}", { fields: fields(entry) ?? t("several") }),
  "workspace.created": (entry) =>
    t("Created the workspace {name}", { name: name(entry, id(entry)) }),
  "audit.exported": () => t("Exported the audit log"),
  "import_link.created": (entry) =>
    t("Added the import link {name}", { name: name(entry, id(entry)) }),
  "import_link.changed": (entry) =>
    t("Changed import link {id}: {fields}", { id: id(entry), fields: changed(entry) }),
  "leads.exported": () => t("Exported leads"),
  "leads.bulk_started": ({ details }) => {
    const leads = leadsIn(details);
    const verb = plain(details["verb"], "change");
    return (
      BULK[verb]?.(leads) ??
      t("Began to {verb} {leads}", { verb: verb.replaceAll("_", " "), leads })
    );
  },
  "leads.removed_from_campaign": (entry) =>
    t("Removed {leads} from campaign {id}", { leads: leadsIn(entry.details), id: id(entry) }),
  "leads.moved": (entry) =>
    t("Moved {leads} from campaign {id} to another", {
      leads: leadsIn(entry.details),
      id: id(entry),
    }),
  "leads.deleted": ({ details }) =>
    typeof details["leads"] === "number"
      ? t("Deleted {leads, plural, one {# lead} other {# leads}}", { leads: details["leads"] })
      : t("Deleted leads"),
  "opt_out.undone": () => t("Took back an opt-out that was read in a reply"),
  "send.asked_again": () => t("Sent an email of unknown delivery again"),
  "oauth_client.changed": (entry) => t("Changed the OAuth client of {id}", { id: id(entry) }),
  "oauth_client.deleted": (entry) => t("Removed the OAuth client of {id}", { id: id(entry) }),
  "organisation.added": (entry) =>
    t("Added the organisation {name}", { name: name(entry, id(entry)) }),
  "organisation.granted": (entry) =>
    t("Granted addresses of {name}", { name: name(entry, id(entry)) }),
  "organisation.withdrawn": (entry) =>
    t("Withdrew an address of {name}", { name: name(entry, id(entry)) }),
  "mailbox.connected": (entry) =>
    t("Connected the mailbox {name}", { name: name(entry, id(entry)) }),
  "mailbox.created": (entry) => t("Added the mailbox {name}", { name: name(entry, id(entry)) }),
  "mailbox.changed": (entry) =>
    t("Changed mailbox {id}: {fields}", { id: id(entry), fields: changed(entry) }),
  "mailbox.paused": (entry) => t("Paused mailbox {id} after complaints", { id: id(entry) }),
  "mailbox.tested": (entry) =>
    entry.details["ok"] === true
      ? t("Tested mailbox {id}: it works", { id: id(entry) })
      : t("Tested mailbox {id}: it failed", { id: id(entry) }),
  "mailboxes.imported": (entry) =>
    t("Imported mailboxes from {name}", { name: name(entry, t("a file")) }),
  "mailboxes.changed": (entry) => t("Changed many mailboxes: {fields}", { fields: changed(entry) }),
  "webhook.created": (entry) => t("Added webhook {id}", { id: id(entry) }),
  "webhook.changed": (entry) =>
    t("Changed webhook {id}: {fields}", { id: id(entry), fields: changed(entry) }),
  "webhook.disabled": (entry) => {
    const reason = reasonOf(entry);
    return reason === undefined
      ? t("Turned off webhook {id}", { id: id(entry) })
      : t("Turned off webhook {id}: {reason}", { id: id(entry), reason });
  },
  "template.created": (entry) => t("Created the template {name}", { name: name(entry, id(entry)) }),
  "template.changed": (entry) => t("Changed the template {name}", { name: name(entry, id(entry)) }),
  "template.used": (entry) =>
    t("Used {template} in {target}", {
      template: numbered("template", entry.details["template_id"], t("a template")),
      target: target(entry),
    }),
  "campaign.started": (entry) => t("Started {target}", { target: target(entry) }),
  "campaign.paused": (entry) => {
    const reason = reasonOf(entry);
    return reason === undefined
      ? t("Paused {target}", { target: target(entry) })
      : t("Paused {target}: {reason}", { target: target(entry), reason });
  },
  "campaign.published": (entry) => t("Published changes of {target}", { target: target(entry) }),
  "campaign.draft_discarded": (entry) =>
    t("Discarded the draft of {target}", { target: target(entry) }),
  "approval.asked": (entry) => t("Asked for approval of {target}", { target: target(entry) }),
  "approval.decided": (entry) =>
    entry.details["decision"] === "approved"
      ? t("Approved {target}", { target: target(entry) })
      : t("Asked for changes to {target}", { target: target(entry) }),
  "lead.paused": (entry) =>
    t("Paused {target} in {campaign}", { target: target(entry), campaign: campaign(entry) }),
  "lead.resumed": (entry) =>
    t("Resumed {target} in {campaign}", { target: target(entry), campaign: campaign(entry) }),
  "lead.sent_now": (entry) =>
    t("Sent the first email to {target} in {campaign} at once", {
      target: target(entry),
      campaign: campaign(entry),
    }),
  "placement.started": ({ details }) =>
    typeof details["mails"] === "number"
      ? t("Started a placement test of {emails, plural, one {# email} other {# emails}}", {
          emails: details["mails"],
        })
      : t("Started a placement test of some emails"),
  "placement.cancelled": (entry) => t("Cancelled {target}", { target: target(entry) }),
  "placement.search_started": (entry) =>
    t("Started to search what is junked in {target}", { target: target(entry) }),
  "placement.search_cancelled": (entry) =>
    t("Cancelled the search in {target}", { target: target(entry) }),
  "postmaster.entered": ({ details }) =>
    t("Entered the spam rate of {domain}", { domain: plain(details["domain"], t("a domain")) }),
  "seed.connected": ({ details }) =>
    t("Connected a seed at {provider}", { provider: plain(details["provider"], t("a provider")) }),
  "seed.disconnected": (entry) => t("Disconnected seed {id}", { id: id(entry) }),
  "sample.made": () => t("Made sample data"),
  "sample.removed": () => t("Removed the sample data"),
  "warmup.started": (entry) => t("Started the warmup of {target}", { target: target(entry) }),
  "warmup.pool_changed": ({ details }) =>
    details["enabled"] === true
      ? t("Changed the shared warmup pool")
      : t("Left the shared warmup pool"),
  "exchange.invited": () => t("Invited another installation to exchange warmup emails"),
  "exchange.accepted": () => t("Accepted to exchange warmup emails with another installation"),
  "exchange.confirmed": () => t("Confirmed the fingerprint of a warmup exchange"),
  "exchange.ended": ({ details }) =>
    t("Ended a warmup exchange: {reason}", {
      reason: typeof details["reason"] === "string" ? details["reason"] : t("no reason"),
    }),
  "warmup.paused": (entry) => t("Paused the warmup of {target}", { target: target(entry) }),
  "warmup.ended": (entry) => t("Ended the warmup of {target}", { target: target(entry) }),
  "pacing.resumed": ({ details }) =>
    t("Let {domain} write to {provider} again", {
      domain: plain(details["domain"], t("a domain")),
      provider: plain(details["provider"], t("a provider")),
    }),
  "integration.connected": (entry) => t("Connected {service}", { service: service(entry) }),
  "integration.disconnected": (entry) => t("Disconnected {service}", { service: service(entry) }),
  "record.deleted": (entry) =>
    entry.details["erased"] === true
      ? t("Erased {target}", { target: target(entry) })
      : t("Deleted {target}", { target: target(entry) }),
  "dead_letters.replayed": () => t("Tried failed jobs again"),
  "system.update_started": ({ details }) =>
    t("Started the update from {from} to {to}", {
      from: plain(details["from"], t("the previous version")),
      to: plain(details["to"], t("the newest version")),
    }),
};

/** An entry of the log in words. Codes of a newer server that this page does not know are shown as they are. */
export function auditWords(entry: Entry): string {
  const known = AUDIT_ACTIONS.find((action) => action === entry.action);
  return known ? SAYS[known](entry) : entry.action;
}

/** An action as a filter names it: "Campaign paused", "Signed in". */
export const actionWords = (action: AuditAction): string => AUDIT_ACTION_NAMES[action];

const BULK: Readonly<Record<string, (leads: string) => string>> = {
  validate: (leads) => t("Began to validate {leads}", { leads }),
  tag: (leads) => t("Began to tag {leads}", { leads }),
  untag: (leads) => t("Began to untag {leads}", { leads }),
  suppress: (leads) => t("Began to suppress {leads}", { leads }),
  add_to_list: (leads) => t("Began to add to list {leads}", { leads }),
  remove_from_list: (leads) => t("Began to remove from list {leads}", { leads }),
  move_to_list: (leads) => t("Began to move to list {leads}", { leads }),
  delete: (leads) => t("Began to delete {leads}", { leads }),
  add_to_campaign: (leads) => t("Began to add to campaign {leads}", { leads }),
  change: (leads) => t("Began to change {leads}", { leads }),
};

const plain = (value: unknown, otherwise: string): string =>
  typeof value === "string" && value !== "" ? value : otherwise;

const address = (value: unknown): string => plain(value, t("an address"));

const name = ({ details }: Entry, otherwise: string): string =>
  typeof details["name"] === "string" && details["name"] !== ""
    ? t("“{name}”", { name: details["name"] })
    : otherwise;

const tasksIn = (details: Entry["details"]): string =>
  typeof details["tasks"] === "number"
    ? t("{tasks, plural, one {# task} other {# tasks}}", { tasks: details["tasks"] })
    : t("tasks");

const leadsIn = (details: Entry["details"]): string =>
  typeof details["leads"] === "number"
    ? t("{leads, plural, one {# lead} other {# leads}}", { leads: details["leads"] })
    : t("leads");

/** Why the product did it by itself; nothing for what a person did. */
const REASONS: Readonly<Record<string, string>> = {
  bounce_rate: t("too many bounces"),
  complaint_rate: t("too many complaints"),
  provider_block: t("its mailboxes are blocked"),
  restored: t("the database was restored"),
  no_mailboxes: t("it has no mailbox left"),
  consecutive_failures: t("its deliveries failed"),
  secret_unreadable: t("its secret is unreadable"),
};
const reasonOf = ({ details }: Entry): string | undefined => REASONS[String(details["reason"])];

const numbered = (type: string, number: unknown, otherwise: string): string =>
  typeof number === "number" ? recordName(type, String(number)) : otherwise;

const campaign = ({ details }: Entry): string =>
  numbered("campaign", details["campaign_id"], t("its campaign"));

/** A role within a sentence; one of a newer server is shown as it is. */
const role = (value: unknown): string | null =>
  typeof value === "string"
    ? ((ROLES_INSIDE as Readonly<Record<string, string>>)[value] ?? value.replaceAll("_", " "))
    : null;

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

const target = ({ target: of, people }: Entry): string =>
  of === null
    ? t("someone")
    : (of.type === "user" && people?.get(Number(of.id))) || recordName(of.type, of.id);

const employee = ({ details: { employee_id: of }, people }: Entry): string =>
  typeof of === "number" ? (people?.get(of) ?? recordName("user", String(of))) : t("an employee");

/** As many are named. */
const NAMED = 3;

function fields({ details }: Entry): string | null {
  const given = details["fields"];
  if (!Array.isArray(given) || given.length === 0) return null;
  const named = given.slice(0, NAMED).map((field) => fieldName(String(field)));
  return given.length > NAMED
    ? t("{fields}, {more} more", { fields: named.join(", "), more: given.length - NAMED })
    : named.join(", ");
}

const changed = (entry: Entry): string => fields(entry) ?? t("details");

const factor = ({ details }: Entry): string =>
  details["method"] === "passkey" ? t("a passkey") : t("an authenticator app");
