import type { Action, Resource, WordKey } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hosts } from '../data/hosts.ts';
import { request } from '../data/request.ts';
import { useWords, wordOr } from '../data/words.ts';
import { confirm, type Question } from './confirm.ts';

/** What a step asks for before it is taken; `final`: the record's name is typed. */
export type Ask = Pick<Question, 'reason' | 'danger'> & { final?: true; dismiss?: WordKey };

/** What the question names: the record, how many codes or records depend on it, and whatever else its words mention. */
interface Facts extends Record<string, string | number | undefined> {
  name: string;
  count?: number | string;
}

interface Life<Step extends string> {
  of: Pick<Resource, 'path' | 'word'>;
  actions: Record<Step, Pick<Action, 'path'>>;
  /** A step that is not here is taken without a question. */
  asks: Partial<Record<Step, Ask>>;
  /** What is said once a step is taken, where it is not `<noun>.stepDone`. */
  done?: Partial<Record<Step, WordKey>>;
  /** Paths of other nouns that a step changes. */
  changes?: readonly string[];
}

/**
 * Takes steps of a record's life: asks what the step needs to know, does it, says so, and shows the noun anew. Its words are
 * `<noun>.do.<step>` on the button, `<noun>.ask.<step>` with a hint, and `<noun>.stepDone` with `<noun>.step.<step>`.
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
      () => undefined, // the refusal was shown
    );
  };
  return { take, busy: run.isPending };
}
