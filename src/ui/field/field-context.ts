import { type AriaAttributes, createContext, use } from 'react';

import { classNames } from '@/ui/class-names';

/** What a field tells the control inside it. */
interface FieldLink {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldLink | undefined>(undefined);

/** Ties a label, a hint and an error to the one control below. */
export const FieldProvider = FieldContext.Provider;

interface ControlProps {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: AriaAttributes['aria-invalid'] | undefined;
}

/**
 * Id and aria attributes that tie a control to the field around it; nothing
 * outside a field. What the caller set by hand wins or is added to.
 */
export function useControl(props: ControlProps) {
  const field = use(FieldContext);
  if (field === undefined) return {};
  return {
    id: props.id ?? field.id,
    'aria-describedby':
      classNames(props['aria-describedby'], field.describedBy) || undefined,
    'aria-invalid': field.invalid || props['aria-invalid'],
    'aria-required': field.required || undefined,
  };
}

/**
 * The id of the label of the field around a control, undefined outside a
 * field: for controls that hide the rest of the page while they are open,
 * because a label named by id still counts when it is hidden.
 */
export function useLabelId(): string | undefined {
  return use(FieldContext)?.labelId;
}
