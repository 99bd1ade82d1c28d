import { describe, expect, it } from "vitest";
import { type FolderMail, standingOf } from "#modules/moving/rules/places.ts";
import { subjectFits } from "#modules/moving/rules/subject-fits.ts";
import { ourWindows, waitOf } from "#modules/moving/rules/schedule-of.ts";
import { campaign, daysAgo, mail, place, SENDER } from "#test/support/moving-world.ts";

const ANN = "ann@acme.test";

const copy = (more: Partial<FolderMail>): FolderMail => ({
  mailbox: SENDER,
  direction: "sent",
  messageId: "copy@server.test",
  originalId: null,
  inReplyTo: null,
  subject: "Hello ann",
  text: "",
  automatic: false,
  at: daysAgo(5),
  ...more,
});

const stand = (more: Partial<Parameters<typeof standingOf>[0]>) =>
  standingOf({
    place: place(ANN, 1, { last_sent_at: daysAgo(5) }),
    mails: [],
    folder: [],
    steps: campaign().steps,
    count: 3,
    senders: [SENDER],
    campaigns: 1,
    now: daysAgo(0),
    ...more,
  });

describe("where a lead stands", () => {
  it("takes neither of two copies that fit one email, and says so", () => {
    const standing = stand({
      mails: [mail(ANN, 1, { message_id: null })],
      folder: [
        copy({ messageId: "a@x", at: daysAgo(5) }),
        copy({ messageId: "b@x", at: daysAgo(5) }),
      ],
    });
    expect(standing.mails).toMatchObject([{ step: 1, messageId: null }]);
    expect(standing.notes).toEqual([
      "Two emails in the Sent folder fit step 1: neither was taken.",
    ]);
    expect(standing.step).toBe(1);
  });

  it("joins by the id that the server replaced, whatever the time says", () => {
    const standing = stand({
      mails: [mail(ANN, 1, { message_id: "asked@rival.test" })],
      folder: [copy({ originalId: "asked@rival.test", at: daysAgo(1), subject: "Other" })],
    });
    expect(standing.mails).toMatchObject([
      { step: 1, messageId: "copy@server.test", otherId: "asked@rival.test" },
    ]);
    expect(standing.notes).toEqual([]);
  });

  it("counts no email that a person wrote, that fits no step, or that may be of another campaign", () => {
    const answer = copy({ direction: "received", messageId: "in@acme.test", at: daysAgo(4) });
    const byHand = copy({ inReplyTo: "in@acme.test", messageId: "hand@x", at: daysAgo(3) });
    const other = copy({ subject: "Invoice", messageId: "invoice@x", at: daysAgo(2) });
    const mails = [mail(ANN, 1)];
    expect(stand({ mails, folder: [answer, byHand] })).toMatchObject({
      step: 1,
      status: "replied",
    });
    expect(stand({ mails, folder: [other] })).toMatchObject({
      step: 1,
      notes: ["1 emails in the Sent folder fit no step."],
    });
    const second = copy({ subject: "Re: Hello ann", messageId: "second@x", at: daysAgo(2) });
    expect(stand({ mails, folder: [second] }).step).toBe(2);
    expect(stand({ mails, folder: [second], campaigns: 2 }).step).toBe(1);
  });

  it("guesses no step where nobody names one, and counts nothing that has not left", () => {
    expect(stand({ place: place(ANN, null) }).step).toBeNull();
    const planned = mail(ANN, 2, { at: daysAgo(-1) });
    expect(stand({ mails: [mail(ANN, 1), planned] }).step).toBe(1);
  });

  it("goes on for nobody who bounced, left, answered or was stopped", () => {
    const status = (more: Parameters<typeof stand>[0]) => stand(more).status;
    expect(status({})).toBe("running");
    expect(status({ place: place(ANN, 0) })).toBe("waiting");
    expect(status({ place: place(ANN, 3) })).toBe("completed");
    expect(status({ place: place(ANN, 1, { state: "completed" }) })).toBe("stopped");
    expect(status({ place: place(ANN, 1, { interest: "do_not_contact" }) })).toBe("unsubscribed");
    expect(status({ place: place(ANN, 1, { interest: "won" }) })).toBe("replied");
    expect(status({ place: place(ANN, 1, { interest: "out_of_office" }) })).toBe("running");
    expect(status({ folder: [copy({ direction: "bounce" })] })).toBe("bounced");
    expect(status({ folder: [copy({ direction: "opt_out" })] })).toBe("unsubscribed");
    const received = copy({ direction: "received", at: daysAgo(1) });
    expect(status({ folder: [received] })).toBe("replied");
    expect(status({ folder: [{ ...received, automatic: true }] })).toBe("running");
    // An older mail of the same person is no answer to it.
    expect(status({ folder: [{ ...received, at: daysAgo(50) }] })).toBe("running");
  });
});

describe("what is compared and translated", () => {
  it("finds a subject that was made from a template, and no other", () => {
    expect(subjectFits("Hello {{firstName}}, about %company%", "Re: Hello Ann, about Acme")).toBe(
      true,
    );
    expect(subjectFits("{Hi|Hello} {{name}}!", "Hello Ann!")).toBe(true);
    expect(subjectFits("Hello {{name}}!", "Hello Ann?")).toBe(false);
    expect(subjectFits("Hello", "Hello you")).toBe(false);
    expect(subjectFits("50% off for {{name}}", "50% off for Ann")).toBe(true);
    expect(subjectFits("a{{x}}a", "a")).toBe(false);
  });

  it("reads windows with Sunday as 0, and waits in the largest unit", () => {
    expect(ourWindows([{ days: [0, 1, 6], from: "9:00", to: "23:59" }])).toEqual([
      { days: [1, 6, 7], start: "09:00", end: "24:00" },
    ]);
    expect(ourWindows([{ days: [], from: "09:00", to: "17:00" }])).toEqual([]);
    expect([waitOf(2_880), waitOf(180), waitOf(90), waitOf(10_000_000)]).toEqual([
      { delay: 2, delayUnit: "days" },
      { delay: 3, delayUnit: "hours" },
      { delay: 90, delayUnit: "minutes" },
      { delay: 365, delayUnit: "days" },
    ]);
  });
});
