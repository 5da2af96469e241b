import { Button } from 'antd';
import { Component, type ReactNode, Suspense } from 'react';
import { PageHeader } from '../kit/page-header.tsx';
import { Nothing, Waiting } from '../kit/states.tsx';
import { say } from '../kit/words.ts';

/** One page's own walls: its waiting, and its failing without taking the console with it. */
export class PageFrame extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown };
  static getDerivedStateFromError = (error: unknown) => ({ error });

  override render() {
    const { error } = this.state;
    if (error === undefined) {
      return (
        <Suspense
          fallback={
            <div className="page">
              <Waiting />
            </div>
          }
        >
          {this.props.children}
        </Suspense>
      );
    }
    const script = error instanceof Error && /import|module|chunk|script/i.test(error.message);
    return (
      <div className="page">
        <PageHeader title={say('shell.pageBroken')} />
        <Nothing text={say(script ? 'shell.scriptLost' : 'shell.pageBrokenHint')}>
          <Button onClick={() => (script ? location.reload() : this.setState({ error: undefined }))}>{say('kit.retry')}</Button>
        </Nothing>
      </div>
    );
  }
}
