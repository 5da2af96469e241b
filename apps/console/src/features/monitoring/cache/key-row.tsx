import { Input } from 'antd';
import { useTranslations } from '../../../data/words.ts';

interface KeyRowProps {
  /** The key without the cache's prefix. */
  label: string;
  isSelected: boolean;
  note?: string;
  onSelect: () => void;
  onClear: (() => void) | undefined;
}

export function KeyRow({ label, isSelected, note, onSelect, onClear }: KeyRowProps) {
  const t = useTranslations();
  return (
    <li className={isSelected ? 'cache-row cache-chosen' : 'cache-row'}>
      <button type="button" className="cache-choice" aria-pressed={isSelected} onClick={onSelect}>
        <span className="mono cache-key">{label}</span>
        {note && <span className="cache-choice-note">{note}</span>}
      </button>
      {onClear && (
        <button type="button" className="row-link" aria-label={t('monitor.cache.clearNameLabel', { name: label })} onClick={onClear}>
          {t('monitor.cache.clear')}
        </button>
      )}
    </li>
  );
}

export function KeySearch({ onSearch }: { onSearch: (part: string) => void }) {
  const t = useTranslations();
  const label = t('monitor.cache.searchKey');
  return <Input.Search allowClear aria-label={label} placeholder={label} onSearch={(text) => onSearch(text.trim())} />;
}
