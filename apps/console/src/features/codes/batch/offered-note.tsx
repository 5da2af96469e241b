import type { Resource, WordKey } from '@suyuan/contract';
import { useQueries } from '@tanstack/react-query';
import { listQueryOptions } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { translateValue, useTranslations } from '../../../data/words.ts';
import { RowLink } from '../../../ui/row-link.tsx';

interface SelectHintProps {
  of: Resource;
  hintKey: WordKey;
  /** Field that decides which records are offered, and the excluded values to count. */
  field: string;
  excludedValues: readonly string[];
}

/** Note below a select: which records it offers and how many it omits, with links. */
export function SelectHint({ of, hintKey, field, excludedValues }: SelectHintProps) {
  const t = useTranslations();
  const canList = usePermission(of.permission('list'));
  const countQueries = useQueries({
    queries: excludedValues.map((value) => ({
      ...listQueryOptions(of, { [field]: value, pageSize: '1' }),
      enabled: canList,
      meta: { ownErrors: true },
    })),
  });
  return (
    <span className="quantity-note">
      {t(hintKey)}
      {excludedValues.map((value, index) => {
        const count = countQueries[index]?.data?.total ?? 0;
        if (count === 0) return null;
        return (
          <RowLink key={value} to={`${of.path}?${field}=${value}`}>
            {t('manage.batch.offered.others', { count, state: translateValue(t, of.word(`${field}.${value}`), value) })}
          </RowLink>
        );
      })}
    </span>
  );
}
