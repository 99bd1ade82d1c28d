import type { EgressFailure } from "#platform/ctx/ports.ts";
import type { ApiRefusal } from "#modules/connections/rules/api-answers.ts";
import type { TokenRefusal } from "#platform/rules/mail/token-refusal.ts";

/** A draft as its provider names it. */
export type Draft = {
  /** Graph: the immutable id of the message, which stays when it is sent. Gmail: of the draft, which goes then. */
  readonly id: string;
  /** Gmail: the thread, in which the sent message lies too. */
  readonly thread: string | null;
  /** The Message-ID that the provider gave it, without angle brackets; null where it did not say. */
  readonly messageId: string | null;
};

/** Where a draft stands by now; `gone`: the mailbox holds neither it nor a sent mail of ours. */
export type Standing =
  | { readonly as: "draft"; readonly draft: Draft }
  | { readonly as: "sent"; readonly messageId: string | null }
  | { readonly as: "gone" };

/** The provider answered, and did not do what it was asked for. */
export class ApiRefused extends Error {
  override readonly name = "ApiRefused";
  readonly refusal: ApiRefusal;
  constructor(refusal: ApiRefusal) {
    super(`${refusal.status} ${refusal.code}`);
    this.refusal = refusal;
  }
}

/** There is no access token for the API, so that nothing was asked. */
export class ApiTokenRefused extends Error {
  override readonly name = "ApiTokenRefused";
  readonly refusal: TokenRefusal;
  constructor(refusal: TokenRefusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

/** No answer, or none that could be understood: what was asked for may have been done. */
export class ApiUnanswered extends Error {
  override readonly name = "ApiUnanswered";
  readonly failure: EgressFailure | "unclear";
  constructor(failure: EgressFailure | "unclear") {
    super(failure);
    this.failure = failure;
  }
}

/** A mailbox by its provider's API. Each throws `ApiRefused`, `ApiTokenRefused` and `ApiUnanswered`. */
export type MailApi = {
  /** How people know it. */
  readonly name: string;
  /** A larger message is refused. */
  readonly maxBytes: number;
  make(raw: Uint8Array): Promise<Draft>;
  /** A draft that was made without its id being stored: by the Message-ID that we gave it. */
  find(messageId: string): Promise<Draft | null>;
  /** `messageId`: ours. */
  look(draft: Draft, messageId: string): Promise<Standing>;
  send(draft: Draft): Promise<void>;
  /** Deletes what is still a draft; one that is gone already is as good. */
  drop(draft: Draft): Promise<void>;
  /** Whether it can be asked at all; changes nothing. */
  probe(): Promise<void>;
};
