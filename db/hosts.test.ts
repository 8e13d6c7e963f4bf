import { expect, test } from 'vitest'
import { parseHosts } from './hosts.ts'

const addresses = (url: string) => parseHosts(url).map(({ host, port }) => `${host}:${port}`)

test('a database URL names one server, or several as in libpq', () => {
  expect(addresses('postgres://primp@one/primp')).toEqual(['one:5432'])
  expect(addresses('postgresql://primp:s%40cret@one:5433,two,[::1]:5434/primp')).toEqual([
    'one:5433',
    'two:5432',
    '::1:5434',
  ])
})

test('each of several servers gets the same database, options and user', () => {
  const url = 'postgres://primp:s%40cret@one:5433,two:5434/primp?target_session_attrs=read-write&sslmode=verify-full'
  expect(parseHosts(url).map(({ url }) => url)).toEqual([
    'postgres://primp:s%40cret@one:5433/primp?sslmode=verify-full',
    'postgres://primp:s%40cret@two:5434/primp?sslmode=verify-full',
  ])
})

test('an invalid or unsupported URL is refused', () => {
  expect(() => parseHosts('postgres://one,two/primp?target_session_attrs=standby')).toThrow(/read-write, primary/)
  expect(() => parseHosts('postgres://one,,two/primp')).toThrow()
  expect(() => parseHosts('http://one/primp')).toThrow(/postgres:/)
  expect(() => parseHosts('one')).toThrow()
})
