import type { Resource, WordKey } from '@suyuan/contract';
import { useQueries } from '@tanstack/react-query';
import { listOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useWords, valueWord } from '../../../data/words.ts';
import { RowLink } from '../../../ui/row-link.tsx';

interface OfferedNoteProps {
  of: Resource;
  /** Which records the select above offers. */
  offered: WordKey;
  /** Field by which the others are left out, and those of its values whose records somebody may be looking for. */
  field: string;
  others: readonly string[];
}

/** Below a select: which records it offers, and how many it leaves out, each number a link to them. */
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
