import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useRemove } from '../data/api.ts';
import { findTranslationKey, useTranslations } from '../data/i18n.ts';
import { hasExtension } from '../data/server-info.ts';
import { shellServices } from '../data/shell-services.ts';
import { confirm } from './confirm.ts';

type Row = RecordOf<ResourceSpec>;

/** Maximum number of protected records named in the confirmation. */
const MAX_NAMED = 5;

/** @param protectedRecords selected records that cannot be deleted */
export function useConfirmRemove(resource: Resource, nameOf: (record: Row) => string, onDone?: () => void) {
  const t = useTranslations();
  const { mutateAsync } = useRemove(resource);
  return async (records: Row[], protectedRecords: Row[] = []) => {
    const [first] = records;
    if (!first) return;
    const title = records.length === 1 ? t('kit.removeAsk', { name: nameOf(first) }) : t('kit.removeManyAsk', { count: records.length });
    const names = protectedRecords.slice(0, MAX_NAMED).map(nameOf).join(t('kit.joint')) + (protectedRecords.length > MAX_NAMED ? '…' : '');
    const protectedLines = protectedRecords.length > 0 ? [t('kit.keptNames', { names })] : [];
    // what a deletion means on this server
    const explanationKey = (hasExtension('auditArchive') && findTranslationKey(`${resource.word()}.removeMeans`)) || 'kit.removeHint';
    const content = [t(explanationKey), ...protectedLines].join('\n');
    const { references, key, path } = resource;
    const impact = references && {
      key: [path, ...records.map((record) => record[key])],
      read: () => Object.fromEntries(references.map((name) => [name, records.reduce((sum, record) => sum + Number(record[name] ?? 0), 0)])),
      word: (name: string) => resource.word(`impact.${name}`),
    };
    await confirm({ title, impact, content, okText: t('kit.remove'), danger: true }, async () => {
      await mutateAsync(records.map((record) => Number(record[resource.key])));
      onDone?.();
      shellServices.notify('success', t('kit.removed'));
    });
  };
}
