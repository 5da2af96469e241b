import type { ComponentProps, ReactNode } from 'react';

const noteColours = { hint: 'text-muted', fault: 'text-danger', success: 'text-success' } as const;

/** Small text below a control or above a dialog's content. */
export function Note({ kind = 'hint', ...rest }: Omit<ComponentProps<'p'>, 'className'> & { kind?: keyof typeof noteColours }) {
  return <p className={`mt-1 mb-0 text-xs/5 ${noteColours[kind]}`} {...rest} />;
}

export function SectionTitle({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h3 id={id} className="mt-0 mb-2 text-xs/5 font-semibold text-muted">
      {children}
    </h3>
  );
}

/** Settings below a title. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-3">
      <SectionTitle>{title}</SectionTitle>
      {children}
    </section>
  );
}

/** An editor of several lines; `action` is at the end of the title's line. */
export function ListSection({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="mb-3">
      <h4 className="mt-0 mb-1 flex items-center justify-between text-[13px] font-normal">
        {title}
        {action}
      </h4>
      {children}
    </div>
  );
}

/** A key of the keyboard. */
export function Key({ children }: { children: ReactNode }) {
  return <kbd className="mono-text rounded-sm border border-edge bg-fill px-1 text-xs/4.5 text-muted">{children}</kbd>;
}
