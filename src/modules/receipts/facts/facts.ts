import type { ReceiptKind } from "#modules/receipts/rules/kinds.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** Whom a fact is about: an address or domain, or its keyed hash alone where nobody knows more. */
export type About =
  | { readonly value: string }
  | { readonly hash: string }
  | { readonly commitment: string };

/** Something that gets a receipt, as the product's rows say it. */
export type Fact = {
  readonly workspaceId: WorkspaceId;
  readonly kind: ReceiptKind;
  readonly at: number;
  /** Names its row, once: `send:7`. */
  readonly cause: string;
  readonly person: About | null;
  readonly domain: About | null;
  /** Names what may leave once, `campaign:lead:step`; "" for what is no step. */
  readonly step: string;
  readonly detail: string;
};

/** The tables of mails that are read. */
export const LEDGERS = ["send", "again", "mail", "test"] as const;

/** Facts of a source, and where to go on behind them. */
export type Found<P> = { readonly facts: readonly Fact[]; readonly to: P; readonly isAll: boolean };
