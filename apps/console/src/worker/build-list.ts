/** What one build of the console holds, as its service worker knows it. */
export interface Build {
  /** Changes with any file or page of the build. */
  version: string;
  /** Paths of files, all but the pages. */
  files: string[];
  /** Places in `files` of what every visit needs: the frame with its parts, and what lies in the public folder. */
  frame: number[];
  /** Places in `files` of what a page needs, by its component, and of the English words by `en-US`. */
  parts: Record<string, number[]>;
  /** Where every host answers a page, and the digest of what it then sends. */
  pages: { path: string; sha256: string }[];
}
