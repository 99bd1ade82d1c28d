import { describe, expect, it } from "vitest";
import {
  presetOfDomain,
  presetOfServers,
  presetOfSmtp,
} from "#modules/mailboxes/rules/preset-of.ts";
import { MAIL_PRESETS } from "#modules/mailboxes/rules/presets.ts";
import { refuseMailHost } from "#modules/mailboxes/rules/mail-host.ts";

describe("mailbox presets", () => {
  it("name servers that may be dialled, encrypted, on the port of their security", () => {
    for (const { id, smtp, imap, help } of MAIL_PRESETS) {
      for (const server of imap ? [smtp, imap] : [smtp]) {
        expect([id, refuseMailHost(server.host, server.port, { allowPrivate: false })]).toEqual([
          id,
          null,
        ]);
        expect([id, server.port]).toEqual([
          id,
          server.security === "starttls" ? 587 : server === smtp ? 465 : 993,
        ]);
      }
      expect(help.length).toBeGreaterThan(20);
    }
    expect(new Set(MAIL_PRESETS.map(({ id }) => id)).size).toBe(MAIL_PRESETS.length);
  });

  it.each([
    ["aspmx.l.google.com", "google"],
    ["acme-com.mail.protection.outlook.com", "microsoft"],
    ["mx2.zoho.eu", "zoho"],
    ["in1-smtp.messagingengine.com", "fastmail"],
    ["mx00.ionos.de", "ionos"],
    ["mx1.mail.ovh.net", "ovh"],
    ["mx01.mail.icloud.com", "icloud"],
    ["mail.protonmail.ch", "proton"],
    ["mx.evilgoogle.com", undefined],
  ])("the mail server %s is at %s", (host, id) => {
    expect(presetOfServers([host])?.id).toBe(id);
  });

  it("are told by the address and by the server that sends", () => {
    expect(presetOfDomain("gmail.com")?.id).toBe("google");
    expect(presetOfDomain("acme.com")).toBeNull();
    expect(presetOfSmtp("smtp.office365.com")?.id).toBe("microsoft");
    expect(presetOfSmtp("mail.acme.com")).toBeNull();
  });
});
