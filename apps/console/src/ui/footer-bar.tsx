import type { ReactNode } from 'react';

/** The bar of a page's form, always at hand at the lower edge: as wide as the window less the side menu (specification §9). */
export function FooterBar({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="footer-bar-room" />
      <div className="footer-bar">{children}</div>
    </>
  );
}
