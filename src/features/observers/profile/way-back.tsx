import { useNavigate } from 'react-router-dom';

import { paths } from '@/paths';
import { Button } from '@/ui/button';

interface WayBackProps {
  label: string;
}

/** A button to where the user came from. */
export function WayBack({ label }: WayBackProps) {
  const goBack = useGoBack();
  return (
    <Button icon="left" onClick={goBack}>
      {label}
    </Button>
  );
}

/**
 * Goes to the page before this one, or to the list when this one was opened
 * by a link: there, a step back would leave the app.
 */
function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    if (hasPageBefore()) void navigate(-1);
    else void navigate(paths.observers);
  };
}

/** The router counts its own entries in the history's state. */
function hasPageBefore(): boolean {
  const state: unknown = window.history.state;
  return (
    typeof state === 'object' &&
    state !== null &&
    'idx' in state &&
    Number(state.idx) > 0
  );
}
