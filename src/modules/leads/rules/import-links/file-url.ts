import type { OutsideText } from "#platform/rules/outside-text.ts";
import { refuseUrl, type UrlRefusal } from "#platform/rules/net/url-guard.ts";

/** This machine, as the URL parser writes it. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/;

/** Why a file may not be fetched from there; null when it may. Plain http is for this machine alone. */
export function refuseLink(url: OutsideText, rules: { allowPrivate: boolean }): UrlRefusal | null {
  const refusal = refuseUrl(url, rules);
  if (refusal !== null) return refusal;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || LOOPBACK.test(hostname)
    ? null
    : { code: "https_required", message: "Use an https URL." };
}

/**
 * The address of the file behind an address that people copy from their browser: the CSV of a sheet
 * at Google, the file itself at OneDrive, SharePoint and Dropbox. Any other stays as it is.
 */
export function linkedFileUrl(text: OutsideText): string {
  const url = URL.parse(text);
  if (url === null) return text;
  const host = url.hostname;
  if (host === "docs.google.com") return googleSheet(url) ?? text;
  if (host === "dropbox.com" || host === "www.dropbox.com") return withQuery(url, "dl", "1");
  if (isMicrosoft(host)) return withQuery(url, "download", "1");
  return text;
}

const isMicrosoft = (host: string): boolean =>
  host === "1drv.ms" || host === "onedrive.live.com" || host.endsWith(".sharepoint.com");

function withQuery(url: URL, name: string, value: string): string {
  const to = new URL(url);
  to.searchParams.set(name, value);
  to.hash = "";
  return to.href;
}

/** Ids of Google's files. */
const ID = /^[\w-]{10,200}$/;

function googleSheet(url: URL): string | null {
  const [, app, ...rest] = url.pathname.split("/");
  if (app !== "spreadsheets") return null;
  // Browsers with several accounts have `u/1` in front.
  const path = rest[0] === "u" ? rest.slice(2) : rest;
  if (path[0] !== "d") return null;
  const gid = gidOf(url);
  if (path[1] === "e") {
    // Published to the web: `pubhtml` is the page, `pub` the file.
    const id = path[2] ?? "";
    const format = url.searchParams.get("output");
    if (!ID.test(id) || !["pubhtml", "pub"].includes(path[3] ?? "")) return null;
    if (format === "csv" || format === "xlsx") return null;
    const to = new URL(`https://docs.google.com/spreadsheets/d/e/${id}/pub?output=csv`);
    if (gid !== null) {
      to.searchParams.set("gid", gid);
      to.searchParams.set("single", "true");
    }
    return to.href;
  }
  const id = path[1] ?? "";
  if (!ID.test(id) || !["", "edit", "view", "htmlview", "preview"].includes(path[2] ?? ""))
    return null;
  const to = new URL(`https://docs.google.com/spreadsheets/d/${id}/export?format=csv`);
  if (gid !== null) to.searchParams.set("gid", gid);
  return to.href;
}

/** The tab: `#gid=7`, which is what the browser shows, or `?gid=7`. */
function gidOf(url: URL): string | null {
  const gid = new URLSearchParams(url.hash.slice(1)).get("gid") ?? url.searchParams.get("gid");
  return gid !== null && /^\d{1,12}$/.test(gid) ? gid : null;
}

/** An address as it may be shown: its query and fragment may hold a secret. */
export function shownUrl(text: OutsideText): string {
  const url = URL.parse(text);
  if (url === null) return "...";
  return `${url.origin}${url.pathname}${url.search === "" ? "" : "?..."}`;
}

/** Hosts to which services lead who is not signed in. */
const SIGN_IN_HOSTS = new Set([
  "accounts.google.com",
  "login.microsoftonline.com",
  "login.live.com",
  "login.microsoft.com",
]);

/** Whether an address is that of a page to sign in. */
export function isSignIn(text: OutsideText): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  return (
    SIGN_IN_HOSTS.has(url.hostname) ||
    /^\/(?:[^/]{1,50}\/){0,3}(?:log-?in|sign-?in|servicelogin)(?:[/.]|$)/i.test(url.pathname)
  );
}

/** Whether bytes begin as a web page does. */
export function isWebPage(begins: OutsideText): boolean {
  return /^\s{0,200}(?:<!--|<!doctype html|<html|<head|<script)/i.test(begins.slice(0, 300));
}

/** Whether a `Content-Type` is that of a web page. */
export const isPageType = (type: OutsideText): boolean =>
  /^(?:text\/html|application\/xhtml)/i.test(type.trimStart());

const MAX_MARK = 300;

/** What a server says to tell versions of a file apart, where it can be sent back as it came; else null. */
export const fileMark = (value: OutsideText): string | null =>
  value.length <= MAX_MARK && /^[\x20-\x7e]+$/.test(value) ? value : null;
