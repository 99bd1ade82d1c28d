import { Busboy } from "@fastify/busboy";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { fileTooLarge, MAX_FILE_BYTES } from "#modules/leads/rules/fields.ts";

/** One part of a multipart body, in the order of the body. */
export type UploadPart =
  | { readonly kind: "text"; readonly name: string; readonly value: string }
  | {
      readonly kind: "file";
      readonly name: string;
      readonly filename: string;
      /** Must be read to its end before the next part is asked for. */
      readonly bytes: AsyncIterable<Uint8Array>;
    };

/** Room for the text parts and the part headers beside the file. */
const OVERHEAD_BYTES = 1024 * 1024;
const MAX_TEXT_BYTES = 64 * 1024;
const MAX_PARTS = 20;

/**
 * Reads a multipart/form-data body part by part, never holding more than the chunk that just came.
 * Throws `unsupported_media_type` for other bodies and for compressed ones, `payload_too_large`
 * above 100 MB of file, `malformed_request` where the body ends early or breaks its own format.
 */
export function readUpload(request: Request): AsyncGenerator<UploadPart> {
  const coding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (coding !== "identity" && coding !== "") {
    throw new AppError("unsupported_media_type", "Send the file without a Content-Encoding.");
  }
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type)) {
    throw new AppError(
      "unsupported_media_type",
      "Send the file as multipart/form-data, in a part named file.",
    );
  }
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > MAX_FILE_BYTES + OVERHEAD_BYTES) throw fileTooLarge();
  return parts(request, type);
}

async function* parts(request: Request, type: string): AsyncGenerator<UploadPart> {
  const body = bodyPump(request, type);
  for (;;) {
    const part = body.ready.shift();
    if (part !== undefined) yield part;
    else if (body.ended()) return;
    else await body.pump();
  }
}

/** Pushes the body into the parser one chunk at a time, and only when more is asked for. */
function bodyPump(request: Request, type: string) {
  const ready: UploadPart[] = [];
  let failure: AppError | null = null;
  let ended = false;
  const fail = (error: AppError): void => void (failure ??= error);
  const parser = new Busboy({
    headers: { "content-type": type },
    isPartAFile: (name, _type, filename) => name === "file" || filename !== undefined,
    limits: { fieldSize: MAX_TEXT_BYTES, parts: MAX_PARTS, headerPairs: 20, headerSize: 16 * 1024 },
  });
  parser.on("error", (cause) => fail(broken(cause)));
  parser.on("partsLimit", () => fail(broken()));
  parser.on("field", (name, value, _cut, truncated) => {
    if (truncated) fail(invalidField(name, "too_long", "This part can be up to 64 KB."));
    ready.push({ kind: "text", name, value });
  });
  parser.on("file", (name, file, filename) => {
    const arrived: Uint8Array[] = [];
    let size = 0;
    let over = false;
    file.on("data", (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > MAX_FILE_BYTES) fail(fileTooLarge());
      arrived.push(chunk);
    });
    file.on("error", (cause) => fail(broken(cause)));
    file.on("end", () => (over = true));
    const bytes = (async function* () {
      for (;;) {
        const chunk = arrived.shift();
        if (chunk !== undefined) yield chunk;
        else if (failure !== null) throw failure;
        else if (over) return;
        else await pump();
      }
    })();
    ready.push({ kind: "file", name, filename: filename ?? "", bytes });
  });
  const done = new Promise<void>((resolve) => parser.on("finish", resolve));
  const settled = new Promise<void>((resolve) => parser.on("error", () => resolve()));
  const reader = request.body?.getReader();
  const pump = async (): Promise<void> => {
    const next = await reader?.read().catch((cause: unknown) => {
      throw broken(cause);
    });
    if (next === undefined || next.done) {
      parser.end();
      await Promise.race([done, settled]);
      ended = true;
    } else {
      const taken = new Promise<void>((resolve) =>
        parser.write(Buffer.from(next.value), () => resolve()),
      );
      await Promise.race([taken, settled]);
    }
    if (failure !== null) throw failure;
  };
  return { ready, pump, ended: () => ended };
}

const broken = (cause?: unknown): AppError =>
  new AppError("malformed_request", "The multipart body is incomplete or malformed.", {
    cause,
  });
