import { MAILBOX_STATUSES, type MailboxStatus } from "#platform/rules/mail/mailbox.ts";
import { SIGN_INS } from "#modules/connections/rules/kinds.ts";

type SignIn = (typeof SIGN_INS)[number];

/** Which mailboxes are listed. */
export type MailboxesFilter = {
  readonly q?: string;
  readonly status?: MailboxStatus;
  readonly provider?: SignIn;
  readonly group?: string;
  readonly tag?: string;
};

/** What the address of the mailboxes room holds. */
export type MailboxesSearch = MailboxesFilter & {
  /** The choice of providers is open, the form for a password, or what an admin granted. */
  readonly connect?: true | "password" | "organisation";
  /** The import of a file is open. */
  readonly import?: true;
  /** Why a provider sent somebody back without a mailbox. */
  readonly connect_problem?: string;
};

export type MailboxSearch = {
  /** From an email about this mailbox: its button is ready to be pressed. */
  readonly reconnect?: 1;
  readonly connect_problem?: string;
};

export const readConnectProblem = (
  search: Record<string, unknown>,
): { connect_problem?: string } => {
  const code = search["connect_problem"];
  return typeof code === "string" && /^[a-z_]{1,40}$/.test(code) ? { connect_problem: code } : {};
};

/** A name, also one that is a number: "2026". */
const nameOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

export function readMailboxesSearch(search: Record<string, unknown>): MailboxesSearch {
  const { connect } = search;
  const status = MAILBOX_STATUSES.find((known) => known === search["status"]);
  const provider = SIGN_INS.find((known) => known === search["provider"]);
  const [q, group, tag] = [nameOf(search["q"]), nameOf(search["group"]), nameOf(search["tag"])];
  return {
    ...(q !== "" && { q }),
    ...(status && { status }),
    ...(provider && { provider }),
    ...(group !== "" && { group }),
    ...(tag !== "" && { tag }),
    ...((connect === true || connect === "password" || connect === "organisation") && { connect }),
    ...(search["import"] === true && { import: true as const }),
    ...readConnectProblem(search),
  };
}

export const readMailboxSearch = (search: Record<string, unknown>): MailboxSearch => ({
  ...(search["reconnect"] === 1 && { reconnect: 1 }),
  ...readConnectProblem(search),
});

/** What of an address the API filters by. */
export const filterOf = ({
  q,
  status,
  provider,
  group,
  tag,
}: MailboxesFilter): MailboxesFilter => ({
  ...(q !== undefined && { q }),
  ...(status && { status }),
  ...(provider && { provider }),
  ...(group !== undefined && { group }),
  ...(tag !== undefined && { tag }),
});

export const isFiltered = (search: MailboxesFilter): boolean =>
  Object.keys(filterOf(search)).length > 0;
