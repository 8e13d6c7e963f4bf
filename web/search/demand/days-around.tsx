import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import type { SavedSearch } from '#contract/search/search.ts'
import { optional } from '#web/platform/optional.tsx'
import { Missing } from '#web/shell/pages/missing.tsx'
import { wordsFor } from '#web/search/quotes/quote-phrases.ts'
import { classes } from '#web/ui/class-names.ts'
import { Popdown } from '#web/ui/overlays/dialog.tsx'
import chipsStyles from '#web/ui/fields/chips.module.css'
import styles from './days-around.module.css'

// What is behind the chip comes with its first touch.
const DaysList = optional(() => import('./days-list.tsx').then((m) => m.DaysList), Missing)

/** The seven days around a search behind one chip: how many fit on each and from what price, each a press away from the same search on that day. */
export function DaysAround({ search }: { search: SavedSearch }) {
  const t = wordsFor(search)
  const [under, setUnder] = useState<{ right: number; bottom: number } | null>(null)
  return (
    <>
      <button
        type="button"
        className={classes(chipsStyles.chip, styles.opener)}
        aria-haspopup="dialog"
        onPointerEnter={DaysList.ahead}
        onFocus={DaysList.ahead}
        onClick={(event) => {
          const { left, right, bottom } = event.currentTarget.getBoundingClientRect()
          setUnder({ right: Math.max(right, left + 420) + window.scrollX, bottom: bottom + window.scrollY })
        }}>
        <CalendarDays className="icon" aria-hidden="true" />
        {t('days.around')}
      </button>
      <Popdown
        open={under !== null}
        under={under ?? { right: 0, bottom: 0 }}
        onClose={() => setUnder(null)}
        title={t('days.around.title')}
        close={t('days.around.close')}>
        <DaysList search={search} open={under !== null} />
      </Popdown>
    </>
  )
}
