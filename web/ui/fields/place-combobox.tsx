import { Check, History, LocateFixed, type LucideIcon, MapPin } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { limits } from '#contract/constants.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Dabs } from '#web/ui/pictures/dabs.tsx'
import { FieldError } from './field.tsx'
import fieldStyles from './field.module.css'
import styles from './place-combobox.module.css'

/** A suggested place: name and rest of the address. */
export interface PlaceOption {
  id: string
  title: string
  rest: string
  before?: boolean
  /** Only similar to the text: offered under a question, and never used by default. */
  similar?: true | undefined
}

interface PlaceComboboxProps<P extends PlaceOption> {
  label: string
  placeholder: string
  /** Text in the field: the chosen place's label, or as typed. */
  text: string
  chosen: P | null
  onText: (text: string) => void
  onChoose: (place: P | null) => void
  /** Called with the matches of each new list, without similar ones, so that a search can use the first by default. */
  onOptions?: (options: readonly P[]) => void
  before?: readonly P[]
  find: (text: string, signal: AbortSignal) => Promise<readonly P[]>
  locate?: { label: string; run: () => void; busy?: boolean }
  words: { none: (text: string) => string; similar?: string; failed: string; retry: string; list: string }
  error?: string | null
  /** The icon of the field and of its options; a pin by default. */
  icon?: LucideIcon
  /** Letters before a query is sent; defaults to the place search's minimum. */
  leastLetters?: number
  autoFocus?: boolean
  name?: string
}

type Finding<P> = { state: 'idle' | 'typing' | 'failed' } | { state: 'found'; for: string; options: readonly P[] }

/** Milliseconds that the list stays after blur, so that a tap on it still counts. */
const blurDelay = 300

/** A place search field: at most 5 options, none under 3 characters, first row 'Use my location'. */
export function PlaceCombobox<P extends PlaceOption>(props: PlaceComboboxProps<P>) {
  const { label, text, chosen, onText, onChoose, locate, words, error, icon: Icon = MapPin } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [finding, search] = useFinding(props)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const options = finding.state === 'found' ? finding.options : finding.state === 'idle' ? (props.before ?? []) : []
  const rows = (locate ? 1 : 0) + options.length

  const choose = (place: P) => {
    onChoose(place)
    setOpen(false)
    setActive(-1)
  }
  const press = (row: number) => {
    if (locate && row === 0) return locate.run()
    const place = options[row - (locate ? 1 : 0)]
    if (place) choose(place)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setOpen(false)
      setActive(-1)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      // Alt with arrows opens and closes the list; other keys stay with the text.
      setOpen(!event.altKey || event.key === 'ArrowDown')
      if (event.altKey) setActive(-1)
      else if (rows > 0) setActive((at) => (event.key === 'ArrowDown' ? (at + 1) % rows : (at <= 0 ? rows : at) - 1))
    } else if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) {
      setActive(-1)
    } else if (event.key === 'Enter' && open && active >= 0) {
      event.preventDefault()
      press(active)
    }
  }
  const showing = open && (rows > 0 || finding.state !== 'idle')
  return (
    <div className={joinClasses(fieldStyles.field, styles.combobox)}>
      <label htmlFor={id}>{label}</label>
      <div className={joinClasses(fieldStyles.fieldBox, error && fieldStyles.wrong)}>
        <Icon className="icon" aria-hidden="true" />
        <input
          id={id}
          name={props.name}
          role="combobox"
          type="text"
          autoComplete="off"
          enterKeyHint="search"
          // biome-ignore lint/a11y/noAutofocus: the field is the one question of the step or popdown that was just opened
          autoFocus={props.autoFocus}
          placeholder={props.placeholder}
          value={text}
          aria-expanded={showing}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={showing && active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            onText(event.target.value)
            if (event.target.value.trim() === '') onChoose(null)
            search(event.target.value)
            setOpen(true)
            setActive(-1)
          }}
          onFocus={() => {
            clearTimeout(closing.current)
            setOpen(true)
          }}
          onBlur={() => {
            closing.current = setTimeout(() => setOpen(false), blurDelay)
          }}
          onKeyDown={onKey}
        />
        {finding.state === 'typing' && <Dabs />}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div id={`${id}-list`} role="listbox" aria-label={words.list} className={styles.options} hidden={!showing}>
        {showing && locate && (
          <Row
            id={`${id}-0`}
            on={active === 0}
            icon={<LocateFixed className="icon" aria-hidden="true" />}
            onPress={locate.run}>
            <b>{locate.label}</b>
          </Row>
        )}
        {showing && options[0]?.similar && (
          <p className={styles.question} aria-hidden="true">
            {words.similar}
          </p>
        )}
        {showing &&
          options.map((place, index) => (
            <Row
              key={place.id}
              id={`${id}-${index + (locate ? 1 : 0)}`}
              on={active === index + (locate ? 1 : 0)}
              icon={
                place.before ? (
                  <History className="icon" aria-hidden="true" />
                ) : (
                  <Icon className="icon" aria-hidden="true" />
                )
              }
              onPress={() => choose(place)}>
              <b>{marked(place.title, text)}</b>
              <small>{place.rest}</small>
              {chosen?.id === place.id && <Check className="icon" aria-hidden="true" />}
            </Row>
          ))}
      </div>
      <p className="small muted" role="status">
        {open && finding.state === 'found' && finding.options.length === 0 && words.none(finding.for)}
        {open && finding.state === 'found' && finding.options[0]?.similar && (
          <span className="visually-hidden">
            {words.similar} {finding.options.map(({ title }) => title).join(', ')}
          </span>
        )}
        {open && finding.state === 'failed' && (
          <>
            {words.failed}{' '}
            <button type="button" className="link" onClick={() => search(text)}>
              {words.retry}
            </button>
          </>
        )}
      </p>
    </div>
  )
}

function Row({
  id,
  on,
  icon,
  onPress,
  children,
}: {
  id: string
  on: boolean
  icon: ReactNode
  onPress: () => void
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and points at the row
    <div
      id={id}
      role="option"
      aria-selected={on}
      className={joinClasses(styles.option, on && styles.chosen)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}>
      <span className={styles.optionIcon}>{icon}</span>
      <span className="grow">{children}</span>
    </div>
  )
}

/** Searches 150 ms after the last key (debounced) and ignores outdated responses. */
function useFinding<P extends PlaceOption>({
  find,
  onOptions,
  leastLetters = limits.placeLetters,
}: PlaceComboboxProps<P>) {
  const [finding, setFinding] = useState<Finding<P>>({ state: 'idle' })
  const running = useRef<AbortController>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      running.current?.abort()
    },
    [],
  )
  const search = (typed: string) => {
    clearTimeout(timer.current)
    running.current?.abort()
    const wanted = typed.trim()
    if (wanted.length < leastLetters) {
      if (wanted === '') {
        setFinding({ state: 'idle' })
        onOptions?.([])
      }
      return
    }
    const control = new AbortController()
    running.current = control
    setFinding({ state: 'typing' })
    timer.current = setTimeout(async () => {
      try {
        const options = (await find(wanted, control.signal)).slice(0, limits.placeOptions)
        if (control.signal.aborted) return
        setFinding({ state: 'found', for: wanted, options })
        onOptions?.(options.filter(({ similar }) => !similar))
      } catch {
        if (!control.signal.aborted) setFinding({ state: 'failed' })
      }
    }, 150)
  }
  return [finding, search] as const
}

/** Highlights the typed part of a name. */
function marked(title: string, typed: string): ReactNode {
  const wanted = typed.trim().toLowerCase()
  const at = wanted ? title.toLowerCase().indexOf(wanted) : -1
  if (at < 0) return title
  return (
    <>
      {title.slice(0, at)}
      <mark>{title.slice(at, at + wanted.length)}</mark>
      {title.slice(at + wanted.length)}
    </>
  )
}
