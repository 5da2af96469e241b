import { type ComponentType, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { useWords } from '../../data/words.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Nothing, Waiting } from '../../ui/states.tsx';
import { useTabTitle } from '../../ui/tab-title.ts';
import { isStory, type StoryName, stories } from './stories.ts';
import './stories.css';

const names = Object.keys(stories) as StoryName[];
const parts = new Map<string | undefined, ComponentType>(names.map((name) => [name, lazyPart(stories[name])]));

export default function StoriesPage() {
  const t = useWords();
  const { part } = useParams();
  const chosen = isStory(part) ? part : undefined;
  useTabTitle(chosen && t(`kit.story.${chosen}`));
  const Part = parts.get(chosen);
  return (
    <div className="page">
      <PageHeader
        title={chosen ? t(`kit.story.${chosen}`) : t('kit.story')}
        purpose={t(chosen ? `kit.story.${chosen}.purpose` : 'kit.story.purpose')}
      />
      <div className="stories">
        <nav className="card stories-list" aria-label={t('kit.story')}>
          <ul>
            {names.map((name) => (
              <li key={name}>
                <Link to={`/kit/${name}`} className="row-link" aria-current={name === chosen ? 'page' : undefined}>
                  {t(`kit.story.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="stories-body">
          {Part ? (
            <Suspense fallback={<Waiting />}>
              <Part />
            </Suspense>
          ) : (
            <section className="card story">
              <Nothing text={t(part ? 'kit.story.unknown' : 'kit.story.choose')} />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}
