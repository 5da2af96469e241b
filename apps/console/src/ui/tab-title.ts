import { useContext, useEffect } from 'react';
import { create } from 'zustand';
import { TabContext } from '../data/unsaved.ts';

export const useTabTitles = create<Record<string, string>>(() => ({}));

/** Undefined leaves the title unchanged, an empty text removes it. */
export function useTabTitle(title: string | undefined) {
  const tab = useContext(TabContext);
  useEffect(() => {
    if (title !== undefined) useTabTitles.setState({ [tab]: title });
  }, [tab, title]);
}
