import type { Plugin } from 'vite'
import { type Endpoint, rolesFor } from '#contract/endpoint.ts'

const everyones = 'virtual:primp/calls'
const signedIn = 'virtual:primp/signed-in-calls'
// What anybody may call, but nobody does on a first page: it comes with the calls of those who are signed in.
const late = [
  'texts',
  'addOns',
  'account',
  'bookings',
  'cards',
  'comingSoon',
  'directory',
  'socialPhotos',
  'uploads',
  'checks',
  'ownClients',
  'guests',
  'payments',
  'vouchers',
  'requests',
  'teams',
  'teamBookings',
  'teamRequests',
  'teamTalk',
  'waiting',
  'reviews',
  'outsideReviews',
  'takenReviews',
  'partyReviews',
  'beforeAfter',
  'showcase',
  'openings',
  'signup',
  'notices',
  'live',
  'looks',
  'messages',
]

/** Gives the browser method and path of every call, made from the contract at build time, without its schemas; what needs signing in stands apart, so that nobody else loads it. */
export function callsOfContract(): Plugin {
  return {
    name: 'primp:calls',
    resolveId: (source) => (source === everyones || source === signedIn ? `\0${source}` : null),
    async load(resolved) {
      if (resolved !== `\0${everyones}` && resolved !== `\0${signedIn}`) return null
      const { contract } = await import('#contract/contract.ts')
      // The server knows them all at once: nothing is sent for that.
      const whole = this.environment.name !== 'client'
      const wanted = (domain: string, endpoint: Endpoint) =>
        whole || (rolesFor(endpoint.access).length > 0 || late.includes(domain)) === (resolved === `\0${signedIn}`)
      const calls = Object.fromEntries(
        Object.entries(contract)
          .map(
            ([domain, endpoints]) =>
              [
                domain,
                Object.entries(endpoints)
                  .filter(([, endpoint]) => wanted(domain, endpoint))
                  .map(([name, { method, path }]) => [name, [method, path]]),
              ] as const,
          )
          .filter(([, endpoints]) => endpoints.length > 0)
          .map(([domain, endpoints]) => [domain, Object.fromEntries(endpoints)]),
      )
      return `export const calls = ${JSON.stringify(calls)}`
    },
  }
}
