import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  /** One line that says what the page is for. */
  purpose?: ReactNode;
  /** State, code with copy: beside the title. */
  beside?: ReactNode;
  /** The one primary action, and a menu with the rest. */
  actions?: ReactNode;
}

/** The page's only `h1`, what it is for, and its action at the right. */
export function PageHeader({ title, purpose, beside, actions }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div className="page-header-words">
        <div className="page-header-title">
          <h1>{title}</h1>
          {beside}
        </div>
        {purpose && <p className="page-purpose">{purpose}</p>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  );
}
