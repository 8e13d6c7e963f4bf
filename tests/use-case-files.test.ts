import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url).pathname

/** Files that serve calls whose functions they are not named for, and how many. A new call gets a file of its own: this list only shrinks. */
const servesSeveral: Readonly<Record<string, number>> = {
  'server/accounts/leaving/delete-account.ts': 2,
  'server/accounts/links/reset-password.ts': 1,
  'server/accounts/links/send-magic-link.ts': 1,
  'server/accounts/links/spend-links.ts': 3,
  'server/accounts/links/verify-email.ts': 3,
  'server/accounts/links/welcome.ts': 1,
  'server/accounts/own-account/change-email.ts': 1,
  'server/accounts/own-account/export-data.ts': 1,
  'server/accounts/own-account/own-account.ts': 3,
  'server/accounts/sessions/devices.ts': 3,
  'server/bookings/appointments/customer-calls.ts': 9,
  'server/bookings/appointments/provider-calls.ts': 5,
  'server/bookings/calendar/feeds.ts': 4,
  'server/bookings/holds/own-hold.ts': 2,
  'server/bookings/rescue/rescue.ts': 3,
  'server/bookings/saved/saved-artists.ts': 4,
  'server/content/directory/list-artists.ts': 1,
  'server/content/directory/list-places.ts': 1,
  'server/content/directory/list-sitemap.ts': 1,
  'server/content/reading/help.ts': 1,
  'server/content/reading/show-text.ts': 1,
  'server/messaging/live-token.ts': 2,
  'server/messaging/read-conversations.ts': 4,
  'server/messaging/report-and-block.ts': 3,
  'server/notifications/push/push-subscriptions.ts': 3,
  'server/notifications/short-links.ts': 1,
  'server/offers/requests/ask.ts': 2,
  'server/offers/requests/confirm-request.ts': 1,
  'server/offers/requests/decline-request.ts': 1,
  'server/offers/requests/my-requests.ts': 2,
  'server/offers/requests/own-requests.ts': 1,
  'server/offers/requests/send-link.ts': 2,
  'server/offers/requests/withdraw-request.ts': 1,
  'server/operator/bookings/bookings.ts': 8,
  'server/operator/market/catalogue.ts': 6,
  'server/operator/market/reviews.ts': 3,
  'server/operator/overview.ts': 1,
  'server/operator/people/people.ts': 7,
  'server/operator/people/providers.ts': 5,
  'server/operator/reports/reports.ts': 3,
  'server/operator/system/audit.ts': 2,
  'server/operator/system/jobs.ts': 2,
  'server/operator/system/outbox.ts': 3,
  'server/operator/system/settings.ts': 2,
  'server/payments/operator/operator-payments.ts': 8,
  'server/payments/operator/operator-refunds.ts': 3,
  'server/payments/own/own-payments.ts': 4,
  'server/payments/payouts/payout-details.ts': 3,
  'server/payments/payouts/show-earnings.ts': 1,
  'server/payments/test-cards.ts': 2,
  'server/providers/albums/change-media.ts': 1,
  'server/providers/diary/book-out.ts': 1,
  'server/providers/diary/free-up.ts': 1,
  'server/reviews/reply.ts': 2,
  'server/reviews/write-review.ts': 2,
  'server/search/alerts/set-freed-alert.ts': 1,
  'server/search/demand/show-calendar.ts': 1,
  'server/search/demand/show-demand-days.ts': 2,
  'server/search/searches/show-form-settings.ts': 1,
  'server/signup/decide.ts': 4,
  'server/signup/identity.ts': 2,
  'server/signup/progress.ts': 1,
  'server/signup/queue.ts': 2,
  'server/signup/submit.ts': 1,
}

const fileNameOf = (name: string) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`

/** Each function that a routes table names, with the file it comes from. */
function served(): { name: string; file: string }[] {
  return globSync('server/*/routes.ts', { cwd: root }).flatMap((routes) => {
    const text = readFileSync(join(root, routes), 'utf8')
    const imported = new Map(
      [...text.matchAll(/import \{([^}]*)\} from '([^']+)'/g)].flatMap(([, names, from]) =>
        (names ?? '')
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => {
            const [own, local = own] = name.split(' as ') as [string, string?]
            return [
              local,
              { name: own, file: (from ?? '').replace(/^#/, '').replace('./', routes.replace('routes.ts', '')) },
            ] as const
          }),
      ),
    )
    const table = text.slice(text.indexOf('serve('))
    const named = [...table.matchAll(/(?<=[\s{,])(\w+)(?::\s*(\w+))?(?=\s*[,}])/g)].map((m) => m[2] ?? m[1] ?? '')
    return [...new Set(named)].flatMap((name) => imported.get(name) ?? [])
  })
}

test('a use-case stands in the file of its name', () => {
  const all = served()
  expect(all.length).toBeGreaterThan(200)
  const strangers: Record<string, number> = {}
  for (const { name, file } of all)
    if (basename(file) !== fileNameOf(name)) strangers[file] = (strangers[file] ?? 0) + 1
  expect(strangers).toEqual(servesSeveral)
})
