import type { ComponentPropsWithRef } from 'react';

import styles from './filter-bar.module.css';

/** The line of filters under a page head: inline fields, then the buttons. */
export function FilterBar(props: ComponentPropsWithRef<'form'>) {
  return <form noValidate {...props} className={styles.bar} />;
}
