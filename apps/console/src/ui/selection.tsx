import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslations } from '../data/i18n.ts';

type Row = Record<string, unknown>;

/** Key of a record: a number, or the UUID of a session or scan. */
export type RowKey = string | number;

export const keyOf = (row: Row, key: string) => row[key] as RowKey;

/**
 * Selected records across pages; those of the current page use its data.
 * The selection is valid for the filters it was made with, so that actions only affect records in the filtered list.
 */
export function useSelection<R extends Row>(key: string, rows: readonly R[], filters: string) {
  const [selection, setSelection] = useState<{ filters: string; selected: ReadonlyMap<RowKey, R> }>({ filters, selected: new Map() });
  const selected = selection.filters === filters ? selection.selected : new Map<RowKey, R>();
  const setSelected = (next: ReadonlyMap<RowKey, R>) => setSelection({ filters, selected: next });
  const rowOnPage = new Map(rows.map((row) => [keyOf(row, key), row]));
  const records = [...selected].map(([id, row]) => rowOnPage.get(id) ?? row);
  return {
    records,
    keys: [...selected.keys()],
    otherPagesCount: [...selected.keys()].filter((id) => !rowOnPage.has(id)).length,
    select: (keys: RowKey[]) =>
      setSelected(
        new Map(
          keys.flatMap((id) => {
            const row = rowOnPage.get(id) ?? selected.get(id);
            return row ? [[id, row] as [RowKey, R]] : [];
          }),
        ),
      ),
    clear: () => setSelected(new Map()),
  };
}

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
      {protectedRecords.length > 0 && <span className="text-muted">{t('kit.keptCount', { count: protectedRecords.length })}</span>}
    </>
  );
}

interface SelectionBarProps {
  count: number;
  otherPagesCount: number;
  onClear: () => void;
  children: ReactNode;
}

export function SelectionBar({ count, otherPagesCount, onClear, children }: SelectionBarProps) {
  const t = useTranslations();
  return (
    <div
      data-testid="selection-bar"
      className="-mt-1 mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2 rounded bg-primary-ground px-3 py-1"
      role="toolbar"
      aria-label={t('kit.selected', { count })}
    >
      <strong aria-live="polite">{t('kit.selected', { count })}</strong>
      {otherPagesCount > 0 && <span className="text-muted">{t('kit.selectedElsewhere', { count: otherPagesCount })}</span>}
      {children}
      <Button type="link" onClick={onClear}>
        {t('kit.clearSelection')}
      </Button>
    </div>
  );
}
