import { Button } from 'antd';
import { useTranslations } from '../data/words.ts';

interface RemoveSelectedProps<R> {
  records: R[];
  isRemovable: (record: R) => boolean;
  onRemove: (removable: R[], protectedRecords: R[]) => void;
}

export function RemoveSelected<R>({ records, isRemovable, onRemove }: RemoveSelectedProps<R>) {
  const t = useTranslations();
  const removable = records.filter(isRemovable);
  const protectedRecords = records.filter((record) => !isRemovable(record));
  return (
    <>
      {removable.length > 0 && (
        <Button danger onClick={() => onRemove(removable, protectedRecords)}>
          {t('kit.removeCount', { count: removable.length })}
        </Button>
      )}
      {protectedRecords.length > 0 && <span className="none">{t('kit.keptCount', { count: protectedRecords.length })}</span>}
    </>
  );
}
