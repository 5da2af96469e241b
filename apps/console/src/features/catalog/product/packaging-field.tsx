import { toGtin14 } from '@suyuan/codes';
import type { PackagingLevel } from '@suyuan/contract';
import { Button, Input } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { NumberField } from '../../../ui/number-field.tsx';

type Level = Partial<PackagingLevel> & { level: number };

interface PackagingFieldProps {
  value?: Level[];
  onChange?: (levels: Level[]) => void;
  /** Codes are issued, so the printed packaging levels cannot change. */
  fixed: boolean;
}

/** Packaging levels box, case and pallet; each is optional. */
export function PackagingField({ value = [], onChange, fixed }: PackagingFieldProps) {
  const t = useTranslations();
  const missingLevels = [1, 2, 3].filter((level) => !value.some((entry) => entry.level === level));
  const change = (level: number, part: Partial<Level>) =>
    onChange?.(value.map((entry) => (entry.level === level ? { ...entry, ...part } : entry)));
  const nameOf = (level: number | undefined) =>
    level ? t(`manage.category.level.${level as 1 | 2 | 3}`) : t('manage.category.packaging.unit');
  let units = 1;
  return (
    <div className="packaging">
      {value.map(({ level, contains, gtin, ssccPrefix }, index) => {
        units *= typeof contains === 'number' ? contains : 0;
        const below = nameOf(value[index - 1]?.level);
        const name = nameOf(level);
        const isInvalid = gtin && !toGtin14(gtin);
        return (
          <div key={level} className="packaging-level">
            <span className="packaging-name">{name}</span>
            <NumberField
              min={1}
              max={9999}
              disabled={fixed}
              value={contains ?? null}
              aria-label={t('manage.category.packaging.contains', { level: name })}
              suffix={below}
              // The cast: the field's own rule rejects a non-number.
              onChange={(next) => change(level, { contains: (next ?? undefined) as number })}
            />
            <Input
              className="mono-text"
              maxLength={14}
              inputMode="numeric"
              disabled={fixed}
              value={gtin ?? ''}
              placeholder="GTIN"
              aria-label={`${name} GTIN`}
              {...(isInvalid && { status: 'error' as const, title: t('manage.category.gtin.hint') })}
              onChange={({ target }) => change(level, { gtin: target.value.trim() || null })}
            />
            {level === 3 && (
              <Input
                className="mono-text"
                maxLength={13}
                inputMode="numeric"
                disabled={fixed}
                value={ssccPrefix ?? ''}
                placeholder={t('manage.category.packaging.ssccPrefix')}
                title={t('manage.category.packaging.ssccPrefix.hint')}
                aria-label={t('manage.category.packaging.ssccPrefix')}
                onChange={({ target }) => change(level, { ssccPrefix: target.value.trim() || null })}
              />
            )}
            <span className="none packaging-total">{units > 0 ? t('manage.category.packaging.total', { count: units }) : ''}</span>
            {!fixed && (
              <Button
                type="text"
                size="small"
                danger
                icon={<Icon name="close" />}
                aria-label={`${t('kit.remove')} ${name}`}
                onClick={() => onChange?.(value.filter((entry) => entry.level !== level))}
              />
            )}
          </div>
        );
      })}
      {!fixed &&
        missingLevels.map((level) => (
          <Button
            key={level}
            size="small"
            icon={<Icon name="plus" />}
            onClick={() => onChange?.([...value, { level, gtin: null, ssccPrefix: null }].sort((one, other) => one.level - other.level))}
          >
            {nameOf(level)}
          </Button>
        ))}
      {fixed && <p className="none">{t('manage.category.packaging.fixed')}</p>}
    </div>
  );
}
