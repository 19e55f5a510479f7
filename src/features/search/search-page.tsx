import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

import { Button } from '@/ui/button';
import { TextInput } from '@/ui/field/field';
import { formatNumber } from '@/ui/format';
import { Icon } from '@/ui/icon';
import { PageHead } from '@/ui/layout/page-head';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import { Highlighted } from './highlighted';
import { NothingFound } from './nothing-found';
import styles from './search.module.css';
import { SearchedNote } from './searched-note';
import type { HitGroup, Screen } from './use-search-groups';
import { useSearchGroups } from './use-search-groups';

/** Hits of each kind at first, and with each step of "more". */
const STEP = 20;

/** Everything that a search finds on this device: `/search?q=`. */
export function SearchPage({ screens }: { screens: readonly Screen[] }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useTyped(params.get('q') ?? '');
  const [most, setMost] = useState(STEP);
  const search = useSearchGroups(screens, text, most);
  const { groups, count, words, isBusy } = search;
  const isBlank = text.trim() === '';

  useEffect(() => field.current?.focus(), []);

  function handleText(next: string) {
    setMost(STEP);
    setText(next);
    setParams(next === '' ? {} : { q: next }, { replace: true, state: TYPED });
  }

  return (
    <>
      <PageHead title={t('shell.titles.search')} />
      <div className={styles.page}>
        <search className={styles.field}>
          <TextInput
            ref={field}
            type="search"
            aria-label={t('palette.open')}
            placeholder={t('palette.placeholder')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onChange={({ target }) => handleText(target.value)}
          />
        </search>
        <SearchedNote search={search} />
        <output className="visually-hidden">
          {isBlank || isBusy ? '' : t('palette.found', { count })}
        </output>
        {isBlank
          ? null
          : groups.map((group) => (
              <Group
                key={group.key}
                group={group}
                words={words}
                onMore={() => setMost(most + STEP)}
              />
            ))}
        {!isBlank && !isBusy && count === 0 ? (
          <NothingFound text={text.trim()} isWhole={search.areTextsWhole} />
        ) : null}
      </div>
    </>
  );
}

/** Says of an address that it follows what is typed, which may be ahead of it by now. */
const TYPED = 'typed';

/** What is typed, and what another address asks for once it comes. */
function useTyped(asked: string) {
  const isTyped = useLocation().state === TYPED;
  const [text, setText] = useState(asked);
  const [seen, setSeen] = useState(asked);
  if (asked !== seen) {
    setSeen(asked);
    if (!isTyped) setText(asked);
  }
  return [text, setText] as const;
}

interface GroupProps {
  group: HitGroup;
  words: readonly string[];
  onMore: () => void;
}

function Group({ group, words, onMore }: GroupProps) {
  const { label, count, hits } = group;
  const { t, i18n } = useTranslation();
  return (
    <section className={styles.group}>
      <h2>
        {label}{' '}
        <span className="muted">{formatNumber(count, i18n.language)}</span>
      </h2>
      <ul className={styles.hits}>
        {hits.map(({ key, href, label: name, note, icon }) => (
          <li key={key}>
            <Link href={href} className={styles.link}>
              <Icon name={icon} small />
              <span className={styles.label}>
                <Highlighted text={name} words={words} />
              </span>
              {note === undefined ? null : (
                <span className={styles.note}>{note}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {hits.length < count ? (
        <Button small variant="quiet" onClick={onMore}>
          {t('palette.showMore', { label })}
        </Button>
      ) : null}
    </section>
  );
}
