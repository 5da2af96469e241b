import { type CodeDetail, codes } from '@suyuan/contract';
import { useEffect } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission, useUserId } from '../../../data/permission.tsx';
import { storeLocally } from '../../../data/platform.ts';
import { ordinalText } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { codePath } from './code-columns.tsx';

const MAX_RECENT = 6;

/** Where a code is. Its text stays on the server, which checks and logs who reads it. */
type RecentCode = Pick<CodeDetail, 'batchId' | 'level' | 'ordinal' | 'batchNo' | 'categoryName'>;

const storageKeyOf = (userId: number) => `suyuan.codes.${userId}`;
const isRecentCode = (value: unknown): value is RecentCode =>
  typeof value === 'object' &&
  value !== null &&
  ['batchId', 'level', 'ordinal'].every((name) => Number.isInteger(value[name as never])) &&
  ['batchNo', 'categoryName'].every((name) => typeof value[name as never] === 'string');

function readRecent(userId: number): RecentCode[] {
  try {
    const recent: unknown = JSON.parse(localStorage.getItem(storageKeyOf(userId)) ?? '[]');
    return Array.isArray(recent) ? recent.filter(isRecentCode) : [];
  } catch {
    return [];
  }
}

/** Remembers an opened code for `RecentCodes`. */
export function useRecentCode(detail: CodeDetail | undefined) {
  const userId = useUserId();
  const path = detail && codePath(detail);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per code
  useEffect(() => {
    if (!detail) return;
    const { batchId, level, ordinal, batchNo, categoryName } = detail;
    const others = readRecent(userId).filter((other) => codePath(other) !== path);
    const recent: RecentCode[] = [{ batchId, level, ordinal, batchNo, categoryName }, ...others].slice(0, MAX_RECENT);
    storeLocally(storageKeyOf(userId), JSON.stringify(recent));
  }, [userId, path]);
}

/** The codes that the user opened last; nothing before the first. */
export function RecentCodes() {
  const t = useTranslations();
  const userId = useUserId();
  const recent = usePermission(codes.permission('query')) ? readRecent(userId) : [];
  if (recent.length === 0) return null;
  return (
    <section className="card mt-4 px-6 pt-4 pb-2 max-md:px-4" aria-labelledby="code-recent">
      <h2 id="code-recent" className="mt-0! mb-1! text-sm/5.5!">
        {t('manage.code.recent')}
      </h2>
      <ul className="m-0 list-none p-0">
        {recent.map((code) => (
          <li key={codePath(code)} className="flex flex-wrap items-center gap-x-4 py-2 not-first:border-t not-first:border-line">
            <RowLink to={codePath(code)} strong>
              {code.categoryName} <span className="mono-text">{code.batchNo}</span>
            </RowLink>
            <span className="text-muted">{ordinalText(code.ordinal)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
