import { type BatchPackaging, codes } from '@suyuan/contract';
import { useTranslations } from '../../../data/words.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import type { ParsedNumber } from '../../../ui/numbers.ts';

interface PackagingInputProps {
  value?: BatchPackaging | null;
  onChange?: (packaging: BatchPackaging | null) => void;
  /** Default packaging of the product, while the input is empty. */
  productPackaging?: BatchPackaging | undefined;
  id?: string;
}

/** Units per box, case and pallet. A blank level is absent; all blank means the product's packaging. */
export function PackagingInput({ value, onChange, productPackaging, id }: PackagingInputProps) {
  const t = useTranslations();
  const unitsAt = (levels: BatchPackaging | null | undefined, level: number) => levels?.find((one) => one.level === level)?.contains;
  const change = (level: number, contains: ParsedNumber) => {
    const otherLevels = (value ?? []).filter((one) => one.level !== level);
    // The cast: the field's own rule rejects a non-number.
    const next = [...otherLevels, ...(contains === null ? [] : [{ level, contains: contains as number }])].toSorted(
      (one, other) => one.level - other.level,
    );
    onChange?.(next.length > 0 ? next : null);
  };
  return (
    <div className="packaging-input">
      {[1, 2, 3].map((level) => (
        <NumberField
          key={level}
          {...(level === 1 && id && { id })}
          aria-label={t('manage.batch.packaging.level', { level: t(codes.word(`level.${level}`)) })}
          prefix={t(codes.word(`level.${level}`))}
          min={1}
          max={9999}
          controls={false}
          value={unitsAt(value, level) ?? null}
          placeholder={value?.length ? '—' : String(unitsAt(productPackaging, level) ?? '—')}
          onChange={(contains) => change(level, contains)}
        />
      ))}
    </div>
  );
}
