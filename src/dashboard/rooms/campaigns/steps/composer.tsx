import { Braces, Shuffle } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { definitionOf, LEAD_FIELDS } from "#modules/leads/rules/fields.ts";
import { capital } from "#dashboard/lib/format.ts";
import { fieldLabel } from "#dashboard/rooms/leads/words.ts";
import { type Snippet, SnippetButton } from "#dashboard/rooms/templates/snippet-button.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Menu, MenuItem, MenuLabel } from "#dashboard/parts/menu.tsx";
import { FormatButtons, useMarks } from "#dashboard/rooms/inbox/reply/toolbar.tsx";
import { t } from "#dashboard/words/words.ts";
import { HTML, TYPED } from "./format.ts";

type Variable = readonly [name: string, words: string, fallback?: string];

/** The lead's own, the address last; custom fields follow them. */
const OWN: readonly Variable[] = [
  ...LEAD_FIELDS.filter((field) => field !== "email").map((field): Variable => [
    field,
    fieldLabel(field),
    definitionOf(field).fallback ?? "",
  ]),
  ["email", t("Email address")],
];

/** What a template may name, what it is, and its fallback for leads without it. */
const VARIABLES: readonly Variable[] = [
  ...OWN,
  ["sender_name", t("Your name")],
  ["sender_signature", t("Your signature")],
  ["weekday", t("Today's weekday")],
  ["unsubscribe_url", t("Unsubscribe link")],
];

/** A custom field in a template: names that are no words are in brackets. */
const customVariable = (name: string): string =>
  /^[a-z_]\w*$/i.test(name) ? `custom.${name}` : `custom[${JSON.stringify(name)}]`;

const variablesWith = (custom: readonly string[]): typeof VARIABLES => [
  ...VARIABLES.slice(0, OWN.length),
  ...custom.map((name) => {
    const label = capital(name.replaceAll("_", " "));
    // The fallback is a part of the email, as those of the lead's own fields are.
    return [customVariable(name), label, `your ${label.toLowerCase()}`] as const;
  }),
  ...VARIABLES.slice(OWN.length),
];

/** A text with variables: they are tinted as one types, and found spam words are underlined. */
export function Composer({
  label,
  value,
  onChange,
  found,
  disabled,
  hint,
  error,
  isHtml,
  onHtml,
  tools,
  custom,
  insertable,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Words to underline, in lower case. */
  found: readonly string[];
  disabled: boolean;
  hint: ReactNode;
  error: string | null;
  isHtml: boolean;
  /** Switches between typed text and HTML; null where the HTML cannot be typed text. */
  onHtml: (() => void) | null;
  tools?: ReactNode;
  /** Custom fields of leads. */
  custom: readonly string[];
  /** What of a snippet is put at the cursor; null: nothing more. */
  insertable: (snippet: Snippet) => string | null;
}) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const marks = useMarks(field, onChange, isHtml ? HTML : TYPED);
  /** Puts a text in the place of the selection, and selects what is to be typed over. */
  const insert = (before: string, middle = "", after = ""): void => {
    const area = field.current;
    if (!area) return;
    const { selectionStart: from, selectionEnd: until } = area;
    const chosen = value.slice(from, until) || middle;
    onChange(value.slice(0, from) + before + chosen + after + value.slice(until));
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(from + before.length, from + before.length + chosen.length);
    });
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="compose" aria-invalid={error !== null}>
        {!disabled && (
          <Tools isHtml={isHtml} onHtml={onHtml} custom={custom} insert={insert}>
            <span className="inline-flex items-center">
              <FormatButtons onApply={marks.apply} />
            </span>
            <SnippetButton
              onTake={(snippet) => {
                const text = insertable(snippet);
                if (text !== null) insert(text);
              }}
            />
            <span className="ml-auto inline-flex">{tools}</span>
          </Tools>
        )}
        <div className={`compose-text ${isHtml ? "mono" : ""}`}>
          <div className="compose-marks" aria-hidden="true">
            {marked(value, found)}
            {"\n"}
          </div>
          <textarea
            id={id}
            ref={field}
            value={value}
            disabled={disabled}
            aria-describedby={`${id}-hint`}
            aria-invalid={error !== null}
            spellCheck={!isHtml}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              // As in a reply: out of the text, single keys mean something again.
              if (event.key === "Escape") event.currentTarget.blur();
              marks.onKey(event);
            }}
          />
        </div>
      </div>
      {error ? (
        <p className="err" id={`${id}-hint`}>
          {error}
        </p>
      ) : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** What puts more than words into the text. */
function Tools({
  isHtml,
  onHtml,
  custom,
  insert,
  children,
}: {
  isHtml: boolean;
  onHtml: (() => void) | null;
  custom: readonly string[];
  insert: (before: string, middle?: string, after?: string) => void;
  children: ReactNode;
}) {
  return (
    <div className="compose-bar" role="toolbar" aria-label={t("Message tools")}>
      <Menu
        align="start"
        trigger={
          <Button look="ghost">
            <Braces size={16} aria-hidden="true" />
            {t("Variable")}
          </Button>
        }
      >
        <MenuLabel>{t("With a fallback for leads without it")}</MenuLabel>
        {variablesWith(custom).map(([name, label, fallback]) => (
          <MenuItem
            key={name}
            onChoose={() =>
              fallback === undefined
                ? insert(`{{ ${name} }}`)
                : insert(`{{ ${name} | default: "`, fallback, '" }}')
            }
          >
            {label}
            <code className="ml-auto text-text-3">{name}</code>
          </MenuItem>
        ))}
      </Menu>
      <Button look="ghost" onClick={() => insert("{", t("one way"), `|${t("another way")}}`)}>
        <Shuffle size={16} aria-hidden="true" />
        {t("Spintax")}
      </Button>
      {children}
      {onHtml && (
        <Button look="ghost" onClick={onHtml}>
          {isHtml ? t("Plain") : "HTML"}
        </Button>
      )}
    </div>
  );
}

const PARTS = /(\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{[^{}|\n]*(?:\|[^{}|\n]*)+\})/;

/** The same text, transparent, with what lies behind its words. */
function marked(text: string, found: readonly string[]): ReactNode[] {
  return text.split(PARTS).map((part, index) => {
    // Pieces of one text: their place is their name.
    const key = `${index}`;
    if (index % 2 === 0) return <span key={key}>{underlined(part, found)}</span>;
    return (
      <mark key={key} className={part.startsWith("{{") || part.startsWith("{%") ? "var" : "spin"}>
        {part}
      </mark>
    );
  });
}

function underlined(text: string, found: readonly string[]): ReactNode[] {
  const terms = found.filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (terms.length === 0) return [text];
  return text.split(new RegExp(`(${terms.join("|")})`, "i")).map((part, index) =>
    index % 2 === 1 ? (
      <u key={`${index}`} className="hit">
        {part}
      </u>
    ) : (
      part
    ),
  );
}
