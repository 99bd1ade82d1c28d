import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DnsZone } from "./dns-zone.ts";
import { scratchDirectory } from "./scratch.ts";

/** A record of a zone file; `texts` are the strings of a TXT record, byte for byte. */
type Read = {
  readonly host: string;
  readonly type: string;
  readonly values: string[];
};

/**
 * Reads a master file as RFC 1035 5.1 describes it, by itself: quotes, escapes and remarks. Fails on
 * what a name server would refuse.
 */
export function readZone(file: string): Read[] {
  return file.split("\n").flatMap((line) => {
    const words = wordsOf(line);
    if (words.length === 0 || words[0]?.startsWith("$")) return [];
    const [host = "", className, type = "", ...values] = words;
    if (className !== "IN") throw new Error(`no class: ${line}`);
    if (!host.endsWith(".")) throw new Error(`a name that depends on its origin: ${line}`);
    if (type === "TXT" && values.some((value) => Buffer.byteLength(value, "latin1") > 255)) {
      throw new Error(`a string beyond 255 bytes: ${line}`);
    }
    return [{ host: host.slice(0, -1), type, values }];
  });
}

/** The words of a line, unquoted and unescaped, without its remark. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const sign = line.charAt(i);
    if (sign.charCodeAt(0) > 0x7e) throw new Error(`no ASCII: ${line}`);
    if (sign === "\\") {
      const octal = /^\d{3}/.exec(line.slice(i + 1))?.[0];
      word = (word ?? "") + (octal ? String.fromCharCode(Number(octal)) : line.charAt(i + 1));
      i += octal ? 3 : 1;
    } else if (sign === '"') {
      if (isQuoted && word !== null) {
        words.push(word);
        word = null;
      } else word = "";
      isQuoted = !isQuoted;
    } else if (isQuoted) word = (word ?? "") + sign;
    else if (sign === ";") break;
    else if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + sign;
  }
  if (isQuoted) throw new Error(`an open quote: ${line}`);
  if (word !== null) words.push(word);
  return words;
}

/** A zone after the file was imported: its records instead of those of the same name and type. */
export function importZone(zone: DnsZone, file: string): DnsZone {
  const set: Record<string, string[]> = {};
  for (const { host, type, values } of readZone(file)) {
    const value = type === "TXT" ? values.join("") : (values.at(-1) ?? "").replace(/\.$/, "");
    (set[`${host} ${type}`] ??= []).push(value);
  }
  return { ...zone, ...set };
}

/** What BIND says of a zone file, under a zone above all its names; and its own form of the records. */
export function checkedByBind(file: string): { accepted: boolean; said: string } {
  const above =
    "$TTL 3600\n. IN SOA ns. root. 1 3600 600 86400 300\n. IN NS ns.\nns. IN A 192.0.2.1\n";
  const path = join(scratchDirectory(), "zone");
  writeFileSync(path, above + file);
  const checked = spawnSync("/usr/bin/named-checkzone", ["-i", "none", "-D", ".", path], {
    encoding: "utf8",
  });
  return { accepted: checked.status === 0, said: checked.stdout + checked.stderr };
}
