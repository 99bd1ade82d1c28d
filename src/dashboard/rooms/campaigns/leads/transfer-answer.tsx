import type { MoveLeadsAnswer, RemoveLeadsAnswer } from "#modules/campaigns/contract/transfers.ts";
import { api } from "#dashboard/api/client.ts";
import { fromServer, t } from "#dashboard/words/words.ts";

type Answer = RemoveLeadsAnswer &
  Partial<Pick<MoveLeadsAnswer, "moved" | "stay" | "steps" | "hint">>;

/** Calls until no more leads are left, and adds the answers up. */
export async function transferAll(
  path: string,
  body: object,
  onProgress: (n: number) => void,
): Promise<Answer> {
  let sum: Answer | null = null;
  for (let after = 0; ;) {
    const next: Answer = await api.post<Answer>(path, { ...body, after_id: after });
    sum = sum ? added(sum, next) : next;
    onProgress(sum.leads);
    if (!next.has_more) return sum;
    after = next.after_id;
  }
}

function added(a: Answer, b: Answer): Answer {
  const stay = { ...a.stay };
  for (const [why, n] of Object.entries(b.stay ?? {})) stay[why] = (stay[why] ?? 0) + n;
  const steps = new Map((a.steps ?? []).map(({ step, leads }) => [step, leads]));
  for (const { step, leads } of b.steps ?? []) steps.set(step, (steps.get(step) ?? 0) + leads);
  return {
    ...b,
    leads: a.leads + b.leads,
    waiting: a.waiting + b.waiting,
    claimed: a.claimed + b.claimed,
    leaving: a.leaving + b.leaving,
    moved: (a.moved ?? 0) + (b.moved ?? 0),
    stay,
    steps: [...steps].map(([step, leads]) => ({ step, leads })),
    hint: b.hint ?? a.hint ?? null,
  };
}

const WHY: Readonly<Record<string, string>> = {
  already_in_campaign: t("already in that campaign"),
  past_last_step: t("had all steps of that campaign"),
  in_other_campaign: t("in another active campaign"),
  risky_blocked: t("risky"),
  suppressed: t("suppressed"),
  unsubscribed: t("unsubscribed"),
  bounced: t("bounced"),
  invalid: t("invalid"),
};

/** What will happen, in numbers. */
export function TransferPlan({ of, isMove }: { of: Answer; isMove: boolean }) {
  const stays = Object.entries(of.stay ?? {});
  const waits = of.waiting + of.claimed;
  const facts = [
    of.leads === 0 && t("None of these leads has a sequence that is still running."),
    ...(of.steps ?? []).map(({ step, leads }) =>
      t(
        "{leads, plural, one {# lead goes on at step {step}.} other {# leads go on at step {step}.}}",
        { leads, step },
      ),
    ),
    ...stays.map(([why, n]) =>
      t("{n, plural, one {# lead stays here: {why}.} other {# leads stay here: {why}.}}", {
        n,
        why: WHY[why] ?? why,
      }),
    ),
    waits > 0 &&
      t(
        "{waits, plural, one {# waiting email is not sent.} other {# waiting emails are not sent.}}",
        { waits },
      ),
    of.leaving > 0 &&
      t(
        "{leaving, plural, one {# email is being sent now and still leaves.} other {# emails are being sent now and still leave.}}",
        { leaving: of.leaving },
      ),
    of.leads > 0 &&
      (isMove
        ? t("No step is repeated. What was sent stays in the statistics of this campaign.")
        : t("The leads stay in the workspace, and what was sent stays in the statistics.")),
  ].filter((fact) => fact !== false);
  return (
    <ul className="grid gap-2 text-text-2">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

export function TransferOutcome({ of, isMove }: { of: Answer; isMove: boolean }) {
  return (
    <div className="grid gap-2" role="status">
      <p>
        {isMove
          ? t("{moved, plural, one {# lead} other {# leads}} moved.", { moved: of.moved ?? 0 })
          : t("{leads, plural, one {# lead} other {# leads}} removed.", { leads: of.leads })}
      </p>
      {of.hint && <p className="text-text-2">{fromServer(of.hint)}</p>}
    </div>
  );
}
