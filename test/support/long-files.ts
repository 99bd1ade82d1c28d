/** Journeys in Chromium of half a minute and more, which `npm run test:full -- dashboard` makes. */
export const LONG_JOURNEYS: readonly string[] = [
  "bulk",
  "by-keyboard",
  "campaigns",
  "client-access",
  "cockpit",
  "connections",
  "costs",
  "domains",
  "factors",
  "failing-rooms",
  "first-run",
  "follow-ups",
  "import-links",
  "inbox",
  "inbox-files",
  "inbox-team",
  "install",
  "keys",
  "languages",
  "leads",
  "many-mailboxes",
  "move-in",
  "newcomer",
  "organisations",
  "placement",
  "publishing",
  "push",
  "review",
  "sample",
  "sending-road",
  "session",
  "settings",
  "sso",
  "templates",
  "thousand-mailboxes",
  "webhooks",
  "white-label",
].map((name) => `test/dashboard/${name}.test.ts`);

/** Of these, what `.ci/run` makes: the rooms where people are all day, and where words go live. */
export const CI_JOURNEYS: readonly string[] = LONG_JOURNEYS.filter((file) =>
  /\/(inbox|publishing)\./.test(file),
);

/** Tests that start the product several times each, which `npm run test:full -- host` runs. */
export const LONG_ON_HOST: readonly string[] = [
  "backup",
  "backup-refused",
  "backup-restored",
  "databases",
  "end",
  "erased",
  "erased-before",
  "reseal",
  "reset-password",
  "start-after-crash",
  "start-beside",
  "update-deadlines",
].map((name) => `test/server/${name}.test.ts`);

/** Tests that bundle and start a Worker each, which `npm run test:full -- worker` runs. */
export const LONG_ON_WORKER: readonly string[] = ["direct-road", "validation", "workspaces"].map(
  (name) => `test/worker/${name}.test.ts`,
);

/** Deaths of the companion, which `npm run test:full -- crash` runs; the fault plan `points` has them with the app. */
export const LONG_COMPANION: readonly string[] = ["test/companion/crash.test.ts"];
