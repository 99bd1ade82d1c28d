import { randomBytes } from "node:crypto";
import {
  type ApiAct,
  type ApiFault,
  type Delivered,
  headerOf,
  type Holder,
  jsonAnswer,
  lastReferenceOf,
  leaving,
  NoAnswer,
  recipientsOf,
  type Refuse,
  withoutBrackets,
} from "./lab-mail.ts";

type Folder = "drafts" | "sentitems" | "deleteditems";
type Message = {
  id: string;
  readonly isImmutable: boolean;
  folder: Folder;
  isDraft: boolean;
  internetMessageId: string;
  raw: string;
  readonly at: number;
};

/** What a test may change while the face runs. */
export type GraphControl = {
  /** What becomes of a request, before it is looked at; `subject`: the References of a message, or its id. */
  fault:
    | ((act: ApiAct, email: string, lastReference: string | null) => ApiFault | undefined)
    | null;
  /** Keeps the Message-ID of whoever sends, which Exchange replaces otherwise. */
  keepsIds: boolean;
  /** Runs when a request has come in. */
  before: (() => Promise<void>) | null;
};

const REFERENCES = "String 0x1039";
const MAX_BYTES = 4 * 1024 * 1024;
/** Requests of one app at one mailbox. */
const AT_ONCE = 4;

const fail = ({ status, code, message, retryAfter }: Refuse): Response =>
  jsonAnswer(
    { error: { code, message: message ?? code, innerError: { "request-id": "lab" } } },
    status,
    retryAfter === undefined ? {} : { "retry-after": retryAfter },
  );
const refused = (status: number, code: string, message?: string): Response =>
  fail({ status, code, ...(message !== undefined && { message }) });

/**
 * Microsoft Graph's mail, as its documents say: drafts from MIME, ids that stay with `ImmutableId`
 * alone, a Message-ID of its own for what is sent, drafts that lie among the sent items then.
 * `holderOf` says whom an access token for it speaks for; null: it is none.
 */
export function graphFace(
  origin: string,
  holderOf: (token: string) => Holder | null,
  now: () => number = Date.now,
) {
  const control: GraphControl = { fault: null, keepsIds: false, before: null };
  const mailboxes = new Map<string, Message[]>();
  const delivered: Delivered[] = [];
  /** Acts, in order. */
  const calls: ApiAct[] = [];
  const underWay = new Map<string, number>();
  const newId = (): string => `AAkALg${randomBytes(30).toString("base64url")}`;
  const boxOf = (email: string): Message[] => {
    const box = mailboxes.get(email) ?? [];
    mailboxes.set(email, box);
    return box;
  };
  const shown = (message: Message, expands: boolean) => ({
    "@odata.etag": 'W/"CQAAAB"',
    id: message.id,
    isDraft: message.isDraft,
    internetMessageId: message.internetMessageId,
    ...(expands && {
      singleValueExtendedProperties: [
        { id: REFERENCES, value: headerOf(message.raw, "References") },
      ],
    }),
  });

  async function make(email: string, request: Request): Promise<Response> {
    if (request.headers.get("content-type") !== "text/plain") {
      return refused(415, "UnsupportedMediaType");
    }
    const body = await request.text();
    if (body.length > MAX_BYTES) return refused(413, "RequestEntityTooLarge");
    if (!/^[A-Za-z0-9+/]+=*$/.test(body)) {
      return refused(400, "ErrorMimeContentInvalidBase64String");
    }
    const raw = Buffer.from(body, "base64").toString();
    if (headerOf(raw, "From") === "") return refused(400, "ErrorMimeContentInvalid");
    const message: Message = {
      id: newId(),
      isImmutable: request.headers.get("prefer")?.includes('IdType="ImmutableId"') === true,
      folder: "drafts",
      isDraft: true,
      internetMessageId: headerOf(raw, "Message-ID"),
      raw,
      at: now(),
    };
    boxOf(email).push(message);
    return jsonAnswer(shown(message, false), 201);
  }

  function send(email: string, message: Message): Response {
    if (!message.isDraft) return refused(400, "ErrorInvalidRequest", "The message is no draft.");
    const to = recipientsOf(message.raw);
    if (to.length === 0) {
      return refused(400, "ErrorInvalidRecipients", "At least one recipient is not valid.");
    }
    if (!control.keepsIds) {
      const name = randomBytes(8).toString("hex").toUpperCase();
      message.internetMessageId = `<FR2P281MB${name}@FR2P281MB0001.DEUP281.PROD.OUTLOOK.COM>`;
    }
    message.raw = leaving(message.raw, message.internetMessageId);
    Object.assign(message, { isDraft: false, folder: "sentitems" });
    if (!message.isImmutable) message.id = newId();
    delivered.push({
      from: email,
      to,
      raw: message.raw,
      messageId: withoutBrackets(message.internetMessageId),
      lastReference: lastReferenceOf(message.raw),
    });
    return new Response(null, { status: 202 });
  }

  function list(email: string, folder: string, query: URLSearchParams): Response {
    const filter = query.get("$filter");
    const contained =
      filter === null
        ? null
        : /^singleValueExtendedProperties\/Any\(ep: ep\/id eq 'String 0x1039' and contains\(ep\/value, '(.+)'\)\)$/.exec(
            filter,
          )?.[1];
    if (contained === undefined) return refused(400, "ErrorInvalidUrlQueryFilter");
    const expands = query.get("$expand")?.includes(REFERENCES) === true;
    const found = boxOf(email)
      .filter((one) => one.folder === folder)
      .filter((one) => contained === null || headerOf(one.raw, "References").includes(contained))
      .toReversed()
      .slice(0, Number(query.get("$top") ?? 10));
    return jsonAnswer({ value: found.map((one) => shown(one, expands)) });
  }

  /** The act that a request asks for, the permission that it takes, and its message. */
  function actOf(method: string, path: string, email: string) {
    if (method === "POST" && path === "/messages") return { act: "make", message: null } as const;
    if (method === "GET" && path === "/mailFolders/drafts") {
      return { act: "probe", message: null } as const;
    }
    const folder = /^\/mailFolders\/(\w+)\/messages$/.exec(path)?.[1];
    if (method === "GET" && folder) return { act: "list", message: null, folder } as const;
    const [, id = "", verb = ""] = /^\/messages\/([^/]+)(\/send)?$/.exec(path) ?? [];
    const message = boxOf(email).find((one) => one.id === decodeURIComponent(id)) ?? null;
    if (method === "GET" && id !== "") return { act: "look", message } as const;
    if (method === "POST" && verb === "/send") return { act: "send", message } as const;
    if (method === "DELETE" && id !== "") return { act: "drop", message } as const;
    return null;
  }

  async function carryOut(email: string, request: Request, url: URL, path: string) {
    const asked = actOf(request.method, path, email);
    if (!asked) return refused(400, "BadRequest");
    const { act, message } = asked;
    calls.push(act);
    const copy = act === "make" ? Buffer.from(await request.clone().text(), "base64") : null;
    const raw = message?.raw ?? copy?.toString() ?? "";
    const fault = control.fault?.(act, email, lastReferenceOf(raw));
    if (fault === "before") throw new NoAnswer();
    if (typeof fault === "object" && "lateMs" in fault) {
      setTimeout(() => void perform(), fault.lateMs);
      throw new NoAnswer();
    }
    if (typeof fault === "object") return fail(fault);
    const answer = await perform();
    if (fault === "after") throw new NoAnswer();
    return answer;

    async function perform(): Promise<Response> {
      if (act === "make") return make(email, request);
      if (act === "probe") return jsonAnswer({ id: "drafts" });
      if (asked && "folder" in asked) return list(email, asked.folder, url.searchParams);
      if (!message) {
        return refused(
          404,
          "ErrorItemNotFound",
          "The specified object was not found in the store.",
        );
      }
      if (act === "look") return jsonAnswer(shown(message, false));
      if (act === "send") return send(email, message);
      // Deleted items stay for a while; drafts that are deleted are no drafts to anybody.
      const box = boxOf(email);
      if (message.isDraft) box.splice(box.indexOf(message), 1);
      else message.folder = "deleteditems";
      return new Response(null, { status: 204 });
    }
  }

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const [, own, other, path = ""] =
      /^\/v1\.0\/(?:(me)|users\/([^/]+))(\/.*)$/.exec(url.pathname) ?? [];
    if (own === undefined && other === undefined) return refused(404, "ResourceNotFound");
    const token = (request.headers.get("authorization") ?? "").replace(/^Bearer /, "");
    const holder = holderOf(token);
    if (!holder) {
      return refused(
        401,
        "InvalidAuthenticationToken",
        "Lifetime validation failed, the token is expired.",
      );
    }
    if (own !== undefined && holder.email === null) {
      return refused(
        400,
        "BadRequest",
        "/me request is only valid with delegated authentication flow.",
      );
    }
    const email = own === undefined ? decodeURIComponent(other ?? "") : (holder.email ?? "");
    if (holder.email !== null && holder.email !== email) return refused(403, "ErrorAccessDenied");
    const permission = path.endsWith("/send") ? "Mail.Send" : "Mail.ReadWrite";
    if (!holder.scopes.includes(permission)) {
      return refused(
        403,
        "ErrorAccessDenied",
        "Access is denied. Check credentials and try again.",
      );
    }
    const beside = underWay.get(email) ?? 0;
    if (beside >= AT_ONCE) {
      return fail({ status: 429, code: "ApplicationThrottled", retryAfter: "1" });
    }
    underWay.set(email, beside + 1);
    try {
      await control.before?.();
      return await carryOut(email, request, url, path);
    } finally {
      underWay.set(email, (underWay.get(email) ?? 1) - 1);
    }
  }

  return {
    origin,
    control,
    delivered,
    calls,
    handle,
    drafts: (email: string): readonly string[] =>
      boxOf(email)
        .filter((one) => one.isDraft)
        .map(({ id }) => id),
    /** What a person does by hand, or what else may happen to a draft. */
    forget(email: string): void {
      mailboxes.set(email, []);
    },
    sendByHand(email: string): void {
      for (const message of boxOf(email)) if (message.isDraft) send(email, message);
    },
  };
}
export type GraphFace = ReturnType<typeof graphFace>;
