import { useCallback, useMemo, useRef, useState } from "react";
import { useStore } from "#dashboard/lib/store.ts";
import { useMedia } from "#dashboard/lib/use-media.ts";
import { look } from "#dashboard/shell/look.ts";

/**
 * HTML of a mail, in a frame that runs no script, loads no picture and sends no referrer. It is
 * as high as what it holds; links open in a tab of their own. `own`: written here, and shown with
 * its looks, as it is sent.
 */
export function MailFrame({
  html,
  title,
  own = false,
}: {
  html: string;
  title: string;
  own?: boolean;
}) {
  const [height, setHeight] = useState(80);
  const frame = useRef<HTMLIFrameElement>(null);
  const { theme } = useStore(look);
  const systemDark = useMedia("(prefers-color-scheme: dark)");
  const dark = theme === "system" ? systemDark : theme === "dark";
  const plain = useMemo(() => withoutLooks(html, own), [html, own]);
  const measure = useCallback(() => {
    const body = frame.current?.contentDocument?.body;
    if (!body) return;
    // By script: the policy refuses the attribute, which is why it is under another name.
    for (const element of body.querySelectorAll<HTMLElement>("[data-look]")) {
      element.style.cssText = element.dataset["look"] ?? "";
    }
    setHeight(Math.min(4_000, body.scrollHeight + 2));
  }, []);
  const document_ = `<!doctype html><html lang="" ${dark ? 'data-theme="dark"' : ""}><head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src data:">
<meta name="referrer" content="no-referrer"><base target="_blank">
<link rel="stylesheet" href="${location.origin}/mail.css"></head><body>${plain}</body></html>`;
  return (
    <iframe
      ref={frame}
      title={title}
      className="w-full border-0"
      style={{ height, colorScheme: dark ? "dark" : "light" }}
      // Without allow-scripts; the page may measure it.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={document_}
      onLoad={measure}
    />
  );
}

const STYLE = /\sstyle\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi;
const HANDLER = /([\s/"'])on\w+\s*=/gi;

/** Only words and their order, and looks under another name where they are kept: what the frame's policy would refuse is not handed to it. */
function withoutLooks(html: string, keepLooks: boolean): string {
  // By another name: parsing such an attribute is enough to offend the page's policy.
  const named = html.replace(STYLE, " data-look=$1").replace(HANDLER, "$1data-on=");
  const { body } = new DOMParser().parseFromString(named, "text/html");
  for (const element of body.querySelectorAll("style, script, link, meta, base, iframe, object")) {
    element.remove();
  }
  for (const element of body.querySelectorAll<HTMLElement>("[data-look]")) {
    if (/display\s*:\s*none/i.test(element.dataset["look"] ?? "")) element.hidden = true;
    if (!keepLooks) element.removeAttribute("data-look");
  }
  // A link that leads nowhere is no link: the recipient's own, to unsubscribe, is such a one here.
  for (const link of body.querySelectorAll('a[href="#"]')) link.removeAttribute("href");
  for (const picture of body.querySelectorAll("img")) {
    if (!picture.src.startsWith("data:")) picture.replaceWith(picture.alt);
  }
  return body.innerHTML;
}
