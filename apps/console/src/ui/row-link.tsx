import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router';

export function RowLink({ to, children, strong }: { to: string; children: ReactNode; strong?: boolean }) {
  return (
    <Link to={to} className={strong ? 'text-link font-medium' : 'text-link'}>
      {children}
    </Link>
  );
}

interface LinkButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> {
  /** Red, for what cannot be undone. */
  danger?: boolean;
}

/** A button that looks like a link, e.g. the action of a row. */
export const LinkButton = ({ danger = false, ...props }: LinkButtonProps) => (
  <button type="button" className={danger ? 'text-link text-danger! hover:text-danger!' : 'text-link'} {...props} />
);

/** A figure that leads to its list. Dark, because only names are blue. */
export const FigureLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <span data-figures className="tabular-nums">
    <RowLink to={to}>{children}</RowLink>
  </span>
);
