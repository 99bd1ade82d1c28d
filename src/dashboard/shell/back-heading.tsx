import { Link } from "#dashboard/routing/link.tsx";
import { ArrowLeft } from "lucide-react";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { useWorkspace } from "./use-workspace.ts";

/** The heading of one record, with the way back to the list that it is in. */
export function BackHeading({
  to,
  all,
  title,
  keepsSearch = false,
}: {
  to:
    | "/templates"
    | "/w/$wid/campaigns"
    | "/w/$wid/leads"
    | "/w/$wid/mailboxes"
    | "/w/$wid/placement"
    | "/w/$wid/webhooks";
  /** Where it leads, for those who hear it: "All leads". */
  all: string;
  title: string;
  /** The list is as it was filtered. */
  keepsSearch?: boolean;
}) {
  const { wid } = useWorkspace();
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Link
        to={to}
        params={{ wid: String(wid) }}
        {...(keepsSearch && { search: true })}
        className={`way-back ${buttonClass({ look: "ghost", icon: true })}`}
        aria-label={all}
      >
        <ArrowLeft size={16} aria-hidden="true" />
      </Link>
      <h1
        className="wide:truncate max-wide:line-clamp-2 max-wide:text-15 max-wide:leading-tight max-wide:wrap-anywhere"
        title={title}
      >
        {title}
      </h1>
    </div>
  );
}
