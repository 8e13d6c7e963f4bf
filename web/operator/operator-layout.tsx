import {
  CalendarCheck,
  CreditCard,
  Handshake,
  Landmark,
  type LucideIcon,
  ReceiptText,
  Search,
  Store,
  TicketPercent,
  UserRound,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import {
  Link,
  type MetaFunction,
  redirect,
  useLoaderData,
  useLocation,
  useNavigate,
  useRevalidator,
} from 'react-router'
import { hasDuty } from '#contract/accounts/duties.ts'
import type { Alarm } from '#contract/operator/access.ts'
import type { SearchHit } from '#contract/operator/find.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { MemberPages, requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Header } from '#web/shell/header.tsx'
import type { PageFrame } from '#web/shell/site.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { shellMessages } from '#web/shell/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import fieldStyles from '#web/ui/fields/field.module.css'
import navigationStyles from '#web/ui/navigation.module.css'
import { FootBar, NavigationGroups, type NavigationLink } from '#web/ui/navigation.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { controlMessages } from './control-messages.ts'
import { groups, isIn, type Page, listPagesFor } from './navigation.ts'
import styles from './operator-layout.module.css'
import { formatOperatorMoment } from './when.ts'
import { operatorMessages } from './messages.ts'

const t = createTranslator({ ...operatorMessages, ...controlMessages })

export const handle: PageFrame = { header: 'none', footer: 'none' }

export const meta: MetaFunction = () =>
  createHead({ title: `${t('operator.title')} · Primp`, publicUrl: '', noindex: true })

/** Operators only; others get 404. */
export const clientLoader = requireSession(async () => {
  const { user } = await browserApi().accounts.me({})
  if (!user.roles.includes('operator')) throw redirect('/not-found')
  const [overview, { alarms }] = await Promise.all([
    browserApi().operatorSystem.overview({}),
    browserApi().operatorAccess.alarms({}),
  ])
  return { user, overview, alarms }
})

export const HydrateFallback = Undetermined

export default function OperatorLayout() {
  const { user, overview, alarms } = useLoaderData<typeof clientLoader>()
  const { pathname } = useLocation()
  const mine = listPagesFor(user.duties)
  const [finding, setFinding] = useState(false)
  const linkOf = (page: Page): NavigationLink => {
    const n = page.count ? overview[page.count] : 0
    return {
      path: page.path,
      label: t(page.word),
      icon: page.icon,
      here: isIn(page, pathname),
      waits: { n, label: t('operator.waits', { n }) },
    }
  }
  const inBar = mine.slice(0, 4)
  const listGroups = (pages: readonly Page[]) =>
    groups.map((group) => ({
      title: t(`operator.group.${group}`),
      pages: pages.filter((page) => page.group === group).map(linkOf),
    }))
  return (
    <div className={navigationStyles.frame}>
      <aside className={joinClasses('no-print', navigationStyles.rail)} aria-label={t('operator.title')}>
        <Logo className={navigationStyles.railLogo} label={formatMessage(shellMessages['shell.logo.alt'])} />
        <p className={joinClasses('micro hint', styles.railTitle)}>{t('operator.title')}</p>
        <FindButton onOpen={() => setFinding(true)} />
        <nav aria-label={t('operator.rooms')} className={navigationStyles.railLinks}>
          <NavigationGroups groups={listGroups(mine)} />
        </nav>
        <Link to="/customer-dashboard/account" className={navigationStyles.person}>
          <span className="grow can-shrink">
            <b className="bold">{user.name}</b>
            <span className="micro muted">{user.email}</span>
          </span>
        </Link>
      </aside>
      <div className="can-shrink">
        <div className="narrow-only">
          <Header />
          <div className={styles.narrowFind}>
            <FindButton onOpen={() => setFinding(true)} />
          </div>
        </div>
        <OpenAlarms alarms={alarms} mayClose={hasDuty(user.duties, ['support'])} />
        <MemberPages />
      </div>
      <FindAnything pages={mine} open={finding} setOpen={setFinding} />
      <FootBar
        label={t('operator.rooms')}
        bar={inBar.map(linkOf)}
        more={listGroups(mine.filter((page) => !inBar.includes(page)))}
        words={{ more: t('operator.more'), close: t('operator.close') }}
      />
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}

const tControl = createTranslator(controlMessages)

function OpenAlarms({ alarms, mayClose }: { alarms: readonly Alarm[]; mayClose: boolean }) {
  if (alarms.length === 0) return null
  return (
    <section className={styles.alarms} aria-label={tControl('operator.alarms')}>
      {alarms.map((alarm) => (
        <OpenAlarm key={alarm.id} alarm={alarm} mayClose={mayClose} />
      ))}
    </section>
  )
}

function OpenAlarm({ alarm, mayClose }: { alarm: Alarm; mayClose: boolean }) {
  const { revalidate } = useRevalidator()
  const { pending, run } = useForm({ toasts: true })
  const see = async () => {
    if (await run(() => browserApi().operatorAccess.acknowledgeAlarm({ alarmId: alarm.id }))) revalidate()
  }
  const { kind, subject, values, raisedAt } = alarm
  return (
    <Note kind="warning">
      <div className="row space-between wrapping gap-8">
        <span>
          {tControl(`operator.alarm.${kind}`, {
            name: subject.name || subject.id,
            ...values,
            n: Number(values['n'] ?? 0),
          })}{' '}
          <span className="small muted">{formatOperatorMoment(raisedAt)}</span>
        </span>
        {mayClose && (
          <Button size="small" kind="secondary" loading={pending} onClick={see}>
            {tControl('operator.alarm.seen')}
          </Button>
        )}
      </div>
    </Note>
  )
}

type Row = { key: string; to: string; title: string; text: string; what: string; icon: LucideIcon }

const icons: Record<SearchHit['kind'], LucideIcon> = {
  person: UserRound,
  provider: Store,
  booking: CalendarCheck,
  payment: CreditCard,
  payout: Landmark,
  invoice: ReceiptText,
  promo: TicketPercent,
  partner: Handshake,
}
const rowOf = ({ kind, id, title, text, path }: SearchHit): Row => ({
  key: `${kind} ${id}`,
  to: path,
  title,
  text,
  what: t(`operator.find.${kind}`),
  icon: icons[kind],
})

/** Debounce in milliseconds, and minimum letters. */
const pauseMs = 160
const leastLetters = 2

const FindButton = ({ onOpen }: { onOpen: () => void }) => (
  <button type="button" className={styles.opener} onClick={onOpen} aria-keyshortcuts={t('operator.find.shortcut')}>
    <Search className="icon" aria-hidden="true" />
    <span className="grow">{t('operator.find')}</span>
    <span className={styles.keys} aria-hidden="true">
      {t('operator.find.keys')}
    </span>
  </button>
)

/** Search field for any page, person, artist, booking or payment; opens with Ctrl K or ⌘ K. */
function FindAnything({
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
    <Dialog open={open} onClose={() => setOpen(false)} label={t('operator.find')} className={styles.dialog}>
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
        what: t('operator.find.page'),
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
      <div className={joinClasses(fieldStyles.field, styles.field)}>
        <label htmlFor={id}>{t('operator.find.label')}</label>
        <div className={fieldStyles.fieldBox}>
          <Search className="icon" aria-hidden="true" />
          <input
            id={id}
            type="text"
            role="combobox"
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type into this field
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
      <div id={`${id}-list`} role="listbox" aria-label={t('operator.find')} className={styles.list}>
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keyboard for this list
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
          ? t('operator.find.failed')
          : rows.length === 0 && state === 'known'
            ? t('operator.find.none')
            : words !== '' && state === 'known'
              ? t('operator.find.count', { n: rows.length })
              : t('operator.find.hint')}
      </p>
    </>
  )
}

type Answer = { state: 'before' | 'asking' | 'known' | 'failed'; found: readonly SearchHit[] }

/** Returns debounced search results; ignores outdated responses. */
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
