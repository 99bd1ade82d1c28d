const LINK = /(https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?])/;

/** Text whose web addresses can be followed. */
export function Linked({ text }: { text: string }) {
  return text.split(LINK).map((part, index) =>
    index % 2 === 1 ? (
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
