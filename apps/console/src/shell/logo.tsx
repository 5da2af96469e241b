import { Link } from 'react-router';
import { useSiteTitle } from '../ui/use-site.ts';
import { Mark } from './mark.tsx';

export function Logo({ bare = false }: { bare?: boolean }) {
  const title = useSiteTitle();
  return (
    <Link to="/" className="logo" aria-label={title}>
      <Mark />
      {!bare && <span>{title}</span>}
    </Link>
  );
}
