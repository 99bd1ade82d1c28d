import { describe, expect, it } from "vitest";
import { REPLY_LANGUAGES } from "#modules/inbox/rules/replies/languages/all.ts";
import { readReplyText } from "#modules/inbox/rules/replies/read-reply.ts";
import { readPhrase } from "#modules/inbox/rules/replies/phrases.ts";
import { casesIn } from "#test/prove/replies/cases.ts";
import { isRight, isWrongStop, judge, wronglyStopped } from "#test/prove/replies/prove.ts";

const held = judge(casesIn("held"));
const shown = judge(casesIn("shown"));
const shareOf = (all: readonly (typeof held)[number][]) => all.filter(isRight).length / all.length;

describe("replies in seven languages", () => {
  it("no reply stops mail to somebody who did not ask for it", () => {
    const wrong = [...held, ...shown].filter(isWrongStop);
    expect(wrong.map(({ one, found }) => `${one.name}: ${found}`)).toEqual([]);
  });

  it("none that only looks like an opt-out is one: other people, another channel, a no before it", () => {
    expect(wronglyStopped()).toEqual([]);
  });

  it("at least nine of ten that were held back are read as they are meant, in each language", () => {
    const languages = Map.groupBy(held, ({ one }) => one.language);
    expect(languages.size).toBe(7);
    for (const [language, own] of languages) {
      expect(shareOf(own), language).toBeGreaterThanOrEqual(0.9);
    }
    expect(held.length + shown.length).toBeGreaterThanOrEqual(400);
  });

  it("what they decide by is in the text, word by word", () => {
    for (const { one } of [...held, ...shown]) {
      const { words, confidence } = readReplyText(REPLY_LANGUAGES, one);
      const text = one.text.replace(/\s+/g, " ");
      for (const word of words) expect(`${text} ${one.subject}`, one.name).toContain(word);
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });
});

const categoryOf = (text: string, subject = "Re: A question", known: readonly string[] = []) =>
  readReplyText(REPLY_LANGUAGES, { subject, text }, known).category;

describe("what decides", () => {
  it("is never our own words, however they are quoted", () => {
    const ours =
      "Hi Rob, would a shorter close help?\nPlease remove me from your list is all you need to reply, and we stop.";
    const text = `Sounds good.\n\n${ours}`;
    expect(categoryOf(text)).not.toBe("do_not_contact");
    expect(categoryOf(text, "Re: x", [ours])).toBe("interested");
  });

  it("is the subject where the text is empty and the subject is no answer", () => {
    expect(categoryOf("", "Unsubscribe")).toBe("do_not_contact");
    expect(categoryOf("", "Re: Unsubscribe")).toBe("other");
    expect(categoryOf("", "Stop losing leads")).toBe("other");
  });

  it("is not the signature, and a postscript is", () => {
    const signed =
      "Thanks, noted.\n\nBest regards\nRob Doe\nBook a meeting: https://calendly.com/rob";
    expect(categoryOf(signed)).toBe("other");
    expect(categoryOf(`${signed}\n\nPS: please take me off your list`)).toBe("do_not_contact");
  });

  it("is what stands between quoted lines, too", () => {
    const inline =
      "On 1 Nov 2026, Ann <ann@acme.example> wrote:\n> Are you interested?\nNot interested.\n> Regards\n";
    expect(categoryOf(inline)).toBe("not_interested");
  });

  it("is an opt-out that a yes stands before, and not the yes", () => {
    for (const text of [
      "Yes, please remove me from the list.",
      "Ja, bitte melden Sie mich ab.",
      "Sí, denme de baja por favor.",
      "Sim, me descadastre.",
      "Ja, schrijf mij maar uit.",
    ]) {
      expect(categoryOf(text), text).toBe("do_not_contact");
    }
    expect(categoryOf("Yes, send me the price list.")).toBe("interested");
  });

  it("is no condition where a word only looks like one", () => {
    expect(categoryOf("Veuillez retirer mon adresse des listes.")).toBe("do_not_contact");
    expect(categoryOf("Retirem-me da lista a partir de hoje.")).toBe("do_not_contact");
    expect(categoryOf("Quítenme de la lista cuanto antes.")).toBe("do_not_contact");
    expect(categoryOf("Si el precio sube, quítenme de la lista.")).toBe("other");
  });

  it("is no phrase that was run together with another", () => {
    expect(() => readPhrase("stop mailing        take me off", {})).toThrow("two phrases");
  });

  it("is nothing in a mail that only forwards", () => {
    expect(
      categoryOf(
        "---------- Forwarded message ---------\nFrom: a@b.example\nTo: c@d.example\nSubject: x\n\nPlease remove me",
      ),
    ).toBe("other");
  });
});
