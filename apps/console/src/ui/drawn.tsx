/** A 24 × 24 line icon, hidden from screen readers. */
export function SvgIcon({ path, stroke = 1.7, className = 'icon' }: { path: string; stroke?: number; className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
