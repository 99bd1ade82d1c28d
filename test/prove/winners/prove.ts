import { mailsToTell } from "#modules/campaigns/rules/winners/needed.ts";
import type { Finding, Proven } from "../findings.ts";
import type { ProofOptions } from "../proofs.ts";
import { playByMail } from "./by-mail.ts";
import { playByTables } from "./by-tables.ts";
import { chance, median, percentOf } from "./chance.ts";
import { oldRuleNamesOne, playContest } from "./even-contests.ts";
import { EQUAL_IN_THE_END, playLate } from "./late-replies.ts";

const MAILS = 10_000;

/** That a winner is proven when it is named, in spite of a look after every mail, and is found in time. */
export async function prove({ quick, seed, say }: ProofOptions): Promise<Proven> {
  const equal = quick ? 1_500 : 10_000;
  const draw = chance(seed);
  const findings: Finding[] = [
    ...falseWinners(draw, equal, say),
    ...lateReplies(draw, quick ? 600 : 2_000, say),
    ...power(draw, quick ? 400 : 2_000),
    ...noDifference(draw, quick ? 250 : 1_000),
    estimates(draw, quick ? 150 : 500, say),
  ];
  const tables = await playByTables(draw, quick ? 20 : 100);
  say(`${tables.mails} mails in tables, ${tables.decided} contests decided`);
  findings.push({
    what: "contests in tables that stand otherwise than their mails",
    found: tables.wrong,
    must: { be: 0 },
  });
  const mail = await playByMail(draw, quick ? 600 : 900, 0.3);
  findings.push(
    {
      what: "contest by mail: B wins and gets all",
      found: mail.winner === "B" ? mail.weight : 0,
      must: { be: 100 },
    },
    { what: "mails sent twice", found: mail.twice, must: { be: 0 } },
    { what: "other texts behind the result", found: mail.strays, must: { be: 0 } },
    { what: "miscounted mails and replies", found: mail.miscounted, must: { be: 0 } },
  );
  return {
    findings,
    of: `${2 * equal} contests of equal variants, ${MAILS} mails each, a look after every mail`,
  };
}

function falseWinners(draw: () => number, contests: number, say: ProofOptions["say"]): Finding[] {
  const findings: Finding[] = [2, 5].map((rate) => {
    let [ours, old] = [0, 0];
    for (let i = 0; i < contests; i++) {
      if (playContest(draw, [rate / 100, rate / 100], MAILS, { toTheEnd: true }).winner !== null)
        ours++;
    }
    const compared = Math.min(contests, 2_000);
    for (let i = 0; i < compared; i++) if (oldRuleNamesOne(draw, rate / 100, MAILS)) old++;
    say(
      `${rate} %: ${percentOf(ours, contests)} % false winners; the rule before: ${percentOf(old, compared)} %`,
    );
    return {
      what: `false winners at ${rate} %`,
      found: percentOf(ours, contests),
      must: { most: 5 },
    };
  });
  let four = 0;
  const few = Math.ceil(contests / 5);
  for (let i = 0; i < few; i++) {
    if (playContest(draw, [0.03, 0.03, 0.03, 0.03], MAILS, { toTheEnd: true }).winner !== null)
      four++;
  }
  findings.push({ what: "false winners of four", found: percentOf(four, few), must: { most: 5 } });
  return findings;
}

function lateReplies(draw: () => number, contests: number, say: ProofOptions["say"]): Finding[] {
  return EQUAL_IN_THE_END.map((one) => {
    let [ours, old] = [0, 0];
    for (let i = 0; i < contests; i++) {
      const named = playLate(draw, one);
      ours += named.ours ? 1 : 0;
      old += named.old ? 1 : 0;
    }
    say(
      `${one.what}: ${percentOf(ours, contests)} %; the rule before: ${percentOf(old, contests)} %`,
    );
    return { what: one.what, found: percentOf(ours, contests), must: { most: 5 } };
  });
}

function power(draw: () => number, contests: number): Finding[] {
  let right = 0;
  for (let i = 0; i < contests; i++)
    if (playContest(draw, [0.05, 0.08], 10_600).winner === 1) right++;
  return [
    {
      what: "right at 5 and 8 % by 10,600 mails",
      found: percentOf(right, contests),
      must: { least: 95 },
    },
  ];
}

function noDifference(draw: () => number, contests: number): Finding[] {
  let [same, missed] = [0, 0];
  for (let i = 0; i < contests; i++) {
    if (playContest(draw, [0.05, 0.05], 40_000).isSame) same++;
    if (playContest(draw, [0.05, 0.075], 40_000).isSame) missed++;
  }
  return [
    {
      what: "equal ones called no difference",
      found: percentOf(same, contests),
      must: { least: 90 },
    },
    {
      what: "1.5 times as good called no difference",
      found: percentOf(missed, contests),
      must: { most: 10 },
    },
  ];
}

/** How far the mails that are said to be needed are off, in the middle of many contests: 2 is twice or half. */
function estimates(draw: () => number, contests: number, say: ProofOptions["say"]): Finding {
  const worst = { off: 1, where: "" };
  const note = (where: string, said: number, real: number): void => {
    const off = Math.max(said / real, real / said);
    say(`${where}: ${Math.round(said)} mails said, ${real} needed`);
    if (off > worst.off) Object.assign(worst, { off, where });
  };
  for (const rates of [
    [0.02, 0.03],
    [0.05, 0.08],
    [0.05, 0.05],
    [0.03, 0.06],
    [0.03, 0.03, 0.03, 0.06],
  ]) {
    const [least = 0] = rates;
    const ratio = (rates.at(-1) ?? 0) / least;
    const split = Object.fromEntries(rates.map((_, i) => [`${i}`, 1]));
    const plan = mailsToTell(split, least, ratio === 1 ? 1.5 : ratio);
    const marks = [0.25, 0.5].map((part) => Math.round(part * plan));
    const ended = Array.from({ length: contests }, () =>
      playContest(draw, rates, 40_000, { marks }),
    );
    const of = rates.map((rate) => `${rate * 100}`).join(" and ");
    note(`${of} %, before the start`, plan, median(ended.map(({ mails }) => mails)));
    for (const mark of marks) {
      const open = ended.filter(({ mails }) => mails > mark);
      note(
        `${of} %, after ${mark} mails`,
        median(open.map(({ estimates: said }) => said.get(mark) ?? Infinity)),
        median(open.map(({ mails }) => mails - mark)),
      );
    }
  }
  return {
    what: "mails still needed: off by",
    found: Math.round(worst.off * 100) / 100,
    must: { most: 2 },
  };
}
