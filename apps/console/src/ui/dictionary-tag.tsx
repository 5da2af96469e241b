import { splitValues, useDictionary } from '../data/dictionary.ts';
import '../data/dictionary.css';

/** Classes that are rendered as a tag; others are plain text. */
const TAGS: ReadonlySet<string> = new Set(['primary', 'success', 'info', 'warning', 'danger']);

interface DictionaryTagProps {
  type: string;
  value: string | number | null | undefined;
  separator?: string;
}

export function DictionaryTag({ type, value, separator = ',' }: DictionaryTagProps) {
  const { options } = useDictionary(type);
  const values = splitValues(value, separator);
  if (values.length === 0) return <span className="none">—</span>;
  return (
    <span className="dict-tags">
      {values.map((one) => {
        const option = options.find((entry) => entry.value === one);
        return (
          <DictionaryLabel key={one} label={option?.label ?? one} listClass={option?.listClass ?? ''} cssClass={option?.cssClass ?? ''} />
        );
      })}
    </span>
  );
}

/** The class name is validated here again. */
export function DictionaryLabel({ label, listClass, cssClass = '' }: { label: string; listClass: string; cssClass?: string }) {
  const className = /^[A-Za-z_][\w -]*$/.test(cssClass) ? cssClass : '';
  return <span className={TAGS.has(listClass) ? `dict-tag dict-tag-${listClass} ${className}` : className}>{label}</span>;
}
