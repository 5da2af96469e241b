import { createContext, useContext, useId, useInsertionEffect } from 'react';

/** The tab that a page stands in, by its path; the shell sets it. */
export const TabContext = createContext('');

/** Forms with changes that nobody saved, by tab. */
const unsaved = new Map<string, Set<string>>();

/** Whether a page of the tab holds changes that nobody saved. */
export const isUnsaved = (tab: string) => (unsaved.get(tab)?.size ?? 0) > 0;

/** Whether any tab holds changes that nobody saved. */
export const anyUnsaved = () => [...unsaved.keys()].some(isUnsaved);

/** Lets go of all changes: somebody has just said so. */
export const discardAllUnsaved = () => discardUnsaved([...unsaved.keys()]);

/** Lets go of what closed tabs held. */
export function discardUnsaved(tabs: readonly string[]) {
  for (const tab of tabs) unsaved.delete(tab);
  guardLeaving();
}

/**
 * While `dirty`, leaving the browser's page asks, and so does the shell before it closes the tab.
 * Other effects end when a tab steps back; an insertion effect holds on to what was typed in it.
 */
export function useUnsaved(dirty: boolean) {
  const tab = useContext(TabContext);
  const form = useId();
  useInsertionEffect(() => {
    if (!dirty) return;
    unsaved.set(tab, (unsaved.get(tab) ?? new Set()).add(form));
    guardLeaving();
    return () => {
      unsaved.get(tab)?.delete(form);
      guardLeaving();
    };
  }, [dirty, tab, form]);
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Asks before the browser's page is left as long as any tab has something to lose. */
function guardLeaving() {
  if (anyUnsaved()) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}
