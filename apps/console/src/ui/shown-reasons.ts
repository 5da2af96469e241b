import { useEffect } from 'react';

/** Reasons displayed on the page for missing parts, with the number of parts that show each. */
const standing = new Map<string, number>();

/** Milliseconds until a failed part shows its reason. A notice is only needed for reasons not visible by then. */
export const IN_PLACE = 300;

/** Registers `text` as a visible reason while the component is mounted. */
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

/** Whether the page already shows `text`, so that no notice is needed. */
export const isReasonShown = (text: string): boolean => standing.has(text);
