import { Component, type ReactNode } from 'react';

/** Ink would draw a failure over the screen, with the sources around it; ours draws something of our own instead. */
export class Boundary extends Component<
  {
    readonly children: ReactNode;
    readonly onError: (error: unknown) => void;
    readonly instead?: (error: unknown) => ReactNode;
  },
  { readonly failure: { readonly error: unknown } | undefined }
> {
  override state: { readonly failure: { readonly error: unknown } | undefined } = { failure: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : this.props.instead?.(failure.error);
  }
}
