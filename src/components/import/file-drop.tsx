import type { ChangeEvent, DragEvent } from 'react';
import { useId, useRef, useState } from 'react';

import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { useTranslation } from '@/ui/texts';

import styles from './file-drop.module.css';

interface FileDropProps {
  /** Name of the chosen file. */
  fileName: string | undefined;
  /** Why none can be chosen. */
  reason: string | undefined;
  onFile: (file: File) => void;
}

/** Chooses one file, by the browser's own dialog or by dropping it. */
export function FileDrop({ fileName, reason, onFile }: FileDropProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const isOff = reason !== undefined;

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // The same file chosen once more, corrected outside, is a choice, too.
    target.value = '';
    if (file) onFile(file);
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isOff) onFile(file);
  }

  return (
    <div
      role="presentation"
      className={styles.drop}
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!isOff);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <label htmlFor={id} className={styles.label}>
        {t('importFile.chosen')}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.ods,.xls,.html,.xml,text/csv,text/tab-separated-values,text/plain"
        className="visually-hidden"
        tabIndex={-1}
        disabled={isOff}
        onChange={handleChange}
      />
      <Icon name="file" />
      <span className="ellipsis">{fileName ?? t('importFile.dropHere')}</span>
      <Button
        small
        icon="upload"
        reason={reason}
        onClick={() => input.current?.click()}
      >
        {fileName === undefined
          ? t('importFile.choose')
          : t('importFile.chooseOther')}
      </Button>
    </div>
  );
}
