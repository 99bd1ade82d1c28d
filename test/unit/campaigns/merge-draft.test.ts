import { describe, expect, it } from "vitest";
import { draftChanges, countDraftChanges } from "#modules/campaigns/rules/publishing/changes.ts";
import {
  canonical,
  type Content,
  type ContentStep,
  type DraftStep,
  isSame,
  type StoredDraft,
} from "#modules/campaigns/rules/publishing/content.ts";
import {
  digestOf,
  wordsFingerprint,
  mergeDraft,
} from "#modules/campaigns/rules/publishing/merge-draft.ts";
import { DEFAULT_SCHEDULE } from "#platform/rules/schedule.ts";

const step = (id: number, subject: string, more: Partial<ContentStep> = {}): ContentStep => ({
  id,
  delay: id === 1 ? 0 : 2,
  delay_unit: "days",
  subject,
  body_html: "<p>Hello</p>",
  body_text: "",
  variants: [],
  task: null,
  ...more,
});
const settings = { schedule: DEFAULT_SCHEDULE, daily_limit: null, max_new_leads_per_day: 0 };
const live = (...steps: ContentStep[]): Content => ({ steps, settings });
const LIVE = live(step(1, "one"), step(2, "two"), step(3, "three"));

const kept = (id: number): DraftStep => ({ id, isNew: false, set: {}, base: {} });
const changed = (id: number, subject: string, from: string): DraftStep => ({
  ...kept(id),
  set: { subject },
  base: { subject: digestOf(from) },
});
const draft = (steps: DraftStep[], removed: number[] = []): StoredDraft => ({
  steps,
  removed,
  settings: {},
  settingsBase: {},
});
const subjects = (content: Content) => content.steps.map(({ subject }) => subject);

describe("a draft over what is published", () => {
  it("without a draft, and with an empty one, is what is published", () => {
    for (const stored of [null, draft([kept(1), kept(2), kept(3)])]) {
      const merged = mergeDraft(LIVE, stored);
      expect(subjects(merged)).toEqual(["one", "two", "three"]);
      expect(draftChanges(LIVE, merged)).toEqual([]);
    }
  });

  it("follows what is published where it changes nothing, also a step that is added or removed there", () => {
    const stored = draft([kept(1), changed(2, "TWO", "two"), kept(3)]);
    const now = live(step(1, "other"), step(4, "four"), step(2, "two", { delay: 9 }));
    const merged = mergeDraft(now, stored);
    expect(subjects(merged)).toEqual(["other", "four", "TWO"]);
    expect(merged.steps[2]?.delay).toBe(9);
    expect([merged.clashes, merged.isReordered, merged.removed]).toEqual([[], false, []]);
  });

  it("clashes where both changed one field differently, and where a changed step is gone", () => {
    const stored = draft([changed(1, "mine", "one"), changed(3, "mine", "three")]);
    expect(mergeDraft(live(step(1, "theirs"), step(2, "two")), stored).clashes).toEqual([
      { stepId: 1, field: "subject" },
      { stepId: 3, field: "step" },
    ]);
    expect(mergeDraft(live(step(1, "mine"), step(3, "three")), stored).clashes).toEqual([]);
  });

  it("tells what changes: fields, steps that come, go and move", () => {
    const fresh = { ...kept(-1), isNew: true, set: step(-1, "new") };
    const merged = mergeDraft(LIVE, draft([changed(2, "TWO", "two"), fresh, kept(1)], [3]));
    const changes = draftChanges(LIVE, merged);
    expect(changes.map(({ kind, stepId, position }) => [kind, stepId, position])).toEqual([
      ["changed", 2, 1],
      ["added", -1, 2],
      ["removed", 3, 3],
      ["moved", null, null],
    ]);
    expect(countDraftChanges(changes)).toBe(4);
    // Who had the first step has passed the place of the new one.
    expect(changes[1]?.below).toBe(1);
  });
});

describe("what an approval is about", () => {
  it("is the words and waits, not ids, shares of variants, or who does a task", () => {
    const arm = { id: "v", label: "B", subject: "b", body_html: "<p>b</p>", body_text: "" };
    const words = (id: number, weight: number, html = "<p>b</p>") =>
      wordsFingerprint([
        step(id, "one", {
          delay: 0,
          variants: [{ ...arm, body_html: html, weight, is_active: weight > 1 }],
        }),
      ]);
    expect(words(1, 50)).toBe(words(7, 1));
    expect(words(1, 50)).not.toBe(words(1, 50, "<p>c</p>"));
    expect(wordsFingerprint([step(1, "a"), step(2, "b")])).not.toBe(
      wordsFingerprint([step(2, "b"), step(1, "a")]),
    );
  });

  it("compares values whatever the order of their keys", () => {
    expect(isSame({ a: 1, b: [1, { c: 2, d: 3 }] }, { b: [1, { d: 3, c: 2 }], a: 1 })).toBe(true);
    expect(canonical({ b: undefined, a: null })).toBe('{"a":null}');
    expect(isSame([1, 2], [2, 1])).toBe(false);
  });
});
