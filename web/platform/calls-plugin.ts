import type { Plugin } from 'vite'

const id = 'virtual:primp/calls'

/** Gives the browser method and path of every call, made from the contract at build time, without its schemas. */
export function callsOfContract(): Plugin {
  return {
    name: 'primp:calls',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    async load(resolved) {
      if (resolved !== `\0${id}`) return null
      const { contract } = await import('#contract/contract.ts')
      const calls = Object.fromEntries(
        Object.entries(contract).map(([domain, endpoints]) => [
          domain,
          Object.fromEntries(Object.entries(endpoints).map(([name, { method, path }]) => [name, [method, path]])),
        ]),
      )
      return `export const calls = ${JSON.stringify(calls)}`
    },
  }
}
