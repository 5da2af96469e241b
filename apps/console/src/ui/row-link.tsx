import type { ReactNode } from 'react';
import { Link } from 'react-router';

export function RowLink({ to, children, strong }: { to: string; children: ReactNode; strong?: boolean }) {
  return (
    <Link to={to} className={strong ? 'text-link font-medium' : 'text-link'}>
      {children}
    </Link>
  );
}

/** A figure that leads to its list. Dark, because only names are blue. */
export const FigureLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <span data-figures className="tabular-nums">
    <RowLink to={to}>{children}</RowLink>
  </span>
);
