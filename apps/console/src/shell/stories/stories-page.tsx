import { type ComponentType, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from '../../data/i18n.ts';
import { lazyWithRetry } from '../../ui/lazy-component.tsx';
import { PageHeader, useTabTitle } from '../../ui/page-header.tsx';
import { EmptyState, LoadingState } from '../../ui/states.tsx';
import './stories.css';

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
    <div className="page">
      <PageHeader
        title={storyName ? t(`kit.story.${storyName}`) : t('kit.story')}
        purpose={t(storyName ? `kit.story.${storyName}.purpose` : 'kit.story.purpose')}
      />
      <div className="stories">
        <nav className="card stories-list" aria-label={t('kit.story')}>
          <ul>
            {names.map((name) => (
              <li key={name}>
                <Link to={`/kit/${name}`} className="row-link" aria-current={name === storyName ? 'page' : undefined}>
                  {t(`kit.story.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="stories-body">
          {Part ? (
            <Suspense fallback={<LoadingState />}>
              <Part />
            </Suspense>
          ) : (
            <section className="card story">
              <EmptyState text={t(part ? 'kit.story.unknown' : 'kit.story.choose')} />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}
