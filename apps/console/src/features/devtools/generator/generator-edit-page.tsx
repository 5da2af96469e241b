import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useWords } from '../../../data/words.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Nothing } from '../../../ui/states.tsx';
import { GenForm } from './generator-form.tsx';
import './generator.css';

/** `/gen/edit?tableId=7`. Input for one table survives while another one is open. */
export default function GenEditPage() {
  const t = useWords();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const given = search.get('tableId');
  const current = given && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
  const [open, setOpen] = useState<number[]>(current ? [current] : []);
  if (current !== undefined && !open.includes(current)) setOpen([...open, current]);
  return (
    <div className="page">
      {current === undefined && (
        <>
          <PageHeader title={t('shell.page.genEdit')} purpose={t('shell.frame.genEdit.purpose')} />
          <section className="card">
            <Nothing text={t('shell.frame.genEdit.none')}>
              <Button type="primary" onClick={() => void navigate('/tool/gen')}>
                {t('shell.frame.genEdit.choose')}
              </Button>
            </Nothing>
          </section>
        </>
      )}
      {open.map((tableId) => (
        <div key={tableId} hidden={tableId !== current}>
          <GenForm
            tableId={tableId}
            current={tableId === current}
            onDone={() => {
              setOpen(open.filter((other) => other !== tableId));
              void navigate('/tool/gen');
            }}
          />
        </div>
      ))}
    </div>
  );
}
