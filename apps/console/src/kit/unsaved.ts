import { createContext, useContext, useEffect } from 'react';

/** The tab that a page stands in, by its path; the shell sets it. */
export const TabContext = createContext('');

const dirtyTabs = new Map<string, number>();

/** Whether a page of the tab holds changes that nobody saved. */
export const isUnsaved = (tab: string) => (dirtyTabs.get(tab) ?? 0) > 0;

/** While `dirty`, leaving the browser's page asks, and so does the shell before it closes the tab. */
export function useUnsaved(dirty: boolean) {
  const tab = useContext(TabContext);
  useEffect(() => {
    if (!dirty) return;
    dirtyTabs.set(tab, (dirtyTabs.get(tab) ?? 0) + 1);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => {
      dirtyTabs.set(tab, (dirtyTabs.get(tab) ?? 1) - 1);
      removeEventListener('beforeunload', ask);
    };
  }, [dirty, tab]);
}
