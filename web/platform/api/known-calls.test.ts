import { expect, test } from 'vitest'
import type { Api } from './api.ts'
import { withLateCalls } from './known-calls.ts'

const said: string[] = []
const call = (name: string) => async (input: unknown) => void said.push(`${name} ${JSON.stringify(input)}`)
const everyones = { quotes: { read: call('read') }, accounts: { login: call('login') } } as unknown as Api
const whole = {
  quotes: { read: call('read') },
  accounts: { login: call('login'), me: call('me') },
  albums: { list: call('list') },
} as unknown as Api

test('a call that is not there yet is fetched once it is made; the others wait for nothing', async () => {
  let fetched = 0
  const api = withLateCalls(everyones, async () => {
    fetched += 1
    return whole
  })
  await api.accounts.login({ email: 'a@b.example', password: 'x' })
  expect(fetched).toBe(0)
  await api.accounts.me({})
  await api.albums.list({})
  expect(fetched).toBe(2)
  expect(said).toEqual(['login {"email":"a@b.example","password":"x"}', 'me {}', 'list {}'])
})

test('a call that nobody knows says so', async () => {
  const api = withLateCalls(everyones, async () => whole) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >
  await expect(api['accounts']?.['fly']?.({})).rejects.toThrow('accounts.fly is no call')
})
