import type { Api } from './api.ts'

type Call = (input: never, options?: never) => Promise<unknown>

/** The client, with calls that are not there yet fetched when they are first made; `fetched` answers the client that has them. */
export function withLateCalls(client: Api, fetched: () => Promise<Api>): Api {
  const late =
    (domain: string, name: string): Call =>
    async (input, options) => {
      const calls = (await fetched())[domain as keyof Api] as Record<string, Call> | undefined
      const call = calls?.[name]
      if (!call) throw new Error(`${domain}.${name} is no call`)
      return call(input, options)
    }
  const of = (domain: string, calls: Record<string, Call> = {}) =>
    new Proxy(calls, {
      get: (known, name) => (typeof name === 'string' ? (known[name] ?? late(domain, name)) : undefined),
    })
  return new Proxy(client, {
    get: (known, domain) =>
      typeof domain === 'string'
        ? of(domain, known[domain as keyof Api] as Record<string, Call> | undefined)
        : undefined,
  })
}
