import { trackingSecrets } from "#platform/ctx/settings.ts";
import { html } from "hono/html";
import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { siteOfHost } from "#modules/links/own-hosts/site-of-host.ts";
import { readUnsubscribeToken, type Tracked } from "#modules/links/rules/token.ts";
import type { Departures } from "#platform/ctx/ports.ts";
import type { HotAnswer, HotOperation, HotRequest, HotRoute } from "#platform/http/hot-route.ts";
import { lostPage, page, withoutBody, wrongMethod } from "#platform/http/page.ts";
import {
  languageOfBrowser,
  type RecipientLanguage,
} from "#modules/campaigns/rules/template/recipient-language.ts";
import { UNSUBSCRIBE_TEXTS } from "./languages.ts";
import { type PageWords, pageWords } from "./page-words.ts";
import { mayResubscribe, resubscribe } from "#modules/campaigns/unsubscribe/resubscribe.ts";
import { unsubscribe } from "#modules/campaigns/unsubscribe/unsubscribe.ts";

const PREFIX = "/unsubscribe/";
const METHODS_HERE = ["GET", "HEAD", "POST", "OPTIONS"] as const;
const METHODS = METHODS_HERE.join(", ");
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
        description: "Anybody with the link may. Links do not expire.",
        answers: answersOf("A page with a button."),
      },
      {
        method: "POST",
        path: `${PREFIX}:token`,
        summary:
          "Unsubscribe, by the button or by one click of a mail program (RFC 8058); the page that follows offers to take it back, for ten minutes and once.",
        description:
          "Anybody with the link may. No email of a campaign goes to the lead any more, and the address is suppressed unless the workspace decided otherwise.",
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
  try {
    if (deps.departures?.has(tracked.workspaceId)) {
      return await answerFromAway(deps.departures, request, tracked);
    }
    return await answerUnsubscribe(inWorkspace(deps, tracked.workspaceId), request, tracked.sendId);
  } catch (cause) {
    deps.log("unsubscribe.failed", { cause: describe(cause), request: request.id }, "error");
    return laterPage(languageOfBrowser(request.header("accept-language")) ?? "en");
  }
}

/** A workspace's own host names no other one: not even who sends its emails. */
async function isOfOthers(deps: Deps, request: HotRequest, id: WorkspaceId): Promise<boolean> {
  const { ownHost } = await siteOfHost(deps, request.header("host") ?? "");
  return ownHost !== null && ownHost.workspaceId !== id;
}

/**
 * The workspace lies in another installation, whose page this is. An opt-out that does not reach it
 * now is kept and brought there; only taking one back needs it at once.
 */
async function answerFromAway(
  away: Departures,
  request: HotRequest,
  { workspaceId, sendId }: Tracked,
): Promise<HotAnswer> {
  const language = request.header("accept-language");
  const method = METHODS_HERE.find((one) => one === request.method);
  if (method === undefined) return wrongMethod(METHODS);
  const body = method === "POST" ? ((await request.text(MAX_BODY_BYTES)) ?? "") : "";
  const answered = await away.page(workspaceId, { sendId, method, body, language: language ?? "" });
  if (answered) return answered;
  const own = languageOfBrowser(language) ?? "en";
  if (method !== "POST" || isAgain(body)) return laterPage(own);
  await away.optOut(workspaceId, sendId, body);
  const { thisSender: sender } = UNSUBSCRIBE_TEXTS[own];
  return donePage({ sender, postalAddress: null, text: null, language: own }, false);
}

/** Whether a POST takes an opt-out back. */
const isAgain = (body: string): boolean => /(?:^|&)subscribe=again(?:&|$)/.test(body);

/** What the page answers that belongs to a message of the workspace. */
export async function answerUnsubscribe(
  ctx: WorkspaceCtx,
  request: Pick<HotRequest, "method" | "header" | "text">,
  sendId: SendId,
): Promise<HotAnswer> {
  const wordsHere = () => pageWords(ctx, sendId, request.header("accept-language"));
  switch (request.method) {
    case "GET":
      return askPage(await wordsHere());
    case "HEAD":
      return withoutBody(await askPage(await wordsHere()));
    case "OPTIONS":
      return { status: 204, headers: { Allow: METHODS, "Cache-Control": "no-store" }, body: null };
    case "POST": {
      const body = (await request.text(MAX_BODY_BYTES)) ?? "";
      if (isAgain(body)) {
        const isBack = await resubscribe(ctx, sendId);
        const words = await wordsHere();
        return isBack ? againPage(words) : lateToUndoPage(words);
      }
      const isOneClick = /list-unsubscribe/i.test(body) && /one-click/i.test(body);
      await unsubscribe(ctx, { sendId, source: isOneClick ? "one_click" : "link" });
      return donePage(await wordsHere(), await mayResubscribe(ctx, sendId));
    }
    default:
      return wrongMethod(METHODS);
  }
}

const askPage = ({ sender, postalAddress, text, language }: PageWords): Promise<HotAnswer> => {
  const { unsubscribe: verb, question } = UNSUBSCRIBE_TEXTS[language];
  return page(
    200,
    verb,
    html`<p>${text ?? question(sender)}</p>
      <form method="post"><button type="submit">${verb}</button></form>
      ${postalAddress === null ? "" : html`<p><small>${sender}, ${postalAddress}</small></p>`}`,
    language,
  );
};

const donePage = ({ sender, language }: PageWords, offersUndo: boolean): Promise<HotAnswer> => {
  const { done, noMore, mistake, undo } = UNSUBSCRIBE_TEXTS[language];
  return page(
    200,
    done,
    html`<p>${noMore(sender)}</p>
      ${
        offersUndo
          ? html`<form method="post">
              <p>${mistake}</p>
              <button type="submit" name="subscribe" value="again">${undo}</button>
            </form>`
          : ""
      }`,
    language,
  );
};

const lateToUndoPage = ({ sender, language }: PageWords): Promise<HotAnswer> => {
  const { tooLate, stillOut } = UNSUBSCRIBE_TEXTS[language];
  return page(409, tooLate, html`<p>${stillOut(sender)}</p>`, language);
};

const againPage = ({ sender, language }: PageWords): Promise<HotAnswer> => {
  const { again, canWrite } = UNSUBSCRIBE_TEXTS[language];
  return page(200, again, html`<p>${canWrite(sender)}</p>`, language);
};

/** The database may be away, so the browser alone decides. */
const laterPage = (language: RecipientLanguage): Promise<HotAnswer> => {
  const { failed, later } = UNSUBSCRIBE_TEXTS[language];
  return page(503, failed, html`<p>${later}</p>`, language);
};
