import type { ReactNode } from 'react';

export const ScrollArea = ({ label, className, children }: { label: string; className: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas need keyboard access
  <section className={className} aria-label={label} tabIndex={0}>
    {children}
  </section>
);
