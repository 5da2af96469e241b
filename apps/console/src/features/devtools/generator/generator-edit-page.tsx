import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from '../../../data/words.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { GeneratorForm } from './generator-form.tsx';
import './generator.css';

/** `/gen/edit?tableId=7`. Input for one table survives while another one is open. */
export default function GeneratorEditPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const tableIdParam = search.get('tableId');
  const current = tableIdParam && /^\d{1,15}$/.test(tableIdParam) ? Number(tableIdParam) : undefined;
  const [openTables, setOpenTables] = useState<number[]>(current ? [current] : []);
  if (current !== undefined && !openTables.includes(current)) setOpenTables([...openTables, current]);
  return (
    <div className="page">
      {current === undefined && (
        <>
          <PageHeader title={t('shell.page.genEdit')} purpose={t('shell.frame.genEdit.purpose')} />
          <section className="card">
            <EmptyState text={t('shell.frame.genEdit.none')}>
              <Button type="primary" onClick={() => void navigate('/tool/gen')}>
                {t('shell.frame.genEdit.choose')}
              </Button>
            </EmptyState>
          </section>
        </>
      )}
      {openTables.map((tableId) => (
        <div key={tableId} hidden={tableId !== current}>
          <GeneratorForm
            tableId={tableId}
            current={tableId === current}
            onDone={() => {
              setOpenTables(openTables.filter((other) => other !== tableId));
              void navigate('/tool/gen');
            }}
          />
        </div>
      ))}
    </div>
  );
}
