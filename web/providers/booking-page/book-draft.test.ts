import { expect, test } from 'vitest'
import type { Profile } from '#contract/providers/providers.ts'
import { emptyParty } from '#web/search/form/party.ts'
import { readBookDraft } from './book-draft.ts'

const service = (id: string, slug: string) =>
  ({ id, category: { store: 'beauty', slug, label: slug } }) as Profile['services'][number]
const services = [service('makeup', 'hair'), service('updo', 'hair'), service('manicure', 'nails')]
const read = (query: string) => readBookDraft(new URLSearchParams(query), services)

test('the form is prefilled from the URL', () => {
  expect(read('n.makeup=2&n.updo=1&date=2027-06-12&time=13:30')).toEqual({
    category: services[0]?.category,
    party: [
      { count: 1, services: ['makeup', 'updo'] },
      { count: 1, services: ['makeup'] },
    ],
    eventDate: '2027-06-12',
    finishTime: '13:30',
  })
})

test('invalid values are ignored, and the first of two categories counts', () => {
  expect(read('n.makeup=x&n.updo=0&n.nothing=3&date=2027-13-40&time=13:31')).toEqual({
    category: services[0]?.category,
    party: emptyParty,
    eventDate: '',
    finishTime: '',
  })
  expect(read('n.manicure=1&n.updo=99').party).toEqual([{ count: 1, services: ['manicure'] }])
  expect(read('n.manicure=1&n.updo=2')).toMatchObject({
    category: services[0]?.category,
    party: [{ count: 2, services: ['updo'] }],
  })
})
