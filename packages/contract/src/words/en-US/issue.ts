import type { issue as chinese } from '../zh-CN/issue.ts';

export const issue: Record<keyof typeof chinese, string> = {
  'issue.required': '{field} is missing; fill it in, then submit again',
  'issue.unchosen': '{field}: nothing is chosen; choose one, then submit again',
  'issue.type':
    '{field} has the wrong type; it should be {expected, select, string {text} number {a number} int {a whole number} boolean {yes or no} array {a list} object {an object} other {another type}}',
  'issue.tooShort': '{field} is too short; at least {min} characters',
  'issue.tooLong': '{field} is too long; at most {max} characters',
  'issue.tooSmall': '{field} is too small; it cannot be below {min, number}',
  'issue.tooLarge': '{field} is too large; it cannot be above {max, number}',
  'issue.tooFew': '{field} has too few entries; at least {min}',
  'issue.tooMany': '{field} has too many entries; at most {max}',
  'issue.choice': '{field} is not one of the choices; choose from: {choices}',
  'issue.format': '{field} is not in the right format; correct it, then submit again',
  'issue.formatHint': '{field} is not in the right format; it should be {hint}',
  'issue.unseen': '{field} has invisible control characters or broken characters; take them out, then submit again',
  'issue.day': '{field} is not a date that exists; it should be a date from 1900 on, as YYYY-MM-DD',
  'issue.moment': '{field} is not a time; it should look like 2026-01-31 or 2026-01-31 08:30:00',
  'issue.orderNone': 'This list cannot be sorted; leave out {field}',
  'issue.gln': '{field} is not a valid GLN; it should be 13 digits, the last one the check digit',
  'issue.places': '{field} has too many decimal places; at most {places}',
  'issue.picture': '{field} has a picture that was not uploaded here; upload it again with the upload button',
  'issue.nameTwice': '{field} has two entries with the same name; give each a name of its own',
  'issue.gtin': '{field} has a wrong length or check digit; it should be a GTIN of 8, 12, 13 or 14 digits, the last one the check digit',
  'issue.tags': '{field} cannot have HTML tags; take out what is in angle brackets',
  'issue.uscc': '{field} is not a valid unified social credit code; it should be 18 characters, the last one the check character',
  'issue.region': '{field} is not an administrative code of China; it should be 6 digits, e.g. 440300',
  'issue.twice': '{field} has two entries with the same key; give each a key of its own',
  'issue.oneSelection':
    '{field} is given together with another way to select; give only one: a range of ordinals, a container code or a list of codes',
  'issue.packagingOrder': '{field} are not in order; they should go from box to case to pallet, each at most once',
  'issue.pictureBounds': '{field} is below the least number of pictures; it should not be smaller',
  'issue.traceFileInRows':
    '{field} has an upload or a signature in a sub-table, but files belong to fields of the whole record; move it out of the sub-table',
  'issue.traceFieldMissing': '“{title}” is missing; fill it in, then submit',
  'issue.traceFieldWrong': '“{title}” is not valid; it should be {expected} {bounds}',
  'issue.alarmCause': 'The cause of the false alarm is missing; say what it was, so that it does not happen again',
};
