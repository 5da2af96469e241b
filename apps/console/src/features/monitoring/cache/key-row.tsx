import { Input } from 'antd';
import { useWords } from '../../../data/words.ts';

interface KeyRowProps {
  /** The key without the cache's prefix. */
  label: string;
  isChosen: boolean;
  note?: string;
  onChoose: () => void;
  onClear: (() => void) | undefined;
}

export function KeyRow({ label, isChosen, note, onChoose, onClear }: KeyRowProps) {
  const t = useWords();
  return (
    <li className={isChosen ? 'cache-row cache-chosen' : 'cache-row'}>
      <button type="button" className="cache-choice" aria-pressed={isChosen} onClick={onChoose}>
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
  const t = useWords();
  const label = t('monitor.cache.searchKey');
  return <Input.Search allowClear aria-label={label} placeholder={label} onSearch={(text) => onSearch(text.trim())} />;
}
