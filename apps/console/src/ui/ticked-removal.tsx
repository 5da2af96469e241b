import { Button } from 'antd';
import { useWords } from '../data/words.ts';

interface TickedRemovalProps<R> {
  /** What is ticked. */
  records: R[];
  isRemovable: (record: R) => boolean;
  onRemove: (goes: R[], stays: R[]) => void;
}

/** Removes of the ticked records those that may go; where some or all may not, says how many. */
export function TickedRemoval<R>({ records, isRemovable, onRemove }: TickedRemovalProps<R>) {
  const t = useWords();
  const goes = records.filter(isRemovable);
  const stays = records.filter((record) => !isRemovable(record));
  return (
    <>
      {goes.length > 0 && (
        <Button danger onClick={() => onRemove(goes, stays)}>
          {t('kit.removeCount', { count: goes.length })}
        </Button>
      )}
      {stays.length > 0 && <span className="none">{t('kit.keptCount', { count: stays.length })}</span>}
    </>
  );
}
