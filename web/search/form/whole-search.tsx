import { ArrowRight, Search } from 'lucide-react'
import { lazy, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { sessionStore } from '#web/platform/storage.ts'
import { Missing } from '#web/shell/pages/error-page.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { observeVisibility } from '#web/ui/visibility.ts'
import { barMessages } from './bar-messages.ts'
import searchBarStyles from './search-bar.module.css'
import { SearchBar } from './search-bar.tsx'
import {
  type BarField,
  parseFormDraft,
  areSameSearches,
  type SearchForm,
  type Step,
  steps,
  formatSearchWhen,
} from './search-form.ts'
import { type SearchState, useSearch } from './use-search.ts'
import styles from './whole-search.module.css'

// Rendered on the server only.
const PlainForm = lazy(async () => ({ default: (await import('./plain-form.tsx')).PlainForm }))

const Wizard = createOptionalPart(async () => (await import('./wizard.tsx')).Wizard, Missing)

interface PageSearchProps {
  settings: FormSettings
  country: Country
  place?: SearchForm['location']
  placeholder?: string
  usual?: readonly string[]
  /** The page's labels for day and time in the plain form. */
  asks?: { date: string; time: string }
  look?: Parameters<typeof useSearch>[0]['look']
}

/** A page's search: bar with sticky copy on wide screens, wizard button on phones, plain form without script. */
export function PageSearch(props: PageSearchProps) {
  const { country, placeholder } = props
  const state = useSearch(props)
  const t = createTranslator(barMessages, country)
  const box = useRef<HTMLDivElement>(null)
  const ask = useAskedField()
  useAskedPlace(state)
  useAskedService(state)
  return (
    <div ref={box} className={styles.searchEntry}>
      <noscript>{import.meta.env.SSR && <PlainForm {...props} place={props.place?.address.placeName} />}</noscript>
      <div className="wide-only">
        <SearchBar state={state} ask={ask} placeholder={placeholder} label={t('bar.label')} />
      </div>
      <Link
        className={joinClasses('narrow-only with-script', searchBarStyles.phoneBar)}
        to="?stage=location"
        preventScrollReset>
        <Search className="icon" aria-hidden="true" />
        <span className="grow">
          <b className="bold">{state.form.typed || formatMessage(barMessages['bar.start'])}</b>
          <em>
            {formatSearchWhen(state.form, country, new Date().getFullYear()) ??
              formatMessage(barMessages['bar.start.text'])}
          </em>
        </span>
        <span className={searchBarStyles.phoneGo} aria-hidden="true">
          <ArrowRight className="icon" />
        </span>
      </Link>
      <StickySearch below={box} state={state} placeholder={placeholder} />
      <WizardOfPage state={state} />
    </div>
  )
}

/** Fills in the place of a point in the address, once, unless one is set. */
function useAskedPlace({ form, choosePlace }: SearchState): void {
  const near = useSearchParams()[0].get('near')
  const asked = useRef<string>(null)
  useEffect(() => {
    if (!near || asked.current === near || form.location) return
    asked.current = near
    void import('./place-search.ts')
      .then(({ findNearestPlace }) => findNearestPlace(near))
      .then((place) => place && choosePlace(place))
      .catch(() => {})
  }, [near, form.location, choosePlace])
}

/** Selects the service in the address for one person, if available. */
function useAskedService({ form, settings, set }: SearchState): void {
  const service = useSearchParams()[0].get('service')
  const asked = useRef<string>(null)
  useEffect(() => {
    if (
      !service ||
      asked.current === service ||
      !settings.serviceTypes.some(({ services }) => services.some(({ id }) => id === service))
    )
      return
    asked.current = service
    set({ ...form, party: [{ count: 1, services: [service] }] })
  }, [service, form, settings, set])
}

/** Returns the wizard step in the address; null if invalid. */
function useStage(): Step | null {
  const stage = useSearchParams()[0].get('stage')
  return steps.find((step) => step === stage) ?? null
}

/** Returns the field that the address opens, on wide screens. */
export function useAskedField(): BarField | null {
  const stage = useStage()
  const narrow = useNarrow(stage !== null)
  if (!stage || narrow !== false) return null
  return stage === 'time' ? 'date' : stage
}

/** Renders the wizard if the address has a step and the screen is narrow. */
export function WizardOfPage({ state }: { state: SearchState }) {
  const stage = useStage()
  const narrow = useNarrow(stage !== null)
  const [query, setQuery] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  // Restored if Back closes the wizard.
  const opened = useRef<SearchForm | null>(null)
  const open = stage !== null && narrow === true
  useEffect(() => {
    if (open) opened.current ??= state.form
    else opened.current = null
  }, [open, state.form])
  useWizardDraft(state, open)
  if (!open) return null

  const to = (next: Step | null, replace: boolean) => {
    const after = new URLSearchParams(query)
    if (next) after.set('stage', next)
    else after.delete('stage')
    setQuery(after, {
      replace,
      preventScrollReset: true,
      state: { wizard: (location.state?.wizard ?? 0) + (replace ? 0 : 1) },
    })
  }
  const back = () => {
    if (location.state?.wizard > 0) return navigate(-1)
    to(steps[steps.indexOf(stage) - 1] ?? null, true)
  }
  const close = () => {
    if (opened.current) state.set(opened.current)
    to(null, true)
  }
  return <Wizard state={state} stage={stage} onStage={(next) => to(next, false)} onBack={back} onClose={close} />
}

const draftKey = 'searchDraft'

/** Stores the draft while the wizard is open, so that a reload continues it; each page has its own. */
function useWizardDraft({ form, initial, set }: SearchState, open: boolean): void {
  const { pathname } = useLocation()
  const restored = useRef(false)
  useEffect(() => {
    if (!open) {
      if (restored.current) sessionStore.removeItem(draftKey)
      return
    }
    if (!restored.current) {
      restored.current = true
      const kept = parseFormDraft(sessionStore.getItem(draftKey), pathname)
      if (kept && areSameSearches(form, initial)) return set(kept)
    }
    sessionStore.setItem(draftKey, JSON.stringify({ pathname, form }))
  }, [open, form, initial, set, pathname])
}

const narrowQuery = '(max-width: 767px)'

/** Returns whether the screen is narrow; null on the server or if not needed. */
function useNarrow(wanted: boolean): boolean | null {
  const [narrow, setNarrow] = useState<boolean | null>(null)
  // Avoids re-rendering pages that do not show it.
  useEffect(() => {
    if (!wanted) return
    const media = matchMedia(narrowQuery)
    const read = () => setNarrow(media.matches)
    read()
    media.addEventListener('change', read)
    return () => media.removeEventListener('change', read)
  }, [wanted])
  return narrow
}

/** Short copy of the search at the top after the main one has left the window. */
function StickySearch({
  below,
  state,
  placeholder,
}: {
  below: RefObject<HTMLElement | null>
  state: SearchState
  placeholder?: string
}) {
  const t = createTranslator(barMessages, state.country)
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
    <div className={joinClasses('wide-only', styles.stickySearch)} data-bar="above">
      <div className="page-width">
        <SearchBar mini state={state} placeholder={placeholder} label={t('bar.sticky.label')} />
      </div>
    </div>
  )
}
