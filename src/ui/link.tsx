import {
  type ComponentPropsWithRef,
  createContext,
  type ReactNode,
  use,
} from 'react';

/** What a link is made of; `href` is a path of ours or an address outside. */
export type LinkProps = ComponentPropsWithRef<'a'> & { href: string };

/** How a link is drawn: the app gives its router's link, tests give nothing. */
export type RenderLink = (props: LinkProps) => ReactNode;

const LinkContext = createContext<RenderLink | undefined>(undefined);

/** Set once by the app, so that every link of the library goes through its router. */
export const LinkRenderer = LinkContext.Provider;

interface Props extends LinkProps {
  render?: RenderLink | undefined;
}

/**
 * A link. Paths of ours go through `render`, else through the app's
 * `LinkRenderer`; addresses outside (another server, tel:, mailto:), downloads
 * and new tabs stay plain anchors.
 */
export function Link({ render, ...props }: Props) {
  const fromApp = use(LinkContext);
  const draw = render ?? (isOurs(props) ? fromApp : undefined);
  if (draw !== undefined) return draw(props);
  const { children, ...rest } = props;
  return <a {...rest}>{children}</a>;
}

function isOurs({ href, target, download }: LinkProps) {
  return (
    /^[/?]/.test(href) &&
    !href.startsWith('//') &&
    target === undefined &&
    download === undefined
  );
}
