import type { ReactNode } from 'react';
import { useId } from 'react';

interface PanelLineProps {
  label: ReactNode;
  fault?: string | undefined;
  hint?: string | undefined;
  /** Label above the control, for controls of full width. */
  wide?: boolean;
  children: (id: string, describedBy: string | undefined) => ReactNode;
}

export function PanelLine({ label, fault, hint, wide = false, children }: PanelLineProps) {
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
