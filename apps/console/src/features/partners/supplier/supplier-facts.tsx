import { suppliers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { renderCell } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import type { Supplier } from './supplier-life.ts';

const factFields = [
  ...(['shortName', 'uscc', 'gln', 'licenceNo', 'contactName', 'contactPhone', 'email', 'regionName', 'address', 'lng', 'lat'] as const),
  ...(['bankName', 'bankAccount', 'remark', 'updateBy', 'updateTime'] as const),
];

/** Facts of a supplier. The full account number requires permission and a click. */
export function SupplierFacts({ supplier }: { supplier: Supplier }) {
  const t = useTranslations();
  const { grade, bankAccount } = supplier;
  return (
    <dl className="record-view">
      <div>
        <dt>{t('manage.supplier.grade')}</dt>
        <dd>{grade ? t(`manage.supplier.grade.${grade}`) : '—'}</dd>
      </div>
      {factFields.map((name) => (
        <div key={name}>
          <dt>{t(suppliers.word(name))}</dt>
          <dd>
            {name === 'bankAccount' && bankAccount ? (
              <BankAccount supplier={supplier} />
            ) : name === 'uscc' && supplier.uscc ? (
              <CopyableText>{supplier.uscc}</CopyableText>
            ) : (
              renderCell(name, supplier[name], false)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function BankAccount({ supplier: { supplierId, bankAccount } }: { supplier: Supplier }) {
  const t = useTranslations();
  const canReadAccount = usePermission(suppliers.permission('bank'));
  const [isRequested, setRequested] = useState(false);
  const accountQuery = useQuery({
    ...getQueryOptions<{ bankAccount: string | null }>(suppliers, `/${supplierId}/bank`),
    enabled: canReadAccount && isRequested,
    gcTime: 0,
  });
  return (
    <>
      <CopyableText>{accountQuery.data?.bankAccount ?? bankAccount ?? ''}</CopyableText>{' '}
      {canReadAccount && !accountQuery.data && (
        <Button type="link" size="small" loading={accountQuery.isFetching} onClick={() => setRequested(true)}>
          {t('manage.supplier.showAccount')}
        </Button>
      )}
    </>
  );
}
