import { type Brand, brandOfWorkspace } from "#modules/accounts/brands/read-brand.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { clipText } from "#modules/events/rules/web-push.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Role } from "#platform/access/permissions.ts";
import { sayIn } from "#platform/words/phrase.ts";
import type { ReaderLanguage } from "#platform/rules/choices.ts";
import type { ThreadId } from "#platform/rules/ids.ts";

/** Longer ones are cut by every system that shows them. */
const TITLE = 140;
const BODY = 80;

/** What the script of the dashboard shows (`src/dashboard/public/push.js`). */
export type PushWords = {
  readonly title: string;
  readonly body: string;
  /** A later one about the same takes its place. */
  readonly tag: string;
  /** What a click opens, on the host that the browser subscribed at. */
  readonly path: string;
};

/** A client sees the name of their white label, as everywhere; staff see which workspace it is. */
export async function pushWordsOf(
  ctx: WorkspaceCtx,
  title: string,
  about: { readonly threadId: ThreadId | null; readonly role: Role },
): Promise<PushWords> {
  const { workspaceId } = ctx;
  const brand = about.role === "client" ? await brandOfWorkspace(ctx, workspaceId) : null;
  const thread = about.threadId === null ? "" : `?thread=${about.threadId}`;
  return {
    title: clipText(title, TITLE),
    body: clipText(await nameOf(ctx, brand), BODY),
    tag: `${workspaceId}.${about.threadId ?? "all"}`,
    path: `/w/${workspaceId}/inbox${thread}`,
  };
}

const nameOf = async (ctx: WorkspaceCtx, brand: Brand | null): Promise<string> =>
  brand !== null && brand.workspaceId !== null
    ? brand.name
    : (await readSettings(ctx)).general.name;

/** What somebody sees who tries it. */
export const testWords = (
  brand: Pick<Brand, "name">,
  language: ReaderLanguage | null,
): PushWords => ({
  title: sayIn(language)("Notices work in this browser"),
  body: clipText(brand.name, BODY),
  tag: "test",
  path: "/account",
});
