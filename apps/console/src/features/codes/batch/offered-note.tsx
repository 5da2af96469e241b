import type { Resource, WordKey } from '@suyuan/contract';
import { useQueries } from '@tanstack/react-query';
import { listOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useWords, valueWord } from '../../../data/words.ts';
import { RowLink } from '../../../ui/row-link.tsx';

interface OfferedNoteProps {
  of: Resource;
  offered: WordKey;
  /** Field that decides which records are offered, and the excluded values to count. */
  field: string;
  others: readonly string[];
}

/** Note below a select: which records it offers and how many it omits, with links. */
export function OfferedNote({ of, offered, field, others }: OfferedNoteProps) {
  const t = useWords();
  const sees = usePermission(of.permission('list'));
  const lists = useQueries({
    queries: others.map((value) => ({ ...listOf(of, { [field]: value, pageSize: '1' }), enabled: sees, meta: { ownErrors: true } })),
  });
  return (
    <span className="quantity-note">
      {t(offered)}
      {others.map((value, index) => {
        const count = lists[index]?.data?.total ?? 0;
        if (count === 0) return null;
        return (
          <RowLink key={value} to={`${of.path}?${field}=${value}`}>
            {t('manage.batch.offered.others', { count, state: valueWord(t, of.word(`${field}.${value}`), value) })}
          </RowLink>
        );
      })}
    </span>
  );
}
