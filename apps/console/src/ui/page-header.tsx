import type { ReactNode } from 'react';

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
