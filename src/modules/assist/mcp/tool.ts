import type { CallerCtx } from "#platform/ctx/ctx.ts";
import type { Method } from "#platform/http/endpoint.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/**
 * A tool: a route under another name. It takes the route's parameters and fields as one flat
 * object, and may do what the route may, no more.
 */
export type Tool = {
  readonly name: string;
  readonly title: string;
  /** What it is for and when to use it, to a model that has read nothing else. */
  readonly description: string;
  readonly method: Method;
  /** Of the route, below the workspace unless it begins with `/api`. */
  readonly path: string;
  /** Arguments that stand for path parameters: `{ id: "campaign_id" }`. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Arguments that stand for path parameters that are a text. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Fields of the route's query or body that are offered; all when absent. */
  readonly fields?: readonly string[];
  /** `send` makes mail leave: it needs `confirm: true` and can be switched off. */
  readonly kind: "read" | "write" | "send";
  /** Where a sending tool sends that works in no workspace: each has to allow it. */
  readonly sendsIn?: (
    ctx: CallerCtx,
    given: Readonly<Record<string, unknown>>,
  ) => Promise<readonly WorkspaceId[]>;
  /** A repeat changes nothing more. */
  readonly isIdempotent?: boolean;
  /** It reaches beyond the install: mail, DNS, an AI. */
  readonly isOpen?: boolean;
  /** Its answer quotes text of strangers. */
  readonly quotes?: boolean;
  /** The part of the route's answer that is returned; all when absent. */
  readonly shows?: (answer: Readonly<Record<string, unknown>>) => object;
};
