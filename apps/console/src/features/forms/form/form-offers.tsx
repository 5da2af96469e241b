import { type FormOffer, forms } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/words.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/times.tsx';
import './form.css';

export function FormOffers() {
  const t = useTranslations();
  const offersQuery = useQuery({ ...getQueryOptions<FormOffer[]>(forms, '/fill'), meta: { ownErrors: true } });
  if (offersQuery.error && !offersQuery.data) return <ErrorState error={offersQuery.error} onRetry={() => void offersQuery.refetch()} />;
  if (!offersQuery.data) return <LoadingState rows={4} />;
  if (offersQuery.data.length === 0) return <EmptyState text={t('tool.fill.noOffers')} />;
  return (
    <ul className="form-offers">
      {offersQuery.data.map(({ formKey, formName, remark, closeTime, ownCount }) => (
        <li key={formKey}>
          <RowLink to={`/parser?key=${formKey}`} strong>
            {formName}
          </RowLink>
          {remark && <p>{remark}</p>}
          <p className="none">
            {closeTime && (
              <>
                {t('tool.form.closeTime')} <TimeText value={closeTime} />
              </>
            )}
            {closeTime && ownCount > 0 && ' · '}
            {ownCount > 0 && t('tool.fill.ownCount', { count: ownCount })}
          </p>
        </li>
      ))}
    </ul>
  );
}
