import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { describe } from "#platform/ctx/log.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { type Brand, brandOfWorkspace, installBrand } from "#modules/accounts/brands/read-brand.ts";
import { NOTICES_OF_INSTALL } from "#modules/events/rules/notices.ts";
import { noticeMail } from "#modules/accounts/passwords/notice-mail.ts";
import { readSettings, type SettingsValues } from "#modules/accounts/settings/read-settings.ts";
import { openSlackUrl } from "#modules/accounts/settings/secrets.ts";
import { finishBatch, takeDueNotices } from "./due-store.ts";
import { workspaceStands } from "#modules/accounts/workspaces/list-workspaces.ts";
import {
  type Addressee,
  languageOfAddress,
  selectAddressees,
  selectOperators,
} from "./operators-store.ts";
import type { NoticeRow } from "./store.ts";
import { mailOf, slackTextOf } from "./words.ts";

/** Longer than a hand-over and a post take. */
const LEASE_MS = 5 * MINUTE_MS;
/** After that it is in the list of notices alone. */
const MAX_ATTEMPTS = 6;
/** Notices that waited longer, since no channel was set up, are outdated. */
const NEWS_MS = DAY_MS;
const AT_ONCE = 50;
const SLACK_TIMEOUT_MS = 10_000;

/**
 * Job `notices.deliver.v1`: sends the workspace's due notices to the operator, in one mail and one
 * Slack message. The mail keeps its Message-ID over retries, so the mail service sends it once.
 * Slack comes after it, so that only a kill in between repeats it.
 */
export async function deliverNotices(ctx: WorkspaceCtx): Promise<Outcome> {
  const now = ctx.now();
  const rows = await takeDueNotices(ctx.db, ctx.workspaceId, {
    batch: crypto.randomUUID(),
    now,
    leaseUntil: later(now, LEASE_MS),
    limit: AT_ONCE,
  });
  const [first] = rows;
  if (!first || first.batch === null) return done;
  const news = rows.filter((row) => row.createdAt > now - NEWS_MS);
  const isWanted = first.attempts <= MAX_ATTEMPTS && news.length > 0;
  if (isWanted && (await workspaceStands(ctx, ctx.workspaceId))) {
    const settings = await readSettings(ctx);
    try {
      await mail(ctx, settings, first.batch, news);
      await postToSlack(
        ctx,
        settings,
        news.filter(({ userId }) => userId === null),
      );
    } catch (cause) {
      ctx.log("notices.not_told", { count: news.length, cause: describe(cause) }, "warn");
      return done;
    }
  }
  await finishBatch(ctx.db, ctx.workspaceId, first.batch);
  return done;
}

async function mail(
  ctx: WorkspaceCtx,
  { general, notifications }: SettingsValues,
  batch: string,
  news: readonly NoticeRow[],
): Promise<void> {
  if (ctx.settings.SYSTEM_MAIL_URL === undefined || !notifications.email_enabled) return;
  const ofAll = news.filter(({ userId }) => userId === null);
  const letters = [
    ...(ofAll.length === 0 ? [] : await lettersOf(ctx, notifications.email, ofAll)),
    ...(await ownLettersOf(ctx, news)),
  ];
  const mails = letters.flatMap(({ brand, people, news: own }) => {
    const ofBrand = brand.workspaceId === null ? "" : ":brand";
    return people.map(({ language, ...to }) =>
      noticeMail(ctx, brand, {
        key: `${batch}:${to.address}${ofBrand}${isOwn(own) ? ":own" : ""}`,
        to,
        ...mailOf(language, general.name, brand.origin, own),
      }),
    );
  });
  if (mails.length > 0) await ctx.mail.transmit(mails);
}

const isOwn = (news: readonly NoticeRow[]): boolean => news.some(({ userId }) => userId !== null);

type Letter = {
  readonly brand: Brand;
  readonly people: readonly Addressee[];
  readonly news: readonly NoticeRow[];
};

/** Who gets what: the address that the workspace chose, else the operators of the install. */
async function lettersOf(
  ctx: WorkspaceCtx,
  address: string | null,
  news: readonly NoticeRow[],
): Promise<readonly Letter[]> {
  const toOperators = async (own: readonly NoticeRow[]): Promise<Letter[]> =>
    own.length === 0
      ? []
      : [{ brand: await installBrand(ctx), people: await selectOperators(ctx.install), news: own }];
  if (address === null) return toOperators(news);
  const brand = await brandOfWorkspace(ctx, ctx.workspaceId);
  const language = await languageOfAddress(ctx.install, address);
  const people = [{ address, name: "", language }];
  if (brand.workspaceId === null) return [{ brand, people, news }];
  // Who reads the mails of a white label may be the client, who knows nothing of the install.
  const isOfInstall = ({ kind }: NoticeRow): boolean => NOTICES_OF_INSTALL.includes(kind);
  const outside = news.filter((one) => !isOfInstall(one));
  const ofInstall = await toOperators(news.filter(isOfInstall));
  return outside.length === 0 ? ofInstall : [{ brand, people, news: outside }, ...ofInstall];
}

/** What concerns one person alone goes to them. */
async function ownLettersOf(ctx: WorkspaceCtx, news: readonly NoticeRow[]): Promise<Letter[]> {
  const byPerson = Map.groupBy(
    news.filter((one) => one.userId !== null),
    ({ userId }) => userId,
  );
  if (byPerson.size === 0) return [];
  const brand = await brandOfWorkspace(ctx, ctx.workspaceId);
  const people = await selectAddressees(ctx.install, [...byPerson.keys()]);
  return people.map(({ id, ...person }) => ({
    brand,
    people: [person],
    news: byPerson.get(id) ?? [],
  }));
}

async function postToSlack(
  ctx: WorkspaceCtx,
  settings: SettingsValues,
  news: readonly NoticeRow[],
): Promise<void> {
  if (news.length === 0) return;
  const url = await openSlackUrl(ctx, settings);
  if (url === null) return;
  const { origin } = await brandOfWorkspace(ctx, ctx.workspaceId);
  const posted = await ctx.egress.post({
    url,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text: slackTextOf(settings.general.name, origin, news) }),
    timeoutMs: SLACK_TIMEOUT_MS,
    maxBytes: 1_024,
  });
  if (!posted.ok) throw new Error(`Slack: ${posted.error}`);
  // A wrong or withdrawn address will not become right: only what may pass is tried again.
  if (posted.reply.status >= 500 || posted.reply.status === 429) {
    throw new Error(`Slack: status ${posted.reply.status}`);
  }
}
