import type { ReactNode } from 'react';

export function Story({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="card story">
      <h2 className="mono-text">{name}</h2>
      {note && <p className="page-purpose">{note}</p>}
      <div className="story-stage">{children}</div>
    </section>
  );
}

export function Case({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="story-case">
      <span className="story-label">{label}</span>
      <div>{children}</div>
    </div>
  );
}
