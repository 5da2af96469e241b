/** Of the text `manage.codeCase.number`; four digits make a number that is easy to click and to read aloud. */
export const caseNumber = (caseId: number) => ({ id: String(caseId).padStart(4, '0') });
