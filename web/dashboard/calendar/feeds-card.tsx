import { RefreshCw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Feed } from '#contract/bookings/provider-bookings.ts'
import { zonedTime, clock, date } from '#contract/format.ts'
import { CalendarLink } from '#web/bookings/calendar/calendar-link.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { RoomCard } from '#web/ui/room.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDashboardWords, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { classes } from '#web/ui/class-names.ts'
import fieldStyles from '#web/ui/fields/field.module.css'

/** Calendars out and in: the secret address of one's own, and those whose busy times count as taken. */
export function FeedsCard({ timeZone, onChange }: { timeZone: string; onChange: () => void }) {
  const t = useDashboardWords()
  const [state, setState] = useState<{ feeds: readonly Feed[]; address: string | null } | 'failed' | null>(null)
  const load = () =>
    browserApi()
      .providerBookings.feeds({})
      .then(setState, () => setState('failed'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    load()
  }, [])
  if (state === null) return <Skeleton height={160} />
  if (state === 'failed')
    return (
      <Note kind="error">
        {t('error.section')}{' '}
        <Button kind="quiet" size="small" onClick={load}>
          {t('toast.retry')}
        </Button>
      </Note>
    )
  return (
    <RoomCard title={t('pcal.feeds')}>
      <CalendarLink side="provider" known={state.address} />
      <hr className="divider" />
      <p className="small muted">{t('pcal.feeds.text')}</p>
      <ul className="stack gap-8">
        {state.feeds.map((feed) => (
          <FeedRow
            key={feed.id}
            feed={feed}
            timeZone={timeZone}
            onGone={() => {
              setState({ ...state, feeds: state.feeds.filter(({ id }) => id !== feed.id) })
              onChange()
            }}
            onRead={(next) => {
              setState({ ...state, feeds: state.feeds.map((one) => (one.id === next.id ? next : one)) })
              onChange()
            }}
          />
        ))}
      </ul>
      <AddFeed
        onAdded={(feed) => {
          setState({ ...state, feeds: [...state.feeds.filter(({ id }) => id !== feed.id), feed] })
          onChange()
        }}
      />
    </RoomCard>
  )
}

function FeedRow({
  feed,
  timeZone,
  onGone,
  onRead,
}: {
  feed: Feed
  timeZone: string
  onGone: () => void
  onRead: (feed: Feed) => void
}) {
  const t = useDashboardWords()
  const { countryCode } = useOwn().profile
  const { waiting, run } = useAct({ toasts: true })
  const name = feed.name || new URL(feed.url).hostname
  const checked = feed.checkedAt
    ? `${date(feed.checkedAt.slice(0, 10), countryCode, new Date().getFullYear())}, ${clock(zonedTime(feed.checkedAt, timeZone))}`
    : null
  const { providerBookings } = browserApi()
  return (
    <li className="row space-between gap-8" aria-busy={waiting || undefined}>
      <div className="can-shrink">
        <b className="bold">{name}</b>
        <p className="micro muted">
          {checked ? t('pcal.feed.checked', { dateTime: checked, n: feed.events }) : t('pcal.feed.never')}
        </p>
        {feed.error && <p className={classes('micro', fieldStyles.error)}>{feed.error}</p>}
      </div>
      <span className="row">
        <IconButton
          label={t('pcal.feed.refresh', { name })}
          onClick={() => run(async () => onRead((await providerBookings.refreshFeed({ feedId: feed.id })).feed))}>
          <RefreshCw className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('pcal.feed.remove', { name })}
          onClick={() =>
            run(async () => {
              await providerBookings.removeFeed({ feedId: feed.id })
              onGone()
            })
          }>
          <Trash2 className="icon" aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  )
}

function AddFeed({ onAdded }: { onAdded: (feed: Feed) => void }) {
  const t = useDashboardWords()
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const field = useRef<HTMLFormElement>(null)
  const { errors, waiting, run } = useAct({
    form: field,
    says: ({ errors: [of], message }) => ({ url: of?.message ?? message }),
  })
  const add = async () => {
    const done = await run(() => browserApi().providerBookings.addFeed({ url, name }))
    if (!done) return
    onAdded(done.answer.feed)
    setUrl('')
    setName('')
  }
  return (
    <form
      ref={field}
      className="stack gap-8"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}>
      <TextField
        label={t('pcal.feed.url')}
        name="url"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={url}
        error={errors['url'] ?? null}
        onChange={(event) => setUrl(event.target.value)}
      />
      <TextField
        label={t('pcal.feed.name')}
        name="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={80}
      />
      <div>
        <Button type="submit" kind="secondary" size="small" loading={waiting}>
          {t('pcal.feed.add')}
        </Button>
      </div>
    </form>
  )
}
