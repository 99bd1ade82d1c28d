import { buildDashboard } from "#server/build-dashboard.ts";
import { openInstall } from "#test/dashboard/world.ts";
import { type Ground, openGround } from "./ground.ts";
import { type Effort, handAt, PICTURES, takePage, type Way } from "./hand.ts";
import { FIRST_MAIL, firstMail, type Limits, TASKS } from "./ten.ts";

/*
 * `npm run tasks [-- task ... mouse|keyboard]`: does ten tasks of people who run outreach in Chromium against a running
 * product, by mouse and by keyboard alone, and counts clicks, fields, keys and seconds. Its pictures are in
 * test-results/tasks. Fails where a task cannot be done, or takes more than the limits beside it.
 */
const WAYS = ["mouse", "keyboard"] as const;
const asked = process.argv.slice(2);
const isWay = (word: string): word is Way => WAYS.some((way) => way === word);
const ways = asked.some(isWay) ? asked.filter(isWay) : WAYS;
const names = asked.filter((word) => !isWay(word));
const isAsked = (name: string): boolean => names.length === 0 || names.includes(name);

/** What counts presses is a script, which the frames of emails refuse as any other. */
const OF_THE_COUNTER = /^Blocked script execution in 'about:srcdoc'/;

const efforts: Record<string, Effort & { way: Way }> = {};
const faults: string[] = [];

await buildDashboard();
for (const way of ways) {
  if (isAsked(FIRST_MAIL.name)) await tryFirstMail(way);
  if (TASKS.some(({ name }) => isAsked(name))) {
    const ground = await openGround();
    try {
      for (const task of TASKS) if (isAsked(task.name)) await attempt(task, way, ground);
    } finally {
      await ground.stop();
    }
  }
}
console.table(
  Object.fromEntries(
    Object.entries(efforts).map(([name, { seconds, busy, ...counts }]) => [
      name,
      { ...counts, seconds: Math.round(seconds * 10) / 10, busy: Math.round(busy * 10) / 10 },
    ]),
  ),
);
console.log(`Pictures are in ${PICTURES}.`);
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? "Every task keeps to its limits." : `${faults.length} faults.`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function tryFirstMail(way: Way): Promise<void> {
  const world = await openInstall();
  try {
    const { page, faults: thrown, close } = await world.visit({ minutes: Infinity });
    const measure = await takePage(page);
    await page.goto("/");
    await page.getByLabel("Your name").waitFor();
    await judge(FIRST_MAIL.name, way, FIRST_MAIL.limits, thrown, () =>
      measure(() => firstMail(handAt(page, way), world)),
    );
    await close();
  } finally {
    await world.stop();
  }
}

async function attempt(task: (typeof TASKS)[number], way: Way, ground: Ground): Promise<void> {
  const { world, places } = ground;
  const {
    page,
    faults: thrown,
    close,
  } = await world.visit({
    signedIn: world.operator,
    minutes: Infinity,
  });
  page.setDefaultTimeout(30_000);
  const measure = await takePage(page);
  await page.goto(`/w/${task.where?.(ground) ?? places.wid}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const run = way === "mouse" ? task.byMouse : task.byKeyboard;
  const hand = handAt(page, way);
  await judge(
    task.name,
    way,
    task.limits,
    thrown,
    () => measure(() => run(hand, ground)),
    () => hand.picture(`${task.name}-failed`),
  );
  await close();
}

/** Notes what it took, and what of that is too much. */
async function judge(
  name: string,
  way: Way,
  limits: Limits,
  thrown: readonly string[],
  run: () => Promise<Effort>,
  onFailure: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  try {
    const effort = await run();
    efforts[`${name}, ${way}`] = { way, ...effort };
    const most = Object.entries(limits[way]);
    for (const [what, limit] of most) {
      const took = Object.entries(effort).find(([counted]) => counted === what)?.[1] ?? 0;
      if (took > limit) faults.push(`${name} by ${way}: ${took} ${what}, at most ${limit}`);
    }
    if (way === "keyboard" && effort.clicks > 0) faults.push(`${name} by keyboard: was clicked`);
  } catch (cause) {
    await onFailure();
    faults.push(
      `${name} by ${way} cannot be done: ${String(cause).split("\n").slice(0, 6).join(" ")}`,
    );
  }
  for (const fault of thrown.filter((one) => !OF_THE_COUNTER.test(one)))
    faults.push(`${name} by ${way}: ${fault}`);
}
