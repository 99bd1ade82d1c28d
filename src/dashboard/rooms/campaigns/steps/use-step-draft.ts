import { useCallback, useEffect, useRef, useState } from "react";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import { isApiError } from "#dashboard/api/problem.ts";
import type { StepStore } from "#dashboard/rooms/campaigns/publishing/step-store.ts";
import type { StepPatch } from "#dashboard/rooms/campaigns/queries.ts";

/** Rests so long after the last key before it saves, */
const REST_MS = 1_200;
/** and saves at most so often: somebody who pauses between sentences saves a few times a minute. */
const GAP_MS = 6_000;

export type SaveState =
  | { readonly kind: "saved"; readonly at: number | null }
  | { readonly kind: "waiting" }
  | { readonly kind: "saving" }
  | { readonly kind: "failed"; readonly error: unknown }
  /** Somebody else changed the same field meanwhile. */
  | { readonly kind: "conflict"; readonly theirs: Step };

type Fields = Pick<
  Step,
  "subject" | "body_html" | "body_text" | "delay" | "delay_unit" | "variants"
>;
const NAMES = ["subject", "body_html", "body_text", "delay", "delay_unit", "variants"] as const;

const fieldsOf = (step: Step): Fields => ({
  subject: step.subject,
  body_html: step.body_html,
  body_text: step.body_text,
  delay: step.delay,
  delay_unit: step.delay_unit,
  variants: step.variants,
});
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Fields that differ from `base`; null when none does. */
function patchOf(base: Fields, draft: Fields): StepPatch | null {
  const changed = NAMES.filter((name) => !same(base[name], draft[name]));
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((name) => [name, draft[name]]));
}

export type StepDraft = {
  draft: Fields;
  state: SaveState;
  change: (part: Partial<Fields>) => void;
  saveNow: () => void;
  /** Decides a conflict. */
  settle: (whose: "mine" | "theirs") => void;
};

/**
 * A step that is being written. It saves itself when the typing rests, one save at a time, and
 * when the step is left; of a campaign that sends it saves into the draft, since a lead that is due
 * would get half a sentence. Changes of others to other fields are taken in; to the same field they
 * are a conflict that a person decides.
 */
export function useStepDraft(step: Step, store: StepStore): StepDraft {
  const [draft, setDraft] = useState(() => fieldsOf(step));
  const [state, setState] = useState<SaveState>({ kind: "saved", at: null });
  const base = useRef(step);
  const latest = useRef(draft);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saved = useRef(Number.NEGATIVE_INFINITY);

  const take = useCallback(
    (answer: Step): void => {
      base.current = answer;
      store.took(answer);
    },
    [store],
  );

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    if (busy.current) return;
    busy.current = true;
    try {
      for (;;) {
        const patch = patchOf(fieldsOf(base.current), latest.current);
        if (!patch) break;
        setState({ kind: "saving" });
        saved.current = Date.now();
        const known = base.current;
        try {
          take(await store.patch(known, patch));
        } catch (error) {
          if (!isApiError(error) || error.code !== "conflict") throw error;
          const theirs = await store.read(known.id);
          const joined = joinedFields(patch, theirs, base.current, latest.current);
          if (!joined) return setState({ kind: "conflict", theirs });
          latest.current = joined;
          setDraft(latest.current);
          take(theirs);
        }
      }
      setState({ kind: "saved", at: Date.now() });
    } catch (error) {
      setState({ kind: "failed", error });
    } finally {
      busy.current = false;
    }
  }, [store, take]);

  // What others saved is shown as long as nothing is typed here.
  useEffect(() => {
    if (patchOf(fieldsOf(base.current), latest.current) !== null) return;
    base.current = step;
    latest.current = fieldsOf(step);
    setDraft(latest.current);
  }, [step]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (patchOf(fieldsOf(base.current), latest.current) !== null) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => {
      window.removeEventListener("beforeunload", warn);
      clearTimeout(timer.current);
      void save();
    };
  }, [save]);

  return {
    draft,
    state,
    saveNow: () => void save(),
    change: (part) => {
      latest.current = { ...latest.current, ...part };
      setDraft(latest.current);
      setState((old) => (old.kind === "conflict" ? old : { kind: "waiting" }));
      clearTimeout(timer.current);
      const wait = Math.max(REST_MS, saved.current + GAP_MS - Date.now());
      timer.current = setTimeout(() => void save(), wait);
    },
    settle: (whose) => {
      if (state.kind !== "conflict") return;
      const { theirs } = state;
      take(theirs);
      if (whose === "theirs") {
        latest.current = fieldsOf(theirs);
        setDraft(latest.current);
      }
      void save();
    },
  };
}

/** Their fields with ours on top, which are saved again; null if both changed the same one. */
function joinedFields(patch: StepPatch, theirs: Step, base: Step, latest: Fields): Fields | null {
  const mine = NAMES.filter((name) => name in patch);
  const isClash = mine.some(
    (name) => !same(theirs[name], base[name]) && !same(theirs[name], latest[name]),
  );
  if (isClash) return null;
  return { ...fieldsOf(theirs), ...Object.fromEntries(mine.map((name) => [name, latest[name]])) };
}
