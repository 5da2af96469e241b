import type { ReactNode } from 'react';

interface CodeSectionProps {
  /** Id of the heading. */
  id: string;
  title: string;
  /** At the right of the heading. */
  link?: ReactNode;
  children: ReactNode;
}

/** Card of the code page with a heading. */
export function CodeSection({ id, title, link, children }: CodeSectionProps) {
  return (
    <section className="card min-w-0 px-6 py-4 max-md:p-4" aria-labelledby={id}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="m-0 text-base/6 font-semibold">
          {title}
        </h2>
        {link}
      </div>
      {children}
    </section>
  );
}
