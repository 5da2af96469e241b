import type { ReactNode } from 'react';

/** `Fact`s of a record, one per line. */
export function FactList({ className = 'm-0', children }: { className?: string; children: ReactNode }) {
  return (
    <dl data-facts className={className}>
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[calc(var(--term)+16px)_minmax(0,1fr)] gap-4 border-t border-line py-2 first:border-t-0">
      <dt className="text-muted">{label}</dt>
      <dd className="m-0 min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
