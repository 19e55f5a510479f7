import type { ComponentPropsWithRef } from 'react';

import styles from './filter-bar.module.css';

/**
 * The line of filters under a page head: inline fields, then the buttons.
 *
 * @param props those of `<form>`; name it with `aria-label`.
 * @returns the form.
 */
export function FilterBar(props: ComponentPropsWithRef<'form'>) {
  return <form noValidate {...props} className={styles.bar} />;
}
