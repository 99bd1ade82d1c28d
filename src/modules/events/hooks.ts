import type { PushKind } from "#platform/rules/choices.ts";
import type { ConnectAnswer } from "#modules/events/contract/integrations.ts";
import type { EventType } from "#modules/events/rules/event.ts";
import type {
  IntegrationKind,
  IntegrationProvider,
} from "#modules/events/rules/integrations/providers.ts";
import type { integrations } from "#modules/events/schema/integrations.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { hook } from "#platform/ctx/hooks.ts";
import type { InstallStatement, Statement } from "#platform/db/db.ts";
import type { Phrase } from "#platform/words/phrase.ts";
import type { ThreadId, UserId } from "#platform/rules/ids.ts";

/** What a person entered, checked against what the provider asks for. */
export type Entered = {
  readonly credentials: Readonly<Record<string, string>>;
  readonly config: Readonly<Record<string, string>>;
  readonly events: readonly EventType[];
  readonly name: string | null;
};

/** What connecting a service came to. */
export type Connected = {
  readonly accountLabel: string;
  readonly row?: Partial<
    Pick<typeof integrations.$inferSelect, "tokenHash" | "secret" | "remoteUri">
  >;
  readonly inbound: ConnectAnswer["inbound"];
  readonly kept?: Kept;
  /** Takes back at the service what was made there, where the connection found no room. */
  readonly takeBack?: () => Promise<void>;
};

/** What is kept of a service beside its connection, on either side. */
export type Kept = {
  readonly inWorkspace?: readonly Statement[];
  readonly inInstall?: readonly InstallStatement[];
};

/** How services of one kind are connected. */
export type Connector = {
  readonly kind: IntegrationKind;
  /** Tries what was entered and seals it. `connection` is its id, new or known. Throws `validation_failed` for what is wrong or refused, and upstream errors where the service is away. */
  readonly connect: (
    ctx: MemberCtx,
    provider: IntegrationProvider,
    entered: Entered,
    connection: string,
  ) => Promise<Connected>;
  /** Takes leave of the service; the statements forget what is kept of it. */
  readonly disconnect: (
    ctx: MemberCtx,
    provider: IntegrationProvider,
    connection: string,
  ) => Promise<Kept>;
};

/**
 * The line that tells somebody of what happened in a thread, or in several (`threadId` is null). Null: it is
 * not so any more.
 */
export const pushTitles = hook<
  (
    ctx: WorkspaceCtx,
    about: {
      readonly kind: PushKind;
      readonly threadId: ThreadId | null;
      readonly amount: number;
      readonly userId: UserId;
    },
  ) => Promise<Phrase | null>
>("push.titles");

/** What a deal has to know of a conversation: whether the reply is positive, and who has it, by address. */
export const dealFacts =
  hook<
    (
      ctx: WorkspaceCtx,
      about: { readonly threadId: ThreadId; readonly category: string },
    ) => Promise<{ readonly isPositive: boolean; readonly memberEmail: string | null }>
  >("deals.facts");

/** The connector of a kind of services whose use lies in a later module. */
export const connectors = hook<() => Connector>("integrations.connectors");
