import { describe, expect, it } from "vitest";
import { filesSent, givesOwnIds, referencesOf } from "#modules/mailboxes/rules/own-servers.ts";

const KEEPS = {
  smtpHost: "smtp.ours.test",
  imapHost: "imap.ours.test",
  road: "smtp",
  replacesIds: false,
} as const;

describe("a server that gives mails a Message-ID of its own", () => {
  it.each([
    [false, {}],
    [false, { smtpHost: "smtp.gmail.com" }],
    [true, { smtpHost: "smtp.office365.com" }],
    [true, { smtpHost: "SMTP-mail.outlook.com" }],
    [true, { smtpHost: "smtp.gmail.com", road: "api" }],
    [true, { replacesIds: true }],
  ] as const)("%s: %o", (is, change) => {
    expect(givesOwnIds({ ...KEEPS, ...change })).toBe(is);
  });

  it("gets a mail that names itself last, once", () => {
    const mail = { messageId: "own@x.test", ancestors: ["a@x.test", "own@x.test"] };
    expect(referencesOf(mail, { givesOwnIds: true })).toEqual(["a@x.test", "own@x.test"]);
    expect(referencesOf(mail, { givesOwnIds: false })).toEqual(["a@x.test"]);
  });
});

describe("a server that files what it sends", () => {
  it.each([
    [false, {}],
    [true, { smtpHost: "smtp.gmail.com", imapHost: "imap.gmail.com" }],
    [true, { smtpHost: "smtp.office365.com", imapHost: "outlook.office365.com" }],
    [false, { smtpHost: "smtp.office365.com" }],
    [false, { smtpHost: "smtp.office365.com", imapHost: "imap.gmail.com" }],
    [false, { smtpHost: "smtp.gmail.com", imapHost: null }],
  ] as const)("%s: %o", (is, change) => {
    expect(filesSent({ ...KEEPS, ...change })).toBe(is);
  });
});
