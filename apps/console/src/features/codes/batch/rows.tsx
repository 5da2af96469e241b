import type { ReactNode } from 'react';

/** Buttons, links and filters above the table of a tab. */
export const TabTools = ({ children }: { children: ReactNode }) => (
  <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
);

/** Fields of equal width on one line. */
export const FieldRow = ({ children }: { children: ReactNode }) => <div className="flex gap-3 *:min-w-0 *:flex-1">{children}</div>;
