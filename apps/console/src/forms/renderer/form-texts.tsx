import type { ReactNode } from 'react';

/** Puts a red star before the title of a required field. */
export const requiredMark = "before:me-1 before:text-danger before:content-['*']";

export const FormHeading = ({ required = false, children }: { required?: boolean; children: ReactNode }) => (
  <h3 className={`mt-0 mb-3 text-base/6 font-semibold ${required ? requiredMark : ''}`}>{children}</h3>
);

export const HelpText = ({ children }: { children: ReactNode }) => <p className="mt-1 mb-2 text-xs/5 text-muted">{children}</p>;

/** `id`: for `aria-describedby` of the control. */
export const FaultText = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} role="alert" className="mt-1 mb-0 text-xs/5 text-danger">
    {children}
  </p>
);
