import type { ComponentProps } from 'react';

/** Card of a list. Its tables go from edge to edge (antd.css). */
export function ListCard({ className = '', ...rest }: ComponentProps<'section'>) {
  return <section data-list="card" className={`card px-4 pt-4 ${className}`} {...rest} />;
}

/** A list inside a drawer, aligned with its edges. */
export const DrawerList = (props: ComponentProps<'div'>) => <div data-list="drawer" {...props} />;
