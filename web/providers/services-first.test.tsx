import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import PublicProfile from './profile-page.tsx'

vi.mock('#web/platform/api/server-api.ts', () => ({}))
vi.mock('./profile-view.tsx', () => ({ ProfileView: ({ services }: { services: ReactNode }) => services }))

const service = (n: number) => ({
  id: `s${n}`,
  type: n % 2 ? 'Makeup' : 'Hair styling',
  label: `Service ${n}`,
  title: null,
  words: null,
  minutes: 45,
  price: 50 + n,
  currency: 'GBP',
  depositShare: null,
})
const shown = (services: number) => {
  const profile = {
    slug: 'mia',
    name: 'Mia Hollis',
    countryCode: 'GB',
    state: 'approved',
    area: 'Hackney',
    currency: 'GBP',
    position: [0, 51.5],
    policy: 'fair',
    minimumJob: 0,
    services: Array.from({ length: services }, (_, n) => service(n + 1)),
    packages: [],
    addOns: [],
    lowerPrices: [],
  }
  const Stub = createRoutesStub([{ id: 'profile', path: '/', Component: PublicProfile }])
  return renderToString(
    <Stub hydrationData={{ loaderData: { profile: { profile, testimonials: {}, outside: [] } } }} />,
  ).replaceAll('<!-- -->', '')
}

test('five services are shown, all of them on request', () => {
  const [front = '', rest = ''] = shown(9).split('<details')
  expect(front.match(/Service \d</g)).toHaveLength(5)
  expect(rest).toContain('All 9 services')
  expect(rest.split('</details>')[0]?.match(/Service \d</g)).toHaveLength(4)
  expect(shown(5)).not.toContain('<details')
})

test('categories of services are headed by their labels', () => {
  const headings = [...shown(9).matchAll(/<h3[^>]*>([^<]+)</g)].map(([, said]) => said)
  expect(new Set(headings)).toEqual(new Set(['Makeup', 'Hair styling']))
})
