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
  /** What may be stored: only what the form asks for and shows, computed answers reckoned anew, nothing that is empty. */
  answers: Answers;
  /** In the order of the form; empty where all is well. */
  faults: AnswerFault[];
}

export interface ValidateOptions {
  /** A draft: what is missing is no fault. */
  partial?: boolean;
}

/**
 * Judges what was filled in by the form, the same in browser and server. What is hidden is not judged and is dropped; what comes
 * without a field is dropped; a computed answer is ours, whatever was sent.
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
  /** Within a sub-table that is hidden. */
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
    // nobody can mend what is hidden: it is kept where it is right, and no fault where it is not
    if (fault && hidden) continue;
    // one end of a pair is half an answer: its other end is missing
    const half = fault?.fault === 'pairEnd' && course.partial;
    if (fault && !half) course.faults.push({ ...fault, path, id: node.id, label: node.label || node.name });
    const clean = node.type === 'subtable' ? validateRows(node, value, resolved, { ...course, path, hidden }) : value;
    // a switch that is off is an answer, blank text and empty lists are none
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

/** What is wrong with one answer; also of a single field while it is being filled in. */
export function faultOf(node: FormNode, value: Json, required: boolean, effort?: Effort): Fault | undefined {
  if (isUnanswered(node, value)) return required ? missing(node) : undefined;
  return specOf(node.type).fault(node, value) ?? patternFault(node, value, effort);
}

const lists = ['choices', 'path', 'files', 'rows'];

/** A sentence of the form's author comes first, then: lists ask to choose at least one, the placeholder says what to enter. */
function missing(node: FormNode): Fault {
  if (node.requiredMessage) return { fault: 'requiredMessage', params: { message: node.requiredMessage } };
  if (lists.includes(specOf(node.type).answer) || node.props.multiple === true) return { fault: 'requiredChoice' };
  return typeof node.placeholder === 'string' && node.placeholder !== ''
    ? { fault: 'requiredMessage', params: { message: node.placeholder } }
    : { fault: 'required' };
}
