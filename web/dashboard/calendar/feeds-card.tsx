import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { Feed } from '#contract/bookings/provider-bookings.ts'
import { CalendarLink } from '#web/calendar/calendar-link.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { FoldedCard } from '#web/ui/titled-page.tsx'
import { FeedRow, feedMessages } from './feed-row.tsx'

const w = createTranslator(feedMessages)

interface Feeds {
  feeds: readonly Feed[]
  address: string | null
}

/** The artist's own feed address, and external calendars. `known` is null if they failed to load. */
export function FeedsCard({
  known,
  timeZone,
  onChange,
}: {
  known: Feeds | null
  timeZone: string
  onChange: () => void
}) {
  const t = useDashboardMessages()
  const { hash } = useLocation()
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
    <div id="calendars">
      <FoldedCard
        title={w('feeds')}
        note={known.feeds.length === 0 ? w('feeds.none') : w('feeds.count', { n: known.feeds.length })}
        open={hash === '#calendars' || known.feeds.length > 0}>
        <CalendarLink side="provider" known={known.address} />
        <hr className="divider" />
        <p className="small muted">{w('feeds.text')}</p>
        {known.feeds.length > 0 && (
          <ul className="stack gap-16">
            {known.feeds.map((feed) => (
              <FeedRow key={feed.id} feed={feed} timeZone={timeZone} onChange={onChange} />
            ))}
          </ul>
        )}
        <AddFeed onAdded={onChange} />
      </FoldedCard>
    </div>
  )
}

function AddFeed({ onAdded }: { onAdded: () => void }) {
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const field = useRef<HTMLFormElement>(null)
  const { errors, pending, run } = useForm({
    form: field,
    refusals: ({ errors: [of], message }) => ({ url: of?.message ?? message }),
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
        label={w('feed.url')}
        name="url"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={url}
        error={errors['url'] ?? null}
        onChange={(event) => setUrl(event.target.value)}
      />
      <TextField
        label={w('feed.name')}
        name="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={80}
      />
      <div>
        <Button type="submit" kind="secondary" size="small" loading={pending}>
          {w('feed.add')}
        </Button>
      </div>
    </form>
  )
}
