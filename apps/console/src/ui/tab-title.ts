import { useContext, useEffect } from 'react';
import { create } from 'zustand';
import { TabContext } from '../data/unsaved.ts';

/** Tab titles set by pages, by tab path. */
export const useTabTitles = create<Record<string, string>>(() => ({}));

/** Sets the tab's title, e.g. to the batch number. Undefined leaves the title unchanged, an empty text removes it. */
export function useTabTitle(title: string | undefined) {
  const tab = useContext(TabContext);
  useEffect(() => {
    if (title !== undefined) useTabTitles.setState({ [tab]: title });
  }, [tab, title]);
}
