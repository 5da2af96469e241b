import type { ComponentType } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

/** Stories by their path segment in `/kit/{part}`. */
export const stories = {
  text: () => import('./text-story.tsx'),
  rights: () => import('./rights-story.tsx'),
  states: () => import('./states-story.tsx'),
  filters: () => import('./filters-story.tsx'),
  columns: () => import('./columns-story.tsx'),
  tree: () => import('./tree-story.tsx'),
  figures: () => import('./figures-story.tsx'),
  transfer: () => import('./transfer-story.tsx'),
  media: () => import('./media-story.tsx'),
  rich: () => import('./rich-story.tsx'),
  form: () => import('./form-story.tsx'),
  jobs: () => import('./jobs-story.tsx'),
} satisfies Record<string, Load>;

export type StoryName = keyof typeof stories;

export const isStory = (name: string | undefined): name is StoryName => name !== undefined && Object.hasOwn(stories, name);
