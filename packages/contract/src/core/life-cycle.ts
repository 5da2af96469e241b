import { z } from 'zod';
import type { ProblemName } from '../problems.ts';
import type { EndpointSpec } from './endpoint.ts';
import { lines, optionalLines, text } from './fields.ts';
import type { Impact } from './impact.ts';
import { type Action, defineAction, type RecordOf, type Resource, type ResourceSpec } from './resource.ts';

const MAX_REASON_LENGTH = 200;

/** A step of a life cycle: the states that it leads between, what it demands, and how the console offers it. */
export interface StepSpec<State extends string = string, Field extends string = string>
  extends Pick<EndpointSpec, 'access' | 'data' | 'sensitive'> {
  from: readonly State[];
  /** Several: the server decides. Absent: the state remains. */
  to?: State | readonly State[];
  /** Refuses users who took part in what the step approves, with this problem. */
  secondPerson?: ProblemName;
  reason?: 'required' | 'optional';
  /** Field whose value must be typed, at most `max` characters. */
  confirm?: { field: Field; max: number; problem: ProblemName };
  /** Further parameters. */
  body?: z.ZodType;
  /** Leads on: the first such step is a button, the others are in a menu. */
  forward?: true;
  /** Stops or ends something. */
  danger?: true;
  /** For the confirmation of the step. */
  impact?: Impact;
  /** Runs without a dialog. */
  immediate?: true;
}

type ReasonShape<Spec> = Spec extends { reason: 'required' }
  ? { reason: ReturnType<typeof lines> }
  : Spec extends { reason: 'optional' }
    ? { reason: ReturnType<typeof optionalLines> }
    : unknown;
type ConfirmShape<Spec> = Spec extends { confirm: object } ? { confirm: ReturnType<typeof text> } : unknown;
type OwnShape<Spec> = Spec extends { body: z.ZodObject<infer Shape> } ? Shape : unknown;
type Flat<T> = { [Key in keyof T]: T[Key] };
type BodyOfStep<Spec> =
  Flat<ReasonShape<Spec> & ConfirmShape<Spec> & OwnShape<Spec>> extends infer Shape extends z.ZodRawShape
    ? z.ZodObject<keyof Shape extends never ? z.ZodRawShape : Shape>
    : never;

/** A step is an action of its resource, e.g. `PUT /manage/batch/:id/approve`. */
export type Step<Spec extends StepSpec = StepSpec> = Omit<Spec, 'access' | 'body'> &
  Action<BodyOfStep<Spec>, Spec extends { data: infer Data extends z.ZodType } ? { data: Data } : object>;

export interface LifeCycle<Steps extends Record<string, StepSpec> = Record<string, StepSpec>> {
  of: Pick<Resource, 'path' | 'word' | 'key'>;
  /** For a state that a step does not start from. */
  problem: ProblemName;
  /** In the order of menus. */
  steps: { [Name in keyof Steps]: Step<Steps[Name]> };
}

export type StepName<L extends LifeCycle> = keyof L['steps'] & string;

type StateOf<S extends ResourceSpec> = RecordOf<S> extends { state: infer State extends string } ? State : never;
/** A misspelt key would otherwise be ignored. */
type KnownKeys<Steps> = { [Name in keyof Steps]: { [Key in Exclude<keyof Steps[Name], keyof StepSpec>]: never } };

function contradictionOf({ from, to, reason, confirm, body, access, immediate }: StepSpec): string | undefined {
  const keys = [...(reason ? ['reason'] : []), ...(confirm ? ['confirm'] : [])];
  if (from.length === 0) return 'starts from no state';
  if (from.length === 1 && from[0] === to) return `leads from ${to} to ${to}`;
  if (typeof access === 'string') return 'needs a permission';
  if (keys.length === 0 || (!immediate && !body)) return undefined;
  if (immediate) return `runs without a dialog and asks for its ${keys.join(' and ')}`;
  if (!(body instanceof z.ZodObject) || body.def.checks?.length) return `refines its body, which loses this with a ${keys[0]}`;
  const twice = keys.find((key) => key in body.shape);
  return twice && `declares ${twice} twice`;
}

/**
 * Routes, checks, menus, dialogs and documentation of a resource's states derive from this declaration.
 * @throws if a step contradicts itself
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineLifeCycle<
  S extends ResourceSpec,
  const Steps extends Record<string, StepSpec<StateOf<S>, keyof RecordOf<S> & string>>,
>(of: Resource<S>, problem: ProblemName, steps: Steps & KnownKeys<Steps>): LifeCycle<Steps> {
  const actions = Object.entries<StepSpec>(steps).map(([name, declared]) => {
    const { body, access, ...spec } = declared;
    const { reason, confirm, data, sensitive } = spec;
    const fault = contradictionOf(declared);
    if (fault) throw new Error(`${of.path}: the step ${name} ${fault}`);
    const shape = {
      ...(reason && { reason: (reason === 'required' ? lines : optionalLines)(MAX_REASON_LENGTH) }),
      ...(confirm && { confirm: text(confirm.max) }),
    };
    // a refined body is used as it is
    const schema = body && Object.keys(shape).length === 0 ? body : z.object({ ...shape, ...(body as z.ZodObject | undefined)?.shape });
    const action = defineAction(of, name, schema, { ...(access && { access }), ...(data && { data }), ...(sensitive && { sensitive }) });
    return [name, { ...spec, ...action }];
  });
  // The cast: the names and types of the steps are lost in the entries.
  return { of, problem, steps: Object.fromEntries(actions) } as unknown as LifeCycle<Steps>;
}

export const isLifeCycle = (value: unknown): value is LifeCycle =>
  typeof value === 'object' && value !== null && 'steps' in value && 'problem' in value;

/** Names of the steps, in the order of menus. */
export const stepNames = <L extends LifeCycle>({ steps }: L) => Object.keys(steps) as StepName<L>[];

/** States that a step leads to. */
export const targetStates = ({ to = [] }: Pick<StepSpec, 'to'>): readonly string[] => (typeof to === 'string' ? [to] : to);
