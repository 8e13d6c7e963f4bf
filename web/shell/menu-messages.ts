import type { Catalogue } from '#contract/words.ts'
import { shellMessages } from './messages.ts'

/** Texts of the menu, which comes when it is opened. */
export const menuMessages = {
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
} as const satisfies Catalogue
