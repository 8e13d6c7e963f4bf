import { RefreshCw, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Feed } from '#contract/bookings/provider-bookings.ts'
import { zonedTime, clock, date } from '#contract/format.ts'
import { CalendarLink } from '#web/bookings/calendar/calendar-link.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { useDashboardWords, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { classes } from '#web/ui/class-names.ts'
import fieldStyles from '#web/ui/fields/field.module.css'

interface Feeds {
  feeds: readonly Feed[]
  address: string | null
}

/** Calendars out and in: the secret address of one's own, and those whose busy times count as taken; null where they did not arrive. */
export function FeedsCard({
  known,
  timeZone,
  onChange,
}: {
  known: Feeds | null
  timeZone: string
  onChange: () => void
}) {
  const t = useDashboardWords()
  if (!known)
    return (
      <Note kind="error">
        {t('error.section')}{' '}
        <Button kind="quiet" size="small" onClick={onChange}>
          {t('toast.retry')}
        </Button>
      </Note>
    )
  return (
    <TitledCard title={t('pcal.feeds')}>
      <CalendarLink side="provider" known={known.address} />
      <hr className="divider" />
      <p className="small muted">{t('pcal.feeds.text')}</p>
      <ul className="stack gap-8">
        {known.feeds.map((feed) => (
          <FeedRow key={feed.id} feed={feed} timeZone={timeZone} onChange={onChange} />
        ))}
      </ul>
      <AddFeed onAdded={onChange} />
    </TitledCard>
  )
}

function FeedRow({ feed, timeZone, onChange }: { feed: Feed; timeZone: string; onChange: () => void }) {
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
          onClick={() =>
            run(async () => {
              await providerBookings.refreshFeed({ feedId: feed.id })
              onChange()
            })
          }>
          <RefreshCw className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('pcal.feed.remove', { name })}
          onClick={() =>
            run(async () => {
              await providerBookings.removeFeed({ feedId: feed.id })
              onChange()
            })
          }>
          <Trash2 className="icon" aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  )
}

function AddFeed({ onAdded }: { onAdded: () => void }) {
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
    onAdded()
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
