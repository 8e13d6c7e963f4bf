import { CalendarDays, MapPin, Search, Users } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { createTranslator } from '#contract/i18n/messages.ts'
import { createOptionalPart, loadPart } from '#web/platform/optional.tsx'
import { Missing } from '#web/shell/pages/error-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dabs } from '#web/ui/pictures/dabs.tsx'
import { isPartyComplete, formatParty } from './party.ts'
import {
  type BarField,
  hasOtherChanges,
  findFirstMissing,
  type SearchForm,
  areSameSearches,
  formatSearchWhen,
} from './search-form.ts'
import type { SearchState } from './use-search.ts'
import { barMessages } from './bar-messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './search-bar.module.css'

// Lazy-loaded when the bar is first touched.
const BarPanel = createOptionalPart(
  async () => (await import('./bar-panels.tsx')).BarPanel,
  Missing,
  <div className={joinClasses(styles.panel, styles.popLoading)}>
    <Dabs />
  </div>,
)

const DetailsDialog = createOptionalPart(
  async () => (await import('#web/search/details/details-dialog.tsx')).DetailsDialog,
  Missing,
)

interface SearchBarProps {
  state: SearchState
  /** The sticky copy and the header's: 56 px, no labels. */
  mini?: boolean
  ask?: BarField | null
  placeholder?: string
  label: string
}

/** The desktop search: three fields with dropdowns and Search. After an edit it submits once it is complete. */
export function SearchBar({ state, mini, ask, placeholder, label }: SearchBarProps) {
  const { form, country, busy, editing } = state
  const t = createTranslator(barMessages, country)
  const [open, setOpen] = useState<BarField | null>(null)
  const [details, setDetails] = useState(false)
  const [announced, setAnnounced] = useState('')
  const [early, setEarly] = useState(!mini)
  const before = useRef<SearchForm>(form)
  const bar = useRef<HTMLFormElement>(null)
  const stageForm = useId()
  const latest = useRef(state)
  latest.current = state

  const openField = useCallback((field: BarField | null) => {
    if (field) before.current = latest.current.form
    setOpen(field)
  }, [])

  useEffect(() => {
    if (ask) openField(ask)
  }, [ask, openField])

  /** Ends an edit: opens the missing field or submits; changed services alone wait for Search. */
  const finish = async (edited: SearchForm, back: boolean) => {
    const was = before.current
    setOpen(null)
    if (back && open) bar.current?.querySelector<HTMLElement>(`[data-field="${open}"]`)?.focus()
    if (areSameSearches(was, edited) && edited.location) return
    const settled = await state.settlePlace(edited)
    if (!hasOtherChanges(was, settled)) return
    await sendOrAsk(settled)
  }

  const sendOrAsk = async (edited: SearchForm) => {
    const missing = findFirstMissing(edited)
    if (!missing) return state.submit(edited)
    setAnnounced(t('bar.missing', { field: t(`bar.${missing}`) }))
    before.current = edited
    setOpen(missing)
  }

  // An outside press or blur ends the edit like Done.
  useEffect(() => {
    if (!open) return
    const outside = (event: PointerEvent) => {
      if (!bar.current?.contains(event.target as Node)) void finishRef.current(latest.current.form, false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])
  const finishRef = useRef(finish)
  finishRef.current = finish

  const search = async () => {
    const settled = await state.settlePlace(form)
    if (!settled.location) await state.submit(settled)
    await sendOrAsk(settled)
  }

  const field = (name: BarField, icon: ReactNode, value: ReactNode, empty: string, wrong?: string) => (
    <div>
      <button
        // Before hydration a press requests this page with the field open.
        type="submit"
        form={stageForm}
        name="stage"
        value={name}
        className={joinClasses(styles.field, open === name && styles.chosen, wrong && styles.wrong)}
        data-field={name}
        aria-haspopup="dialog"
        aria-expanded={open === name}
        onPointerEnter={BarPanel.ahead}
        onFocus={BarPanel.ahead}
        onClick={(event) => {
          event.preventDefault()
          if (open === name) void finish(form, true)
          else if (open) void finish(form, false).then(() => openField(name))
          else openField(name)
        }}>
        {icon}
        <b>{wrong ?? t(`bar.${name}`)}</b>
        <span className={value ? undefined : styles.placeholder}>{value || empty}</span>
      </button>
      {open === name && (
        <BarPanel
          field={name}
          state={state}
          onDone={(edited) => finish(edited, true)}
          onClose={() => finish(form, true)}
          onDetails={
            findFirstMissing(form) || editing
              ? null
              : () => {
                  setOpen(null)
                  setDetails(true)
                }
          }
        />
      )}
    </div>
  )

  const { typed, party } = form
  return (
    <>
      <form id={stageForm} method="get" hidden />
      <form
        ref={bar}
        method="post"
        action="/search"
        role="search"
        aria-label={label}
        className={joinClasses('with-script', styles.searchBar, mini && styles.mini, open && styles.busy)}
        onSubmit={(event) => {
          event.preventDefault()
          void search()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && open) {
            event.preventDefault()
            void finish(form, true)
          }
        }}>
        <input type="hidden" name="storeSlug" value={state.settings.store.slug} />
        <input type="hidden" name="categorySlug" value={state.settings.category.slug} />
        {early ? (
          <EarlyPlace
            label={t('bar.location')}
            typed={typed}
            placeholder={placeholder ?? t('bar.location.placeholder')}
            onTaken={(text, isFocused) => {
              setEarly(false)
              if (isFocused) openField('location')
              if (text !== typed) state.set({ ...form, typed: text, location: null })
            }}
          />
        ) : (
          <>
            <input type="hidden" name="place" value={typed} />
            {field(
              'location',
              <MapPin className="icon" aria-hidden="true" />,
              typed,
              placeholder ?? t('bar.location.placeholder'),
              state.locationError ? t('bar.location.error') : undefined,
            )}
          </>
        )}
        {field(
          'date',
          <CalendarDays className="icon" aria-hidden="true" />,
          splitYear(formatSearchWhen(form, country, new Date().getFullYear())),
          t('bar.date.placeholder'),
        )}
        {field(
          'services',
          <Users className="icon" aria-hidden="true" />,
          isPartyComplete(party) ? formatParty(party) : null,
          t('bar.services.placeholder'),
        )}
        <Button className={styles.button} kind="search" type="submit" loading={busy}>
          {!mini && <Search className="icon" aria-hidden="true" />}
          {editing ? t('bar.update') : t('bar.submit')}
        </Button>
        <p className="visually-hidden" role="status">
          {announced}
        </p>
      </form>
      {details && (
        <DetailsDialog
          open
          country={country}
          given={{}}
          finishTime={form.time === 'unsure' ? null : form.time}
          artists={0}
          onSend={(typed) => state.submit(form, typed)}
          onClose={() => setDetails(false)}
        />
      )}
    </>
  )
}

interface EarlyPlaceProps {
  label: string
  typed: string
  placeholder: string
  /** Receives the text, and whether the field had the focus. */
  onTaken: (text: string, isFocused: boolean) => void
}

/**
 * The place field of the server's page, which takes letters before the scripts run. It is uncontrolled, because React
 * would reset a controlled one. While someone types, it stays until the panel that continues is loaded.
 */
function EarlyPlace({ label, typed, placeholder, onTaken }: EarlyPlaceProps) {
  const input = useRef<HTMLInputElement>(null)
  const taken = useRef(onTaken)
  taken.current = onTaken
  useEffect(() => {
    const field = input.current
    if (!field) return
    const take = () => taken.current(field.value, document.activeElement === field)
    if (document.activeElement !== field) return take()
    let here = true
    const takeIfHere = () => here && take()
    void loadPart(() => import('./bar-panels.tsx')).then(takeIfHere, takeIfHere)
    return () => {
      here = false
    }
  }, [])
  return (
    <div>
      <label className={styles.field}>
        <MapPin className="icon" aria-hidden="true" />
        <b>{label}</b>
        <input
          ref={input}
          className={styles.early}
          name="place"
          type="text"
          autoComplete="off"
          defaultValue={typed}
          placeholder={placeholder}
        />
      </label>
    </div>
  )
}

/** Separates the year, which narrow fields omit. */
function splitYear(when: string | null): ReactNode {
  const [before, year, after] = when?.split(/(,? \d{4})/) ?? []
  if (!year) return when
  return (
    <>
      {before}
      <i className={styles.year}>{year}</i>
      {after}
    </>
  )
}
