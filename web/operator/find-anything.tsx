import { CalendarCheck, CreditCard, type LucideIcon, Search, Store, UserRound } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Found } from '#contract/operator/find.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { classes } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { controlWords } from './control-words.ts'
import type { Page } from './navigation.ts'
import { operatorWords } from './words.ts'
import fieldStyles from '#web/ui/fields/field.module.css'
import styles from './find-anything.module.css'

const t = reader({ ...operatorWords, ...controlWords })

type Row = { key: string; to: string; title: string; text: string; what: string; icon: LucideIcon }

const kinds: Record<Found['kind'], { icon: LucideIcon; path: string }> = {
  person: { icon: UserRound, path: 'people' },
  provider: { icon: Store, path: 'providers' },
  booking: { icon: CalendarCheck, path: 'bookings' },
  payment: { icon: CreditCard, path: 'payments' },
}
const rowOf = ({ kind, id, title, text }: Found): Row => ({
  key: `${kind} ${id}`,
  to: `/operator/${kinds[kind].path}/${id}`,
  title,
  text,
  what: t(`op.find.${kind}`),
  icon: kinds[kind].icon,
})

/** How long somebody has stopped typing before the site is asked, in milliseconds, and from how many letters on. */
const pauseMs = 160
const leastLetters = 2

/** What opens the field that leads anywhere. */
export const FindButton = ({ onOpen }: { onOpen: () => void }) => (
  <button type="button" className={styles.opener} onClick={onOpen} aria-keyshortcuts={t('op.find.shortcut')}>
    <Search className="icon" aria-hidden="true" />
    <span className="grow">{t('op.find')}</span>
    <kbd className={styles.keys}>{t('op.find.keys')}</kbd>
  </button>
)

/** One field that leads to any page, person, artist, booking or payment; Ctrl K or ⌘ K opens it from anywhere in the console. */
export function FindAnything({
  pages,
  open,
  setOpen,
}: {
  pages: readonly Page[]
  open: boolean
  setOpen: (open: boolean) => void
}) {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [setOpen])
  return (
    <Dialog open={open} onClose={() => setOpen(false)} label={t('op.find')} className={styles.dialog}>
      <Finder pages={pages} close={() => setOpen(false)} />
    </Dialog>
  )
}

function Finder({ pages, close }: { pages: readonly Page[]; close: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [{ found, state }, find] = useFound()
  const words = text.trim().toLowerCase()
  const rows: Row[] = [
    ...pages
      .filter((page) => words === '' || t(page.word).toLowerCase().includes(words))
      .slice(0, words === '' ? 6 : 4)
      .map((page) => ({
        key: page.path,
        to: page.path,
        title: t(page.word),
        text: '',
        what: t('op.find.page'),
        icon: page.icon,
      })),
    ...found.map(rowOf),
  ]
  const at = Math.min(active, rows.length - 1)
  const go = (row: Row | undefined) => {
    if (!row) return
    close()
    navigate(row.to)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((at + step + rows.length) % Math.max(1, rows.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(rows[at])
    }
  }
  return (
    <>
      <div className={classes(fieldStyles.field, styles.field)}>
        <label htmlFor={id}>{t('op.find.label')}</label>
        <div className={fieldStyles.fieldBox}>
          <Search className="icon" aria-hidden="true" />
          <input
            id={id}
            type="text"
            role="combobox"
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the field is all that was opened
            autoFocus
            maxLength={100}
            value={text}
            aria-expanded={rows.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={rows.length > 0 ? `${id}-${at}` : undefined}
            onChange={(event) => {
              setText(event.target.value)
              find(event.target.value)
              setActive(0)
            }}
            onKeyDown={onKey}
          />
        </div>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('op.find')} className={styles.list}>
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the keys of its list
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={row.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.option}
            ref={(one) => {
              if (index === at) one?.scrollIntoView({ block: 'nearest' })
            }}
            onPointerMove={() => setActive(index)}
            onClick={() => go(row)}>
            <row.icon className="icon" aria-hidden="true" />
            <span className={styles.words}>
              <b className="bold">{row.title}</b>
              {row.text && <span className="small muted">{row.text}</span>}
            </span>
            <span className="micro muted">{row.what}</span>
          </div>
        ))}
      </div>
      <p className="small muted" role="status">
        {state === 'failed'
          ? t('op.find.failed')
          : rows.length === 0 && state === 'known'
            ? t('op.find.none')
            : words !== '' && state === 'known'
              ? t('op.find.count', { n: rows.length })
              : t('op.find.hint')}
      </p>
    </>
  )
}

type Answer = { state: 'before' | 'asking' | 'known' | 'failed'; found: readonly Found[] }

/** What the site finds, asked a moment after the last letter; an answer that comes late is not shown. */
function useFound(): [Answer, (text: string) => void] {
  const [answer, setAnswer] = useState<Answer>({ state: 'before', found: [] })
  const asking = useRef<AbortController>(undefined)
  const ask = async (text: string, controller: AbortController) => {
    await new Promise((resume) => setTimeout(resume, pauseMs))
    if (controller.signal.aborted) return
    try {
      const { found } = await browserApi().operatorFind.find({ text }, { signal: controller.signal })
      if (!controller.signal.aborted) setAnswer({ state: 'known', found })
    } catch {
      if (!controller.signal.aborted) setAnswer({ state: 'failed', found: [] })
    }
  }
  const find = (typed: string) => {
    const text = typed.trim()
    const controller = new AbortController()
    asking.current?.abort()
    asking.current = controller
    if (text.length < leastLetters) return setAnswer({ state: text === '' ? 'before' : 'known', found: [] })
    setAnswer(({ found }) => ({ state: 'asking', found }))
    ask(text, controller)
  }
  return [answer, find]
}
