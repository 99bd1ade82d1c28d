import type { CSSProperties } from "react";
import { Mark } from "#dashboard/shell/workspace-menu.tsx";
import { t } from "#dashboard/words/words.ts";

type Shown = {
  readonly name: string;
  readonly accent: string;
  readonly logo: string | null;
  readonly sender: string;
  readonly address: string;
  /** Where their links lead. */
  readonly url: string;
  readonly workspace: string;
};

/** What a client sees: the dashboard's corner, and an email. Nothing of it is saved. */
export function BrandPreview({ name, accent, logo, sender, address, url, workspace }: Shown) {
  const colour = /^#[0-9a-f]{6}$/i.test(accent) ? accent : undefined;
  // React types know no custom properties.
  const style = { "--brand": colour } as CSSProperties;
  return (
    <figure className={`brand-preview ${colour ? "worn" : ""}`} style={style}>
      <figcaption>{t("Preview for clients")}</figcaption>
      <div className="window">
        <p className="address">{url.replace(/^https?:\/\//, "")}</p>
        <div className="pane">
          <div className="corner">
            <Mark name={name} logo={logo} />
            <span className="min-w-0">
              <b>{workspace}</b>
              <small>{name}</small>
            </span>
          </div>
          <span className="room here">{t("Overview")}</span>
          <span className="room">{t("Inbox")}</span>
          <span className="room">{t("Campaigns")}</span>
          <span className="act">{t("Reply")}</span>
        </div>
      </div>
      <div className="letter">
        <p>
          <b>{sender}</b>{" "}
          <span>{address === "" ? t("address of this installation") : address}</span>
        </p>
        <p className="subject">{t("Your invitation to {name}", { name })}</p>
        <p className="link">{`${url}/invitation…`}</p>
      </div>
    </figure>
  );
}
