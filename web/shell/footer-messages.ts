import type { Catalogue } from '#contract/words.ts'
import { shellMessages } from './messages.ts'

/** Texts of the footer, with the names of the pages that it leads to. */
export const footerMessages = {
  ...shellMessages,
  'footer.link.customer-dashboard': { fixed: 'Customer Dashboard' },
  'footer.link.reviews': { fixed: 'Reviews' },
  'footer.link.gallery': { fixed: 'Gallery' },
  'footer.link.lessons': { fixed: 'Lessons' },
  'footer.link.gift-vouchers': { fixed: 'Gift vouchers' },
  'footer.link.help': { fixed: 'Help' },
  'footer.link.join': { fixed: 'Join' },
  'footer.link.dashboard': { fixed: 'Provider Dashboard' },
  'footer.link.notifications-app': { fixed: 'Phone notices' },
  'footer.link.legals-providers': { fixed: 'Legals: providers' },
  'footer.link.london': { fixed: 'London' },
  'footer.link.sydney': { fixed: 'Sydney' },
  'footer.link.new-york': { fixed: 'New York' },
  'footer.link.toronto': { fixed: 'Toronto' },
  'footer.link.about': { fixed: 'About' },
  'footer.link.ranking': { fixed: 'How ranking works' },
  'footer.link.cancellation': { fixed: 'Cancellation policies' },
  'footer.link.legals-customers': { fixed: 'Legals: customers' },
  'footer.link.privacy-policy': { fixed: 'Privacy policy' },
  'footer.link.credits': { fixed: 'Credits' },
} as const satisfies Catalogue
