import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { companionMail } from "#app/adapters/companion-mail.ts";
import { type Companion, startCompanion } from "#companion/companion.ts";
import { readEnv } from "#companion/env.ts";
import type { MailService } from "#platform/ctx/ports.ts";
import { type AppDouble, SECRET, startAppDouble } from "./app-double.ts";
import {
  type ScriptedSmtp,
  type ScriptedSmtpOptions,
  startScriptedSmtp,
} from "#test/support/mail/scripted-smtp.ts";

/** The companion in this process, between an app double and a scripted SMTP server. */
export type Rig = {
  readonly app: AppDouble;
  readonly smtp: ScriptedSmtp;
  readonly dataDir: string;
  mail(): MailService;
  port(): number;
  /** What it says of itself. */
  health(): Promise<{ readonly listening: number }>;
  /** Ends the companion in order and starts a new one over the same journal. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

const TEST_TIMEOUTS = { greeting: 1_000, command: 1_000, dot: 1_000 } as const;

export async function startRig(
  options: ScriptedSmtpOptions & {
    readonly tickSeconds?: string;
    readonly journal?: "app";
    readonly role?: "watch";
    readonly logLevel?: string;
  } = {},
): Promise<Rig> {
  const dataDir = mkdtempSync(join(tmpdir(), "outrider-companion-"));
  const [app, smtp] = [await startAppDouble(), await startScriptedSmtp(options)];
  const start = (): Promise<Companion> => {
    const read = readEnv({
      COMPANION_PORT: "0",
      COMPANION_SECRET: SECRET,
      APP_URL: app.url,
      DATA_DIR: dataDir,
      TICK_SECONDS: options.tickSeconds ?? "off",
      LOG_LEVEL: options.logLevel ?? "error",
      ...(options.journal && { JOURNAL: options.journal }),
      ...(options.role && { ROLE: options.role }),
    });
    if (!read.ok) throw new Error(read.wrong.join("\n"));
    return startCompanion(read.env, { timeouts: TEST_TIMEOUTS });
  };
  let companion = await start();
  return {
    app,
    smtp,
    dataDir,
    port: () => companion.port,
    mail: () => companionMail(`http://127.0.0.1:${companion.port}`, SECRET),
    async health() {
      const response = await fetch(`http://127.0.0.1:${companion.port}/health`);
      return (await response.json()) as { listening: number };
    },
    async restart() {
      await companion.stop();
      companion = await start();
    },
    async close() {
      await companion.stop();
      await Promise.all([app.close(), smtp.close()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
