export const LogoMark = () => (
  <svg className="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="var(--primary)" />
    <path d="M7 22c4 0 4-5 8-5s4-6 9-6" fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
    <circle cx="7" cy="22" r="2.4" fill="#fff" />
    <path d="m20.5 20.5 2.4 2.4 4.6-5" fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);
