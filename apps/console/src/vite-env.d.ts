/// <reference types="vite/client" />

/** The user guide in one language, compiled by `build/guide.ts`. */
declare module 'virtual:guide/*' {
  const documents: import('./shell/help-sections.ts').GuideDocument[];
  export default documents;
}
