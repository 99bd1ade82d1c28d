import { connect } from "node:net";
import type { FilterRequest, FilterVerdict } from "#platform/wire/mail-filters.ts";
import { compose } from "#smtp/compose.ts";
import { readRspamd, readSpamd } from "./read-verdict.ts";

/** A filter that looks things up in the DNS takes seconds. */
const TIMEOUT_MS = 20_000;
/** Answers are a few kB. */
const MAX_ANSWER_BYTES = 1_024 * 1_024;

const unreadable = new Error("the answer is too long");

/**
 * What each filter says of the bytes that would be sent, with a line of a receiving server on top, without
 * which filters take a mail for one that is still being written. A filter that fails is a verdict with
 * its problem. Throws `Unsendable` like `compose`.
 */
export async function askFilters({ filters, mail }: FilterRequest): Promise<FilterVerdict[]> {
  const raw = Buffer.concat([received(mail.date), compose(mail)]);
  return Promise.all(filters.map((filter) => ask(new URL(filter), raw)));
}

/** Of a documentation network, at a host that does not exist. */
const received = (date: number): Buffer =>
  Buffer.from(
    `Received: from mail.example.org (mail.example.org [93.184.215.14])\r\n\tby mx.example.net with ESMTPS id 1;\r\n\t${new Date(date).toUTCString().replace("GMT", "+0000")}\r\n`,
  );

async function ask(filter: URL, raw: Buffer): Promise<FilterVerdict> {
  const isSpamd = filter.protocol === "spamd:";
  const kind = isSpamd ? ("spamassassin" as const) : ("rspamd" as const);
  const nothing = { kind, at: filter.host, score: null, threshold: null, rules: [] };
  try {
    const text = await (isSpamd ? reportOfSpamd(filter, raw) : checkOfRspamd(filter, raw));
    const said = isSpamd ? readSpamd(text) : readRspamd(text);
    return said === null
      ? { ...nothing, problem: "unreadable" }
      : { ...nothing, ...said, problem: null };
  } catch (thrown) {
    if (thrown === unreadable) return { ...nothing, problem: "unreadable" };
    const isLate = thrown instanceof Error && thrown.name === "TimeoutError";
    return { ...nothing, problem: isLate ? "timeout" : "unreachable" };
  }
}

function reportOfSpamd(filter: URL, raw: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const host = filter.hostname.replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(filter.port || 783) });
  const late = setTimeout(
    () => socket.destroy(new DOMException("no answer in time", "TimeoutError")),
    TIMEOUT_MS,
  );
  const pieces: Buffer[] = [];
  let length = 0;
  socket.on("data", (piece: Buffer) => {
    length += piece.length;
    if (length > MAX_ANSWER_BYTES) socket.destroy(unreadable);
    else pieces.push(piece);
  });
  socket.once("error", reject);
  socket.once("end", () => resolve(Buffer.concat(pieces).toString()));
  socket.once("close", () => {
    clearTimeout(late);
    reject(new Error("closed before its answer"));
  });
  socket.write(`REPORT SPAMC/1.5\r\nContent-length: ${raw.length}\r\n\r\n`);
  socket.write(raw);
  return promise;
}

async function checkOfRspamd(filter: URL, raw: Buffer): Promise<string> {
  const response = await fetch(new URL("/checkv2", filter), {
    method: "POST",
    body: new Uint8Array(raw),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > MAX_ANSWER_BYTES) throw unreadable;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
