import {
  type GrantedAddress,
  grantedAddresses,
} from "#modules/connections/organisations/granted-addresses.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { ownTrackingHost } from "#modules/links/tracking-domains/own-host.ts";
import { assertMayDial } from "#modules/mailboxes/connections/connections.ts";
import { CreateMailboxBody } from "#modules/mailboxes/contract/mailboxes.ts";
import { findPreset } from "#modules/mailboxes/discovery/discover.ts";
import {
  fieldsOf,
  type NewMailboxDefaults,
  newMailboxDefaults,
} from "#modules/mailboxes/mailboxes/fields-of.ts";
import { completeImap } from "#modules/mailboxes/mailboxes/imap-fields.ts";
import type { MailboxFields } from "#modules/mailboxes/rules/fields.ts";
import type { ReadRow } from "#modules/mailboxes/rules/imports/read-row.ts";
import { withServers } from "#modules/mailboxes/rules/imports/with-servers.ts";
import type { MailPreset } from "#modules/mailboxes/rules/presets.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { parseFields } from "#platform/http/validate.ts";
import { AppError } from "#platform/rules/errors.ts";
import { selectAddresses } from "./import-store.ts";
import type { FileRow } from "./read-file.ts";

/** Domains whose mail servers are looked up for one file; hosted, a request may ask a limited number of questions. */
const MAX_DOMAINS = 200;

/** What is to become of a row: `waiting` to be stored, with its open passwords, or nothing. */
export type PlannedRow = { readonly line: number; readonly email: string } & (
  | {
      readonly state: "waiting";
      readonly fields: MailboxFields;
      /** Null: its organisation signs in. */
      readonly smtpPassword: string | null;
      readonly imapPassword: string | null;
      readonly warmup: boolean;
      readonly warmupDailyLimit: number | null;
    }
  | { readonly state: "failed" | "skipped"; readonly code: string; readonly message: string }
);

/**
 * Judges the rows of a file, in its order: each as `POST .../mailboxes` would, with the servers of
 * its provider where it names none. Stores nothing and dials nothing but DNS.
 */
export async function planRows(ctx: WorkspaceCtx, rows: readonly FileRow[]): Promise<PlannedRow[]> {
  const read = rows.flatMap((row) => ("fault" in row ? [] : [row]));
  const [defaults, tracking, there, presets, granted] = await Promise.all([
    newMailboxDefaults(ctx),
    ownTrackingHost(ctx),
    selectAddresses(
      ctx.db,
      ctx.workspaceId,
      read.map(({ email }) => email),
    ),
    presetsOf(ctx, read),
    grantedTo(ctx, read),
  ]);
  const seen = new Set<string>();
  return rows.map((row) => {
    if ("fault" in row) return unreadable(row);
    const { line, email } = row;
    const skip = skipped(row, there, seen);
    if (skip) return { line, email, state: "skipped", ...skip };
    seen.add(email);
    try {
      const found = presets.get(domainOf(email));
      return planned(ctx, row, {
        defaults,
        tracking: tracking?.host ?? null,
        preset: found ?? null,
        granted: granted.get(line) ?? null,
      });
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      return { line, email, state: "failed", ...reasonOf(cause) };
    }
  });
}

function skipped(row: ReadRow, there: ReadonlySet<string>, seen: ReadonlySet<string>) {
  if (row.leftOut) return row.leftOut;
  if (there.has(row.email)) {
    return { code: "exists", message: "The workspace has a mailbox with this address." };
  }
  return seen.has(row.email)
    ? { code: "repeated", message: "The address is in the file before." }
    : null;
}

type Given = {
  readonly defaults: NewMailboxDefaults;
  readonly tracking: string | null;
  readonly preset: MailPreset | null;
  readonly granted: GrantedAddress | null;
};

function planned(ctx: WorkspaceCtx, row: ReadRow, given: Given): PlannedRow {
  if (row.organisationId !== "") return plannedByOrganisation(row, given);
  if (row.body["smtp_password"] === undefined) throw noPassword();
  const meant = withServers(row, given.preset, given.tracking);
  if (meant["smtp_host"] === undefined) throw noServer();
  const body = parseFields(CreateMailboxBody, meant);
  const imap = completeImap(body);
  assertMayDial(ctx, "smtp", body.smtp_host, body.smtp_port);
  if (imap) assertMayDial(ctx, "imap", imap.host, imap.port);
  const email = body.email ?? row.email;
  return {
    line: row.line,
    email,
    state: "waiting",
    fields: fieldsOf(body, email, imap, given.defaults),
    smtpPassword: body.smtp_password,
    imapPassword: imap?.password ?? null,
    warmup: row.warmup && imap !== null,
    warmupDailyLimit: warmupVolume(row.warmupDailyVolume),
  };
}

/** Servers and sign-in are its organisation's; a password beside it is left out. */
function plannedByOrganisation(row: ReadRow, { granted, defaults, tracking }: Given): PlannedRow {
  if (granted === null) throw notGranted();
  const { smtp, imap } = granted;
  const meant = withServers(row, null, tracking);
  const body = parseFields(CreateMailboxBody.omit({ smtp_password: true, imap_password: true }), {
    ...Object.fromEntries(Object.entries(meant).filter(([name]) => !/^(?:smtp|imap)_/.test(name))),
    smtp_host: smtp.host,
    smtp_port: smtp.port,
    smtp_security: smtp.security,
    smtp_username: row.email,
    imap_security: imap.security,
  });
  const email = body.email ?? row.email;
  const server = { host: imap.host, port: imap.port, username: email };
  const { organisationId: id, provider, scopes } = granted;
  return {
    line: row.line,
    email,
    state: "waiting",
    fields: { ...fieldsOf(body, email, server, defaults), organisation: { id, provider, scopes } },
    smtpPassword: null,
    imapPassword: null,
    warmup: row.warmup,
    warmupDailyLimit: warmupVolume(row.warmupDailyVolume),
  };
}

/** How the rows sign in that name an organisation, by line. */
async function grantedTo(
  ctx: WorkspaceCtx,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<number, GrantedAddress | null>> {
  const named = rows.filter(({ organisationId }) => /^\d{1,15}$/.test(organisationId));
  const found = await grantedAddresses(
    ctx,
    named.map((row) => ({ organisationId: Number(row.organisationId), email: row.email })),
  );
  return new Map(named.map(({ line }, i) => [line, found[i] ?? null]));
}

export const NOT_GRANTED =
  "An admin has not granted this address of the organisation to the workspace. Ask one to do so, and import the row again.";

/** An import grants nothing: who may open which mailbox is decided where an admin says so, address by address. */
function notGranted(): AppError {
  const errors = [{ path: "organisation_id", code: "not_granted", message: NOT_GRANTED }];
  return new AppError("validation_failed", NOT_GRANTED, { errors });
}

function noServer(): AppError {
  const message = "The provider of this domain is not known. Add columns smtp_host and smtp_port.";
  const errors = [{ path: "smtp_host", code: "required", message }];
  return new AppError("validation_failed", message, { errors });
}

function noPassword(): AppError {
  const message =
    "Enter the password of the mailbox, or an app password. Exports of Google and Microsoft have none: add a column named password, or organisation_id.";
  const errors = [{ path: "password", code: "required", message }];
  return new AppError("validation_failed", message, { errors });
}

/** What is no volume leaves it to the default. */
const warmupVolume = (given: unknown): number | null =>
  typeof given === "number" && given >= 1 ? Math.round(given) : null;

/** The providers of the domains whose rows name no server. */
async function presetsOf(
  ctx: WorkspaceCtx,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<string, MailPreset | null>> {
  const asked = new Set(
    rows
      .filter(({ organisationId }) => organisationId === "")
      .filter(({ body }) => body["smtp_host"] === undefined && body["smtp_password"] !== undefined)
      .map(({ email }) => domainOf(email)),
  );
  const domains = [...asked].slice(0, MAX_DOMAINS);
  const found = new Map<string, MailPreset | null>();
  const next = domains[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (const domain of next) found.set(domain, (await findPreset(ctx, domain))?.preset ?? null);
  };
  await Promise.all(Array.from({ length: Math.min(ctx.dns.atOnce, domains.length) }, work));
  return found;
}

const FAULTS: Readonly<Record<string, string>> = {
  unclosed_quote: "A cell in this line has an unclosed quote.",
  row_too_long: "This line is too long. Shorten its cells.",
};
const unreadable = ({ line, fault }: { line: number; fault: string }): PlannedRow => ({
  line,
  email: "",
  state: "failed",
  code: fault,
  message: FAULTS[fault] ?? "This line could not be read.",
});

/** The first code, and every field with what is wrong with it. */
function reasonOf({ code, message, errors }: AppError): { code: string; message: string } {
  const [first] = errors;
  if (!first) return { code, message };
  return { code: first.code, message: errors.map((e) => `${e.path}: ${e.message}`).join(" ") };
}
