import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { LOOKS, type LookName } from "#test/support/browser.ts";
import { buildDashboard } from "#server/build-dashboard.ts";
import { webhookReceiver } from "#test/support/webhook-receiver.ts";
import { startOrganisationSites } from "#test/support/oauth/organisation-sites.ts";
import { seriousFindings } from "./accessible.ts";
import { furnish } from "./furnish.ts";
import { count } from "./counted.ts";
import { furnishRooms } from "./furnish-rooms.ts";
import { openOwnWorkspace } from "./world.ts";
import { layoutFaults } from "./layout.ts";
import { STATES, VIEWS } from "./views.ts";

/**
 * `npm run screenshots [-- room ... look ...]`: pictures of every room, or of those whose names begin so, as
 * desktop, laptop, tablet, phone, narrow phone and dark, or in the looks named, in test-results/screenshots: as it is
 * drawn, while its answers are on their way (`loading`), and where they fail (`failed`). With `de` or `es` in that
 * language, without the views that press something by its English name. Says what axe finds serious in each and what is
 * wrong with its layout, and fails then.
 */
const isLook = (word: string): word is LookName => word in LOOKS;
const isLanguage = (word: string): boolean => ["de", "es"].includes(word);
const language = process.argv.slice(2).find(isLanguage);
const only = process.argv.slice(2).filter((word) => !isLook(word) && !isLanguage(word));
const named = process.argv.slice(2).filter(isLook);
const looks = named.length > 0 ? named : (Object.keys(LOOKS) as LookName[]);
const directory = "test-results/screenshots";
mkdirSync(directory, { recursive: true });
await buildDashboard();
const world = await openOwnWorkspace();
const receiver = await webhookReceiver();
const sites = await startOrganisationSites();
try {
  const places = await furnishRooms(world, await furnish(world), receiver, sites);
  await count(world.dataDir, world.wid);
  for (const look of looks) {
    // Pictures are taken faster than people look.
    const minutes = Infinity;
    const visitors = {
      outside: await world.visit({ look, minutes, ...(language && { language }) }),
      inside: await world.visit({
        look,
        minutes,
        signedIn: world.operator,
        ...(language && { language }),
      }),
    };
    for (const view of [...VIEWS, ...STATES]) {
      const { name, path, signedIn = true, prepare, ready, before, isLoading = false } = view;
      if (only.length > 0 && !only.some((word) => name.startsWith(word))) continue;
      if (language && prepare) continue;
      const { page, faults } = signedIn ? visitors.inside : visitors.outside;
      await before?.(page);
      await page.goto(path(places));
      await page.locator("h1").first().waitFor();
      if (!isLoading) {
        await page.waitForLoadState("networkidle");
        // What it says is there in English alone.
        await (ready && !language
          ? page.getByText(ready).first().waitFor()
          : page.locator(".sk").first().waitFor({ state: "detached" }));
      }
      await prepare?.(page);
      await page.waitForTimeout(250);
      await page.screenshot({
        path: join(directory, `${[name, look, language].filter(Boolean).join("-")}.png`),
        fullPage: false,
      });
      for (const finding of [...(await seriousFindings(page)), ...(await layoutFaults(page))]) {
        console.error(`${[name, look, language].filter(Boolean).join("-")}: ${finding}`);
        process.exitCode = 1;
      }
      await page.context().setOffline(false);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      if (faults.length > 0) console.error(`${name}-${look}: ${faults.splice(0).join("; ")}`);
    }
    await visitors.outside.close();
    await visitors.inside.close();
  }
  console.log(`Pictures lie in ${directory}.`);
} finally {
  await receiver.close();
  await sites.close();
  await world.stop();
}
