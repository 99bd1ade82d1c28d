import { AppError, invalidField } from "#platform/rules/errors.ts";
import { fileName } from "#platform/rules/mail/file-name.ts";
import { parseFields } from "#platform/http/validate.ts";
import type { GivenFile } from "#platform/http/endpoint.ts";
import { readUpload } from "#modules/leads/files/upload-parts.ts";
import { ReplyBody } from "#modules/inbox/contract/threads.ts";
import { MAX_FILES_BYTES, filesTooLarge } from "./keep-files.ts";

const MOST_FILES = 10;
/** Beside the files: texts and headers of parts. */
const OVERHEAD_BYTES = 1024 * 1024;

/**
 * Reads a reply from a multipart body: its fields as text parts, lists repeated or divided by commas,
 * and files in parts named `files`. Throws `payload_too_large` and `validation_failed` naming the part.
 */
export async function readReplyForm(
  request: Request,
): Promise<{ readonly body: ReplyBody; readonly files: readonly GivenFile[] }> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_FILES_BYTES + OVERHEAD_BYTES) {
    throw filesTooLarge();
  }
  const fields = new Map<string, string[]>();
  const files: GivenFile[] = [];
  let size = 0;
  for await (const part of readUpload(request)) {
    if (part.kind === "text") {
      fields.set(part.name, [...(fields.get(part.name) ?? []), part.value]);
      continue;
    }
    if (part.name !== "files") {
      throw invalidField(part.name, "unknown_field", "Send files in parts named files.");
    }
    if (files.length === MOST_FILES) {
      throw invalidField("files", "too_many", `A reply can have up to ${MOST_FILES} files.`);
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of part.bytes) {
      size += piece.length;
      if (size > MAX_FILES_BYTES) throw filesTooLarge();
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    if (bytes.length === 0) {
      throw invalidField("files", "empty", `The file ${fileName(part.filename)} is empty.`);
    }
    files.push({ name: fileName(part.filename), bytes });
  }
  return { body: parseFields(ReplyBody, Object.fromEntries([...fields].map(asField))), files };
}

const LISTS: ReadonlySet<string> = new Set(["cc", "bcc"]);
const NUMBERS: ReadonlySet<string> = new Set(["delay_seconds", "mailbox_id", "last_message_id"]);

/** A part of text as the JSON of a reply has it; what is none of its fields is refused there. */
function asField([name, values]: [string, string[]]): [string, unknown] {
  if (LISTS.has(name)) {
    const list = values.flatMap((value) => value.split(","));
    return [name, list.map((value) => value.trim()).filter((value) => value !== "")];
  }
  const [value = ""] = values;
  if (values.length > 1) {
    throw new AppError("validation_failed", `Send ${name} once.`, {
      errors: [{ path: name, code: "duplicate_part", message: "Send it once." }],
    });
  }
  if (NUMBERS.has(name) && /^\d{1,15}$/.test(value)) return [name, Number(value)];
  if (name === "force" && (value === "true" || value === "false")) return [name, value === "true"];
  return [name, value];
}
