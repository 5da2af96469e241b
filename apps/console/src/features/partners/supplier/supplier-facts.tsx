import { suppliers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { getOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { cellOf } from '../../../ui/columns.tsx';
import { Mono } from '../../../ui/mono.tsx';
import type { Supplier } from './supplier-life.ts';

const fields = [
  ...(['shortName', 'uscc', 'gln', 'licenceNo', 'contactName', 'contactPhone', 'email', 'regionName', 'address', 'lng', 'lat'] as const),
  ...(['bankName', 'bankAccount', 'remark', 'updateBy', 'updateTime'] as const),
];

/** Facts of a supplier. The full account number requires permission and a click. */
export function SupplierFacts({ supplier }: { supplier: Supplier }) {
  const t = useWords();
  const { grade, bankAccount } = supplier;
  return (
    <dl className="record-view">
      <div>
        <dt>{t('manage.supplier.grade')}</dt>
        <dd>{grade ? t(`manage.supplier.grade.${grade}`) : '—'}</dd>
      </div>
      {fields.map((name) => (
        <div key={name}>
          <dt>{t(suppliers.word(name))}</dt>
          <dd>
            {name === 'bankAccount' && bankAccount ? (
              <Account supplier={supplier} />
            ) : name === 'uscc' && supplier.uscc ? (
              <Mono>{supplier.uscc}</Mono>
            ) : (
              cellOf(name, supplier[name], false)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Account({ supplier: { supplierId, bankAccount } }: { supplier: Supplier }) {
  const t = useWords();
  const may = usePermission(suppliers.permission('bank'));
  const [asked, ask] = useState(false);
  const whole = useQuery({ ...getOf<{ bankAccount: string | null }>(suppliers, `/${supplierId}/bank`), enabled: may && asked, gcTime: 0 });
  return (
    <>
      <Mono>{whole.data?.bankAccount ?? bankAccount ?? ''}</Mono>{' '}
      {may && !whole.data && (
        <Button type="link" size="small" loading={whole.isFetching} onClick={() => ask(true)}>
          {t('manage.supplier.showAccount')}
        </Button>
      )}
    </>
  );
}
