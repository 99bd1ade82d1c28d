/** What a mail in a conversation is. */
export const MESSAGE_TYPES = [
  "campaign",
  "reply",
  "manual",
  "forward",
  "auto_reply",
  "bounce",
  "warmup",
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];
