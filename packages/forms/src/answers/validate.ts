import { isObject, type Json, own } from '../json.ts';
import type { Answers, FormDoc, FormNode } from '../model.ts';
import { type Effort, MOST_STEPS_OF_PATTERNS, patternFault } from '../pattern/pattern-rule.ts';
import { specOf } from '../registry/registry.ts';
import { isEmpty } from '../rules/evaluate.ts';
import { answering } from '../tree.ts';
import { isUnanswered } from './blank.ts';
import type { AnswerFault, Fault } from './fault.ts';
import { type Resolved, resolve } from './resolve.ts';

export interface Judged {
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
export function validate(doc: FormDoc, given: Answers, { partial = false }: ValidateOptions = {}): Judged {
  const resolved = resolve(doc, given);
  const faults: AnswerFault[] = [];
  const answers = validateScope(doc.fields, resolved.answers, resolved, {
    path: [],
    partial,
    faults,
    effort: { left: MOST_STEPS_OF_PATTERNS },
  });
  return { answers, faults };
}

interface Course {
  path: (string | number)[];
  partial: boolean;
  faults: AnswerFault[];
  effort: Effort;
  row?: number;
  /** Inside a hidden sub-table. */
  hidden?: boolean;
}

function validateScope(nodes: readonly FormNode[], given: Answers, resolved: Resolved, course: Course): Answers {
  const kept: Answers = {};
  for (const node of answering(nodes)) {
    const { visible, required } = resolved.standing(node.id, course.row);
    const value = own(given, node.name) ?? null;
    const path = [...course.path, node.name];
    const hidden = course.hidden || !visible;
    const fault = faultOf(node, value, required && !hidden && !course.partial, course.effort);
    // the user cannot fix a hidden field, so an invalid value is dropped without a fault
    if (fault && hidden) continue;
    // one end of a pair is an incomplete answer
    const half = fault?.fault === 'pairEnd' && course.partial;
    if (fault && !half) course.faults.push({ ...fault, path, id: node.id, label: node.label || node.name });
    const clean = node.type === 'subtable' ? validateRows(node, value, resolved, { ...course, path, hidden }) : value;
    // `false` is an answer; blank text and empty lists are not
    if (!isEmpty(clean)) kept[node.name] = clean;
  }
  return kept;
}

function validateRows(table: FormNode, value: Json, resolved: Resolved, course: Course): Json {
  if (!Array.isArray(value)) return null;
  return value.map((row, index) => {
    if (!isObject(row)) return {};
    return validateScope(table.children ?? [], row, resolved, { ...course, path: [...course.path, index], row: index });
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
  if (lists.includes(specOf(node.type).answer) || node.props.multiple === true) return { fault: 'requiredChoice' };
  return typeof node.placeholder === 'string' && node.placeholder !== ''
    ? { fault: 'requiredMessage', params: { message: node.placeholder } }
    : { fault: 'required' };
}
