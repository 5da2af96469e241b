import { fontClassOf } from './columns.tsx';
import { RowLink } from './row-link.tsx';

interface NameLinkProps {
  field: string;
  /** URL of the record's page; without one `onOpen` is called. */
  to: string | undefined;
  onOpen: () => void;
  children: string;
}

export function NameLink({ field, to, onOpen, children }: NameLinkProps) {
  const text = <span className={fontClassOf(field)}>{children}</span>;
  return to ? (
    <RowLink to={to} strong>
      {text}
    </RowLink>
  ) : (
    <button type="button" className="row-link row-link-strong" onClick={onOpen}>
      {text}
    </button>
  );
}
