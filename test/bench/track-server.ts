import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import express from "express";
import { PIXEL } from "#modules/tracking/hits/answer-hit.ts";

/*
 * What bench:track holds the product against on Node, in a process of its own: `bare` is node:http
 * with the same bytes and nothing else; `common` is Express with one insert of node:sqlite for each
 * hit, as durable as the product's (WAL, `synchronous` NORMAL). Arguments: kind, port, directory, target of every link.
 */
const [kind = "", port = "", directory = "", target = ""] = process.argv.slice(2);

const PIXEL_HEADERS = {
  "Content-Type": "image/png",
  "Content-Length": `${PIXEL.byteLength}`,
  "Cache-Control": "no-store, private, max-age=0",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};
const LINK_HEADERS = {
  Location: target,
  "Content-Length": "0",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
};

if (kind === "bare") {
  createServer((request, response) => {
    if (request.url?.endsWith("/pixel.png")) response.writeHead(200, PIXEL_HEADERS).end(PIXEL);
    else response.writeHead(302, LINK_HEADERS).end();
  }).listen(Number(port), "127.0.0.1");
} else {
  const database = new DatabaseSync(join(directory, "common.db"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  database.exec(
    "CREATE TABLE hits (id INTEGER PRIMARY KEY, token TEXT, kind TEXT, url TEXT, at INTEGER, ip TEXT, agent TEXT)",
  );
  const insert = database.prepare(
    "INSERT INTO hits (token, kind, url, at, ip, agent) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const app = express();
  app.get("/t/:id/pixel.png", (request, response) => {
    const agent = request.get("user-agent") ?? "";
    insert.run(request.params.id, "open", null, Date.now(), request.ip ?? "", agent);
    response.set("Cache-Control", "no-store, private, max-age=0").type("png").send(PIXEL);
  });
  app.get("/t/:id/link/:part", (request, response) => {
    const agent = request.get("user-agent") ?? "";
    insert.run(request.params.id, "click", target, Date.now(), request.ip ?? "", agent);
    response.set("Cache-Control", "no-store").redirect(302, target);
  });
  app.listen(Number(port), "127.0.0.1");
}
