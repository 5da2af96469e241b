import type { ReactNode } from 'react';

interface HomeCardProps {
  title: string;
  /** Next to the title. */
  link?: ReactNode;
  children: ReactNode;
}

export function HomeCard({ title, link, children }: HomeCardProps) {
  const heading = <h2 className="mt-0 mb-3 text-base/6 font-semibold">{title}</h2>;
  return (
    <section className="card min-w-0 px-6 pt-4 pb-5 max-md:px-4 max-md:pt-3 max-md:pb-4">
      {link ? (
        <div className="flex items-baseline justify-between">
          {heading}
          {link}
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}

/** Cards below each other. */
export const HomeColumn = ({ children }: { children: ReactNode }) => <div className="grid min-w-0 gap-4">{children}</div>;

/** A wide and a narrow card next to each other, in the columns of the charts; below each other on small screens. */
export const HomeRow = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-3 xl:[&>:first-child]:col-span-2">{children}</div>
);
