import { Component, type ReactNode, Suspense } from 'react';
import { ChunkLoadError } from '../ui/lazy-part.ts';
import { LoadingState } from '../ui/states.tsx';
import { PageError } from './broken-page.tsx';

/** Suspense and error boundary of one page. */
export class PageFrame extends Component<{ children: ReactNode }, { error: unknown; time: Date }> {
  override state = { error: undefined as unknown, time: new Date(0) };
  static getDerivedStateFromError = (error: unknown) => ({ error, time: new Date() });

  retry = () => {
    const { error } = this.state;
    if (error instanceof ChunkLoadError) error.reset();
    this.setState({ error: undefined });
  };

  override render() {
    const { error, time } = this.state;
    if (error !== undefined) return <PageError error={error} time={time} onRetry={this.retry} />;
    return <Suspense fallback={<LoadingState />}>{this.props.children}</Suspense>;
  }
}
