import {
  CircleQuestionMark,
  Heart,
  Info,
  LayoutDashboard,
  LogIn,
  LogOut,
  type LucideIcon,
  Scale,
  Sparkles,
  Star,
} from 'lucide-react'
import type { menuMessages } from './menu-messages.ts'

export interface MenuLink {
  key: keyof typeof menuMessages & `menu.${string}`
  to: string
  icon: LucideIcon
  newTab?: boolean
}

/** The links of the side menu in groups; Log In only signed out, both dashboards and Log Out only signed in. */
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
    { key: 'menu.legals.customers', to: '/content/legals-customers', icon: Scale },
    { key: 'menu.legals.providers', to: '/content/legals-providers', icon: Scale },
  ]
  const door: MenuLink = signedIn
    ? { key: 'menu.logout', to: `/logout?redirect=${encodeURIComponent(path)}`, icon: LogOut }
    : { key: 'menu.login', to: '/login', icon: LogIn }
  return signedIn ? [dashboards, about, [door]] : [about, [door]]
}
