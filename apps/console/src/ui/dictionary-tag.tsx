import { splitValues, useDictionary } from '../data/dictionary.ts';

/** Colours by class. Other classes are plain text. */
const TAG_COLOURS: ReadonlyMap<string, string> = new Map([
  ['primary', 'border-primary-line bg-primary-ground text-primary-ink'],
  ['success', 'border-success-line bg-success-ground text-success'],
  ['info', 'border-edge bg-fill text-ink'],
  ['warning', 'border-warning-line bg-warning-ground text-warning'],
  ['danger', 'border-danger-line bg-danger-ground text-danger'],
]);

interface DictionaryTagProps {
  type: string;
  value: string | number | null | undefined;
  separator?: string;
}

export function DictionaryTag({ type, value, separator = ',' }: DictionaryTagProps) {
  const { options } = useDictionary(type);
  const values = splitValues(value, separator);
  if (values.length === 0) return <span className="text-muted">—</span>;
  return (
    <span className="inline-flex flex-wrap gap-1">
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
  const colours = TAG_COLOURS.get(listClass);
  if (!colours) return <span className={className}>{label}</span>;
  return (
    <span
      className={`inline-block rounded border px-2 text-xs/5 whitespace-nowrap ${colours} ${className}`}
      data-state=""
      data-testid="dictionary-tag"
    >
      {label}
    </span>
  );
}
