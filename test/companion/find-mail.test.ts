import { afterAll, beforeAll, describe } from "vitest";
import { createImapServer, type ImapServer } from "#test/support/mail/imap-server.ts";
import { replacedIdsWork } from "#test/support/mail/replaced-ids-work.ts";
import { type Rig, startRig } from "./rig.ts";

describe("mails in Sent that bear another Message-ID are found", () => {
  let rig: Rig;
  let imap: ImapServer;
  let port: number;
  beforeAll(async () => {
    rig = await startRig();
    imap = createImapServer();
    imap.addUser("ann", "right");
    port = await imap.listen();
  });
  afterAll(() => Promise.all([rig.close(), imap.close()]));

  replacedIdsWork({
    mail: () => rig.mail(),
    imap: () => ({
      host: "127.0.0.1",
      port,
      security: "auto",
      username: "ann",
      password: "right",
    }),
    put: (raw) => imap.append("ann", "Sent", raw),
    ids: async () =>
      imap
        .messages("ann", "Sent")
        .map(({ raw }) => /^Message-ID: <(.+)>/im.exec(String(raw))?.[1] ?? ""),
  });
});
