import { isObject, type Json, own } from '../json.ts';
import type { Answers, FormDoc, FormNode } from '../model.ts';
import { type Effort, MOST_STEPS_OF_PATTERNS, patternFault } from '../pattern/pattern-rule.ts';
import { specOf } from '../registry/registry.ts';
import { isEmpty } from '../rules/evaluate.ts';
import { answerFields } from '../tree.ts';
import type { AnswerFault, Fault } from './fault.ts';
import { isUnanswered, type Resolved, resolve } from './resolve.ts';

export interface ValidationResult {
  /** Answers to store: visible fields only, computed values recalculated, no empty values. */
  answers: Answers;
  /** In form order; empty if valid. */
  faults: AnswerFault[];
}

export interface ValidateOptions {
  /** Draft mode: missing answers are not faults. */
  partial?: boolean;
}

/**
 * Validates answers, the same in browser and server. Drops hidden and unknown fields. Recalculates computed answers and ignores the
 * submitted values.
 */
export const validate = (doc: FormDoc, input: Answers, options?: ValidateOptions): ValidationResult =>
  validateResolved(doc, resolve(doc, input), options);

export function validateResolved(doc: FormDoc, resolved: Resolved, { partial = false }: ValidateOptions = {}): ValidationResult {
  const faults: AnswerFault[] = [];
  const answers = validateScope(doc.fields, resolved.answers, resolved, {
    path: [],
    partial,
    faults,
    effort: { left: MOST_STEPS_OF_PATTERNS },
  });
  return { answers, faults };
}

interface ValidationContext {
  path: (string | number)[];
  partial: boolean;
  faults: AnswerFault[];
  effort: Effort;
  row?: number;
  /** Inside a hidden sub-table. */
  hidden?: boolean;
}

function validateScope(nodes: readonly FormNode[], input: Answers, resolved: Resolved, context: ValidationContext): Answers {
  const validAnswers: Answers = {};
  for (const node of answerFields(nodes)) {
    const { visible, required } = resolved.fieldState(node.id, context.row);
    const value = own(input, node.name) ?? null;
    const path = [...context.path, node.name];
    const hidden = context.hidden || !visible;
    const fault = faultOf(node, value, required && !hidden && !context.partial, context.effort);
    // the user cannot fix a hidden field, so an invalid value is dropped without a fault
    if (fault && hidden) continue;
    // one end of a pair is an incomplete answer
    const isHalfPair = fault?.fault === 'pairEnd' && context.partial;
    if (fault && !isHalfPair) context.faults.push({ ...fault, path, id: node.id, label: node.label || node.name });
    const clean = node.type === 'subtable' ? validateRows(node, value, resolved, { ...context, path, hidden }) : value;
    // `false` is an answer; blank text and empty lists are not
    if (!isEmpty(clean)) validAnswers[node.name] = clean;
  }
  return validAnswers;
}

function validateRows(table: FormNode, value: Json, resolved: Resolved, context: ValidationContext): Json {
  if (!Array.isArray(value)) return null;
  return value.map((row, index) => {
    if (!isObject(row)) return {};
    return validateScope(table.children ?? [], row, resolved, { ...context, path: [...context.path, index], row: index });
  });
}

/** Validates one answer. Also used for a single field during input. */
export function faultOf(node: FormNode, value: Json, required: boolean, effort?: Effort): Fault | undefined {
  if (isUnanswered(node, value)) return required ? missing(node) : undefined;
  return specOf(node.type).fault(node, value) ?? patternFault(node, value, effort);
}

const lists = ['choices', 'path', 'files', 'rows'];

/** The author's message comes first. Lists require a choice; other fields use the placeholder as the instruction. */
function missing(node: FormNode): Fault {
  if (node.requiredMessage) return { fault: 'requiredMessage', params: { message: node.requiredMessage } };
  // a signature is stored as a file, but it is made, not chosen
  const isChosen = lists.includes(specOf(node.type).answer) || node.props.multiple === true;
  if (isChosen && node.type !== 'signature') return { fault: 'requiredChoice' };
  return typeof node.placeholder === 'string' && node.placeholder !== ''
    ? { fault: 'requiredMessage', params: { message: node.placeholder } }
    : { fault: 'required' };
}
