import { countOf } from '#contract/i18n/counts.ts'
import { Clock3, Zap } from 'lucide-react'
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
              <ButtonLink kind="secondary" size="small" to={`/quotes/${search.id}`}>
                {t('customerDashboard.quotes.view')}
              </ButtonLink>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
