import type { ComponentPropsWithRef } from 'react';

import { classNames } from '@/ui/class-names';
import styles from './panel.module.css';

/**
 * A framed part of a page. Never a panel inside a panel (docs/product.md 10).
 */
export function Panel({
  className,
  ...rest
}: ComponentPropsWithRef<'section'>) {
  return <section {...rest} className={classNames(styles.panel, className)} />;
}
