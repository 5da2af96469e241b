import { type GenConflictWay, type GenTable, type GenWriteResult, genTables } from '@suyuan/contract';
import { useState } from 'react';
import { download } from '../../../data/download.ts';
import { shellServices } from '../../../data/hosts.ts';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { useGenOptions, useWrite } from './asks.ts';

type Table = Pick<GenTable, 'tableId' | 'tableName' | 'genType' | 'genPath'>;

export function useGenerate() {
  const t = useTranslations();
  const options = useGenOptions();
  const write = useWrite();
  const [result, setResult] = useState<{ table: Table; report: GenWriteResult }>();
  const archive = (tables: readonly Table[]) =>
    download(`${genTables.path}/batchGenCode?tables=${tables.map(({ tableName }) => tableName).join(',')}`, 'suyuan-module.zip');
  return {
    result,
    busy: write.isPending,
    close: () => setResult(undefined),
    archive,
    async generate(table: Table, conflicts: GenConflictWay = 'keep') {
      const canWrite = hasExtension('generatorDetails') ? options?.writes : true;
      if (table.genType === '0' || !canWrite) return archive([table]);
      await write.mutateAsync({ tableName: table.tableName, conflicts }).then(
        (report) =>
          report ? setResult({ table, report }) : shellServices.notify('success', t('tool.gen.writtenPlain', { path: table.genPath })),
        () => undefined, // the error is already displayed
      );
    },
  };
}
