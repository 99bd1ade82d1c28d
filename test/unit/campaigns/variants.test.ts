import { describe, expect, it } from "vitest";
import { replyTo, subjectOfStep } from "#modules/campaigns/rules/template/subject.ts";
import {
  armOf,
  copyOf,
  splitOf,
  type StepCopy,
  type Variant,
} from "#modules/campaigns/rules/variants.ts";

const arm = (label: string, weight: number, part: Partial<Variant> = {}): Variant => ({
  id: label,
  label,
  subject: `subject ${label}`,
  body_html: `html ${label}`,
  body_text: "",
  weight,
  is_active: true,
  ...part,
});
const step = (variants: Variant[] = [], part: Partial<StepCopy> = {}): StepCopy => ({
  id: 7,
  subject: "own subject",
  bodyHtml: "own html",
  bodyText: "own text",
  variants,
  ...part,
});

describe("arms of a step", () => {
  it.each([
    ["no arms: all own copy", [], { control: 100 }],
    ["one of 50 splits evenly", [arm("B", 50)], { control: 50, B: 50 }],
    [
      "the rest stays with the control",
      [arm("B", 20), arm("C", 30)],
      { control: 50, B: 20, C: 30 },
    ],
    [
      "a full hundred leaves the control nothing",
      [arm("B", 40), arm("C", 60)],
      { control: 0, B: 40, C: 60 },
    ],
    [
      "a disabled one falls back to the control",
      [arm("B", 40), arm("C", 60, { is_active: false })],
      { control: 60, B: 40 },
    ],
  ])("%s", (_, variants, weights) => {
    expect(Object.fromEntries(splitOf(variants).map((a) => [a.label, a.weight]))).toEqual(weights);
  });

  it("a lead keeps its arm, and leads spread by weight", () => {
    const split = step([arm("B", 20), arm("C", 30), arm("D", 10, { is_active: false })]);
    const labels = Array.from({ length: 10_000 }, (_, lead) => armOf(split, lead).label);
    expect(labels).toEqual(labels.map((_, lead) => armOf(split, lead).label));
    const share = (label: string) => labels.filter((l) => l === label).length / labels.length;
    expect(share("control")).toBeCloseTo(0.5, 1);
    expect(share("B")).toBeCloseTo(0.2, 1);
    expect(share("C")).toBeCloseTo(0.3, 1);
    expect(share("D")).toBe(0);
    const other = { ...split, id: 8 };
    const moved = labels.filter((label, lead) => armOf(other, lead).label !== label).length;
    expect(moved).toBeGreaterThan(3_000);
  });

  it("says its own words; without a subject the step's; a gone arm gives the step's copy", () => {
    const one = step([arm("B", 100, { subject: " " })]);
    expect(armOf(one, 1)).toEqual({
      label: "B",
      template: { subject: "own subject", bodyHtml: "html B", bodyText: "" },
    });
    expect(copyOf(one, "F")).toEqual({
      label: "control",
      template: { subject: "own subject", bodyHtml: "own html", bodyText: "own text" },
    });
  });
});

describe("subject of a step", () => {
  const steps = [
    step([], { id: 1, subject: "{Hi|Yo} {{ first_name }}" }),
    step([], { id: 2, subject: "" }),
    step([], { id: 3, subject: "Re: already" }),
    step([], { id: 4, subject: "  " }),
  ];

  it("is its own, in a thread of its own", () => {
    expect(subjectOfStep(steps, 0, 5)).toEqual({
      subject: "{Hi|Yo} {{ first_name }}",
      seed: "5:1",
      sameThread: false,
    });
    expect(subjectOfStep(steps, 2, 5)).toMatchObject({ subject: "Re: already", sameThread: false });
  });

  it("is Re: the one before, spun as it was, where it is empty", () => {
    expect(subjectOfStep(steps, 1, 5)).toEqual({
      subject: "Re: {Hi|Yo} {{ first_name }}",
      seed: "5:1",
      sameThread: true,
    });
    expect(subjectOfStep(steps, 3, 5)).toEqual({
      subject: "Re: already",
      seed: "5:3",
      sameThread: true,
    });
  });

  it("follows the arm that the lead had", () => {
    const withArm = [step([arm("B", 100)], { id: 1 }), step([], { id: 2, subject: "" })];
    expect(subjectOfStep(withArm, 1, 5).subject).toBe("Re: subject B");
  });

  it("copes with no subject and no step", () => {
    expect(subjectOfStep([step([], { subject: "" })], 0, 5)).toMatchObject({
      subject: "",
      sameThread: false,
    });
    expect(subjectOfStep([], 0, 5)).toMatchObject({ subject: "", sameThread: false });
    expect(replyTo("RE: x")).toBe("RE: x");
    expect(replyTo("x")).toBe("Re: x");
  });
});
