import type { ReactNode } from 'react';

/** A count that overlaps the icon of a header button. */
export const CountBadge = ({ children }: { children: ReactNode }) => (
  <span className="absolute top-0 left-4 min-w-4 rounded-[9px] bg-primary-strong px-1 text-xs/4 text-on-primary">{children}</span>
);
