import { Button } from 'antd';
import { useWords } from '../data/words.ts';

interface TickedRemovalProps<R> {
  records: R[];
  isRemovable: (record: R) => boolean;
  onRemove: (goes: R[], stays: R[]) => void;
}

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
