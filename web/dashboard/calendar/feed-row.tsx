import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Feed } from '#contract/bookings/provider-bookings.ts'
import { clock, date, zonedDay, zonedTime } from '#contract/format.ts'
import { type Country, reader } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import fieldStyles from '#web/ui/fields/field.module.css'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { feedWords } from './feed-words.ts'

const t = reader(feedWords)

const feedName = ({ name, url }: Pick<Feed, 'name' | 'url'>): string => name || new URL(url).hostname

/** Formats an instant as date and time where the artist is. */
export const momentText = (instant: string, timeZone: string, country: Country): string =>
  `${date(zonedDay(instant, timeZone), country, new Date().getFullYear())}, ${clock(zonedTime(instant, timeZone))}`

/** One calendar that the artist has added: when it was read, what went wrong, and what can be done about it. */
export function FeedRow({ feed, timeZone, onChange }: { feed: Feed; timeZone: string; onChange: () => void }) {
  const { countryCode } = useOwn().profile
  const { waiting, run } = useAct({ toasts: true })
  const [removing, setRemoving] = useState(false)
  const name = feedName(feed)
  const at = (instant: string) => momentText(instant, timeZone, countryCode)
  const { providerBookings } = browserApi()
  const act = (work: () => Promise<unknown>) =>
    run(async () => {
      await work()
      onChange()
    })
  return (
    <li className="stack gap-8" aria-busy={waiting || undefined}>
      <div className="row space-between gap-8">
        <div className="can-shrink">
          <b className="bold">{name}</b>
          <p className="micro muted">
            {feed.checkedAt ? t('feed.checked', { dateTime: at(feed.checkedAt), n: feed.events }) : t('feed.never')}
          </p>
          {feed.error && <p className={classes('micro', fieldStyles.error)}>{feed.error}</p>}
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
              loading={waiting}
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

/** The text of a warning, here and on the home page. */
export function warningText(feed: Feed, warning: Feed['warnings'][number], at: (instant: string) => string): string {
  const name = feedName(feed)
  if (warning === 'empty') return t('feed.empty', { name })
  const since = warning === 'failing' ? feed.failingSince : feed.completeUntil
  return t(`feed.${warning}`, { name, dateTime: since ? at(since) : '' })
}

/** Events that could not be read, and time zones that nobody knows. */
function FeedDetails({ feed: { skipped, assumedZones }, timeZone }: { feed: Feed; timeZone: string }) {
  const { countryCode } = useOwn().profile
  const day = (of: string | null) => (of ? date(of, countryCode, new Date().getFullYear()) : t('feed.skipped.undated'))
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
