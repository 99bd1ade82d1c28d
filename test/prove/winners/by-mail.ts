import { sends } from "#modules/campaigns/schema/sending.ts";
import { steps } from "#modules/campaigns/schema/campaigns.ts";
import { contests } from "#modules/campaigns/schema/contests.ts";
import { lookAtContests } from "#modules/campaigns/winners/look-at-contests.ts";
import { DAY_MS, HOUR_MS } from "#platform/rules/time.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";

const variant = {
  id: "B",
  label: "B",
  subject: "of B",
  body_html: "",
  body_text: "Text of B",
  weight: 50,
  is_active: true,
};

/**
 * One contest from the first mail to the last: claimed, written, handed over, answered over IMAP,
 * counted, judged, applied. B is answered by `rateOfB` of its leads, the other text by few.
 */
export async function playByMail(draw: () => number, leads: number, rateOfB: number) {
  const o = await outreach({
    leads: Array.from({ length: leads }, (_, i) => `lead${i}@firm${i}.test`),
    campaign: { autoWinner: true, trackOpens: false, trackClicks: false, dailyLimit: 60 },
    steps: [{ subject: "of control", bodyText: "Text of control", variants: [variant] }],
  });
  const mails: OutgoingMail[] = [...o.mails];
  const subjectsAfter = new Set<string>();
  const answered = new Set<string>();
  let wonAt: number | null = null;
  const answerSome = async (left: readonly OutgoingMail[]): Promise<void> => {
    for (const mail of left) {
      const rate = mail.subject === "of B" ? rateOfB : 0.02;
      if (draw() >= rate) continue;
      o.world.put(answerTo(mail, { received_at: o.t.clock.now }));
      answered.add(mail.message_id);
    }
    await o.sync();
  };
  await answerSome(o.mails);
  for (let day = 0; day < 60 && mails.length < leads; day++) {
    for (let more = await o.transmit(); more.length > 0; more = await o.transmit()) {
      mails.push(...more);
      if (wonAt !== null) for (const { subject } of more) subjectsAfter.add(subject);
      await answerSome(more);
    }
    o.t.advance(DAY_MS);
    await o.t.sweep(lookAtContests);
    const [contest] = await o.t.db.select().from(contests);
    if (contest?.state === "winner" && wonAt === null) wonAt = day;
  }
  o.t.advance(8 * DAY_MS + HOUR_MS);
  await o.t.sweep(lookAtContests);
  const rows = await o.t.db.select().from(sends);
  const [contest] = await o.t.db.select().from(contests);
  const [step] = await o.t.db.select().from(steps);
  const counted = (contest?.tallies ?? []).flatMap(({ arms }) => Object.values(arms));
  const until = contest?.talliedUntil ?? 0;
  const window = 7 * DAY_MS;
  const truth = rows.filter(({ split, sentAt }) => split !== null && (sentAt ?? Infinity) <= until);
  const hits = truth.filter(
    ({ sentAt, repliedAt }) => repliedAt !== null && repliedAt <= (sentAt ?? 0) + window,
  );
  const result = {
    winner: contest?.winner ?? null,
    mails: mails.length,
    twice: mails.length - new Set(mails.map(({ message_id }) => message_id)).size,
    /** Texts of others that left behind the result. */
    strays: [...subjectsAfter].filter((subject) => subject !== "of B").length,
    miscounted:
      Math.abs(counted.reduce((sum, arm) => sum + arm.mails, 0) - truth.length) +
      Math.abs(counted.reduce((sum, arm) => sum + arm.hits, 0) - hits.length) +
      Math.abs(rows.filter((row) => row.repliedAt !== null).length - answered.size),
    weight: step?.variants[0]?.weight ?? 0,
  };
  o.t.close();
  return result;
}
