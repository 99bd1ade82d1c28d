import { readFileSync, writeFileSync } from "node:fs";
import { API } from "#test/support/conform.ts";
import { undescribed, UNDESCRIBED_FILE } from "#test/support/undescribed.ts";

// Takes off the list what has words now. Nothing is put on it: what is new is described.
const listed = readFileSync(UNDESCRIBED_FILE, "utf8").split("\n").filter(Boolean);
const without = new Set(undescribed(API));
const left = listed.filter((line) => without.has(line));
writeFileSync(UNDESCRIBED_FILE, left.map((line) => `${line}\n`).join(""));
console.log(`${left.length} without words, ${listed.length - left.length} taken off the list.`);
for (const line of [...without].filter((each) => !left.includes(each))) {
  console.log(`New and without words: ${line}`);
}
