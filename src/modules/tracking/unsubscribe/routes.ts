import { trackingSecrets } from "#platform/ctx/settings.ts";
import { html } from "hono/html";
import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { siteOfHost } from "#modules/links/own-hosts/site-of-host.ts";
import { readUnsubscribeToken } from "#modules/links/rules/token.ts";
import type { HotAnswer, HotOperation, HotRequest, HotRoute } from "#platform/http/hot-route.ts";
import { lostPage, page, withoutBody, wrongMethod } from "#platform/http/page.ts";
import { type PageWords, pageWords } from "./page-words.ts";
import { mayResubscribe, resubscribe } from "#modules/campaigns/unsubscribe/resubscribe.ts";
import { unsubscribe } from "#modules/campaigns/unsubscribe/unsubscribe.ts";

const PREFIX = "/unsubscribe/";
const METHODS = "GET, HEAD, POST, OPTIONS";
/** The body is at most `List-Unsubscribe=One-Click` in one of two encodings (RFC 8058). */
const MAX_BODY_BYTES = 4_096;

/** GET|POST /unsubscribe/:token: GET shows a form and changes nothing, POST acts at once, or takes it back when its body says so. */
export const unsubscribeRoutes: readonly HotRoute[] = [
  {
    path: `${PREFIX}*`,
    answer,
    operations: [
      {
        method: "GET",
        path: `${PREFIX}:token`,
        summary: "Ask before unsubscribing; changes nothing.",
        answers: answersOf("A page with a button."),
      },
      {
        method: "POST",
        path: `${PREFIX}:token`,
        summary:
          "Unsubscribe, by the button or by one click of a mail program (RFC 8058); the page that follows offers to take it back, for ten minutes and once.",
        answers: {
          ...answersOf("The address gets no more mail."),
          409: {
            description: "It was to be taken back, and the ten minutes for that are over.",
            type: "text/html",
          },
        },
      },
    ],
  },
];

function answersOf(done: string): HotOperation["answers"] {
  const type = "text/html";
  return {
    200: { description: done, type },
    404: { description: "The link was cut, changed or made up.", type },
    503: { description: "Try again in a minute.", type },
  };
}

async function answer(deps: Deps, request: HotRequest): Promise<HotAnswer> {
  const tracked = readUnsubscribeToken(
    trackingSecrets(deps.settings),
    request.path.slice(PREFIX.length),
  );
  if (!tracked || (await isOfOthers(deps, request, tracked.workspaceId))) {
    return request.method === "HEAD" ? withoutBody(await lostPage()) : lostPage();
  }
  const ctx = inWorkspace(deps, tracked.workspaceId);
  try {
    return await act(ctx, request, tracked.sendId);
  } catch (cause) {
    deps.log("unsubscribe.failed", { cause: describe(cause) }, "error");
    return laterPage();
  }
}

/** A workspace's own host names no other one: not even who sends its emails. */
async function isOfOthers(deps: Deps, request: HotRequest, id: WorkspaceId): Promise<boolean> {
  const { ownHost } = await siteOfHost(deps, request.header("host") ?? "");
  return ownHost !== null && ownHost.workspaceId !== id;
}

async function act(ctx: WorkspaceCtx, request: HotRequest, sendId: SendId): Promise<HotAnswer> {
  switch (request.method) {
    case "GET":
      return askPage(await pageWords(ctx));
    case "HEAD":
      return withoutBody(await askPage(await pageWords(ctx)));
    case "OPTIONS":
      return { status: 204, headers: { Allow: METHODS, "Cache-Control": "no-store" }, body: null };
    case "POST": {
      const body = (await request.text(MAX_BODY_BYTES)) ?? "";
      if (/(?:^|&)subscribe=again(?:&|$)/.test(body)) {
        const isBack = await resubscribe(ctx, sendId);
        const words = await pageWords(ctx);
        return isBack ? againPage(words) : lateToUndoPage(words);
      }
      const isOneClick = /list-unsubscribe/i.test(body) && /one-click/i.test(body);
      await unsubscribe(ctx, { sendId, source: isOneClick ? "one_click" : "link" });
      return donePage(await pageWords(ctx), await mayResubscribe(ctx, sendId));
    }
    default:
      return wrongMethod(METHODS);
  }
}

const askPage = ({ sender, postalAddress, text }: PageWords): Promise<HotAnswer> =>
  page(
    200,
    "Unsubscribe",
    html`<p>${text ?? `Do you want to unsubscribe from emails from ${sender}?`}</p>
      <form method="post"><button type="submit">Unsubscribe</button></form>
      ${postalAddress === null ? "" : html`<p><small>${sender}, ${postalAddress}</small></p>`}`,
  );

const donePage = ({ sender }: PageWords, offersUndo: boolean): Promise<HotAnswer> =>
  page(
    200,
    "You are unsubscribed",
    html`<p>${sender} will not send you any more emails. You can close this page.</p>
      ${
        offersUndo
          ? html`<form method="post">
              <p>Was this a mistake? You can undo it within ten minutes.</p>
              <button type="submit" name="subscribe" value="again">Undo</button>
            </form>`
          : ""
      }`,
  );

const lateToUndoPage = ({ sender }: PageWords): Promise<HotAnswer> =>
  page(
    409,
    "This can no longer be undone",
    html`<p>You are still unsubscribed. If you want emails again, contact ${sender}.</p>`,
  );

const againPage = ({ sender }: PageWords): Promise<HotAnswer> =>
  page(200, "You are subscribed again", html`<p>${sender} can send you emails again.</p>`);

const laterPage = (): Promise<HotAnswer> =>
  page(503, "Something went wrong", html`<p>Please open the link again in a minute.</p>`);
