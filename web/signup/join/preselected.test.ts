import { expect, test } from 'vitest'
import { findPreselectedService } from '#web/signup/steps/services-step.tsx'

const service = (id: string, label: string) => ({ id, label, minutes: 30 })
const catalogue = {
  skills: [],
  categories: [
    {
      id: 1,
      slug: 'makeup-hair-styling',
      label: 'Makeup, hair and styling',
      feePercent: 15,
      feeFloor: null,
      feeCap: null,
      types: [
        {
          id: 'makeup',
          label: 'Makeup',
          services: [
            service('makeup', 'Makeup'),
            service('bridal-makeup', 'Bridal makeup'),
            service('lashes', 'Lashes'),
            service('brow-shape', 'Brow shape'),
          ],
        },
        {
          id: 'hair',
          label: 'Hair',
          services: [
            service('blow-dry', 'Blow-dry'),
            service('bridal-hair', 'Bridal hair'),
            service('braids', 'Event braids'),
          ],
        },
        { id: 'nails-on-the-day', label: 'Nails', services: [service('event-manicure', 'Manicure')] },
      ],
    },
    {
      id: 2,
      slug: 'makeup-hair-lessons',
      label: 'Makeup and hair lessons',
      feePercent: 15,
      feeFloor: null,
      feeCap: null,
      types: [
        {
          id: 'makeup-lessons',
          label: 'Makeup lessons',
          services: [service('everyday', 'Everyday makeup in ten minutes')],
        },
      ],
    },
    {
      id: 3,
      slug: 'nails',
      label: 'Nails',
      feePercent: 15,
      feeFloor: null,
      feeCap: null,
      types: [{ id: 'hands', label: 'Hands', services: [service('manicure', 'Manicure')] }],
    },
  ],
}

test.each([
  ['Makeup', '/join-mua', 'makeup'],
  ['Bridal makeup', '/join-sg', 'bridal-makeup'],
  ['Manicure', '/nails/join-us', 'manicure'],
  ['Braids', '/hairdressers/join-us-3', 'braids'],
  ['Bridal hair', '/hairdressers/join-us-4', 'bridal-hair'],
  ['Hair', '/join-hair', 'blow-dry'],
  ['Nails', '/join-nails', 'manicure'],
  ['Bridal', '/join-bridal', 'bridal-makeup'],
  ['Lashes', '/join-lashes', 'lashes'],
  ['Brows', '/join-brows', 'brow-shape'],
  ['Lessons', '/join-lessons', 'everyday'],
  [null, '/join', null],
])('%s of %s is %s', (firstService, landing, id) => {
  expect(findPreselectedService(catalogue, firstService, landing)).toBe(id)
})
