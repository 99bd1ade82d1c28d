import { takeRouted } from "#modules/inbox/routed/take-routed.ts";
import { type Act, actsOf } from "#modules/samples/rules/people.ts";
import { hitSignals } from "#modules/tracking/hits/hit-signals.ts";
import { recordHits } from "#modules/tracking/hits/record-hits.ts";
import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { SANDBOX_EMAIL } from "#platform/rules/mail/sandbox.ts";
import { selectSampleRow } from "#modules/samples/sample/store.ts";
import { leaseActs, type MailRow, noteActed } from "./store.ts";
import { mailBack } from "./write-back.ts";

const ACTS_PER_SWEEP = 50;
const LEASE_MS = MINUTE_MS;

/**
 * Sweep: sample leads do what is due. Their emails are read as those of a mailbox are, their opens and
 * clicks recorded as those of anybody; each has its own key, so that one that is done twice counts once.
 */
export async function actDue(deps: Deps): Promise<void> {
  const now = deps.now();
  const lease = crypto.randomUUID();
  const at = { now, until: later(now, LEASE_MS) };
  for (const row of await leaseActs(deps.db, lease, at, ACTS_PER_SWEEP)) {
    try {
      const acts = actsOf(row);
      const act = acts[row.acts];
      if (act) await perform(deps, row, act);
      const next = acts[row.acts + 1];
      await noteActed(deps.db, row, next ? later(row.takenAt, next.after * SECOND_MS) : null);
    } catch (cause) {
      deps.log("sample.not_acted", { id: row.id, cause: describe(cause) }, "warn");
    }
  }
}

async function perform(deps: Deps, row: MailRow, act: Act): Promise<void> {
  if (act.kind === "open" || act.kind === "click") return hit(deps, row, act.kind);
  const mail = mailBack(row, act, deps.now());
  const { db, workspaceId } = inWorkspace(deps, row.workspaceId);
  const sample = await selectSampleRow(db, workspaceId);
  const id = sample?.state === "ready" ? sample.mailboxId : null;
  if (!mail || id === null) return;
  await takeRouted(deps, [{ id, email: SANDBOX_EMAIL, workspaceId }], mail);
}

/** The address of documentation (RFC 5737), which no network has. */
const ADDRESS = "192.0.2.1";
const AGENT =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

async function hit(deps: Deps, row: MailRow, kind: "open" | "click"): Promise<void> {
  const { workspaceId, sendId, link, hasPixel } = row;
  if (sendId === null || (kind === "open" ? !hasPixel : link === null)) return;
  const at = deps.now();
  const source = `${ADDRESS}:${row.toEmail}`;
  const header = (name: string) => (name === "user-agent" ? AGENT : undefined);
  const signals = hitSignals(deps.settings.TRACKING_SECRET, at, source, null, header);
  const url = kind === "click" ? link : null;
  await recordHits(deps, [
    {
      batchId: `sample:${workspaceId}:${row.id}:${row.acts}`,
      hits: [{ workspaceId, sendId, kind, url, at, signals: { ...signals, private: true } }],
    },
  ]);
}
