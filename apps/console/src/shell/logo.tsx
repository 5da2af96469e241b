import { Link } from 'react-router';
import { useSiteTitle } from '../ui/use-site.ts';
import { LogoMark } from './mark.tsx';

export function Logo({ iconOnly = false }: { iconOnly?: boolean }) {
  const title = useSiteTitle();
  return (
    <Link to="/" className="logo" aria-label={title}>
      <LogoMark />
      {!iconOnly && <span>{title}</span>}
    </Link>
  );
}
