import { channelBusinesses, codeCases, type DealerFigures } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from '../../../kit/api.ts';
import { KeyFacts } from '../../../kit/detail.tsx';
import { How } from '../../../kit/how.tsx';
import { groupDigits } from '../../../kit/numbers.ts';
import { usePermission } from '../../../kit/permission.tsx';
import { RowLink } from '../../../kit/row-link.tsx';
import { shareText } from '../../../kit/share-text.ts';
import { Failed } from '../../../kit/states.tsx';
import { useWords } from '../../../kit/words.ts';

type Figure = 'receivedCount' | 'soldCount' | 'sellThrough' | 'returnedCount' | 'diversionCount';

const none = <span className="none">—</span>;

/** How a dealer and those below it do: what came, what was sold of it, what went back; dashes until it is known. */
export function DealerSales({ id }: { id: number }) {
  const t = useWords();
  const seesCases = usePermission(codeCases.permission('list'));
  const { data, error, refetch } = useQuery({
    ...getOf<DealerFigures>(channelBusinesses, `/${id}/figures`),
    meta: { ownErrors: true },
  });
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  const units = (count: number | undefined) => (count === undefined ? none : <span className="numeral">{groupDigits(count)}</span>);
  const fact = (figure: Figure, value: typeof none) => ({
    label: (
      <How says={t(`manage.channelBusiness.tip.${figure}`)}>{t(`manage.channelBusiness.figure.${figure}`)}</How>
    ),
    value,
  });
  return (
    <KeyFacts
      facts={[
        fact('receivedCount', units(data?.receivedCount)),
        fact('soldCount', units(data?.soldCount)),
        fact('sellThrough', data && data.receivedCount > 0 ? <span className="numeral">{shareText(data.soldCount, data.receivedCount)}</span> : none),
        fact('returnedCount', units(data?.returnedCount)),
        fact(
          'diversionCount',
          data && data.diversionCount > 0 && seesCases ? (
            <RowLink to={`${codeCases.path}?channelBusinessId=${id}&reason=otherRegion`}>{groupDigits(data.diversionCount)}</RowLink>
          ) : (
            units(data?.diversionCount)
          ),
        ),
      ]}
    />
  );
}
