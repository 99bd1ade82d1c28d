import type { MailboxId } from "#platform/rules/ids.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { randomOf } from "../bisect/rules.ts";
import type { Finding, Proven } from "../findings.ts";
import type { ProofOptions } from "../proofs.ts";
import { killableApp } from "./killable-app.ts";
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
 * spam folders, tabs and missing mail, and Dovecot with a Sieve script where it is installed, once in
 * peace and then with kills between any two of its batches.
 */
export async function prove({ quick, seed, say }: ProofOptions): Promise<Proven> {
  const dovecot = quick ? [] : await startDovecotSeeds(SENDERS[1] ?? "");
  if (!quick) {
    say(dovecot.length > 0 ? "with Dovecot as two more providers" : "no Dovecot with Sieve here");
  }
  const servers = [...(await startSeedServers()), ...dovecot];
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
    {
      what: "cells that say otherwise than the filing rules",
      found: sum((one) => one.wrongCells),
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
  const taken = new Map<string, { times: number; fate: Fate; cell: string }>();
  let strangers = 0;
  const bySite = new Map(servers.map((server) => [server.site, server]));
  const app = await killableApp({
    senders: SENDERS,
    seeds: servers.flatMap(({ site, port }) => emailsOf(site).map((email) => ({ email, port }))),
    async file({ id, from, to, raw }) {
      // Seeds are named by their fate.
      const [seed, site] = to.split("@") as [Fate, string];
      const server = bySite.get(site);
      if (!server) return void strangers++;
      const fate = server.fateOf(seed, from);
      taken.set(id, { times: (taken.get(id)?.times ?? 0) + 1, fate, cell: `${from} ${site}` });
      await server.file(to, fate, raw);
    },
  });
  const { t, W, senders } = app;
  const body = { subject: "Hello", body_text: "Hi Ann,\n\nshall we talk?", mailbox_ids: senders };
  const started = await t.post(`${W}/placement-tests`, body);
  if (started.status !== 201) throw new Error(started.text);

  app.expose();
  let left = kills;
  for (let at = 0; at < 30 * HOUR_MS; at += at < 4 * HOUR_MS ? MINUTE_MS : 20 * MINUTE_MS) {
    const isArmed = left > 0 && random() < 0.5;
    if (await app.tick(isArmed ? Math.floor(random() * 8) : undefined)) left--;
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
  const cells: { mailbox_id: number; provider: string }[] = test.matrix;
  const wrongCells = cells.filter((cell) => {
    const name = `${SENDERS[senders.indexOf(cell.mailbox_id as MailboxId)]} ${cell.provider}`;
    const there = [...taken.values()].filter((mail) => mail.cell === name);
    return FATES.some(
      (fate) => Reflect.get(cell, fate) !== there.filter((mail) => mail.fate === fate).length,
    );
  });
  const result = {
    kills: app.kills(),
    taken: taken.size,
    twice: [...taken.values()].filter(({ times }) => times > 1).length,
    wrong: wrong.length,
    wrongCells: wrongCells.length + Math.abs(cells.length - servers.length * SENDERS.length),
    open: test.waiting,
    rightPercent: Math.floor((100 * (taken.size - wrong.length)) / mails.length),
    strangers,
  };
  await app.close();
  return result;
}
