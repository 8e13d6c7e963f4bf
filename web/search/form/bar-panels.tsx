import { type ReactNode, useEffect, useRef } from 'react'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { trapFocus } from '#web/ui/overlays/focus-trap.ts'
import { TimeList } from '#web/ui/fields/time-list.tsx'
import { DayChoice } from '#web/search/demand/day-choice.tsx'
import { useOpenDays } from '#web/search/demand/open-days.ts'
import { LocationField, TimeNote, createTimeLabels } from './panel-fields.tsx'
import { detailsMessages } from '#web/search/details/details-messages.ts'
import { LooksEditor } from './looks-editor.tsx'
import { emptyParty, formatParty } from './party.ts'
import { formatPlace } from './place-search.ts'
import type { BarField, SearchForm } from './search-form.ts'
import type { SearchState } from './use-search.ts'
import { searchMessages } from '#web/search/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import searchBarStyles from './search-bar.module.css'
import styles from './bar-panels.module.css'

interface PanelProps {
  field: BarField
  state: SearchState
  onDone: (form: SearchForm) => void
  onClose: () => void
  /** Opens the last step, 'Your details'; null while another value is missing. */
  onDetails: (() => void) | null
}

export function BarPanel(props: PanelProps) {
  if (props.field === 'location') return <LocationPanel {...props} />
  return props.field === 'date' ? <DatePanel {...props} /> : <ServicesPanel {...props} />
}

/** A dropdown that traps Tab and focuses the chosen option. */
function Pop({ label, className, children }: { label: string; className: string | undefined; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const starts = [
      'input[role=combobox]',
      'table button[tabindex="0"]',
      '[aria-expanded=true]',
      'button:not(:disabled)',
    ]
    const start = starts.map((selector) => box.current?.querySelector<HTMLElement>(selector)).find((found) => found)
    start?.focus({ preventScroll: true })
    const panel = box.current
    if (!panel) return
    fitInto(panel)
    // Bottom bars that appear, such as messages, change the available height.
    let feet = footTop()
    const watch = new MutationObserver(() => {
      if (footTop() === feet) return
      feet = footTop()
      fitInto(panel)
    })
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [])
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      className={`${searchBarStyles.panel} ${className}`}
      onKeyDown={trapFocus}>
      {children}
    </div>
  )
}

const edge = 16
const leastRoom = 440
/** For a month of six weeks with its prices, which arrive later, or the first services. */
const mostRoom = 560

/** Returns the bottom of the free space: the highest bottom bar. */
function footTop(): number {
  const feet = [...document.querySelectorAll('[data-foot]')].map((foot) => foot.getBoundingClientRect())
  return Math.min(innerHeight, ...feet.filter(({ height }) => height > 0).map(({ top }) => top))
}

/** Fits a dropdown between its field and the bottom bars; scrolls the bar up if there is too little space. */
function fitInto(panel: HTMLElement): void {
  const floor = footTop() - edge
  const under = floor - panel.getBoundingClientRect().top
  const field = panel.parentElement?.getBoundingClientRect().top ?? 0
  // The height of the content is read at the least height of the panel, which stretches it otherwise.
  panel.style.maxHeight = `${leastRoom}px`
  const content = panel.querySelector('table') ? mostRoom : (panel.firstElementChild?.scrollHeight ?? 0)
  const room = Math.max(leastRoom, Math.min(content, mostRoom))
  const up = Math.min(Math.max(0, room - under), Math.max(0, field - edge))
  if (up > 0) scrollBy({ top: up, behavior: 'instant' })
  panel.style.maxHeight = `${Math.max(240, floor - panel.getBoundingClientRect().top)}px`
}

function LocationPanel({ state, onDone }: PanelProps) {
  const t = createTranslator(searchMessages, state.country)
  return (
    <Pop label={t('bar.location')} className={searchBarStyles.popLocation}>
      <LocationField
        state={state}
        onChosen={(place) => onDone({ ...state.form, location: place.location, typed: formatPlace(place) })}
      />
    </Pop>
  )
}

function DatePanel({ state, onDone }: PanelProps) {
  const { form, country, set } = state
  const { days, today } = useOpenDays(form.location, state.settings.category.slug)
  const t = createTranslator(searchMessages, country)
  return (
    <Pop label={`${t('bar.date')}, ${t('time.label')}`} className={searchBarStyles.popDate}>
      <div className={styles.popCalendar}>
        <DayChoice state={state} days={days} today={today} />
      </div>
      <div className={joinClasses('stack gap-8', styles.popTimes)}>
        <h2 className="title">{t('time.label')}</h2>
        <TimeList
          value={form.time}
          label={t('time.label')}
          words={createTimeLabels(t)}
          onChange={(time) => set({ ...form, time })}
          onConfirm={(time) => {
            if (form.date) onDone({ ...form, time })
          }}
        />
        <TimeNote state={state} />
        <Button size="small" onClick={() => onDone(form)}>
          {t('who.done')}
        </Button>
      </div>
    </Pop>
  )
}

function ServicesPanel({ state, onDone, onDetails }: PanelProps) {
  const { form, country, set } = state
  const t = createTranslator(searchMessages, country)
  return (
    <Pop label={t('who.label')} className={searchBarStyles.popServices}>
      <div className={styles.popLooks}>
        <LooksEditor
          party={form.party}
          settings={state.settings}
          country={country}
          onChange={(party) => set({ ...form, party })}
        />
      </div>
      <div className={joinClasses('row space-between', styles.popFoot)}>
        <b className="bold" aria-live="polite">
          {formatParty(form.party)}
        </b>
        <span className="row gap-8">
          <Button kind="quiet" size="small" onClick={() => set({ ...form, party: emptyParty })}>
            {t('who.clear')}
          </Button>
          {onDetails && (
            <Button kind="secondary" size="small" onClick={onDetails}>
              {formatMessage(detailsMessages['details.add'])}
            </Button>
          )}
          <Button onClick={() => onDone(form)}>{t('who.done')}</Button>
        </span>
      </div>
    </Pop>
  )
}
