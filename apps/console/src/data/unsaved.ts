import { createContext, useContext, useId, useInsertionEffect } from 'react';

/** Path of the tab that contains a page; set by the shell. */
export const TabContext = createContext('');

const unsaved = new Map<string, Set<string>>();

export const isUnsaved = (tab: string) => (unsaved.get(tab)?.size ?? 0) > 0;

export const anyUnsaved = () => [...unsaved.keys()].some(isUnsaved);

export const discardAllUnsaved = () => discardUnsaved([...unsaved.keys()]);

export function discardUnsaved(tabs: readonly string[]) {
  for (const tab of tabs) unsaved.delete(tab);
  guardLeaving();
}

/**
 * While `dirty`, leaving needs a confirmation.
 * An insertion effect, because other effects are cleaned up when a tab is hidden.
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

/** Browsers confirm before the page closes while any tab has unsaved changes. */
function guardLeaving() {
  if (anyUnsaved()) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}
