import type { SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { TicketKind } from "#platform/rules/mail/ticket.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { MailboxTrouble } from "#platform/rules/mail/mailbox.ts";
import type { SendState } from "#modules/delivery/rules/states.ts";
import type { Verdict } from "#modules/delivery/rules/ends.ts";
import type { Outcome } from "#modules/delivery/rules/outcome.ts";

/** A table of mails with the columns of `deliveryColumns`. In SQL its row is `l`. */
export type Ledger = {
  readonly table: SQLiteTable;
  /** Column of its key. */
  readonly id: "id" | "message_id";
  /** Column of who sends. */
  readonly mailbox: "mailbox_id" | "from_mailbox_id";
  /** RFC 5322 Message-ID of `l`, without angle brackets. */
  readonly messageId: SQL<string>;
};

/** A mail as the engine sees it. */
export type Held = {
  readonly id: number;
  readonly workspaceId: WorkspaceId;
  readonly mailboxId: MailboxId;
  readonly state: SendState;
  readonly lease: string | null;
  readonly attempts: number;
  readonly messageId: string;
};

/** What became of a try, and so of its mail. */
export type End = Verdict & {
  readonly mail: Held;
  readonly result: SendResult;
  readonly outcome: Outcome;
};

/** A mail without the claim that it goes out under. */
export type Unclaimed = Omit<OutgoingMail, "ticket" | "lease">;

/** What one mail of a lease is made of, or why it is not handed over. */
export type Letter = { readonly id: number; readonly messageId: string };
export type Composed =
  | { readonly as: "mail"; readonly letter: Letter; readonly mail: Unclaimed }
  /** Nobody can send it at the moment: it waits like one that the mail service did not take. */
  | { readonly as: "away"; readonly letter: Letter }
  /** It waits until something is fixed, without counting as a try. */
  | {
      readonly as: "wait";
      readonly letter: Letter;
      readonly until: UnixMs;
      readonly reason: "template_error";
      readonly detail: string;
    }
  /** It ends here without a try, since its kind has nothing to send any more. */
  | { readonly as: "ended"; readonly letter: Letter; readonly reason: string }
  /** It fails with words for a person. */
  | { readonly as: "unsendable"; readonly letter: Letter; readonly detail: string };

/** A condition that every statement of a batch repeats: the mails are unchanged since they were read. */
export type Guard = SQL;

/** Statements for the batch that moves mails, before the move; and what follows once it is done, which sweeps find again where a crash comes between. */
export type Effects = {
  readonly statements: readonly Statement[];
  readonly after?: () => Promise<void>;
};

/** A kind of mail: its ledger, and all that is its own about how it leaves. */
export type Kind = {
  /** Its tickets begin with it. */
  readonly name: TicketKind;
  readonly ledger: Ledger;
  /** Over `l`: it may leave this moment. Asked by each claim, and once more by the gate. */
  readonly mayLeave: SQL;
  /** Over `l`, instead of `mayLeave`, by claims: what may not leave is claimed nevertheless, and fails with words for a person. */
  readonly mayClaim?: SQL;
  /** Over `l`, by claims alone: its turn has come. */
  readonly ready?: (now: UnixMs) => SQL;
  /** Those of these mails whose hour it is, which SQL can't tell. */
  readonly open?: (ctx: WorkspaceCtx, ids: readonly number[]) => Promise<ReadonlySet<number>>;
  /** Over `l`: due, and over. */
  readonly moot?: (now: UnixMs) => SQL;
  /** Over `l`: something shows that a server had it. */
  readonly proof?: SQL<number>;
  /** How it is claimed: what is due, of a mailbox one at a time or not, so many at once; or by its own choice, which keeps the mailboxes' gaps. */
  readonly claim:
    | { readonly by: "due"; readonly oneOfMailbox: boolean; readonly atOnce: number }
    | { readonly by: "choice" };
  /** Milliseconds until it is offered again: what nobody took, and where its mailbox is in trouble. */
  readonly waits: { readonly away: number; readonly trouble: number };
  /** What its mailbox's trouble means for it: it waits, counts a try, or fails since a person has to look. */
  readonly onTrouble: (trouble: MailboxTrouble) => "wait" | "retry" | "fail";
  /** The server's words, as people read them; the engine's own are those of the server alone. */
  readonly words?: (result: SendResult) => string | null;
  /** Makes the mails of a lease that nobody has taken over since. `keep` goes into the batch of the hand-over. */
  readonly compose: (
    ctx: WorkspaceCtx,
    lease: string,
    ids: readonly number[],
  ) => Promise<{ readonly composed: readonly Composed[] } & Partial<Keep>>;
  /** What else changes when these mails end or turn out unclear; what is queued again changes nothing. */
  readonly settled: (ctx: WorkspaceCtx, ends: readonly End[], guard: Guard) => Promise<Effects>;
  /** Servers asked to slow down: until when these mails wait without a try counted, for those that it paces. */
  readonly slowed?: (
    ctx: WorkspaceCtx,
    refused: readonly { readonly id: number; readonly result: SendResult }[],
  ) => Promise<ReadonlyMap<number, UnixMs>>;
  /** A report about a mail that has ended already: what a crash after the first may have left undone. */
  readonly repeated?: (
    ctx: WorkspaceCtx,
    mail: Held,
    outcome: Outcome,
    result: SendResult,
  ) => Promise<void>;
  /** That a server took it is a fact about this other mail of the same id, too. */
  readonly standsFor?: TicketKind;
};

/** What goes along with a hand-over: statements for its batch, and what follows it. */
export type Keep = {
  readonly keep: readonly Statement[];
  readonly after: () => Promise<void>;
};
