import { afterAll, beforeAll, describe } from "vitest";
import { type PoolWorld, POOL_WORLD_PARTS, startPoolWorld } from "#test/support/mail/pool-world.ts";
import { replacedIdsWork } from "#test/support/mail/replaced-ids-work.ts";
import { needs } from "#test/support/needs.ts";
import { type Rig, startRig } from "#test/companion/rig.ts";

const ANN = "ann@agency.test";

describe("mails in Dovecot's Sent that bear another Message-ID", needs(...POOL_WORLD_PARTS), () => {
  let rig: Rig;
  let world: PoolWorld;
  beforeAll(async () => {
    rig = await startRig();
    world = await startPoolWorld({ emails: [ANN], password: "pw", isSpam: () => false });
  });
  afterAll(() => Promise.all([rig.close(), world.stop()]));

  replacedIdsWork({
    mail: () => rig.mail(),
    imap: () => ({
      host: "127.0.0.1",
      port: world.imapPort,
      security: "none",
      username: ANN,
      password: "pw",
    }),
    put: (raw) => world.put(ANN, "Sent", raw),
    ids: async () =>
      (await world.folder(ANN, "Sent")).map(({ messageId }) => messageId.replace(/^<|>$/g, "")),
  });
});
