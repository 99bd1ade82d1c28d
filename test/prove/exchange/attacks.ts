import { warmupExchanges } from "#modules/warmup/schema/exchange.ts";
import { keepExchanges } from "#modules/warmup/exchange/keep-exchanges.ts";
import { agreementPair, secretOf } from "#modules/warmup/exchange/keys.ts";
import { EXCHANGE_PATH } from "#modules/warmup/exchange/sign-call.ts";
import { exchangeWorld, forged, type Party } from "#test/support/exchange-world.ts";

/** Three installs that call each other over HTTP; the third knows nobody. */
const three = () => exchangeWorld([["ann@one.test"], ["dan@two.test"], ["mal@evil.test"]], true);
type Three = Awaited<ReturnType<typeof three>>;

async function agreed(): Promise<Three> {
  const world = await three();
  await world.start();
  await world.agree();
  return world;
}

const received = async (one: Party): Promise<number> =>
  (await one.mails()).filter(({ fromMailboxId }) => fromMailboxId === 0).length;

const accepts = async (one: Party, body: string): Promise<boolean> =>
  (await one.t.post(EXCHANGE_PATH, JSON.parse(body))).status === 200;

/** Whether a mail with a right code is put away, or leaves the exchange as it is. */
async function mailPasses(change: Parameters<typeof forged>[2], results?: string) {
  const { a, b } = await agreed();
  a.put(await forged(b, a, change, results), "ann@one.test");
  await a.sync();
  return (await received(a)) > 0 || (await a.exchange()).state !== "ended";
}

/** What a dishonest partner tries: true means that it works. */
export const ATTACKS: Readonly<Record<string, () => Promise<boolean>>> = {
  async "a signed call is handed on to a third install"() {
    const { a, all, calls } = await agreed();
    const [, , c] = all as [Party, Party, Party];
    const { id: _, ...copied } = await a.exchange();
    await c.t.db.insert(warmupExchanges).values(copied);
    const last = calls.findLast(({ url }) => url.startsWith(a.url));
    return accepts(c, last?.body ?? "");
  },
  async "the invitation is used by whoever reads it first"() {
    const world = await three();
    const [a, b, m] = world.all as [Party, Party, Party];
    await world.start();
    const { json: made } = await world.invite(a);
    const { json: taken } = await world.accept(m, made.invitation);
    // The operator of the second install was refused and has no fingerprint but one of its own making.
    const told = await world.accept(b, made.invitation);
    const confirmed = await world.confirm(a, made.id, "0000 1111 2222 3333 4444");
    await world.confirm(m, taken.id, taken.fingerprint);
    await keepExchanges(m.t.deps);
    const { partners } = await m.exchange();
    return told.status === 201 || confirmed.status === 200 || partners.length > 0;
  },
  async "a go-between joins two partners"() {
    const [a, b] = [await agreementPair(), await agreementPair()];
    const one = await secretOf(a.own, b.shared, { inviting: "A", invited: "M", id: "i" });
    const other = await secretOf(b.own, a.shared, { inviting: "M", invited: "B", id: "i" });
    return one === other;
  },
  async "a key of low order makes the secret known"() {
    const { own } = await agreementPair();
    const low = Buffer.alloc(32).toString("base64url");
    const bound = { inviting: "A", invited: "B", id: "i" };
    return secretOf(own, low, bound).then(
      () => true,
      () => false,
    );
  },
  "a right code on a text of its own": () =>
    mailPasses({ text: "Buy now, answer to this number." }),
  "a right code on a domain that was not agreed": () =>
    mailPasses({ from: { address: "z@other.test", name: "" } }),
  "a right code with a forged sender": () =>
    mailPasses({}, "mx.test; dkim=pass header.d=other.test"),
  async "a call is repeated to another process"() {
    const { a, calls } = await agreed();
    const last = calls.findLast(({ url }) => url.startsWith(a.url));
    return accepts(a, last?.body ?? "");
  },
  async "the partner hands out addresses of strangers"() {
    const world = await exchangeWorld([["ann@one.test"], ["dan@two.test", "trap@stranger.test"]]);
    world.zone["_outrider-exchange.stranger.test TXT"] = [];
    await world.start();
    await world.agree();
    const { partners } = await world.a.exchange();
    return partners.some(({ email }) => email.endsWith("@stranger.test"));
  },
};
