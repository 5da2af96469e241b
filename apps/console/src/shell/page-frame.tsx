import { Component, type ReactNode, Suspense } from 'react';
import { ScriptLost } from '../ui/lazy-part.ts';
import { Waiting } from '../ui/states.tsx';
import { BrokenPage } from './broken-page.tsx';

/** Suspense and error boundary of one page. */
export class PageFrame extends Component<{ children: ReactNode }, { error: unknown; time: Date }> {
  override state = { error: undefined as unknown, time: new Date(0) };
  static getDerivedStateFromError = (error: unknown) => ({ error, time: new Date() });

  retry = () => {
    const { error } = this.state;
    if (error instanceof ScriptLost) error.again();
    this.setState({ error: undefined });
  };

  override render() {
    const { error, time } = this.state;
    if (error !== undefined) return <BrokenPage error={error} time={time} onRetry={this.retry} />;
    return <Suspense fallback={<Waiting />}>{this.props.children}</Suspense>;
  }
}
