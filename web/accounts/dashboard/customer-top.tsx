import { Search } from 'lucide-react'
import { useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { getFirstName } from '#web/accounts/protected.tsx'
import { accountMessages } from '#web/accounts/messages.ts'
import { useUnread } from '#web/messaging/use-unread.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { useChosenInView } from '#web/ui/tabs.tsx'
import tabsStyles from '#web/ui/tabs.module.css'
import styles from './customer-top.module.css'

export const customerMessages = defineMessages({
  'customerDashboard.tab.bookings': 'Bookings',
  'customerDashboard.tab.quotes': 'Quotes',
  'customerDashboard.tab.saved': 'Saved',
  'customerDashboard.quotes.earlier': 'Booked or past',
  'customerDashboard.next': 'Next booking',
  'customerDashboard.next.message': 'Message {firstName}',
  'customerDashboard.saved.from': '{service} from',
  'customerDashboard.saved.person': 'per person',
  'customerDashboard.review.title': 'How was {firstName}?',
  'customerDashboard.review.text': '{event}, {date}',
  'customerDashboard.next.title': '{date}, ready by {time}',
  'customerDashboard.next.title.start': '{date}, starts at {time}',
  'customerDashboard.next.with': '{event} in {place}. {artists}, {people}.',
  'customerDashboard.next.days.unit': '{n, plural, one {day to go} other {days to go}}',
  'customerDashboard.next.day': 'event day',
  'customerDashboard.next.today': 'Today',
  'customerDashboard.next.arrive': 'arrival',
  'customerDashboard.next.balance': 'balance on the day',
  'customerDashboard.next.sheet': 'Run sheet',
  'customerDashboard.next.change': 'Change booking',
  'customerDashboard.next.none': 'No upcoming bookings.',
  'customerDashboard.next.none.act': 'Start your search',
  'customerDashboard.ahead.all': 'Show all {n}',
  'customerDashboard.ahead': 'Other upcoming bookings',
  'customerDashboard.quotes': 'Quotes in progress',
  'customerDashboard.quotes.all': 'See all',
  'customerDashboard.quotes.view': 'View',
  'customerDashboard.quotes.from': 'from {price}',
  'customerDashboard.quotes.count': '{n, plural, one {1 quote} other {{n} quotes}}',
  'customerDashboard.quotes.waiting': '{n, plural, one {Waiting for 1 reply} other {Waiting for {n} replies}}',
  'customerDashboard.quotes.state.booked': 'Booked',
  'customerDashboard.quotes.state.past': 'Date passed',
  'customerDashboard.quotes.state.open': 'No request sent',
  'customerDashboard.quotes.none': 'No quotes in progress.',
  'customerDashboard.quotes.ready': 'ready by {time}',
  'customerDashboard.quotes.unsure': 'time to be decided',
  'customerDashboard.past': 'Past bookings',
  'customerDashboard.past.review': 'How was {firstName}?',
  'customerDashboard.past.again': 'Book again',
  'customerDashboard.past.open': 'See booking',
  'customerDashboard.saved': 'Saved artists',
  'customerDashboard.saved.none': 'No saved artists yet. Tap the heart on an artist to save them.',
  'customerDashboard.saved.view': 'View profile',
  'customerDashboard.saved.away': 'Not taking bookings at the moment',
  'customerDashboard.waits.move': 'New time suggested',
  'customerDashboard.waits.rescue': 'See available artists',
})

const t = createTranslator(accountMessages)
const c = createTranslator(customerMessages)

/** Header of the Customer Dashboard: name, new search, and pages with counts (see `loadCustomerTop`). */
export function CustomerTop({ name, quotes, saved }: { name: string; quotes: number; saved: number }) {
  const unread = useUnread('customer')
  const tabs = useRef<HTMLElement>(null)
  useChosenInView(tabs, unread)
  // Vouchers and cards are reached from the payments.
  const paying = /^\/customer-dashboard\/(payments|vouchers|cards)/.test(useLocation().pathname)
  const look = ({ isActive }: { isActive: boolean }) => (isActive ? tabsStyles.chosen : undefined)
  return (
    <>
      <div className="row space-between wrapping">
        <h1 className="heading-1">{t('customerDashboard.hello', { firstName: getFirstName(name) })}</h1>
        <ButtonLink kind="search" to="/">
          <Search className="icon" aria-hidden="true" />
          {t('customerDashboard.new')}
        </ButtonLink>
      </div>
      <nav
        ref={tabs}
        aria-label={t('customerDashboard.tabs')}
        className={joinClasses(tabsStyles.tabs, tabsStyles.linked, styles.pages)}>
        <NavLink end to="/customer-dashboard" className={look}>
          {c('customerDashboard.tab.bookings')}
        </NavLink>
        <NavLink to="/customer-dashboard/quotes" className={look}>
          {c('customerDashboard.tab.quotes')}
          {quotes > 0 && <span className={styles.tabTotal}>{quotes}</span>}
        </NavLink>
        <NavLink to="/customer-dashboard/messages" className={look}>
          {t('customerDashboard.tab.messages')}
          {unread > 0 && (
            <span className={styles.tabCount}>
              <span aria-hidden="true">{unread}</span>
              <span className="visually-hidden">{t('customerDashboard.tab.messages.new', { n: unread })}</span>
            </span>
          )}
        </NavLink>
        <NavLink to="/customer-dashboard/saved" className={look}>
          {c('customerDashboard.tab.saved')}
          {saved > 0 && <span className={styles.tabTotal}>{saved}</span>}
        </NavLink>
        <Link
          to="/customer-dashboard/payments"
          className={look({ isActive: paying })}
          aria-current={paying ? 'page' : undefined}>
          {t('customerDashboard.tab.payments')}
        </Link>
        <NavLink to="/customer-dashboard/account" className={look}>
          {t('customerDashboard.details')}
        </NavLink>
      </nav>
    </>
  )
}

/** Returns name, searches and saved artists for the header of each dashboard page. Browser only. */
export async function loadCustomerTop(): Promise<{ name: string; quotes: number; saved: number }> {
  const api = browserApi()
  const [{ user }, counts] = await Promise.all([api.accounts.me({}), api.customerDashboard.counts({})])
  return { name: user.name, ...counts }
}
