import type { Action, RecordOf, Resource, ResourceSpec, WordKey } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRemove } from '../data/api.ts';
import { findTranslationKey, useTranslations } from '../data/i18n.ts';
import { request } from '../data/request.ts';
import { hasExtension } from '../data/server-info.ts';
import { shellServices } from '../data/shell-services.ts';
import { type ConfirmOptions, confirm } from './confirm.ts';

type Row = RecordOf<ResourceSpec>;

/** Maximum number of protected records named in the confirmation. */
const MAX_NAMED = 5;

/** @param protectedRecords selected records that cannot be deleted */
export function useConfirmRemove(resource: Resource, nameOf: (record: Row) => string, onDone: () => void) {
  const t = useTranslations();
  const { mutateAsync } = useRemove(resource);
  return async (records: Row[], protectedRecords: Row[] = []) => {
    const [first] = records;
    if (!first) return;
    const title = records.length === 1 ? t('kit.removeAsk', { name: nameOf(first) }) : t('kit.removeManyAsk', { count: records.length });
    const names = protectedRecords.slice(0, MAX_NAMED).map(nameOf).join(t('kit.joint')) + (protectedRecords.length > MAX_NAMED ? '…' : '');
    const protectedLines = protectedRecords.length > 0 ? [t('kit.keptNames', { names })] : [];
    // a resource whose records are archived, not deleted, has a different text
    const explanationKey = (hasExtension('auditArchive') && findTranslationKey(`${resource.word()}.removeMeans`)) || 'kit.removeHint';
    const content = [t(explanationKey), ...protectedLines].join('\n');
    if (!(await confirm({ title, content, okText: t('kit.remove'), danger: true }))) return;
    const isRemoved = await mutateAsync(records.map((record) => Number(record[resource.key]))).then(
      () => true,
      () => false, // the refusal is already visible; the records stay
    );
    if (!isRemoved) return;
    onDone();
    shellServices.notify('success', t('kit.removed'));
  };
}

/** Confirmation of a step; `final`: the record's name must be typed. */
export type StepConfirmation = Pick<ConfirmOptions, 'reason' | 'danger'> & { final?: true; dismiss?: WordKey };

/** Values in the confirmation: the record's name, the number of affected codes or records, and others that its text uses. */
interface StepParams extends Record<string, string | number | undefined> {
  name: string;
  count?: number | string;
}

interface LifecycleOptions<Step extends string> {
  of: Pick<Resource, 'path' | 'word'>;
  actions: Record<Step, Pick<Action, 'path'>>;
  /** Steps that are not listed need no confirmation. */
  confirmations: Partial<Record<Step, StepConfirmation>>;
  /** Success messages, if not `<noun>.stepDone`. */
  successKeys?: Partial<Record<Step, WordKey>>;
  /** Paths of other resources that a step changes. */
  affectedPaths?: readonly string[];
}

/**
 * Runs a life cycle step: confirmation, request, success notice, invalidation. Translations are `<noun>.do.<step>` for the button,
 * `<noun>.ask.<step>` with a hint, and `<noun>.stepDone` with `<noun>.step.<step>`.
 */
export function useLifecycleAction<Step extends string>({
  of,
  actions,
  confirmations,
  successKeys = {},
  affectedPaths = [],
}: LifecycleOptions<Step>) {
  const t = useTranslations();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ id, step, body }: { id: number; step: Step; body: object }) =>
      request<unknown>('PUT', actions[step].path.replace(':id', String(id)), body),
    onSettled: () => Promise.all([of.path, ...affectedPaths].map((path) => client.invalidateQueries({ queryKey: [path] }))),
  });
  const runStep = async (step: Step, id: number, params: StepParams): Promise<void> => {
    const confirmation = confirmations[step];
    let body: object = {};
    if (confirmation) {
      const { final, dismiss, ...rest }: StepConfirmation = confirmation;
      const hint = findTranslationKey(of.word(`ask.${step}.hint`));
      const question = t(of.word(`ask.${step}`), params);
      const answer = await confirm({
        ...rest,
        title: question,
        ...(hint && { content: t(hint, { count: 0, ...params }) }),
        okText: t(of.word(`do.${step}`)),
        ...(dismiss && { dismissText: t(dismiss) }),
        ...(final && { name: params.name }),
      });
      if (!answer) return;
      body = { ...(answer.reason && { reason: answer.reason }), ...(final && { confirm: answer.confirm }) };
    }
    await mutation.mutateAsync({ id, step, body }).then(
      () =>
        shellServices.notify(
          'success',
          t(successKeys[step] ?? of.word('stepDone'), { name: params.name, step: t(of.word(`step.${step}`)) }),
        ),
      () => undefined, // the refusal is already visible
    );
  };
  return { runStep, isPending: mutation.isPending };
}
