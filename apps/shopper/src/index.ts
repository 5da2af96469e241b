export { renderHome, renderNotice, renderPreview } from './entry.ts';
export type { Site } from './frame.ts';
export { type ReportView, renderReport, renderReported } from './report.ts';
export { renderVerdict, type VerdictView } from './verdict.ts';
