import { useContext, useEffect } from 'react';
import { create } from 'zustand';
import { TabContext } from '../data/unsaved.ts';

/** Titles that pages gave their tabs, by the tab's path. */
export const useTabTitles = create<Record<string, string>>(() => ({}));

/** Names the tab after its record, e.g. the batch number. Undefined leaves its name as it is, an empty text removes it. */
export function useTabTitle(title: string | undefined) {
  const tab = useContext(TabContext);
  useEffect(() => {
    if (title !== undefined) useTabTitles.setState({ [tab]: title });
  }, [tab, title]);
}
