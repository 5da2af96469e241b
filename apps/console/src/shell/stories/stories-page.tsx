import { type ComponentType, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from '../../data/i18n.ts';
import { lazyWithRetry } from '../../ui/lazy-component.tsx';
import { Page, PageHeader, useTabTitle } from '../../ui/page-header.tsx';
import { EmptyState, LoadingState } from '../../ui/states.tsx';
import { StoryCard } from './story.tsx';

type Load = () => Promise<{ default: ComponentType }>;

/** Stories by their path segment in `/kit/{part}`. */
const stories = {
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

type StoryName = keyof typeof stories;

const isStory = (name: string | undefined): name is StoryName => name !== undefined && Object.hasOwn(stories, name);

const names = Object.keys(stories) as StoryName[];
const parts = new Map<string | undefined, ComponentType>(names.map((name) => [name, lazyWithRetry(stories[name])]));

export default function StoriesPage() {
  const t = useTranslations();
  const { part } = useParams();
  const storyName = isStory(part) ? part : undefined;
  useTabTitle(storyName && t(`kit.story.${storyName}`));
  const Part = parts.get(storyName);
  return (
    <Page>
      <PageHeader
        title={storyName ? t(`kit.story.${storyName}`) : t('kit.story')}
        purpose={t(storyName ? `kit.story.${storyName}.purpose` : 'kit.story.purpose')}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[200px_minmax(0,1fr)]">
        <nav className="card py-2 lg:sticky lg:top-28" aria-label={t('kit.story')}>
          <ul className="m-0 flex list-none flex-wrap px-2 py-0 lg:flex-col">
            {names.map((name) => (
              <li key={name}>
                <Link
                  to={`/kit/${name}`}
                  className={`text-link block p-2 ${name === storyName ? 'font-semibold' : ''}`}
                  aria-current={name === storyName ? 'page' : undefined}
                >
                  {t(`kit.story.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid min-w-0 gap-4">
          {Part ? (
            <Suspense fallback={<LoadingState />}>
              <Part />
            </Suspense>
          ) : (
            <StoryCard>
              <EmptyState text={t(part ? 'kit.story.unknown' : 'kit.story.choose')} />
            </StoryCard>
          )}
        </div>
      </div>
    </Page>
  );
}
