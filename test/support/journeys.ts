/** Journeys in Chromium of half a minute and more, which `npm run test:full -- dashboard` makes. */
export const LONG_JOURNEYS: readonly string[] = [
  "campaigns",
  "connections",
  "domains",
  "factors",
  "install",
  "many-mailboxes",
  "newcomer",
  "organisations",
  "sending-road",
  "session",
  "webhooks",
].map((name) => `test/dashboard/${name}.test.ts`);
