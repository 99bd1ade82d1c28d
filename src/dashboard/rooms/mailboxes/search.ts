/** What the address of the mailboxes room holds. */
export type MailboxesSearch = {
  /** The choice of providers is open, or the form for a password. */
  readonly connect?: true | "password";
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

export function readMailboxesSearch(search: Record<string, unknown>): MailboxesSearch {
  const { connect } = search;
  return {
    ...((connect === true || connect === "password") && { connect }),
    ...readConnectProblem(search),
  };
}

export const readMailboxSearch = (search: Record<string, unknown>): MailboxSearch => ({
  ...(search["reconnect"] === 1 && { reconnect: 1 }),
  ...readConnectProblem(search),
});
