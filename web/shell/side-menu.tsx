import {
  CircleQuestionMark,
  ExternalLink,
  Heart,
  Info,
  LayoutDashboard,
  LogIn,
  LogOut,
  type LucideIcon,
  ScrollText,
  Sparkles,
  Star,
  X,
} from 'lucide-react'
import { Fragment } from 'react'
import { Link, useLocation } from 'react-router'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import type { UserState } from '#web/platform/store/slices.ts'
import { IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Modal } from '#web/ui/overlays/dialog.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { shellMessages } from './messages.ts'
import styles from './side-menu.module.css'

const menuMessages = defineMessages({
  'menu.providerDashboard': shellMessages['menu.providerDashboard'],
  'menu.customerDashboard': shellMessages['menu.customerDashboard'],
  'shell.logo.alt': shellMessages['shell.logo.alt'],
  'shell.menu.close': shellMessages['shell.menu.close'],
  'menu.label': 'Menu',
  'menu.join': 'Join',
  'menu.reviews': 'Reviews',
  'menu.reviews.newTab': 'Reviews, opens in a new tab',
  'menu.help': 'Help',
  'menu.about': 'About',
  'menu.legals.customers': 'Legals: customers',
  'menu.legals.providers': 'Legals: providers',
  'menu.login': { fixed: 'Log In' },
  'menu.logout': { fixed: 'Log Out' },
})

const t = createTranslator(menuMessages)

/** The side menu: dashboards when signed in, about Primp, and login or logout. */
export function SideMenu({ open, onClose, user }: { open: boolean; onClose: () => void; user: UserState }) {
  const { pathname, search } = useLocation()
  const groups = listMenuLinks(user !== null, pathname + search)
  return (
    <Modal
      open={open}
      onClose={onClose}
      label={t('menu.label')}
      className={joinClasses(dialogStyles.modal, dialogStyles.menu)}>
      <div className={dialogStyles.modalHead}>
        <Logo label={t('shell.logo.alt')} />
        <IconButton label={t('shell.menu.close')} onClick={onClose}>
          <X className="icon icon-large" aria-hidden="true" />
        </IconButton>
      </div>
      <nav aria-label={t('menu.label')} className={joinClasses('stack gap-4', styles.menuLinks)}>
        {user && (
          <div className={joinClasses('row', styles.menuPerson)}>
            <div className="can-shrink">
              <b className="bold">{user.name}</b>
              <div className="small muted">{user.email}</div>
            </div>
          </div>
        )}
        {groups.map((group, index) => (
          <Fragment key={group[0]?.key}>
            {index > 0 && <hr className={joinClasses('divider', styles.menuDivider)} />}
            {group.map(({ key, to, icon: Icon, newTab }) => (
              <Link
                key={key}
                className={joinClasses('row', dialogStyles.menuItem)}
                to={to}
                onClick={onClose}
                {...(newTab ? { target: '_blank', rel: 'noopener', 'aria-label': t('menu.reviews.newTab') } : {})}>
                <Icon className="icon" aria-hidden="true" />
                <span className="grow">{t(key)}</span>
                {newTab && <ExternalLink className="icon icon-small" aria-hidden="true" />}
              </Link>
            ))}
          </Fragment>
        ))}
      </nav>
    </Modal>
  )
}

interface MenuLink {
  key: keyof typeof menuMessages & `menu.${string}`
  to: string
  icon: LucideIcon
  newTab?: boolean
}

/** Returns the menu's links in groups. Log In only without a session; dashboards and Log Out only with one. */
export function listMenuLinks(signedIn: boolean, path: string): MenuLink[][] {
  const dashboards: MenuLink[] = [
    { key: 'menu.providerDashboard', to: '/dashboard', icon: LayoutDashboard },
    { key: 'menu.customerDashboard', to: '/customer-dashboard', icon: Heart },
  ]
  const about: MenuLink[] = [
    { key: 'menu.join', to: '/join', icon: Sparkles },
    { key: 'menu.reviews', to: '/content/reviews', icon: Star, newTab: true },
    { key: 'menu.help', to: '/content/help', icon: CircleQuestionMark },
    { key: 'menu.about', to: '/content/about', icon: Info },
    { key: 'menu.legals.customers', to: '/content/legals-customers', icon: ScrollText },
    { key: 'menu.legals.providers', to: '/content/legals-providers', icon: ScrollText },
  ]
  const door: MenuLink = signedIn
    ? { key: 'menu.logout', to: `/logout?redirect=${encodeURIComponent(path)}`, icon: LogOut }
    : { key: 'menu.login', to: '/login', icon: LogIn }
  return signedIn ? [dashboards, about, [door]] : [about, [door]]
}
