import { Search } from 'lucide-react'
import { NavLink } from 'react-router'
import { reader } from '#contract/words.ts'
import { useUnread } from '#web/messaging/use-unread.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { firstName } from '#web/accounts/protected.tsx'
import { customerWords } from './dashboard-words.ts'
import { accountWords } from '#web/accounts/words.ts'
import { classes } from '#web/ui/class-names.ts'
import tabsStyles from '#web/ui/tabs.module.css'
import styles from './customer-top.module.css'

const t = reader(accountWords)
const c = reader(customerWords)

/** The head of the Customer Dashboard: who is here, a new search, and its pages with how much is on them (see `loadCustomerTop`). */
export function CustomerTop({ name, quotes, saved }: { name: string; quotes: number; saved: number }) {
  const unread = useUnread('customer')
  const look = ({ isActive }: { isActive: boolean }) => (isActive ? tabsStyles.chosen : undefined)
  return (
    <>
      <div className="row space-between wrapping">
        <h1 className="heading-1">{t('cd.hello', { firstName: firstName(name) })}</h1>
        <ButtonLink kind="search" to="/">
          <Search className="icon" aria-hidden="true" />
          {t('cd.new')}
        </ButtonLink>
      </div>
      <nav aria-label={t('cd.tabs')} className={classes(tabsStyles.tabs, tabsStyles.linked, styles.pages)}>
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
