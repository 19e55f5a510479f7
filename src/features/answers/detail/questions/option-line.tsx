import type { ChosenOption } from '@/domain/answers/answer';
import type { Option } from '@/domain/forms/form';
import { isFlagged } from '@/domain/forms/form';
import { classNames } from '@/ui/class-names';
import { Icon } from '@/ui/icon';
import { Mark } from '@/ui/marks/mark';

import styles from './question-card.module.css';
import type { QuestionWords } from './question-words';

interface OptionLineProps {
  option: Option;
  /** Absent: not chosen. */
  chosen: ChosenOption | undefined;
  /** Round for one choice, a box for several. */
  isSingle: boolean;
  words: QuestionWords;
}

/**
 * One option, filled when it was chosen; red with icon and word when what was
 * chosen is flagged.
 */
export function OptionLine(props: OptionLineProps) {
  const { option, chosen, isSingle, words } = props;
  const isRed = chosen !== undefined && isFlagged(option, chosen);
  return (
    <li
      className={classNames(
        styles.option,
        chosen && styles.chosen,
        isRed && styles.red,
      )}
    >
      <span
        className={classNames(styles.pip, !isSingle && styles.box)}
        aria-hidden="true"
      >
        {chosen && !isSingle ? <Icon name="check" /> : null}
      </span>
      <span className={styles.optionText}>{option.text}</span>
      <span className="visually-hidden">
        {chosen ? words.chosen : words.notChosen}
      </span>
      {isRed ? (
        <Mark tone="flagged" icon="flag">
          {words.flaggedOption}
        </Mark>
      ) : option.flagged ? (
        <span className="subtle">
          <Mark icon="flag">{words.flagsWhenChosen}</Mark>
        </span>
      ) : null}
    </li>
  );
}
