import { createContext, useContext, useId, useInsertionEffect } from 'react';

/** Path of the tab that contains a page; set by the shell. */
export const TabContext = createContext('');

const formsByTab = new Map<string, Set<string>>();

export const hasUnsavedChanges = (tab: string) => (formsByTab.get(tab)?.size ?? 0) > 0;

export const hasAnyUnsavedChanges = () => [...formsByTab.keys()].some(hasUnsavedChanges);

export const discardAllUnsavedChanges = () => discardUnsavedChanges([...formsByTab.keys()]);

export function discardUnsavedChanges(tabs: readonly string[]) {
  for (const tab of tabs) formsByTab.delete(tab);
  updateUnloadGuard();
}

/**
 * While `dirty`, leaving needs a confirmation.
 * An insertion effect, because other effects are cleaned up when a tab is hidden.
 */
export function useUnsavedChanges(dirty: boolean) {
  const tab = useContext(TabContext);
  const formId = useId();
  useInsertionEffect(() => {
    if (!dirty) return;
    formsByTab.set(tab, (formsByTab.get(tab) ?? new Set()).add(formId));
    updateUnloadGuard();
    return () => {
      formsByTab.get(tab)?.delete(formId);
      updateUnloadGuard();
    };
  }, [dirty, tab, formId]);
}

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** Browsers confirm before the page closes while any tab has unsaved changes. */
function updateUnloadGuard() {
  if (hasAnyUnsavedChanges()) addEventListener('beforeunload', preventUnload);
  else removeEventListener('beforeunload', preventUnload);
}
