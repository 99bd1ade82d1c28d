import { useEffect, useState } from "react";
import { isText, keep, readKept } from "#dashboard/lib/kept.ts";
import { NO_COPIES } from "./copies.tsx";
import type { Written } from "./use-sending.ts";

/** An answer while it is written; its words are kept in this browser under that name. */
export function useAnswer(kept: string) {
  const [text, setText] = useState(() => readKept(kept, isText) ?? "");
  const [copies, setCopies] = useState(NO_COPIES);
  const [showsCopies, setShowsCopies] = useState(false);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [preview, setPreview] = useState(false);
  useEffect(() => keep(kept, text === "" ? null : text), [kept, text]);
  return {
    text,
    setText,
    copies,
    setCopies,
    showsCopies,
    setShowsCopies,
    files,
    setFiles,
    preview,
    setPreview,
    clear: () => {
      setText("");
      setCopies(NO_COPIES);
      setShowsCopies(false);
      setFiles([]);
      setPreview(false);
    },
    /** Brings one back that was sent; what was begun meanwhile stays. */
    takeBack: (back: Written) => {
      setText((now) => (now.trim() === "" ? back.text : now));
      setFiles((now) => (now.length === 0 ? back.files : now));
      setCopies((now) => (now === NO_COPIES ? back.copies : now));
      if (back.copies !== NO_COPIES) setShowsCopies(true);
    },
  };
}
