import type { ReactNode } from 'react';

export const StoryCard = ({ children }: { children: ReactNode }) => (
  <section className="card min-w-0 px-6 pt-4 pb-6 max-md:p-4">{children}</section>
);

export function Story({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <StoryCard>
      <h2 className="mono-text m-0 text-sm/5.5 font-semibold">{name}</h2>
      {note && <p className="mt-1 mb-0 text-pretty text-muted">{note}</p>}
      <div className="mt-4 grid min-w-0 grid-cols-1 gap-4">{children}</div>
    </StoryCard>
  );
}

export function Case({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[160px_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 max-md:grid-cols-1">
      <span className="text-muted">{label}</span>
      <div>{children}</div>
    </div>
  );
}

/** What a part sends to the server or stores. */
export const WireText = ({ children, role }: { children: ReactNode; role?: 'status' }) => (
  <code role={role} className="mono-text block rounded bg-fill px-3 py-2 wrap-anywhere">
    {children}
  </code>
);
