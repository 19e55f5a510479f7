import type { Ref } from 'react';

import { Field, TextInput } from '@/ui/field/field';

interface CopiedFieldProps {
  label: string;
  value: string;
  ref: Ref<HTMLInputElement>;
}

/** A text to be copied, by its button (`useCopying`) or by hand. */
export function CopiedField({ label, value, ref }: CopiedFieldProps) {
  return (
    <Field label={label}>
      <TextInput
        ref={ref}
        readOnly
        translate="no"
        value={value}
        autoComplete="off"
        spellCheck={false}
        onFocus={({ target }) => target.select()}
      />
    </Field>
  );
}
