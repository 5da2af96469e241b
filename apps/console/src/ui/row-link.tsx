import type { ReactNode } from 'react';
import { Link } from 'react-router';

export function RowLink({ to, children, strong }: { to: string; children: ReactNode; strong?: boolean }) {
  return (
    <Link to={to} className={strong ? 'text-link font-medium' : 'text-link'}>
      {children}
    </Link>
  );
}
