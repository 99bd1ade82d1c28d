import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { AppError } from "#platform/rules/errors.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { claimDueSends } from "#modules/campaigns/claim/claim-due.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { sweepLapsed } from "#modules/delivery/engine/recover.ts";
import { sendKind } from "#modules/campaigns/sends/kind.ts";
import { wakePausedLeads } from "#modules/campaigns/enrolments/update-enrolment.ts";
import { type Harness, harness, type HarnessOptions } from "./harness.ts";
import { reportOf } from "./outreach.ts";

/** A harness whose mail port keeps what is handed over; the test plays the companion. */
export async function companionPlay(options: HarnessOptions = {}) {
  const taken: OutgoingMail[] = [];
  const state = { away: false };
  const t: Harness = await harness({
    ...options,
    mail: {
      transmit: async (mails) => {
        if (state.away) throw new AppError("upstream_unavailable", "The mail service is away.");
        taken.push(...mails);
      },
      ...options.mail,
    },
  });
  const { wid } = await t.signUp();
  const base = `/api/v1/workspaces/${wid}/campaigns`;
  /** The sweeps of one tick that send, and the jobs that they woke; answers the mails handed over. */
  const run = async (): Promise<OutgoingMail[]> => {
    await t.sweep((deps) => sweepLapsed(deps, sendKind));
    await t.sweep(wakePausedLeads);
    await t.sweep(claimDueSends);
    await t.drain();
    return taken.splice(0);
  };
  const intend = (mails: readonly OutgoingMail[]) =>
    grantIntents(t.deps, { intents: mails.map(({ ticket, lease }) => ({ ticket, lease })) });
  const settle = (mails: readonly OutgoingMail[], change: Parameters<typeof reportOf>[1] = {}) =>
    settleResults(t.deps, { results: mails.map((mail) => reportOf(mail, change)) });
  const deliver = async (mails: readonly OutgoingMail[]): Promise<void> => {
    if (mails.length === 0) return;
    await intend(mails);
    await settle(mails);
  };
  /** Ticks every `stepMs`, each mail delivered at once; answers who got what when. */
  const play = async (forMs: number, stepMs: number = MINUTE_MS) => {
    const sent: { at: number; to: string; from: string; subject: string }[] = [];
    for (const end = t.clock.now + forMs; t.clock.now < end; t.advance(stepMs)) {
      const mails = await run();
      await deliver(mails);
      for (const mail of mails) {
        const to = mail.envelope.to[0] ?? "";
        sent.push({ at: t.clock.now, to, from: mail.from.address, subject: mail.subject });
      }
    }
    return sent;
  };
  return { t, wid, base, state, taken, run, intend, settle, deliver, play };
}
