import type { ReactNode } from 'react';

/** A part that is scrolled where it is wider than its place: by keys as well, and told by its name. */
export const Scrolled = ({ label, className, children }: { label: string; className: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
  <section className={className} aria-label={label} tabIndex={0}>
    {children}
  </section>
);
