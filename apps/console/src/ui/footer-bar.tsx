import type { ReactNode } from 'react';

/** As wide as the window without the side menu. */
export function FooterBar({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="footer-bar-room" />
      <div className="footer-bar">{children}</div>
    </>
  );
}
