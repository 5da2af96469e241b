import { suppliers } from '@suyuan/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { download } from '../../data/download.ts';
import { useTranslations } from '../../data/i18n.ts';
import { Can } from '../../data/permission.tsx';
import { ImportDialog } from '../../ui/import-dialog.tsx';
import { Story } from './story.tsx';

export default function TransferStory() {
  const t = useTranslations();
  const [importing, setImporting] = useState(false);
  const fetchFile = (path: string) =>
    void download(path, 'supplier.xlsx', { method: 'POST', body: new URLSearchParams({ state: 'approved' }) });
  return (
    <>
      <Story name="download" note={t('kit.story.download')}>
        <div className="flex flex-wrap items-center gap-2">
          <Can do={[suppliers.permission('export')]}>
            <Button onClick={() => fetchFile(`${suppliers.path}/export`)}>{t('kit.export')}</Button>
          </Can>
          <Button onClick={() => fetchFile('/manage/nothing/export')}>{t('kit.story.downloadFails')}</Button>
        </div>
      </Story>
      <Can do={[suppliers.permission('import')]}>
        <Story name="ImportDialog" note={t('kit.importHint')}>
          <div>
            <Button onClick={() => setImporting(true)}>{t('kit.import')}</Button>
          </div>
          {importing && <ImportDialog of={suppliers} onClose={() => setImporting(false)} />}
        </Story>
      </Can>
    </>
  );
}
