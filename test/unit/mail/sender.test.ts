import { describe, expect, it } from "vitest";
import {
  answeredByColleague,
  companyDomain,
  senderAddresses,
} from "#modules/mailboxes/rules/sender.ts";
import { inThreadOrder } from "#modules/inbox/rules/thread-order.ts";
import { unixMs } from "#platform/rules/ids.ts";

describe("a sender", () => {
  it.each([
    ["Lead+Work@Acme.test", ["lead+work@acme.test", "lead@acme.test"]],
    [" lead@acme.test ", ["lead@acme.test"]],
    ["+lead@acme.test", ["+lead@acme.test"]],
    ["", []],
    [`${"a".repeat(400)}@acme.test`, []],
  ])("%s is known as %j", (address, known) => expect(senderAddresses(address)).toEqual(known));

  it("has colleagues only where the domain is a company's", () => {
    const free = new Set(["gmail.com"]);
    expect(companyDomain("boss@Acme.test", free)).toBe("acme.test");
    expect(companyDomain("boss@gmail.com", free)).toBe("");
    expect(companyDomain("boss", free)).toBe("");
  });
});

describe("an answer of a colleague", () => {
  const to = (leadId: number, subject = "Hello", toEmail = `lead${leadId}@acme.test`) => ({
    leadId,
    subject,
    toEmail,
  });
  const answer = (subject: string, text = "Yes.") => ({ subject, text });

  it("is of the one who got that subject", () => {
    expect(answeredByColleague(answer("Re: Hello"), [to(1), to(1)])?.leadId).toBe(1);
    expect(answeredByColleague(answer("AW: Hello"), [to(1), to(2, "Other")])?.leadId).toBe(1);
    expect(answeredByColleague(answer("Fwd: Re: hello"), [to(1)])?.leadId).toBe(1);
  });

  it.each([
    ["a subject of its own", "Hello", [to(1)]],
    ["another subject", "Re: Goodbye", [to(1)]],
    ["no subject", "Re: ", [to(1, "")]],
    ["nobody", "Re: Hello", []],
    ["two who got that subject", "Re: Hello", [to(1), to(2)]],
  ])("is of nobody: %s", (_, subject, sent) =>
    expect(answeredByColleague(answer(subject), sent)).toBeNull(),
  );

  it("is of the one of several whom it names", () => {
    const quoted = "Yes.\n\nFrom: Al\nTo: Lead2@acme.test\nSubject: Hello";
    expect(answeredByColleague(answer("Re: Hello", quoted), [to(1), to(2)])?.leadId).toBe(2);
    const both = `${quoted}\nCc: lead1@acme.test`;
    expect(answeredByColleague(answer("Re: Hello", both), [to(1), to(2)])).toBeNull();
  });
});

describe("the order of a conversation", () => {
  const mail = (messageId: string, at: number, inReplyTo: string | null = null) => ({
    messageId,
    serverMessageId: null as string | null,
    sentAt: unixMs(at),
    inReplyTo,
    references: [] as string[],
  });
  const ordered = (mails: readonly ReturnType<typeof mail>[]) =>
    inThreadOrder(mails, (m) => m).map((m) => m.messageId);

  it("puts an answer below what it answers, whatever the second of its receipt says", () => {
    expect(ordered([mail("answer", 5_000, "first"), mail("first", 5_400)])).toEqual([
      "first",
      "answer",
    ]);
    expect(
      ordered([mail("c", 4_000, "b"), mail("b", 5_000, "a"), mail("a", 5_400), mail("d", 6_000)]),
    ).toEqual(["a", "b", "c", "d"]);
  });

  it("finds the mail that is answered by the last of the references as well", () => {
    const byReferences = { ...mail("answer", 5_000), references: ["a", "first", "gone"] };
    expect(ordered([byReferences, mail("first", 5_400), mail("a", 5_500)])).toEqual([
      "first",
      "answer",
      "a",
    ]);
  });

  it("knows a mail by the id that its server gave it, too", () => {
    const first = { ...mail("first", 5_400), serverMessageId: "theirs" };
    expect(ordered([mail("answer", 5_000, "theirs"), first])).toEqual(["first", "answer"]);
    expect(ordered([mail("answer", 5_000, "gone first"), first])).toEqual(["first", "answer"]);
  });

  it("keeps the order of receipt otherwise, and ends where mails answer each other", () => {
    expect(ordered([mail("a", 1), mail("", 2), mail("", 2), mail("b", 3)])).toEqual([
      "a",
      "",
      "",
      "b",
    ]);
    expect(ordered([mail("a", 1), mail("b", 1, "a"), mail("c", 1, "b"), mail("d", 1)])).toEqual([
      "a",
      "b",
      "c",
      "d",
    ]);
    expect(ordered([mail("a", 1, "b"), mail("b", 2, "a"), mail("c", 3, "c")])).toHaveLength(3);
  });
});
