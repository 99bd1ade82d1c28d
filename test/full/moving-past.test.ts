import { afterAll, beforeAll, describe } from "vitest";
import { type PoolWorld, POOL_WORLD_PARTS, startPoolWorld } from "#test/support/mail/pool-world.ts";
import { pastWork } from "#test/support/mail/past-work.ts";
import { needs } from "#test/support/needs.ts";
import { type Rig, startRig } from "#test/companion/rig.ts";

const MAX = "max@ours.test";

describe("the past of Dovecot's Sent folder", needs(...POOL_WORLD_PARTS), () => {
  let rig: Rig;
  let world: PoolWorld;
  beforeAll(async () => {
    rig = await startRig();
    world = await startPoolWorld({ emails: [MAX], password: "pw", isSpam: () => false });
  });
  afterAll(() => Promise.all([rig.close(), world.stop()]));

  pastWork(20000, {
    mail: () => rig.mail(),
    imap: () => ({
      host: "127.0.0.1",
      port: world.imapPort,
      security: "none",
      username: MAX,
      password: "pw",
    }),
  });
});
