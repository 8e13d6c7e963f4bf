import { Search } from 'lucide-react'
import { NavLink } from 'react-router'
import { type Catalogue, createTranslator } from '#contract/words.ts'
import { getFirstName } from '#web/accounts/protected.tsx'
import { accountMessages } from '#web/accounts/messages.ts'
import { useUnread } from '#web/messaging/use-unread.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import tabsStyles from '#web/ui/tabs.module.css'
import styles from './customer-top.module.css'

export const customerMessages = {
  'cd.tab.bookings': 'Bookings',
  'cd.tab.quotes': 'Quotes',
  'cd.tab.saved': 'Saved',
  'cd.quotes.earlier': 'Booked or past',
  'cd.next': 'Next booking',
  'cd.next.message': 'Message {firstName}',
  'cd.saved.from': '{service} from',
  'cd.saved.person': 'per person',
  'cd.review.title': 'How was {firstName}?',
  'cd.review.text': '{event}, {date}',
  'cd.next.title': '{date}, ready by {time}',
  'cd.next.title.start': '{date}, starts at {time}',
  'cd.next.with': '{event} in {place}. {artists}, {people}.',
  'cd.next.days.unit': { one: 'day to go', other: 'days to go' },
  'cd.next.day': 'event day',
  'cd.next.today': 'Today',
  'cd.next.arrive': 'arrival',
  'cd.next.balance': 'balance on the day',
  'cd.next.sheet': 'Run sheet',
  'cd.next.change': 'Change booking',
  'cd.next.none': 'No upcoming bookings.',
  'cd.next.none.act': 'Start your search',
  'cd.ahead.all': 'Show all {n}',
  'cd.ahead': 'Other upcoming bookings',
  'cd.quotes': 'Quotes in progress',
  'cd.quotes.all': 'See all',
  'cd.quotes.view': 'View',
  'cd.quotes.count': { one: '1 quote', other: '{n} quotes' },
  'cd.quotes.waiting': { one: 'Waiting for 1 reply', other: 'Waiting for {n} replies' },
  'cd.quotes.none': 'No quotes in progress.',
  'cd.quotes.ready': 'ready by {time}',
  'cd.quotes.unsure': 'time not sure yet',
  'cd.past': 'Past bookings',
  'cd.past.review': 'How was {firstName}?',
  'cd.past.again': 'Book again',
  'cd.past.open': 'See booking',
  'cd.saved': 'Saved artists',
  'cd.saved.none': 'No saved artists yet. Tap the heart on an artist to save them.',
  'cd.saved.view': 'View profile',
  'cd.saved.away': 'Not taking bookings at the moment',
  'cd.waits.move': 'New time suggested',
  'cd.waits.problem': 'We are looking into it',
  'cd.waits.rescue': 'See available artists',
} as const satisfies Catalogue

const t = createTranslator(accountMessages)
const c = createTranslator(customerMessages)

/** Header of the Customer Dashboard: name, new search, and pages with counts (see `loadCustomerTop`). */
export function CustomerTop({ name, quotes, saved }: { name: string; quotes: number; saved: number }) {
  const unread = useUnread('customer')
  const look = ({ isActive }: { isActive: boolean }) => (isActive ? tabsStyles.chosen : undefined)
  return (
    <>
      <div className="row space-between wrapping">
        <h1 className="heading-1">{t('cd.hello', { firstName: getFirstName(name) })}</h1>
        <ButtonLink kind="search" to="/">
          <Search className="icon" aria-hidden="true" />
          {t('cd.new')}
        </ButtonLink>
      </div>
      <nav aria-label={t('cd.tabs')} className={joinClasses(tabsStyles.tabs, tabsStyles.linked, styles.pages)}>
        <NavLink end to="/customer-dashboard" className={look}>
          {c('cd.tab.bookings')}
        </NavLink>
        <NavLink to="/customer-dashboard/quotes" className={look}>
          {c('cd.tab.quotes')}
          {quotes > 0 && <span className={styles.tabTotal}>{quotes}</span>}
        </NavLink>
        <NavLink to="/customer-dashboard/messages" className={look}>
          {t('cd.tab.messages')}
          {unread > 0 && (
            <span className={styles.tabCount}>
              <span aria-hidden="true">{unread}</span>
              <span className="visually-hidden">{t('cd.tab.messages.new', { n: unread })}</span>
            </span>
          )}
        </NavLink>
        <NavLink to="/customer-dashboard/saved" className={look}>
          {c('cd.tab.saved')}
          {saved > 0 && <span className={styles.tabTotal}>{saved}</span>}
        </NavLink>
        <NavLink to="/customer-dashboard/payments" className={look}>
          {t('cd.tab.payments')}
        </NavLink>
        <NavLink to="/customer-dashboard/account" className={look}>
          {t('cd.details')}
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
