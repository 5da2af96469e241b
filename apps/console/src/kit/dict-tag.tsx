import { splitValues, useDict } from './dict.ts';
import './dict.css';

/** Meanings that are shown as a tag; anything else is plain text. */
const TAGS: ReadonlySet<string> = new Set(['primary', 'success', 'info', 'warning', 'danger']);

interface DictTagProps {
  /** The dictionary, e.g. `sys_notice_type`. */
  type: string;
  /** One value, or several in one text. */
  value: string | number | null | undefined;
  separator?: string;
}

/** Coded values as the dictionary says: each with its label, coloured where its entry has a meaning. */
export function DictTag({ type, value, separator = ',' }: DictTagProps) {
  const { options } = useDict(type);
  const values = splitValues(value, separator);
  if (values.length === 0) return <span className="none">—</span>;
  return (
    <span className="dict-tags">
      {values.map((one) => {
        const option = options.find((known) => known.value === one);
        return <DictLabel key={one} label={option?.label ?? one} listClass={option?.listClass ?? ''} cssClass={option?.cssClass ?? ''} />;
      })}
    </span>
  );
}

/** One label in the look that its entry chose; names of style classes are checked again here. */
export function DictLabel({ label, listClass, cssClass = '' }: { label: string; listClass: string; cssClass?: string }) {
  const own = /^[A-Za-z_][\w -]*$/.test(cssClass) ? cssClass : '';
  return <span className={TAGS.has(listClass) ? `dict-tag dict-tag-${listClass} ${own}` : own}>{label}</span>;
}
