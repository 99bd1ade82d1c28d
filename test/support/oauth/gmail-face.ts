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

type Message = { id: string; readonly threadId: string; labelIds: string[]; raw: string };
type Box = { readonly drafts: Map<string, Message>; readonly sent: Message[] };

export type GmailControl = {
  fault:
    | ((act: ApiAct, email: string, lastReference: string | null) => ApiFault | undefined)
    | null;
  /** Keeps the Message-ID of whoever sends, which Gmail replaces otherwise. */
  keepsIds: boolean;
  before: (() => Promise<void>) | null;
};

const FULL = "https://mail.google.com/";
const COMPOSE = "https://www.googleapis.com/auth/gmail.compose";

const STATUS: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
};
const fail = ({ status, code, message = code, retryAfter }: Refuse): Response =>
  jsonAnswer(
    {
      error: {
        code: status,
        message,
        errors: [{ message, domain: "global", reason: code }],
        status: STATUS[status],
      },
    },
    status,
    retryAfter === undefined ? {} : { "retry-after": retryAfter },
  );
const notFound = (): Response =>
  fail({ status: 404, code: "notFound", message: "Requested entity was not found." });

/**
 * Gmail's API, as its documents say: a draft goes when it is sent, and a new message with another id
 * and the label SENT stands in its thread.
 */
export function gmailFace(origin: string, holderOf: (token: string) => Holder | null) {
  const control: GmailControl = { fault: null, keepsIds: false, before: null };
  const boxes = new Map<string, Box>();
  const delivered: Delivered[] = [];
  const calls: ApiAct[] = [];
  const newId = (): string => randomBytes(8).toString("hex");
  const boxOf = (email: string): Box => {
    const box = boxes.get(email) ?? { drafts: new Map<string, Message>(), sent: [] };
    boxes.set(email, box);
    return box;
  };
  const shown = ({ id, threadId, labelIds, raw }: Message, format: string | null) => ({
    id,
    threadId,
    labelIds,
    ...(format === "metadata" && {
      payload: {
        headers: ["Message-ID", "References"].flatMap((name) => {
          const value = headerOf(raw, name);
          return value === "" ? [] : [{ name: name.replace("ID", "Id"), value }];
        }),
      },
    }),
  });

  function send(email: string, id: string): Response {
    const { drafts, sent } = boxOf(email);
    const draft = drafts.get(id);
    if (!draft) return notFound();
    const to = recipientsOf(draft.raw);
    if (to.length === 0) {
      return fail({ status: 400, code: "invalidArgument", message: "Recipient address required" });
    }
    const given = control.keepsIds
      ? headerOf(draft.raw, "Message-ID")
      : `<CA${randomBytes(12).toString("hex")}@mail.gmail.com>`;
    const raw = leaving(draft.raw, given);
    drafts.delete(id);
    const message = { id: newId(), threadId: draft.threadId, labelIds: ["SENT"], raw };
    sent.push(message);
    const messageId = withoutBrackets(given);
    delivered.push({ from: email, to, raw, messageId, lastReference: lastReferenceOf(raw) });
    return jsonAnswer(shown(message, null));
  }

  function actOf(method: string, path: string): { act: ApiAct; id: string } | null {
    const [, kind = "", id = ""] = /^\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (method === "GET" && kind === "profile") return { act: "probe", id: "" };
    if (method === "POST" && path === "/drafts") return { act: "make", id: "" };
    if (method === "POST" && path === "/drafts/send") return { act: "send", id: "" };
    if (method === "DELETE" && kind === "drafts") return { act: "drop", id };
    if (method !== "GET") return null;
    return { act: id === "" ? "list" : "look", id };
  }

  function read(email: string, path: string, id: string, query: URLSearchParams): Response {
    const { drafts, sent } = boxOf(email);
    const format = query.get("format");
    if (path === "/drafts") {
      const newest = [...drafts].toReversed().slice(0, Number(query.get("maxResults") ?? 100));
      return jsonAnswer({ drafts: newest.map(([one]) => ({ id: one })) });
    }
    if (path === "/messages") {
      const wanted = /rfc822msgid:(\S+)/.exec(query.get("q") ?? "")?.[1];
      const found = sent.filter(({ raw }) => headerOf(raw, "Message-ID") === `<${wanted}>`);
      return jsonAnswer({ messages: found.map((one) => ({ id: one.id })) });
    }
    if (path.startsWith("/drafts/")) {
      const draft = drafts.get(id);
      return draft ? jsonAnswer({ id, message: shown(draft, format) }) : notFound();
    }
    const isThread = path.startsWith("/threads/");
    const found = [...drafts.values(), ...sent].filter((one) =>
      isThread ? one.threadId === id : one.id === id,
    );
    if (found.length === 0) return notFound();
    const all = found.map((one) => shown(one, format));
    return jsonAnswer(isThread ? { id, messages: all } : all[0]);
  }

  async function carryOut(email: string, request: Request, url: URL, path: string) {
    const asked = actOf(request.method, path);
    if (!asked) return fail({ status: 400, code: "badRequest" });
    const { act } = asked;
    calls.push(act);
    const body =
      request.method === "POST"
        ? ((await request.json()) as { id?: string; message?: { raw?: string } })
        : {};
    const made = Buffer.from(body.message?.raw ?? "", "base64url").toString();
    const id = body.id ?? asked.id;
    const raw = act === "make" ? made : (boxOf(email).drafts.get(id)?.raw ?? "");
    const fault = control.fault?.(act, email, lastReferenceOf(raw));
    if (fault === "before") throw new NoAnswer();
    if (typeof fault === "object" && "lateMs" in fault) {
      setTimeout(() => void perform(), fault.lateMs);
      throw new NoAnswer();
    }
    if (typeof fault === "object") return fail(fault);
    const answer = perform();
    if (fault === "after") throw new NoAnswer();
    return answer;

    function perform(): Response {
      if (act === "probe") return jsonAnswer({ emailAddress: email });
      if (act === "make") {
        if (headerOf(made, "From") === "") return fail({ status: 400, code: "invalidArgument" });
        const draft = { id: newId(), threadId: newId(), labelIds: ["DRAFT"], raw: made };
        const draftId = `r${newId()}`;
        boxOf(email).drafts.set(draftId, draft);
        return jsonAnswer({ id: draftId, message: shown(draft, null) });
      }
      if (act === "send") return send(email, id);
      if (act !== "drop") return read(email, path, id, url.searchParams);
      return boxOf(email).drafts.delete(id) ? new Response(null, { status: 204 }) : notFound();
    }
  }

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = /^\/gmail\/v1\/users\/me(\/.*)$/.exec(url.pathname)?.[1];
    if (path === undefined) return new Response("not found", { status: 404 });
    const token = (request.headers.get("authorization") ?? "").replace(/^Bearer /, "");
    const holder = holderOf(token);
    if (!holder?.email) {
      return fail({ status: 401, code: "authError", message: "Invalid Credentials" });
    }
    const composes = /^\/(?:drafts|profile)/.test(path) && holder.scopes.includes(COMPOSE);
    if (!composes && !holder.scopes.includes(FULL)) {
      return fail({
        status: 403,
        code: "insufficientPermissions",
        message: "Request had insufficient authentication scopes.",
      });
    }
    await control.before?.();
    return carryOut(holder.email, request, url, path);
  }

  return {
    origin,
    control,
    delivered,
    calls,
    handle,
    drafts: (email: string): readonly string[] => [...boxOf(email).drafts.keys()],
    forget: (email: string): void => void boxes.delete(email),
    sendByHand(email: string): void {
      for (const id of boxOf(email).drafts.keys()) send(email, id);
    },
  };
}
export type GmailFace = ReturnType<typeof gmailFace>;
