import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { recover } from "#modules/delivery/engine/recover.ts";
import { placement } from "#modules/placement/module.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { eq } from "drizzle-orm";
import { companionParts } from "#test/support/companion-parts.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { startSmtpServer } from "#test/support/mail/smtp-server.ts";
import { addMailboxes } from "#test/support/warmup-world.ts";
import { randomOf } from "../bisect/rules.ts";
import type { Finding, Proven } from "../findings.ts";
import { mortal } from "../moving/kills.ts";
import type { ProofOptions } from "../proofs.ts";
import {
  emailsOf,
  type Fate,
  FATES,
  type SeedServer,
  startDovecotSeeds,
  startSeedServers,
} from "./seed-servers.ts";

const SENDERS = ["ann@ours.test", "bea@ours.test"];

/**
 * Placement tests over real SMTP and IMAP sessions of the product's companion: renamed and localised
 * spam folders, tabs and missing mail, once in peace and then with kills between any two of its
 * batches.
 */
export async function prove({ quick, seed, say }: ProofOptions): Promise<Proven> {
  const dovecot = quick ? null : await startDovecotSeeds();
  if (!quick) say(dovecot ? "with Dovecot as one more provider" : "Dovecot is not installed");
  const servers = [...(await startSeedServers()), ...(dovecot ? [dovecot] : [])];
  const calm = await play(servers, { kills: 0, seed });
  const runs = quick ? 2 : 12;
  const killed = [];
  for (let run = 0; run < runs; run++) {
    killed.push(await play(servers, { kills: 12, seed: seed * 100 + run }));
  }
  await Promise.all(servers.map((server) => server.close()));
  const all = [calm, ...killed];
  const sum = (of: (one: typeof calm) => number) => all.reduce((total, one) => total + of(one), 0);
  say(`${sum((one) => one.kills)} kills, ${sum((one) => one.taken)} emails at the servers`);
  const findings: Finding[] = [
    { what: "% of emails where they lie, in peace", found: calm.rightPercent, must: { be: 100 } },
    { what: "kills", found: sum((one) => one.kills), must: { least: runs * 6 } },
    { what: "emails sent twice", found: sum((one) => one.twice), must: { be: 0 } },
    {
      what: "emails taken and shown where they do not lie",
      found: sum((one) => one.wrong),
      must: { be: 0 },
    },
    { what: "emails without an end", found: sum((one) => one.open), must: { be: 0 } },
    {
      what: "emails to others than seeds",
      found: calm.strangers,
      must: { be: 0 },
    },
  ];
  return {
    findings,
    of: `${servers.length} providers with ${FATES.length} seeds each, two senders, ${all.length} tests`,
  };
}

async function play(
  servers: readonly SeedServer[],
  { kills, seed }: { readonly kills: number; readonly seed: number },
) {
  const random = randomOf(seed);
  const taken = new Map<string, { times: number; fate: Fate }>();
  let strangers = 0;
  const bySite = new Map(servers.map((server) => [server.site, server]));
  const smtp = await startSmtpServer({
    authenticate: () => true,
    refuses: () => false,
    onRefused: () => {},
    onAccepted({ to, raw, email }) {
      const [address = ""] = to;
      // Seeds are named by their fate.
      const [fate, site] = address.split("@") as [Fate, string];
      const id = (email.messageId ?? "").replace(/[<>]/g, "");
      if (!bySite.has(site)) strangers++;
      taken.set(id, { times: (taken.get(id)?.times ?? 0) + 1, fate });
      const results = `Authentication-Results: mx.${site}; spf=pass; dmarc=pass\r\n`;
      void bySite.get(site)?.file(address, fate, results + raw.toString("latin1"));
    },
  });
  const holder: { t: Harness | null } = { t: null };
  const parts = await companionParts();
  const t = await harness({
    mail: parts.mail(() => {
      if (!holder.t) throw new Error("the app is not there yet");
      return holder.t;
    }),
  });
  holder.t = t;
  const { wid } = await t.signUp();
  const senders = await addMailboxes(t, wid, SENDERS, { smtpPort: smtp.port, rampEnabled: false });
  const W = `/api/v1/workspaces/${wid}`;
  for (const { site, port } of servers) {
    for (const id of await addMailboxes(t, wid, emailsOf(site), { imapPort: port })) {
      await t.db.update(mailboxes).set({ imapPort: port }).where(eq(mailboxes.id, id));
      await t.put(`${W}/mailboxes/${id}/seed`, { enabled: true });
    }
  }
  const body = { subject: "Hello", body_text: "Hi Ann,\n\nshall we talk?", mailbox_ids: senders };
  const started = await t.post(`${W}/placement-tests`, body);
  if (started.status !== 201) throw new Error(started.text);

  const life = mortal();
  Object.assign(t.deps, {
    install: life.wrap(t.deps.install),
    db: life.wrap(t.deps.db),
    log: () => {},
  });
  let left = kills;
  let runs = 0;
  const tick = async (): Promise<void> => {
    if (left > 0 && random() < 0.5) life.arm(Math.floor(random() * 8));
    try {
      for (const { run } of placement.sweeps) await t.sweep(run);
      await t.drain();
    } catch (cause) {
      if (!life.state.isDead) throw cause;
    }
    if (!life.state.isDead) return life.restart() as unknown as void;
    left--;
    // What was in its memory is gone, and whoever holds a mail meets another run.
    t.queue.length = 0;
    life.restart();
    await recover(t.deps, `run ${++runs}`);
  };
  for (let at = 0; at < 30 * HOUR_MS; at += at < 4 * HOUR_MS ? MINUTE_MS : 20 * MINUTE_MS) {
    await tick();
    t.advance(at < 4 * HOUR_MS ? MINUTE_MS : 20 * MINUTE_MS);
  }
  const { json: test } = await t.get(`${W}/placement-tests/${started.json.id}`);
  const mails = await t.db.all<{ message_id: string; place: Fate | null; state: string }>(
    "SELECT message_id, place, state FROM placement_mails",
  );
  const wrong = mails.filter(({ message_id, place }) => {
    const fate = taken.get(message_id)?.fate;
    return fate !== undefined && place !== fate;
  });
  const result = {
    kills: life.state.killed,
    taken: taken.size,
    twice: [...taken.values()].filter(({ times }) => times > 1).length,
    wrong: wrong.length,
    open: test.waiting,
    rightPercent: Math.floor((100 * (taken.size - wrong.length)) / mails.length),
    strangers,
  };
  t.close();
  await parts.close();
  await smtp.close();
  return result;
}
