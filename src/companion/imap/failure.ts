import type { FetchFailure } from "#platform/wire/mail-reading.ts";
import type { ConnectionErrorCode } from "#smtp/dial.ts";
import { wordsFor } from "#companion/words.ts";

/** IMAP did not do what was asked: the step, a stable code, and words for a person. */
export class ImapFailure extends Error {
  override readonly name = "ImapFailure";
  readonly failure: FetchFailure & { readonly error_code: ConnectionErrorCode };
  constructor(step: FetchFailure["step"], code: ConnectionErrorCode, options?: ErrorOptions) {
    super(`${step}: ${code}`, options);
    this.failure = { step, error_code: code, message: wordsFor(code).message };
  }
}
