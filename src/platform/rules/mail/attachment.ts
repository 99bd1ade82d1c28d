import type { MessageId } from "#platform/rules/ids.ts";

/** A file of a mail: its metadata. */
export type Attachment = {
  readonly name: string;
  /** By its bytes. */
  readonly type: string;
  readonly size: number;
  /** It stands inside the text. */
  readonly inline: boolean;
  /** Its section in the mail that has it. */
  readonly part: string;
  /** Of one that a person attached: SHA-256 in hex, so that it leaves whole or not at all. */
  readonly sha256?: string;
  /** Of one that is passed on: the message that has it. */
  readonly from?: MessageId;
};
