import type { issue as chinese } from '../zh-CN/issue.ts';

export const issue: Record<keyof typeof chinese, string> = {
  'issue.required': '{field} is missing; fill it in and send again',
  'issue.type':
    '{field} has the wrong type; it should be {expected, select, string {text} number {a number} int {a whole number} boolean {yes or no} array {a list} object {an object} other {another type}}',
  'issue.tooShort': '{field} is too short; at least {min} characters',
  'issue.tooLong': '{field} is too long; at most {max} characters',
  'issue.tooSmall': '{field} is too small; not below {min, number}',
  'issue.tooLarge': '{field} is too large; not above {max, number}',
  'issue.tooFew': '{field} has too few entries; at least {min}',
  'issue.tooMany': '{field} has too many entries; at most {max}',
  'issue.choice': '{field} is not one of the choices: {choices}',
  'issue.format': '{field} is not in the right format',
  'issue.formatHint': '{field} is not in the right format; it should be {hint}',
  'issue.unseen': '{field} holds an invisible control character or half of a character; take it out and send again',
  'issue.day': '{field} is not a day that exists; write a day from 1900 on as YYYY-MM-DD',
  'issue.moment': '{field} is not a time; write one such as 2026-01-31 or 2026-01-31 08:30:00',
  'issue.orderNone': 'This list cannot be ordered; leave out {field}',
  'issue.gln': '{field} is not a valid GLN; 13 digits, the last one the check digit',
  'issue.gtin': '{field} has a wrong check digit or length; a GTIN has 8, 12, 13 or 14 digits',
  'issue.tags': '{field} may not hold HTML tags; take out what is in angle brackets',
  'issue.region': '{field} is not an administrative code of China; six digits such as 440300',
  'issue.twice': '{field} names something twice; every key must differ',
  'issue.oneSelection': '{field} is given beside another way to select; give a range, a container or a list',
  'issue.packagingOrder': '{field} are not in order; from box to case to pallet, each at most once',
  'issue.pictureBounds': '{field} is below the least number of pictures; it must not be smaller',
  'issue.alarmCause': 'The cause is missing; a false alarm needs one, so that it does not happen again',
};
