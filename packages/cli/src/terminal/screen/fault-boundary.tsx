import { Component, type ReactNode } from "react";

export interface FaultBoundaryProps {
  readonly children: ReactNode;
  /** Told of what a component threw. */
  readonly onFault: (thrown: unknown) => void;
}

/** Draws nothing any more once a component threw: its error is told by whoever ran the screen. */
export class FaultBoundary extends Component<FaultBoundaryProps, { readonly hasFault: boolean }> {
  override state = { hasFault: false };

  static getDerivedStateFromError(): { readonly hasFault: boolean } {
    return { hasFault: true };
  }

  override componentDidCatch(thrown: unknown): void {
    this.props.onFault(thrown);
  }

  override render(): ReactNode {
    return this.state.hasFault ? null : this.props.children;
  }
}
