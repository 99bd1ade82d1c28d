import type { WebhookLog } from "#modules/events/contract/webhooks.ts";
import { Copy } from "#dashboard/parts/copy.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { t } from "#dashboard/words/words.ts";

/** What was sent and what came back, side by side where there is room. */
export function Exchange({ log }: { log: WebhookLog }) {
  const { request, response_body: response } = log;
  return (
    <div className="grid w-full gap-4 wide:grid-cols-2">
      <section aria-label={t("Request")} className="grid min-w-0 content-start gap-2">
        <h3 className="flex min-h-(--ctl) items-center gap-2 font-medium">
          {t("Request")}
          {request && <Copy text={request.body} label={t("Copy the body")} />}
        </h3>
        {request ? (
          <>
            <Text label={t("Headers that were sent")}>
              {Object.entries(request.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join("\n")}
            </Text>
            <Text label={t("Body that was sent")}>{indented(request.body)}</Text>
            <p className="text-12 text-text-3">{t("Signatures are not shown.")}</p>
          </>
        ) : (
          <p className="text-text-3">{t("What was sent is no longer stored.")}</p>
        )}
      </section>
      <section aria-label={t("Response")} className="grid min-w-0 content-start gap-2">
        <h3 className="flex min-h-(--ctl) items-center font-medium">{t("Response")}</h3>
        {response ? (
          <Text label={t("Body of the response")}>{response}</Text>
        ) : (
          <p className="text-text-3">{t("The response has no body.")}</p>
        )}
      </section>
    </div>
  );
}

const Text = ({ label, children }: { label: string; children: string }) => (
  <Scroll label={label} className="body-text max-h-96 wrap-anywhere">
    {children}
  </Scroll>
);

/** JSON with a line for each value; the signature is over the text without these lines. */
function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
