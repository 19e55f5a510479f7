import type { ReactNode } from 'react';
import { Component } from 'react';
import { type Location, useLocation } from 'react-router-dom';

import { ErrorPage } from '@/app/shell/pages/error-page';

interface PageBoundaryProps {
  children: ReactNode;
}

/** Shows the error of what it holds in its place, until the next step. */
export function PageBoundary({ children }: PageBoundaryProps) {
  return <Boundary location={useLocation()}>{children}</Boundary>;
}

interface BoundaryProps extends PageBoundaryProps {
  location: Location;
}

interface BoundaryState {
  /** Where the error came up. */
  location: Location;
  failure?: { error: unknown } | undefined;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { location: this.props.location };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(
    { location }: BoundaryProps,
    state: BoundaryState,
  ): BoundaryState | null {
    return state.location === location
      ? null
      : { location, failure: undefined };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? <ErrorPage error={failure.error} /> : this.props.children;
  }
}
