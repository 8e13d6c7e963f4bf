import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Feed } from '#contract/bookings/provider-bookings.ts'
import { formatClock, formatDate, zonedDay, zonedTime } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import fieldStyles from '#web/ui/fields/field.module.css'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'

export const feedMessages = defineMessages({
  feeds: 'Calendars',
  'feeds.text':
    'Add your other calendars, so that their busy times block bookings here. We check them every 15 minutes, and again before a booking.',
  'feeds.none': 'No other calendars yet',
  'feeds.count': '{n, plural, one {1 other calendar} other {{n} other calendars}}',
  'feed.url': 'Calendar address (.ics)',
  'feed.name': 'Name (optional)',
  'feed.add': 'Add calendar',
  'feed.checked':
    '{n, plural, =0 {Last checked {dateTime}, 0 events} one {Last checked {dateTime}, 1 event} other {Last checked {dateTime}, {n} events}}',
  'feed.never': 'Not checked yet',
  'feed.refresh': 'Check {name} again',
  'feed.remove': 'Remove {name}',
  'feed.remove.title': 'Remove {name}?',
  'feed.remove.text': 'Its busy times will no longer block bookings.',
  'feed.remove.act': 'Remove calendar',
  'feed.back': 'Go back',
  'feed.later': 'The calendar’s server asked us to wait. We will check it again on {dateTime}.',
  'feed.failing':
    'We have not been able to read {name} since {dateTime}. New busy times in it do not block bookings. You can turn off Instant Book until it works again.',
  'feed.instant': 'Instant Book settings',
  'feed.empty':
    '{name} had busy times but now has no events. We have kept its busy times for now. Is the calendar really empty?',
  'feed.empty.act': 'Yes, it is empty',
  'feed.incomplete':
    '{name} is too large to read in full. We know your busy times before {dateTime}. From then on, customers send you a request instead of using Instant Book. Remove old or repeating events so that we can read all of it.',
  'feed.skipped':
    '{n, plural, one {We could not read 1 event. We have marked the whole day as busy.} other {We could not read {n} events. We have marked those days as busy.}}',
  'feed.skipped.untitled': 'Untitled event',
  'feed.skipped.undated': 'no date',
  'feed.skipped.line': '{title} ({date}): {reason}',
  'feed.skipped.start': 'its start is not valid',
  'feed.skipped.repeat': 'its repeat rule is not valid',
  'feed.skipped.duplicate': 'it is in the calendar twice',
  'feed.skipped.other': 'it is damaged',
  'feed.zones':
    '{n, plural, one {Unknown time zone: {zones}. We use {zone} instead.} other {Unknown time zones: {zones}. We use {zone} instead.}}',
  'feed.open': 'Open calendar',
})

const t = createTranslator(feedMessages)

const feedName = ({ name, url }: Pick<Feed, 'name' | 'url'>): string => name || new URL(url).hostname

const formatFeedMoment = (instant: string, timeZone: string, country: Country): string =>
  `${formatDate(zonedDay(instant, timeZone), country, new Date().getFullYear())}, ${formatClock(zonedTime(instant, timeZone))}`

export function FeedRow({ feed, timeZone, onChange }: { feed: Feed; timeZone: string; onChange: () => void }) {
  const { countryCode } = useOwn().profile
  const { pending, run } = useForm({ toasts: true })
  const [removing, setRemoving] = useState(false)
  const name = feedName(feed)
  const at = (instant: string) => formatFeedMoment(instant, timeZone, countryCode)
  const { providerBookings } = browserApi()
  const act = (work: () => Promise<unknown>) =>
    run(async () => {
      await work()
      onChange()
    })
  return (
    <li className="stack gap-8" aria-busy={pending || undefined}>
      <div className="row space-between gap-8">
        <div className="can-shrink">
          <b className="bold">{name}</b>
          <p className="micro muted">
            {feed.checkedAt ? t('feed.checked', { dateTime: at(feed.checkedAt), n: feed.events }) : t('feed.never')}
          </p>
          {feed.error && <p className={joinClasses('micro', fieldStyles.error)}>{feed.error}</p>}
          {feed.nextReadAt && <p className="micro">{t('feed.later', { dateTime: at(feed.nextReadAt) })}</p>}
        </div>
        <span className="row">
          <IconButton
            label={t('feed.refresh', { name })}
            onClick={() => act(() => providerBookings.refreshFeed({ feedId: feed.id }))}>
            <RefreshCw className="icon" aria-hidden="true" />
          </IconButton>
          <IconButton label={t('feed.remove', { name })} onClick={() => setRemoving(true)}>
            <Trash2 className="icon" aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      {feed.warnings.map((warning) => (
        <Note key={warning} kind="warning">
          <p>{warningText(feed, warning, at)}</p>
          {warning === 'failing' && (
            <Link className="link tap-target" to="/dashboard/rules">
              {t('feed.instant')}
            </Link>
          )}
          {warning === 'empty' && (
            <Button
              kind="secondary"
              size="small"
              loading={pending}
              onClick={() => act(() => providerBookings.confirmEmptyFeed({ feedId: feed.id }))}>
              {t('feed.empty.act')}
            </Button>
          )}
        </Note>
      ))}
      <FeedDetails feed={feed} timeZone={timeZone} />
      <Confirm
        open={removing}
        title={t('feed.remove.title', { name })}
        act={t('feed.remove.act')}
        wayOut={t('feed.back')}
        onAct={() => {
          setRemoving(false)
          act(() => providerBookings.removeFeed({ feedId: feed.id }))
        }}
        onClose={() => setRemoving(false)}>
        {t('feed.remove.text')}
      </Confirm>
    </li>
  )
}

/** Returns the text of a warning, here and on the home page. */
function warningText(feed: Feed, warning: Feed['warnings'][number], at: (instant: string) => string): string {
  const name = feedName(feed)
  if (warning === 'empty') return t('feed.empty', { name })
  const since = warning === 'failing' ? feed.failingSince : feed.completeUntil
  return t(`feed.${warning}`, { name, dateTime: since ? at(since) : '' })
}

function FeedDetails({ feed: { skipped, assumedZones }, timeZone }: { feed: Feed; timeZone: string }) {
  const { countryCode } = useOwn().profile
  const day = (of: string | null) =>
    of ? formatDate(of, countryCode, new Date().getFullYear()) : t('feed.skipped.undated')
  return (
    <>
      {skipped.length > 0 && (
        <div className="small">
          <p>{t('feed.skipped', { n: skipped.length })}</p>
          <ul className="micro muted">
            {skipped.map(({ title, date: on, reason }, i) => (
              <li key={i}>
                {t('feed.skipped.line', {
                  title: title || t('feed.skipped.untitled'),
                  date: day(on),
                  reason: t(`feed.skipped.${reason}`),
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {assumedZones.length > 0 && (
        <p className="small">
          {t('feed.zones', { n: assumedZones.length, zones: assumedZones.join(', '), zone: timeZone })}
        </p>
      )}
    </>
  )
}

export function FeedWarnings({ feeds, timeZone }: { feeds: readonly Feed[]; timeZone: string }) {
  const { countryCode } = useOwn().profile
  return feeds.flatMap((feed) =>
    feed.warnings.map((warning) => (
      <Note key={`${feed.id} ${warning}`} kind="warning">
        <p>{warningText(feed, warning, (instant) => formatFeedMoment(instant, timeZone, countryCode))}</p>
        <Link className="link tap-target" to="/dashboard/calendar#calendars">
          {t('feed.open')}
        </Link>
      </Note>
    )),
  )
}
