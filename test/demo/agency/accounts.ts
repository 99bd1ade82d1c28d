import type { Rival } from "#modules/moving/rules/found.ts";
import { makeAccount, type RivalAccount } from "#test/support/rivals/account.ts";
import { startInstantly } from "#test/support/rivals/instantly.ts";
import { type Lived, liveIn, type LyingMail } from "#test/support/rivals/lived.ts";
import { startLemlist } from "#test/support/rivals/lemlist.ts";
import { startSmartlead } from "#test/support/rivals/smartlead.ts";

/** An account at a rival, of which one move takes all clients. */
export type Source = {
  readonly rival: Rival;
  /** Stands in every address of the account. */
  readonly mark: string;
  readonly account: RivalAccount;
  readonly lived: Lived;
  readonly server: { readonly url: string; readonly key: string } & RivalTimes;
};
type RivalTimes = {
  readonly asked: readonly string[];
  secondsAtTrueRates(atOnce: number): number;
  close(): Promise<void>;
};

/** Three Google, three Microsoft, and two with passwords. */
export const MAILBOXES_EACH = 8;
const STEPS = 4;
const START = { instantly: startInstantly, smartlead: startSmartlead, lemlist: startLemlist };

export type AgencySize = {
  readonly clients: number;
  readonly leadsEach: number;
  readonly seed: number;
};

/** Half of the clients come from Instantly, three of ten from Smartlead, the others from accounts of their own at lemlist. */
export function makeAccounts({ clients, leadsEach, seed }: AgencySize) {
  const instantly = Math.max(1, Math.round(clients * 0.5));
  const smartlead = Math.max(1, Math.round(clients * 0.3));
  const lemlist = Math.max(1, clients - instantly - smartlead);
  const now = Date.now();
  let accounts = 0;
  const made = (rival: Rival, mark: string, count: number) => ({
    rival,
    mark,
    account: makeAccount({
      rival,
      mark,
      // No two of them give the same Message-ID.
      idsAbove: 1_000_000 * ++accounts,
      seed: `agency ${seed} ${mark}`,
      now,
      clients: count,
      leadsPerClient: leadsEach,
      mailboxesPerClient: MAILBOXES_EACH,
      domainByProvider: true,
      steps: STEPS,
      anytime: true,
    }),
  });
  return [
    made("instantly", "i", instantly),
    made("smartlead", "s", smartlead),
    ...Array.from({ length: lemlist }, (_, n) => made("lemlist", `l${n}x`, 0)),
  ];
}

/** Starts the rivals' doubles, and files what lies in the mailboxes. */
export const openSources = (
  accounts: ReturnType<typeof makeAccounts>,
  speed: number,
  put: (mail: LyingMail) => void,
): Promise<Source[]> =>
  Promise.all(
    accounts.map(async ({ rival, mark, account }) => ({
      rival,
      mark,
      account,
      lived: liveIn(account, put),
      server: await START[rival](account, { speed }),
    })),
  );
