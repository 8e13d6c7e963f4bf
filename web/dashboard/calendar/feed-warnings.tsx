import { Link } from 'react-router'
import type { Feed } from '#contract/bookings/provider-bookings.ts'
import { reader } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { Note } from '#web/ui/note.tsx'
import { momentText, warningText } from './feed-row.tsx'
import { feedWords } from './feed-words.ts'

const t = reader(feedWords)

/** Warnings about the artist's calendars, each with a link to the card where they can act. */
export function FeedWarnings({ feeds, timeZone }: { feeds: readonly Feed[]; timeZone: string }) {
  const { countryCode } = useOwn().profile
  return feeds.flatMap((feed) =>
    feed.warnings.map((warning) => (
      <Note key={`${feed.id} ${warning}`} kind="warning">
        <p>{warningText(feed, warning, (instant) => momentText(instant, timeZone, countryCode))}</p>
        <Link className="link tap-target" to="/dashboard/calendar#calendars">
          {t('feed.open')}
        </Link>
      </Note>
    )),
  )
}
