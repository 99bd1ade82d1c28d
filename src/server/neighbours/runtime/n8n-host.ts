import { addressOf, type Answer, problemIn, secondsToWait } from "./answer.ts";
import type { ApiRequest, Values } from "./request.ts";

/** The name of the credentials, and of their fields. */
export const CREDENTIALS = "outriderApi";

/** What a node is given of the package `n8n-workflow`, which n8n itself provides. */
export type Host = {
  readonly NodeApiError: new (
    node: unknown,
    response: object,
    options: { message: string; description: string; httpCode: string; itemIndex?: number },
  ) => Error;
  readonly NodeOperationError: new (
    node: unknown,
    message: string,
    options?: { itemIndex?: number },
  ) => Error;
  sleep(ms: number): Promise<void>;
};

type Binary = { readonly fileName?: string; readonly mimeType: string };
type Helpers = {
  httpRequestWithAuthentication(type: string, options: object): Promise<unknown>;
  getBinaryDataBuffer(item: number, name: string): Promise<Buffer>;
  assertBinaryData(item: number, name: string): Binary;
};

/** What n8n calls the functions of a node on, as far as they use it. */
export type NodeContext = {
  getNode(): unknown;
  getCredentials(name: string): Promise<Values>;
  readonly helpers: Helpers;
};

/** Calls the API with the credentials of the node, and waits as long as a 429 says. Throws what it answers otherwise. */
export async function callApi(
  context: NodeContext,
  host: Host,
  request: ApiRequest,
  item?: number,
): Promise<Answer> {
  const answer = await answerTo(context, host, request);
  if (answer.status < 400) return answer;
  const { code, message } = problemIn(answer);
  throw new host.NodeApiError(
    context.getNode(),
    { code, message },
    {
      message,
      description: `${request.method} ${request.path}: ${code}`,
      httpCode: String(answer.status),
      ...(item !== undefined && { itemIndex: item }),
    },
  );
}

/** The same, with whatever status. */
export async function answerTo(
  context: NodeContext,
  host: Host,
  { method, path, headers, body }: ApiRequest,
): Promise<Answer> {
  const { url } = await context.getCredentials(CREDENTIALS);
  for (let attempt = 1; ; attempt++) {
    const response = await context.helpers.httpRequestWithAuthentication.call(
      context,
      CREDENTIALS,
      {
        method,
        url: addressOf(url) + path,
        headers: { ...headers },
        ...(body && { body }),
        returnFullResponse: true,
        ignoreHttpStatusErrors: true,
        disableFollowRedirect: true,
      },
    );
    const answer = answerIn(response as Response);
    if (answer.status !== 429 || attempt === TRIES) return answer;
    await host.sleep(secondsToWait(answer) * 1000);
  }
}

const TRIES = 4;

type Response = {
  readonly statusCode: number;
  readonly headers: Values;
  readonly body: unknown;
};

function answerIn({ statusCode, headers, body }: Response): Answer {
  return { status: statusCode, headers, body: typeof body === "string" ? parsed(body) : body };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A request of few words. */
export const plainRequest = (method: string, path: string, body?: object): ApiRequest => ({
  method,
  path,
  headers: {
    Accept: "application/json",
    ...(body && { "Content-Type": "application/json" }),
  },
  body: body ? Buffer.from(JSON.stringify(body)) : null,
});
