import type { TFunction } from 'i18next';

import type { ChosenOption } from '@/domain/answer';
import type { Option } from '@/domain/form';
import { isFlagged } from '@/domain/form';
import { classNames } from '@/ui/class-names';
import { Icon } from '@/ui/icon';
import { Mark } from '@/ui/mark';

import styles from './question-card.module.css';

interface OptionLineProps {
  option: Option;
  /** Absent: not chosen. */
  chosen: ChosenOption | undefined;
  /** Round for one choice, a box for several. */
  isSingle: boolean;
  /** Handed down: in each of hundreds of lines the hook would cost more than the line. */
  t: TFunction;
}

/**
 * One option, filled when it was chosen; red with icon and word when what was
 * chosen is flagged.
 *
 * @param props the option and what the observer did with it.
 * @returns one line of the list.
 */
export function OptionLine(props: OptionLineProps) {
  const { option, chosen, isSingle, t } = props;
  const isRed = chosen !== undefined && isFlagged(option, chosen);
  return (
    <li
      className={classNames(
        styles['option'],
        chosen && styles['chosen'],
        isRed && styles['red'],
      )}
    >
      <span
        className={classNames(styles['pip'], !isSingle && styles['box'])}
        aria-hidden="true"
      >
        {chosen && !isSingle ? <Icon name="check" /> : null}
      </span>
      <span className={styles['optionText']}>{option.text}</span>
      <span className="visually-hidden">
        {chosen ? t('answers.option.chosen') : t('answers.option.notChosen')}
      </span>
      {isRed ? (
        <Mark tone="flagged" icon="flag">
          {t('answers.option.flagged')}
        </Mark>
      ) : option.flagged ? (
        <span className="subtle">
          <Mark icon="flag">{t('answers.option.flags')}</Mark>
        </span>
      ) : null}
    </li>
  );
}
