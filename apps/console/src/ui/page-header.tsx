import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { create } from 'zustand';
import { TabContext } from '../data/unsaved-changes.ts';

/** Closes the tab of the page and navigates; set by the shell. */
export const LeavePageContext = createContext<(to: string) => void>(() => {});

export const useLeavePage = () => useContext(LeavePageContext);

export const useTabTitles = create<Record<string, string>>(() => ({}));

/** Undefined leaves the title unchanged, an empty text removes it. */
export function useTabTitle(title: string | undefined) {
  const tab = useContext(TabContext);
  useEffect(() => {
    if (title !== undefined) useTabTitles.setState({ [tab]: title });
  }, [tab, title]);
}

interface PageHeaderProps {
  title: ReactNode;
  purpose?: ReactNode;
  /** State, code with copy button. */
  titleExtra?: ReactNode;
  /** One primary action, and a menu with the others. */
  actions?: ReactNode;
}

/** Header with the page's only `h1`. */
export function PageHeader({ title, purpose, titleExtra, actions }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div className="page-header-words">
        <div className="page-header-title">
          <h1>{title}</h1>
          {titleExtra}
        </div>
        {purpose && <p className="page-purpose">{purpose}</p>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  );
}
