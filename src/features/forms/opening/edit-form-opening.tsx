import { Navigate } from 'react-router-dom';

import { useDraft } from '@/data/drafts/drafts';

import { Begin } from './begin';
import { draftKeyOf } from '@/features/forms/draft-keys';
import type { EditorStart, FormBase } from './editor-start';
import { inputOf, isSameInput } from './editor-start';
import { EditorWait } from './editor-wait';
import { MovedForm } from './moved-form';
import { DraftOffer, RefusedChange } from './start-choices';
import { UnknownForm } from './unknown-form';
import type { FormSource } from './use-form-source';
import type { FormOp } from '@/features/forms/use-parked';
import { isContent } from '@/features/forms/use-parked';
import { paths } from '@/paths';

interface EditFormOpeningProps {
  formId: number;
  source: FormSource;
  /** The form under its real id, when `formId` was a temporary one. */
  realBase: FormBase | undefined;
  /** Neither the server nor this device has it. */
  isGone: boolean;
  /** Its refused changes; undefined until read. */
  parked: readonly FormOp[] | undefined;
  mayChange: boolean;
  onStart: (start: EditorStart) => void;
}

/**
 * What comes before the editor of an existing form: waiting for it, or asking
 * which of its versions is meant, the one on the server or the draft here.
 */
export function EditFormOpening(props: EditFormOpeningProps) {
  const { formId, source, realBase, isGone, parked, mayChange } = props;
  const { read, base } = source;
  const draftKey = draftKeyOf(formId);
  const draft = useDraft(draftKey);

  function start(input: EditorStart['input'], began: FormBase | undefined) {
    const isChanged = began !== base || began === undefined;
    props.onStart({
      draftKey,
      input,
      isChanged,
      base: began,
    });
  }

  if (!read || draft === undefined || !parked) {
    return <EditorWait source={source} />;
  }
  if (read.realId !== undefined) {
    return draft ? (
      <MovedForm draft={draft} real={realBase} realId={read.realId} />
    ) : (
      <Navigate to={paths.form(read.realId)} replace />
    );
  }
  const isNews = draft && !(base && isSameInput(inputOf(base), draft.input));
  if (isNews && mayChange) {
    return (
      <DraftOffer
        draft={draft}
        isGone={isGone}
        onResume={() => start(draft.input, draft.base)}
      />
    );
  }
  const refused = parked.findLast(isContent);
  if (refused) {
    const { args } = refused;
    return (
      <RefusedChange
        op={refused}
        onResume={() =>
          start(args.input, 'base' in args ? args.base : undefined)
        }
      />
    );
  }
  if (base) return <Begin onBegin={() => start(inputOf(base), base)} />;
  return isGone ? <UnknownForm /> : <EditorWait source={source} />;
}
