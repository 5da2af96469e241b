export { type About, aboutForVerdict, renderAbout } from './about.ts';
export { renderHome, renderNotice, renderPreview } from './entry.ts';
export type { Site } from './frame.ts';
export { renderReport, renderReported } from './report.ts';
export { renderVerdict } from './verdict.ts';
