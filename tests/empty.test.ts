import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Files that may use a plain line: one part of a form, a dialog or a fuller page
// (docs/decisions/0055-screen-rules.md).
const plain = `
  web/accounts/factors/own-factors.tsx
  web/accounts/own-account/account-panel.tsx
  web/billing/agreed-card.tsx
  web/checkout/checkout.tsx
  web/preparation/free-times.tsx
  web/bookings/move-card.tsx
  web/party/teammates-card.tsx
  web/content/city/city-landing.tsx
  web/content/home/landing.tsx
  web/dashboard/calendar/day-panel.tsx
  web/dashboard/checks/checks-page.tsx
  web/dashboard/clients/import-page.tsx
  web/dashboard/clients/client-page.tsx
  web/dashboard/programs/webhooks-card.tsx
  web/dashboard/selling/add-ons-card.tsx
  web/dashboard/selling/packages-card.tsx
  web/dashboard/own-profile/services-page.tsx
  web/dashboard/trials/trials-card.tsx
  web/offers/offer-page.tsx
  web/operator/booking-acts/move-dialog.tsx
  web/operator/bookings/mails-dialog.tsx
  web/operator/data-requests/data-requests-page.tsx
  web/operator/partners/account-card.tsx
  web/operator/partners/account-tables.tsx
  web/operator/data-requests/data-subject-page.tsx
  web/operator/forms/forms-page.tsx
  web/operator/mails/mail-page.tsx
  web/operator/money/payment-page.tsx
  web/operator/money/voucher-page.tsx
  web/operator/pages/page-fields.tsx
  web/operator/pages/page-words-page.tsx
  web/operator/people/contact-card.tsx
  web/operator/story/story-card.tsx
  web/operator/switches/switches-page.tsx
  web/operator/verification/document-panel.tsx
  web/reviews/outside/ask-outside.tsx
  web/reviews/taken/bring-profile-card.tsx
  web/search/quotes/provider-card.tsx
`
  .trim()
  .split(/\s+/)

// A paragraph with only an "empty" message.
const nothingThere = /<p\b[^>]*>\s*\{\w+\('(?:empty\.[\w.]+|[\w.]+\.(?:none|empty)(?:\.found)?)'[^}]*\}\s*<\/p>/

test('an empty page or card shows an illustration; a plain line is used only for one part of a page', () => {
  const found = globSync('web/**/*.tsx').filter((file) => nothingThere.test(readFileSync(file, 'utf8')))
  expect(found.filter((file) => !plain.includes(file))).toEqual([])
  // An unused entry fails.
  expect(plain.filter((file) => !found.includes(file))).toEqual([])
})
