import { type GenConflictWay, type GenTable, type GenWritten, genTables } from '@suyuan/contract';
import { useState } from 'react';
import { download } from '../../../data/download.ts';
import { hosts } from '../../../data/hosts.ts';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { useGenOptions, useWrite } from './asks.ts';

type Table = Pick<GenTable, 'tableId' | 'tableName' | 'genType' | 'genPath'>;

export function useGenerate() {
  const t = useWords();
  const options = useGenOptions();
  const write = useWrite();
  const [written, setWritten] = useState<{ table: Table; answer: GenWritten }>();
  const archive = (tables: readonly Table[]) =>
    download(`${genTables.path}/batchGenCode?tables=${tables.map(({ tableName }) => tableName).join(',')}`, 'suyuan-module.zip');
  return {
    written,
    busy: write.isPending,
    close: () => setWritten(undefined),
    archive,
    async generate(table: Table, conflicts: GenConflictWay = 'keep') {
      const writes = has('generatorDetails') ? options?.writes : true;
      if (table.genType === '0' || !writes) return archive([table]);
      await write.mutateAsync({ tableName: table.tableName, conflicts }).then(
        (answer) => (answer ? setWritten({ table, answer }) : hosts.tell('success', t('tool.gen.writtenPlain', { path: table.genPath }))),
        () => undefined, // the error is already displayed
      );
    },
  };
}
