import type { LifeCycle, ResultOf, Step, StepName, WordKey } from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../db/database-errors.ts';
import type { Db } from '../db/db.ts';
import { orNotFound, Problem } from '../problem.ts';
import type { Context } from './context.ts';

type BodyOfStep<S extends Step> = z.output<S['body']>;

/** One function per declared step, as `lifeCycleRoutes` serves it. */
export type StepFunctions<L extends LifeCycle> = {
  [Name in StepName<L>]: (ctx: Context, id: number, body: BodyOfStep<L['steps'][Name]>) => Promise<ResultOf<L['steps'][Name]>>;
};

interface StepInput<Row, Body> {
  ctx: Context;
  id: number;
  /** The locked row. */
  row: Row;
  body: Body;
}

/** Changes of the row. Its state is that of the declaration, unless that names several. Without changes the row is not written. */
type StepChanges<S, Changes> = S extends { to: string }
  ? Omit<Changes, 'state'> | undefined
  : S extends { to: unknown }
    ? Changes | undefined
    : undefined;

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that writes itself returns nothing
type Outcome<S extends Step, Changes> = S['spec'] extends { data: unknown } ? ResultOf<S> : StepChanges<S, Changes> | void;

type Handlers<L extends LifeCycle, Row, Changes> = {
  [Name in StepName<L>]: (
    input: StepInput<Row, BodyOfStep<L['steps'][Name]>>,
  ) => Outcome<L['steps'][Name], Changes> | Promise<Outcome<L['steps'][Name], Changes>>;
};

interface StepParts<L extends LifeCycle, Row, Changes> {
  lock(ctx: Context, id: number, step: StepName<L>): Promise<Row | undefined>;
  move(db: Db, id: number, changes: Changes, ctx: Context): Promise<unknown>;
  /** Whether the user took part in what a second person must approve. */
  hasTakenPart?(ctx: Context, row: Row, id: number): boolean | Promise<boolean>;
  /** Refuses the same person in the database. Required where a step demands a second person. */
  secondPersonConstraint?: string;
  recordEvent?(ctx: Context, id: number, step: StepName<L>, reason: string | null | undefined): Promise<unknown> | undefined;
}

/**
 * Each step locks the row, validates state, second person and confirmation, runs its handler, writes its changes and records an event. A
 * handler returns the changes of the row, or the result of a step that declares `data` and therefore writes itself.
 */
export function lifeCycleSteps<L extends LifeCycle, Row extends { state: string }, Changes extends { state: string }>(
  lifeCycle: L,
  parts: StepParts<L, Row, Changes>,
  handlers: Handlers<L, Row, Changes>,
): StepFunctions<L> {
  const { lock, move, hasTakenPart, secondPersonConstraint = '', recordEvent } = parts;
  const stepFunction = (name: StepName<L>, step: Step) => async (ctx: Context, id: number, body: Record<string, unknown>) => {
    const row = orNotFound(await lock(ctx, id, name));
    ensureState(ctx, lifeCycle, name, row.state, step.from);
    const { to, secondPerson, confirm, data } = step;
    if (secondPerson && (await hasTakenPart?.(ctx, row, id))) throw new Problem(secondPerson);
    if (confirm) ensureConfirmed(confirm, row, body.confirm);
    const run = async () => {
      const outcome = await handlers[name]({ ctx, id, row, body: body as never });
      if (data || !outcome) return outcome;
      await move(ctx.db, id, { ...(typeof to === 'string' && { state: to }), ...(outcome as object) } as Changes, ctx);
      return undefined;
    };
    const result = await (secondPerson ? mapConstraintErrors({ [secondPersonConstraint]: secondPerson }, {}, run()) : run());
    await recordEvent?.(ctx, id, name, body.reason as string | null | undefined);
    return result;
  };
  const functions = Object.entries(lifeCycle.steps).map(([name, step]) => {
    if (step.secondPerson && !secondPersonConstraint) throw new Error(`${lifeCycle.of.path}: nothing checks the second person of ${name}`);
    return [name, stepFunction(name as StepName<L>, step)];
  });
  // The cast: the types of the steps are lost in the entries.
  return Object.fromEntries(functions) as StepFunctions<L>;
}

/** @throws the problem of the life cycle if `state` is not one of `from` */
export function ensureState(
  ctx: Pick<Context, 't' | 'language'>,
  { of, problem }: Pick<LifeCycle, 'of' | 'problem'>,
  step: string,
  state: string,
  from: readonly string[],
) {
  if (from.includes(state)) return;
  const word = (name: string) => of.word(`state.${name}`);
  throw new Problem(problem, { state: word(state), step: of.word(`step.${step}`), allowed: disjunction(ctx, from.map(word)) });
}

const disjunction = ({ t, language }: Pick<Context, 't' | 'language'>, words: WordKey[]) =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(words.map((word) => t(word)));

function ensureConfirmed({ field, problem }: NonNullable<Step['confirm']>, row: object, typed: unknown) {
  const expected = (row as Record<string, unknown>)[field];
  if (typed !== expected) throw new Problem(problem, { field: 'confirm', expected });
}
