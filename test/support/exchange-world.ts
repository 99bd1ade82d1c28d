import type { OutgoingMail } from "#platform/wire/transmission.ts";
import type { EgressResult } from "#platform/ctx/ports.ts";
import type { ExchangeId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { keepExchanges } from "#modules/warmup/exchange/keep-exchanges.ts";
import { type ExchangeRow, selectExchanges } from "#modules/warmup/exchange/exchange-store.ts";
import { identityOf, secretPlace } from "#modules/warmup/exchange/keys.ts";
import { exchangeHeader, exchangeText } from "#modules/warmup/rules/exchange/mail.ts";
import { recordNameOf, recordTextOf } from "#modules/warmup/rules/exchange/identity.ts";
import { serve } from "@hono/node-server";
import { freePort } from "./free-port.ts";
import { mailFrom } from "./inbox.ts";
import { asReceived, warmupWorld } from "./warmup-world.ts";
import { resolverOf } from "./dns-zone.ts";

type World = Awaited<ReturnType<typeof warmupWorld>>;

/** An install of an exchange, with what its operator does. */
export type Party = World & {
  readonly url: string;
  readonly emails: readonly string[];
  readonly key: string;
  /** Its newest exchange, as the database has it. */
  readonly exchange: () => Promise<ExchangeRow>;
};

const domain = (email: string): string => email.slice(email.indexOf("@") + 1);

/** A mail that the partner makes by hand, with a right code. */
export async function forged(
  from: Party,
  to: Party,
  change: Partial<ReturnType<typeof mailFrom>> = {},
  results = "mx.test; dkim=pass header.d=two.test",
) {
  const { secret, key } = await from.exchange();
  const open = await from.t.deps.vault.open(secret ?? "", secretPlace(key));
  const [sender = "", receiver = ""] = [from.emails[0], to.emails[0]];
  const seed = { kind: "starter", language: "en", seed: "z".repeat(24) } as const;
  const messageId = `${crypto.randomUUID()}@two.test`;
  const header = exchangeHeader(open, { messageId, to: receiver }, seed);
  return mailFrom(sender, {
    message_id: messageId,
    to: [{ address: receiver, name: "" }],
    ...exchangeText(seed, sender, receiver),
    headers: { "x-reference-id": header, "authentication-results": results },
    ...change,
  });
}

/** Calls between installs, mails between their mailboxes, and DNS, all in this process. */
export async function exchangeWorld(
  parties: readonly (readonly string[])[] = [
    ["ann@one.test", "bea@one.test", "cem@uno.test"],
    ["dan@two.test", "eve@two.test", "fin@due.test"],
  ],
  /** Whether installs call each other over HTTP on the loopback interface. */
  overLoopback = false,
) {
  const zone: Record<string, string[]> = {};
  const net = new Map<string, World>();
  /** Every call that was made, as it was posted. */
  const calls: { url: string; body: string }[] = [];
  /** What is on the way from one install to another; answers what arrives in its place. */
  const road = { mail: (received: ReturnType<typeof asReceived>) => received };

  const post = async (request: { url: string; body: string }): Promise<EgressResult> => {
    calls.push({ url: request.url, body: request.body });
    const { origin, pathname } = new URL(request.url);
    const there = net.get(origin);
    if (!there) return { ok: false, error: "refused" };
    const asked = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: request.body,
    };
    const answer = overLoopback
      ? await fetch(request.url, asked)
      : await there.t.app.request(pathname, asked);
    const body = await answer.text();
    return { ok: true, reply: { status: answer.status, body, retryAfter: null } };
  };

  const all: Party[] = [];
  for (const [i, emails] of parties.entries()) {
    const port = overLoopback ? await freePort() : 0;
    const url = overLoopback ? `http://127.0.0.1:${port}` : `https://install${i + 1}.test`;
    const w = await warmupWorld({
      emails,
      also: {
        settings: { BASE_URL: url },
        egress: { post },
        dns: () => ({
          atOnce: 4,
          ask: resolverOf(zone),
          resolvers: [resolverOf(zone)],
          route: async () => null,
        }),
      },
    });
    if (overLoopback) serve({ fetch: w.t.app.fetch, hostname: "127.0.0.1", port });
    net.set(url, w);
    const { key } = await identityOf(w.t.deps);
    for (const name of new Set(emails.map(domain)))
      zone[`${recordNameOf(name)} TXT`] = [recordTextOf(key)];
    all.push({
      ...w,
      url,
      key,
      exchange: async () => {
        const [row] = await selectExchanges(w.t.deps.install, w.ctx.workspaceId);
        if (!row) throw new Error("there is no exchange");
        return row;
      },
    });
  }

  /** A mail for a mailbox of another install: signed by its domain, as every server does. */
  const arrive = (mail: OutgoingMail): boolean => {
    const to = mail.envelope.to[0] ?? "";
    const there = all.find(({ emails }) => emails.includes(to));
    const here = all.find(({ emails }) => emails.includes(mail.envelope.from));
    if (!there || there === here) return false;
    const received = asReceived(mail);
    const results = `mx.test; dkim=pass header.d=${domain(mail.envelope.from)}; spf=pass`;
    there.put(
      road.mail({
        ...received,
        headers: { ...received.headers, "authentication-results": results },
      }),
      to,
      there.server.folder(mail),
    );
    return true;
  };
  for (const one of all) one.server.carry = arrive;

  const W = (one: Party): string => `${one.W}/exchange`;
  const call = async (one: Party, ask: () => ReturnType<Party["t"]["get"]>) => one.asking(ask);
  const [a, b] = all as [Party, Party];
  return {
    all,
    a,
    b,
    zone,
    net,
    calls,
    road,
    post,
    start: async (volume = 12) => {
      for (const one of all) await one.start({ start_volume: volume, reply_rate: 40 });
    },
    invite: (one: Party, more: object = {}) =>
      call(one, () => one.t.post(W(one), { name: one.url, mailbox_ids: one.ids, ...more })),
    accept: (one: Party, invitation: string, more: object = {}) =>
      call(one, () =>
        one.t.post(W(one), { name: one.url, mailbox_ids: one.ids, invitation, ...more }),
      ),
    confirm: (one: Party, id: number, fingerprint: string) =>
      call(one, () => one.t.put(`${W(one)}/${id}`, { fingerprint })),
    leave: (one: Party, id: ExchangeId | number) =>
      call(one, () => one.t.delete(`${W(one)}/${id}`)),
    list: async (one: Party) => (await call(one, () => one.t.get(W(one)))).json.data,
    /** Both agree, compare and confirm, and know each other's addresses. */
    async agree(first: Party = a, second: Party = b): Promise<void> {
      const { json: made } = await this.invite(first);
      const { json: taken } = await this.accept(second, made.invitation);
      const { fingerprint } = await first.exchange();
      for (const [one, id] of [
        [first, made.id],
        [second, taken.id],
      ] as const) {
        const answer = await this.confirm(one, id, fingerprint ?? "");
        if (answer.status !== 200) throw new Error(answer.text);
      }
      for (const one of [first, second]) await keepExchanges(one.t.deps);
    },
    /** All installs, hour by hour. */
    async play(forMs: number, stepMs = 30 * MINUTE_MS): Promise<void> {
      for (const end = a.t.clock.now + forMs; a.t.clock.now < end;) {
        for (const one of all) {
          await keepExchanges(one.t.deps);
          await one.step();
        }
        for (const one of all) await one.sync();
        for (const one of all) one.t.advance(stepMs);
      }
    },
  };
}
