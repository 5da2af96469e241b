import { dealers } from '@suyuan/contract';
import { useWords } from '../../../data/words.ts';
import { cellOf } from '../../../ui/columns.tsx';
import { fetchFile } from '../../../ui/file-field.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import type { Dealer } from './dealer-life.ts';

const contract = ['gln', 'contractNo', 'contractFrom', 'contractTo'] as const;
const contact = ['contactName', 'contactPhone', 'email', 'regionName', 'address', 'lng', 'lat', 'warehouses', 'remark'] as const;

export function DealerFacts({ dealer }: { dealer: Dealer }) {
  const t = useWords();
  const { grade, uscc, depositYuan, contractPath, contractFile } = dealer;
  const plain = (names: readonly ((typeof contract)[number] | (typeof contact)[number])[]) =>
    names.map((name) => [name, cellOf(name, dealer[name], false)] as const);
  const lines = [
    ['grade', grade ? t(`manage.channelBusiness.grade.${grade}`) : '—'],
    ['uscc', uscc ? <Mono key="uscc">{uscc}</Mono> : '—'],
    ...plain(contract),
    ['depositYuan', depositYuan === null ? '—' : groupDigits(depositYuan)],
    [
      'contractPath',
      contractPath ? (
        <button key="file" type="button" className="row-link" onClick={() => void fetchFile(contractPath, contractFile)}>
          {contractFile ?? t('kit.file')}
        </button>
      ) : (
        '—'
      ),
    ],
    ...plain(contact),
  ] as const;
  return (
    <dl className="record-view">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{t(dealers.word(name))}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
