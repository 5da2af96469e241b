import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useRemove } from '../data/api.ts';
import { hosts } from '../data/hosts.ts';
import { has } from '../data/server-about.ts';
import { useWords, wordOr } from '../data/words.ts';
import { confirm } from './confirm.ts';

type Row = RecordOf<ResourceSpec>;

/** Maximum number of protected records named in the confirmation. */
const NAMED = 5;

/** @param stays selected records that cannot be deleted */
export function useRemoval(resource: Resource, nameOf: (record: Row) => string, onDone: () => void) {
  const t = useWords();
  const { mutateAsync } = useRemove(resource);
  return async (records: Row[], stays: Row[] = []) => {
    const [first] = records;
    if (!first) return;
    const title = records.length === 1 ? t('kit.removeAsk', { name: nameOf(first) }) : t('kit.removeManyAsk', { count: records.length });
    const names = stays.slice(0, NAMED).map(nameOf).join(t('kit.joint')) + (stays.length > NAMED ? '…' : '');
    const kept = stays.length > 0 ? [t('kit.keptNames', { names })] : [];
    // a resource whose records are archived, not deleted, has a different text
    const means = (has('auditArchive') && wordOr(`${resource.word()}.removeMeans`)) || 'kit.removeHint';
    const content = [t(means), ...kept].join('\n');
    if (!(await confirm({ title, content, okText: t('kit.remove'), danger: true }))) return;
    const removed = await mutateAsync(records.map((record) => Number(record[resource.key]))).then(
      () => true,
      () => false, // the refusal is already visible; the records stay
    );
    if (!removed) return;
    onDone();
    hosts.tell('success', t('kit.removed'));
  };
}
