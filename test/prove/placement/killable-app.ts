import { recover } from "#modules/delivery/engine/recover.ts";
import { placement } from "#modules/placement/module.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { companionParts } from "#test/support/companion-parts.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { type AcceptedMail, startSmtpServer } from "#test/support/mail/smtp-server.ts";
import { addMailboxes } from "#test/support/warmup-world.ts";
import { mortal } from "../moving/kills.ts";

/** A mail as the server of its recipient gets it. */
export type TakenMail = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** With what the recipient's server says of its sender. */
  readonly raw: string;
  readonly email: AcceptedMail["email"];
};

/**
 * An app that sends and reads by its companion's own SMTP and IMAP sessions, and can be killed between
 * any two of its batches; `file` gives each mail to the server of its seed.
 */
export async function killableApp(options: {
  readonly senders: readonly string[];
  /** Seeds, and at which port of this machine they are read. */
  readonly seeds: readonly { readonly email: string; readonly port: number }[];
  readonly file: (mail: TakenMail) => Promise<void>;
  /** Of the senders. */
  readonly dailyLimit?: number;
}) {
  const filing: Promise<void>[] = [];
  const smtp = await startSmtpServer({
    authenticate: () => true,
    refuses: () => false,
    onRefused: () => {},
    onAccepted({ from, to, raw, email }) {
      const [address = ""] = to;
      const site = address.slice(address.indexOf("@") + 1);
      const results = `Authentication-Results: mx.${site}; spf=pass; dmarc=pass\r\n`;
      filing.push(
        options.file({
          id: (email.messageId ?? "").replace(/[<>]/g, ""),
          from,
          to: address,
          raw: results + raw.toString("latin1"),
          email,
        }),
      );
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
  const W = `/api/v1/workspaces/${wid}`;
  const { dailyLimit } = options;
  const senders: MailboxId[] = await addMailboxes(t, wid, options.senders, {
    smtpPort: smtp.port,
    rampEnabled: false,
    ...(dailyLimit !== undefined && { dailyLimit }),
  });
  for (const { email, port } of options.seeds) {
    // A certificate that was made here is trusted by nobody.
    const seed = { imapPort: port, imapSecurity: "none" } as const;
    for (const id of await addMailboxes(t, wid, [email], seed)) {
      const answer = await t.put(`${W}/mailboxes/${id}/seed`, { enabled: true });
      if (answer.status !== 200) throw new Error(answer.text);
    }
  }
  const life = mortal();
  const live = { db: t.deps.db, install: t.deps.install };
  let runs = 0;
  return {
    t,
    W,
    senders,
    kills: () => life.state.killed,
    /** From now on `tick` may kill it. */
    expose: () =>
      void Object.assign(t.deps, {
        install: life.wrap(live.install),
        db: life.wrap(live.db),
        log: () => {},
      }),
    /** Its sweeps, and the work that they wake. Dies after so many batches, and starts again. Answers whether it died. */
    async tick(batches?: number): Promise<boolean> {
      if (batches !== undefined) life.arm(batches);
      try {
        for (const { run } of placement.sweeps) await t.sweep(run);
        await t.drain();
        // What was accepted lies in its folder before the clock goes on.
        await Promise.all(filing.splice(0));
      } catch (cause) {
        if (!life.state.isDead) throw cause;
      }
      const { isDead } = life.state;
      life.restart();
      if (!isDead) return false;
      // What was in its memory is gone, and whoever holds a mail meets another run.
      t.queue.length = 0;
      await recover(t.deps, `run ${++runs}`);
      return true;
    },
    async close(): Promise<void> {
      t.close();
      await parts.close();
      await smtp.close();
    },
  };
}
