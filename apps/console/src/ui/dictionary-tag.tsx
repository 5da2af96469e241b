import { splitValues, useDictionary } from '../data/dictionary.ts';
import '../data/dictionary.css';

/** Meanings that are shown as a tag; anything else is plain text. */
const TAGS: ReadonlySet<string> = new Set(['primary', 'success', 'info', 'warning', 'danger']);

interface DictionaryTagProps {
  /** The dictionary, e.g. `sys_notice_type`. */
  type: string;
  /** One value, or several in one text. */
  value: string | number | null | undefined;
  separator?: string;
}

/** Coded values as the dictionary says: each with its label, coloured where its entry has a meaning. */
export function DictionaryTag({ type, value, separator = ',' }: DictionaryTagProps) {
  const { options } = useDictionary(type);
  const values = splitValues(value, separator);
  if (values.length === 0) return <span className="none">—</span>;
  return (
    <span className="dict-tags">
      {values.map((one) => {
        const option = options.find((known) => known.value === one);
        return (
          <DictionaryLabel key={one} label={option?.label ?? one} listClass={option?.listClass ?? ''} cssClass={option?.cssClass ?? ''} />
        );
      })}
    </span>
  );
}

/** One label in the look that its entry chose; names of style classes are checked again here. */
export function DictionaryLabel({ label, listClass, cssClass = '' }: { label: string; listClass: string; cssClass?: string }) {
  const own = /^[A-Za-z_][\w -]*$/.test(cssClass) ? cssClass : '';
  return <span className={TAGS.has(listClass) ? `dict-tag dict-tag-${listClass} ${own}` : own}>{label}</span>;
}
