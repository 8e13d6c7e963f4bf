import { countOf } from '#contract/i18n/counts.ts'
import { CalendarCheck, CalendarX, Clock3, Search, Zap } from 'lucide-react'
import type { MemberSearch } from '#contract/bookings/customer-dashboard.ts'
import { formatDate, formatMoney, formatTime, markets } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { customerMessages } from '#web/accounts/dashboard/customer-top.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import bookingStyles from './booking.module.css'

/** Searches with quotes, and the number of answers and open requests. */
export function QuotesInProgress({ searches }: { searches: readonly MemberSearch[] }) {
  return (
    <ul className={joinClasses('stack', bookingStyles.bookingRows)}>
      {searches.map((search) => {
        const t = createTranslator(customerMessages, search.countryCode)
        const when = [
          formatDate(search.eventDate, search.countryCode, new Date().getFullYear()),
          search.finishTime
            ? t('customerDashboard.quotes.ready', { time: formatTime(search.finishTime) })
            : t('customerDashboard.quotes.unsure'),
          search.people > 0 && countOf('people', search.people),
        ]
          .filter(Boolean)
          .join(', ')
        return (
          <li key={search.id} className={joinClasses('row space-between wrapping gap-16', bookingStyles.quoteRow)}>
            <div className="can-shrink">
              <b className="title">{search.place}</b>
              <p className="small muted">{search.event ? `${search.event}, ${when}` : when}</p>
            </div>
            <div className="row gap-8 wrapping">
              {search.lowestOffer !== null && (
                <span className="bold tabular">
                  {t('customerDashboard.quotes.from', {
                    price: formatMoney(search.lowestOffer, markets[search.countryCode].currency),
                  })}
                </span>
              )}
              {search.offers > 0 && (
                <Badge look="jadeSoft">
                  <Zap className="icon" aria-hidden="true" />
                  {t('customerDashboard.quotes.count', { n: search.offers })}
                </Badge>
              )}
              {search.waiting > 0 && (
                <Badge look="info">
                  <Clock3 className="icon" aria-hidden="true" />
                  {t('customerDashboard.quotes.waiting', { n: search.waiting })}
                </Badge>
              )}
              <StateOfSearch search={search} />
              <ButtonLink kind="secondary" size="small" to={`/quotes/${search.id}`} className={bookingStyles.open}>
                {t('customerDashboard.quotes.view')}
                <span className="visually-hidden">{`, ${search.place}, ${when}`}</span>
              </ButtonLink>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Says whether a search is booked, its day has passed, or it can still get quotes; hidden if it has some or waits. */
function StateOfSearch({ search }: { search: MemberSearch }) {
  const t = createTranslator(customerMessages, search.countryCode)
  const state = search.booked ? 'booked' : search.past ? 'past' : 'open'
  if (state === 'open' && (search.offers > 0 || search.waiting > 0)) return null
  const { icon: Icon, look } = states[state]
  return (
    <Badge look={look}>
      <Icon className="icon" aria-hidden="true" />
      {t(`customerDashboard.quotes.state.${state}`)}
    </Badge>
  )
}

const states = {
  booked: { icon: CalendarCheck, look: 'jadeSoft' },
  past: { icon: CalendarX, look: 'disabled' },
  open: { icon: Search, look: 'outline' },
} as const
