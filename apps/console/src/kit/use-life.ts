import type { Action, Resource } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm, type Question } from './confirm.ts';
import { hosts } from './hosts.ts';
import { request } from './request.ts';
import { useWords, wordOr } from './words.ts';

/** What a step asks for before it is taken; `final`: the record's name is typed. */
export type Ask = Pick<Question, 'reason' | 'danger'> & { final?: true };

interface Life<Step extends string> {
  of: Pick<Resource, 'path' | 'word'>;
  actions: Record<Step, Pick<Action, 'path'>>;
  /** A step that is not here is taken without a question. */
  asks: Partial<Record<Step, Ask>>;
}

/**
 * Takes steps of a record's life: asks what the step needs to know, does it, says so, and shows the noun anew. Its words are
 * `<noun>.do.<step>` on the button, `<noun>.ask.<step>` with a hint, and `<noun>.stepDone` with `<noun>.step.<step>`.
 */
export function useLife<Step extends string>({ of, actions, asks }: Life<Step>) {
  const t = useWords();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: ({ id, step, body }: { id: number; step: Step; body: object }) =>
      request<unknown>('PUT', actions[step].path.replace(':id', String(id)), body),
    onSettled: () => client.invalidateQueries({ queryKey: [of.path] }),
  });
  /** @param said what the question names: the record, and how many hang on it */
  const take = async (step: Step, id: number, said: { name: string; count?: number }): Promise<void> => {
    const ask = asks[step];
    let body: object = {};
    if (ask) {
      const { final, ...rest }: Ask = ask;
      const hint = wordOr(of.word(`ask.${step}.hint`));
      const question = t(of.word(`ask.${step}`), said);
      const consent = await confirm({
        ...rest,
        title: question,
        ...(hint && { content: t(hint, { count: 0, ...said }) }),
        okText: t(of.word(`do.${step}`)),
        ...(final && { name: said.name }),
      });
      if (!consent) return;
      body = { ...(consent.reason && { reason: consent.reason }), ...(final && { confirm: consent.confirm }) };
    }
    await run.mutateAsync({ id, step, body }).then(
      () => hosts.tell('success', t(of.word('stepDone'), { name: said.name, step: t(of.word(`step.${step}`)) })),
      () => undefined, // the refusal was shown
    );
  };
  return { take, busy: run.isPending };
}
