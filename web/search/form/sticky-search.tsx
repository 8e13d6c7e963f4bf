import { type RefObject, useEffect, useState } from 'react'
import { reader } from '#contract/words.ts'
import { SearchBar } from './search-bar.tsx'
import type { SearchState } from './use-search.ts'
import { barWords } from './bar-words.ts'
import { classes } from '#web/ui/class-names.ts'
import { observeVisibility } from '#web/ui/visibility.ts'
import styles from './sticky-search.module.css'

/** The short copy of the search at the top once the main one has left the view. */
export function StickySearch({
  below,
  state,
  placeholder,
}: {
  below: RefObject<HTMLElement | null>
  state: SearchState
  placeholder?: string
}) {
  const t = reader(barWords, state.country)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const main = below.current
    if (!main) return
    return observeVisibility(main, ({ isIntersecting, boundingClientRect }) =>
      setShown(!isIntersecting && boundingClientRect.bottom < 0),
    )
  }, [below])
  if (!shown) return null
  return (
    <div className={classes('wide-only', styles.stickySearch)}>
      <div className="page-width">
        <SearchBar mini state={state} placeholder={placeholder} label={t('bar.sticky.label')} />
      </div>
    </div>
  )
}
