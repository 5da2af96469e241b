import { type FormOffer, forms } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from '../../../data/api.ts';
import { useWords } from '../../../data/words.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/times.tsx';
import './form.css';

export function FormOffers() {
  const t = useWords();
  const read = useQuery({ ...getOf<FormOffer[]>(forms, '/fill'), meta: { ownErrors: true } });
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <Waiting rows={4} />;
  if (read.data.length === 0) return <Nothing text={t('tool.fill.noOffers')} />;
  return (
    <ul className="form-offers">
      {read.data.map(({ formKey, formName, remark, closeTime, ownCount }) => (
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
