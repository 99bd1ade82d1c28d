import { parseArgs } from "node:util";
import { z } from "zod";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { unsubscribeToken } from "#modules/links/rules/token.ts";
import { createApi } from "#test/demo/api.ts";
import { randomFrom } from "#test/demo/random.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { copyOf, mutant, removeTree, TWICE } from "./copy.ts";
import { endEarly } from "./early.ts";
import { conclude, readLedger } from "./ledger.ts";
import { patienceMs, sleep, startWorld, whileMoving } from "./world.ts";

/*
 * `npm run faults -- races [--host node|worker] [--sends N] [--pauses N] [--seed N]`: people unsubscribe, are suppressed
 * or deleted, and the campaign is paused and started again, at the very moment at which their mail
 * leaves. What was not granted when the change was answered never leaves afterwards.
 */
const { values } = parseArgs({
  options: {
    host: { type: "string", default: "node" },
    sends: { type: "string", default: "800" },
    pauses: { type: "string", default: "10" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const SENDS = Number(values.sends);
const random = randomFrom(Number(values.seed));

// So slow that the changes come while there is mail to send: all together would leave within seconds.
const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok", replyMs: 50 });
const root = await copyOf([...mutant(values.mutant), TWICE]);
const world = await startWorld({ host: values.host === "worker" ? "worker" : "node", root });
/** When a change was answered, and what it must keep from leaving. */
type Race = { readonly at: number; readonly what: string; readonly barred: ReadonlySet<string> };
const races: Race[] = [];
const ofLeads = (): Race[] => races.filter(({ what }) => what !== "pause of the campaign");
/** Changes behind which the mail that they bar has left all the same. */
const tooLate = (): Race[] =>
  ofLeads().filter(({ at, barred }) =>
    smtp.accepted.some((mail) => mail.at > at && barred.has(mail.to[0] ?? "")),
  );
const lateWords = (late: readonly Race[]): string =>
  `${late.length} mails left after ${[...new Set(late.map(({ what }) => what))].join(" and ")} was answered`;
endEarly("races", values, () => {
  const late = tooLate();
  return late.length > 0 ? lateWords(late) : undefined;
});
let isOver = false;
let racing: Promise<unknown> = Promise.resolve();
try {
  await world.up();
  const api = createApi(world.url);
  const campaignId = await startBulkCampaign(api, {
    mailboxes: 12,
    smtpPort: smtp.port,
    csv: ["email", ...Array.from({ length: SENDS }, (_, i) => `lead${i}@acme${i % 50}.test`)].join(
      "\n",
    ),
    step: { subject: "Hello", body_text: "Hello from us" },
  });
  const [row] = await world.rows(
    `SELECT workspace_id AS wid FROM campaigns WHERE id = ${campaignId}`,
  );
  const wid = Number(row?.["wid"]);
  const at = `/workspaces/${wid}`;
  const call = (method: string, path: string, body?: unknown) =>
    api.call(method, at + path, z.unknown(), body);

  /** What the database says of a person's mail right after the change was answered. */
  const note = async (what: string, emails: readonly string[]): Promise<void> => {
    const moment = performance.now();
    const list = emails.map((email) => `'${email}'`).join(", ");
    const granted = new Set(
      (
        await world.rows(
          `SELECT to_email FROM sends WHERE to_email IN (${list}) AND state IN ('sending', 'sent', 'unknown', 'failed')`,
        )
      ).map((send) => String(send["to_email"])),
    );
    races.push({
      at: moment,
      what,
      barred: new Set(emails.filter((email) => !granted.has(email))),
    });
  };

  const acts: Readonly<
    Record<string, (send: { id: number; lead: number; email: string }) => Promise<unknown>>
  > = {
    unsubscribe: async ({ id }) => {
      const token = unsubscribeToken(
        world.secrets["TRACKING_SECRET"] ?? "",
        wid as WorkspaceId,
        id as SendId,
      );
      const answer = await fetch(`${world.url}/unsubscribe/${token}`, { method: "POST" });
      if (!answer.ok) throw new Error(`unsubscribe answers ${answer.status}`);
    },
    suppress: ({ email }) => call("POST", "/suppressions", { email }),
    delete: ({ lead }) => call("DELETE", `/leads/${lead}`),
    pause: ({ lead }) =>
      call("PUT", `/campaigns/${campaignId}/leads/${lead}`, { status: "paused" }),
  };

  let turn = 0;
  const raceLeads = async (): Promise<void> => {
    while (!isOver) {
      const claimed = await world.rows(
        "SELECT id, lead_id, to_email FROM sends WHERE state = 'leased' ORDER BY id DESC LIMIT 40",
      );
      const picked = claimed[Math.floor(random() * claimed.length)];
      // Each kind in its turn.
      const [what, act] = Object.entries(acts)[turn % 4] ?? [];
      if (!picked || !what || !act) {
        await sleep(3);
        continue;
      }
      turn++;
      const send = {
        id: Number(picked["id"]),
        lead: Number(picked["lead_id"]),
        email: String(picked["to_email"]),
      };
      // A pause of somebody whose mail has left, or who left himself, is refused.
      const done = await act(send).then(
        () => true,
        () => false,
      );
      if (done) await note(what, [send.email]);
    }
  };
  const raceCampaign = async (): Promise<void> => {
    const everybody = Array.from({ length: SENDS }, (_, i) => `lead${i}@acme${i % 50}.test`);
    for (let i = 0; i < Number(values.pauses); i++) {
      await sleep(50 + random() * 400);
      const isPaused = await call("POST", `/campaigns/${campaignId}/pause`).then(
        () => true,
        () => false,
      );
      // Everybody was written to meanwhile.
      if (!isPaused) return;
      const before = smtp.accepted.length;
      await note("pause of the campaign", everybody);
      await sleep(300);
      const late = smtp.accepted.slice(before).map((mail) => mail.to[0] ?? "");
      const race = races.findLast(({ what }) => what === "pause of the campaign");
      const wrong = late.filter((email) => race?.barred.has(email)).length;
      if (wrong > 0) lateAfterPause += wrong;
      await call("POST", `/campaigns/${campaignId}/start`);
    }
  };
  let lateAfterPause = 0;
  racing = Promise.all([raceLeads(), raceLeads(), raceLeads()]);
  await raceCampaign();
  const open = async (): Promise<number> =>
    Number(
      (
        await world.rows(
          `SELECT count(*) AS n FROM campaign_leads WHERE campaign_id = ${campaignId} AND status IN ('pending', 'in_progress')`,
        )
      )[0]?.["n"],
    );
  await whileMoving(async () => (await open()) === 0, open, patienceMs(values.mutant));
  isOver = true;
  await racing;
  await sleep(500);
  await world.halt();

  const ledger = await readLedger(world, smtp.accepted);
  const own = ofLeads();
  const late = tooLate();
  const inTime = races.filter(({ barred }) => barred.size > 0);
  const close = inTime.filter((race) => own.includes(race)).length;
  const kinds = new Set(inTime.map(({ what }) => what)).size;
  console.log(
    `seed ${values.seed}: ${smtp.accepted.length} of ${SENDS} sent; ${own.length} changes, ${close} of them in time; ${races.length - own.length} pauses`,
  );
  conclude(
    "races",
    [
      ...ledger.checks,
      [lateWords(late), late.length === 0],
      [
        `${lateAfterPause} mails left after the campaign's pause was answered`,
        lateAfterPause === 0,
      ],
      ["too few changes came in time to prove anything", close >= 20, "enough"],
      [`${kinds} kinds of change came in time, not 5`, kinds === 5, "enough"],
    ],
    values,
  );
} finally {
  isOver = true;
  await Promise.allSettled([racing]);
  await world.close();
  await smtp.close();
  await removeTree(root);
}
