import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url).pathname

/** Files that serve calls whose functions they are not named for, and how many. A new call gets a file of its own: this list only shrinks. */
const servesSeveral: Readonly<Record<string, number>> = {
  'server/accounts/leaving/delete-account.ts': 2,
  'server/accounts/links/reset-password.ts': 1,
  'server/accounts/links/send-magic-link.ts': 1,
  'server/accounts/links/verify-email.ts': 2,
  'server/accounts/links/welcome.ts': 1,
  'server/bookings/appointments/customer-calls.ts': 8,
  'server/bookings/appointments/provider-calls.ts': 5,
  'server/bookings/calendar/feeds.ts': 4,
  'server/bookings/saved/saved-artists.ts': 4,
  'server/content/directory/list-sitemap.ts': 1,
  'server/content/reading/help.ts': 1,
  'server/content/reading/show-text.ts': 1,
  'server/messaging/live-token.ts': 1,
  'server/messaging/read-conversations.ts': 2,
  'server/messaging/report-and-block.ts': 2,
  'server/offers/requests/ask.ts': 2,
  'server/offers/requests/confirm-request.ts': 1,
  'server/offers/requests/decline-request.ts': 1,
  'server/offers/requests/send-link.ts': 2,
  'server/offers/requests/withdraw-request.ts': 1,
  'server/operator/bookings/bookings.ts': 8,
  'server/operator/market/catalogue.ts': 2,
  'server/operator/market/reviews.ts': 3,
  'server/operator/people/people.ts': 5,
  'server/operator/people/providers.ts': 5,
  'server/operator/reports/reports.ts': 3,
  'server/operator/system/audit.ts': 2,
  'server/operator/system/outbox.ts': 3,
  'server/operator/system/settings.ts': 2,
  'server/payments/operator/operator-payments.ts': 8,
  'server/payments/operator/operator-refunds.ts': 3,
  'server/payments/payouts/payout-details.ts': 3,
  'server/payments/test-cards.ts': 2,
  'server/providers/diary/book-out.ts': 1,
  'server/reviews/reply.ts': 2,
  'server/reviews/write-review.ts': 2,
  'server/signup/decide.ts': 4,
  'server/signup/identity.ts': 2,
  'server/signup/progress.ts': 1,
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
