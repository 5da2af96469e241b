import type { ReactNode } from 'react';
import { useId } from 'react';

interface LineProps {
  label: ReactNode;
  /** Below the control: what is wrong, or an example. */
  fault?: string | undefined;
  hint?: string | undefined;
  /** Above its control, where that needs the whole width. */
  wide?: boolean;
  children: (id: string, describedBy: string | undefined) => ReactNode;
}

/** One setting of the panel: its name, its control. */
export function Line({ label, fault, hint, wide = false, children }: LineProps) {
  const id = useId();
  const note = fault ?? hint;
  return (
    <div className={wide ? 'panel-line panel-line-wide' : 'panel-line'}>
      <label htmlFor={id}>{label}</label>
      <div className="panel-control">
        {children(id, note ? `${id}-note` : undefined)}
        {note && (
          <p id={`${id}-note`} className={fault ? 'panel-fault' : 'panel-hint'} {...(fault && { role: 'alert' })}>
            {note}
          </p>
        )}
      </div>
    </div>
  );
}
