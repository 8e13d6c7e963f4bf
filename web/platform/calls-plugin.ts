import type { Plugin } from 'vite'
import { type Endpoint, rolesFor } from '#contract/endpoint.ts'

const everyones = 'virtual:primp/calls'
const desks = 'virtual:primp/desk-calls'

/** Gives the browser method and path of every call, made from the contract at build time, without its schemas; domains that only providers or operators may call stand apart, so that nobody else loads them. */
export function callsOfContract(): Plugin {
  return {
    name: 'primp:calls',
    resolveId: (source) => (source === everyones || source === desks ? `\0${source}` : null),
    async load(resolved) {
      if (resolved !== `\0${everyones}` && resolved !== `\0${desks}`) return null
      const { contract } = await import('#contract/contract.ts')
      const calls = Object.fromEntries(
        Object.entries(contract)
          .filter(([, endpoints]) => isDesk(Object.values(endpoints)) === (resolved === `\0${desks}`))
          .map(([domain, endpoints]) => [domain, Object.fromEntries(Object.entries(endpoints).map(([name, { method, path }]) => [name, [method, path]]))]),
      )
      return `export const calls = ${JSON.stringify(calls)}`
    },
  }
}

const isDesk = (endpoints: readonly Endpoint[]): boolean => endpoints.every(({ access }) => rolesFor(access).some((role) => role !== 'customer'))
