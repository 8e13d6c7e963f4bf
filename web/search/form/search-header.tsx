import { countOf } from '#contract/i18n/counts.ts'
import { formatNightTime } from '#contract/format.ts'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { Header } from '#web/shell/header.tsx'
import { SearchBar } from './search-bar.tsx'
import { useAskedField, WizardOfPage } from './whole-search.tsx'
import { countPeople } from './party.ts'
import { formatSearchWhen } from './search-form.ts'
import { useSearch } from './use-search.ts'
import { searchMessages } from '#web/search/messages.ts'
import { getButtonClasses } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { observeVisibility } from '#web/ui/visibility.ts'
import { barMessages } from './bar-messages.ts'
import styles from './search-header.module.css'
import searchBarStyles from './search-bar.module.css'

// On phones; see `header-bar.module.css`.
const headerHeight = 64

/** Header of pages within a search, where it is edited in place. */
export function SearchHeader({ search, settings }: { search: SavedSearch; settings: FormSettings }) {
  const state = useSearch({ settings, country: search.countryCode, search })
  const t = createTranslator(searchMessages, search.countryCode)
  const ask = useAskedField()
  return (
    <>
      <Header>
        <div className={joinClasses('wide-only', styles.headerSearch)}>
          <SearchBar mini state={state} ask={ask} label={t('bar.label')} />
        </div>
      </Header>
      <WizardOfPage state={state} />
    </>
  )
}

/** The search in two lines with Update on phones; sticky in place of the header after scrolling. */
export function SearchSummary({ search, place }: { search: SavedSearch; place: string }) {
  const own = useRef<HTMLAnchorElement>(null)
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    if (!own.current) return
    return observeVisibility(
      own.current,
      ({ isIntersecting, boundingClientRect }) => setPassed(!isIntersecting && boundingClientRect.top < headerHeight),
      { rootMargin: `-${headerHeight}px 0px 0px` },
    )
  }, [])
  const { eventDate, finishTime } = search.appointmentSpot
  const day = formatSearchWhen(
    { location: null, typed: '', date: eventDate, time: null, party: search.people },
    search.countryCode,
    new Date().getFullYear(),
  )
  const people = countOf('people', countPeople(search.people))
  const summary = (
    <>
      <span className="grow">
        <b className="bold">{`${place}, ${day}`}</b>
        <em>
          {finishTime
            ? formatMessage(barMessages['bar.readyBy'], { time: formatNightTime(finishTime), people })
            : people}
        </em>
      </span>
      <span className={getButtonClasses({ kind: 'secondary', size: 'small' })}>
        {formatMessage(barMessages['bar.update'])}
      </span>
    </>
  )
  return (
    <>
      <Link
        ref={own}
        className={joinClasses('narrow-only with-script', searchBarStyles.phoneBar, styles.summary)}
        to="?stage=location"
        preventScrollReset>
        {summary}
      </Link>
      {passed && (
        <div className={joinClasses('narrow-only', styles.passed)} data-bar="above">
          <Link
            className={joinClasses(searchBarStyles.phoneBar, styles.summary)}
            to="?stage=location"
            preventScrollReset>
            {summary}
          </Link>
        </div>
      )}
    </>
  )
}
