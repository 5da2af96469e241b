import type { Action, Resource, WordKey } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hosts } from '../data/hosts.ts';
import { request } from '../data/request.ts';
import { useWords, wordOr } from '../data/words.ts';
import { confirm, type Question } from './confirm.ts';

/** Confirmation of a step; `final`: the record's name must be typed. */
export type Ask = Pick<Question, 'reason' | 'danger'> & { final?: true; dismiss?: WordKey };

/** Values in the confirmation: the record's name, the number of affected codes or records, and others that its text uses. */
interface Facts extends Record<string, string | number | undefined> {
  name: string;
  count?: number | string;
}

interface Life<Step extends string> {
  of: Pick<Resource, 'path' | 'word'>;
  actions: Record<Step, Pick<Action, 'path'>>;
  /** Steps that are not listed need no confirmation. */
  asks: Partial<Record<Step, Ask>>;
  /** Success messages, if not `<noun>.stepDone`. */
  done?: Partial<Record<Step, WordKey>>;
  /** Paths of other resources that a step changes. */
  changes?: readonly string[];
}

/**
 * Runs a life cycle step: confirmation, request, success notice, invalidation. Translations are `<noun>.do.<step>` for the button,
 * `<noun>.ask.<step>` with a hint, and `<noun>.stepDone` with `<noun>.step.<step>`.
 */
export function useLife<Step extends string>({ of, actions, asks, done = {}, changes = [] }: Life<Step>) {
  const t = useWords();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: ({ id, step, body }: { id: number; step: Step; body: object }) =>
      request<unknown>('PUT', actions[step].path.replace(':id', String(id)), body),
    onSettled: () => Promise.all([of.path, ...changes].map((path) => client.invalidateQueries({ queryKey: [path] }))),
  });
  const take = async (step: Step, id: number, said: Facts): Promise<void> => {
    const ask = asks[step];
    let body: object = {};
    if (ask) {
      const { final, dismiss, ...rest }: Ask = ask;
      const hint = wordOr(of.word(`ask.${step}.hint`));
      const question = t(of.word(`ask.${step}`), said);
      const consent = await confirm({
        ...rest,
        title: question,
        ...(hint && { content: t(hint, { count: 0, ...said }) }),
        okText: t(of.word(`do.${step}`)),
        ...(dismiss && { dismissText: t(dismiss) }),
        ...(final && { name: said.name }),
      });
      if (!consent) return;
      body = { ...(consent.reason && { reason: consent.reason }), ...(final && { confirm: consent.confirm }) };
    }
    await run.mutateAsync({ id, step, body }).then(
      () => hosts.tell('success', t(done[step] ?? of.word('stepDone'), { name: said.name, step: t(of.word(`step.${step}`)) })),
      () => undefined, // the refusal is already visible
    );
  };
  return { take, busy: run.isPending };
}
