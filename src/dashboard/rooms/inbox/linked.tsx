const LINK = /(https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?])/;

/** Our own links in a mail are its recipient's alone: following one would count as them, or unsubscribe them. */
const RECIPIENTS_OWN = /\/unsubscribe\/[\w-]{16,80}$|\/t\/[\w-]{16,80}\/link\//;

/** Text whose web addresses can be followed. */
export function Linked({ text }: { text: string }) {
  return text.split(LINK).map((part, index) =>
    index % 2 === 1 && !RECIPIENTS_OWN.test(part) ? (
      // Pieces of one text: their place is their name.
      // oxlint-disable-next-line react/no-array-index-key
      <a key={index} href={part} target="_blank" rel="noreferrer noopener">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
