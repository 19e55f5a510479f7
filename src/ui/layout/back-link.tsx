import styles from './back-link.module.css';
import { Icon } from '@/ui/icon';
import { Link, type LinkProps, type RenderLink } from '@/ui/link';

interface Props extends LinkProps {
  render?: RenderLink | undefined;
}

export function BackLink({ children, ...rest }: Props) {
  return (
    <Link {...rest} className={styles.back}>
      <Icon name="left" small />
      {children}
    </Link>
  );
}
