import { optOutNow, replyNow } from "#test/support/rivals/account.ts";
import type { Source } from "./accounts.ts";

/** While an account moves, the rival sends, and people answer and leave: some of it only the rival knows, some only the mailboxes. */
export function goOn({ account, lived }: Source): void {
  account.now = Date.now();
  const times = Math.max(1, account.clients.length);
  const open = lived.candidates();
  const from = account.mails.length;
  for (let n = 0; n < times; n++) {
    const [, left, replied, told, also] = open.slice(n * 5, n * 5 + 5);
    if (left) optOutNow(account, left);
    if (replied) replyNow(account, replied);
    if (told) lived.tell(told, "answer");
    if (also) lived.tell(also, "opt out");
  }
  lived.fileNew(from);
  for (let n = 0; n < times; n++) {
    const sent = open[n * 5];
    if (sent) lived.sendThere(sent);
  }
}

/** All campaigns there are stopped. */
export function stopThere({ account }: Source): void {
  for (const one of account.campaigns) one.status = "paused";
}
