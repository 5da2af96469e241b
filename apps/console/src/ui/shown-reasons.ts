import { useEffect } from 'react';

/** Sentences that stand on the page as the reason why a part of it is missing, with how many parts say each. */
const standing = new Map<string, number>();

/** Milliseconds until a part that misses an answer says so itself; only what then stands nowhere is worth a notice. */
export const IN_PLACE = 300;

/** Notes that `text` stands where an answer is missing, for as long as it is to be seen. */
export function useShownReason(text: string): void {
  useEffect(() => {
    standing.set(text, (standing.get(text) ?? 0) + 1);
    return () => {
      const left = (standing.get(text) ?? 1) - 1;
      if (left > 0) standing.set(text, left);
      else standing.delete(text);
    };
  }, [text]);
}

/** Tells whether the page says `text` already: what is said in place is not said again at its head. */
export const isReasonShown = (text: string): boolean => standing.has(text);
