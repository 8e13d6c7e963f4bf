import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BookedOut } from '#contract/providers/booked-out.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { addDays } from '#web/ui/fields/calendar-days.ts'
import { groupBookedOutDays } from '#web/dashboard/calendar/booked-out-list.tsx'
import { computeStrength } from '#web/dashboard/own-profile/strength-card.tsx'
import {
  updateQueued,
  type QueuedPicture,
  findFirstGap,
  listUnsent,
  removeQueued,
} from '#web/platform/pictures/picture-queue.ts'

const bare = {
  photo: null,
  bio: '',
  payoutReady: false,
  services: [{ label: 'Silk press', status: 'unpriced' }],
  pictures: 0,
  instagram: null,
  kit: { shades: [], undertones: [], brands: [], tools: [], items: [], skills: [], singleUse: false },
} as unknown as EditableProfile

describe('Profile strength', () => {
  test('an empty profile has none of ten parts, each with a link to add it', () => {
    const { points, missing } = computeStrength(bare)
    expect([points, missing.length]).toEqual([0, 10])
    expect(missing.every(({ to }) => to.startsWith('/dashboard/'))).toBe(true)
    expect(missing.find(({ key }) => key === 'pictures')?.slot).toEqual({ skill: 'silk press' })
  })
  test('each existing part counts one and is no longer missing', () => {
    const filled: Partial<EditableProfile>[] = [
      { photo: { src: '/x', alt: 'x' } },
      { bio: 'Ten years of brides.' },
      { services: [{ ...bare.services[0], status: 'active' }] as EditableProfile['services'] },
      { pictures: 3 },
      { pictures: 9 },
      { kit: { ...bare.kit, shades: [4] } },
      { kit: { ...bare.kit, brands: ['Own mix'] } },
      { payoutReady: true },
      { kit: { ...bare.kit, skills: ['textured-hair'] } },
      { instagram: 'mia.h' },
    ]
    expect(filled.map((part) => computeStrength({ ...bare, ...part }).points)).toEqual([1, 1, 1, 1, 2, 1, 1, 1, 1, 1])
    const full = {
      ...Object.assign({}, bare, ...filled),
      kit: Object.assign({}, bare.kit, { shades: [4], brands: ['Own mix'], skills: ['textured-hair'] }),
    } as EditableProfile
    expect(computeStrength(full)).toEqual({ points: 10, missing: [] })
  })
})

const out = (eventDate: string, whole = true, at = '05:00'): BookedOut => ({
  id: `${eventDate} ${at}`,
  eventDate,
  whole,
  from: `${eventDate}T${at}:00Z`,
  to: `${eventDate}T23:00:00Z`,
  startTime: whole ? null : at,
  finishTime: whole ? null : '23:00',
})

describe('Blocked days', () => {
  test('consecutive days are one line, across months too; a partly blocked day is separate', () => {
    const list = groupBookedOutDays([
      out('2026-12-01'),
      out('2026-11-29'),
      out('2026-11-30'),
      out('2026-12-02', false, '09:00'),
      out('2026-12-04'),
    ])
    expect(list.map(({ first, last, days }) => [first, last, days])).toEqual([
      ['2026-11-29', '2026-12-01', 3],
      ['2026-12-02', '2026-12-02', 1],
      ['2026-12-04', '2026-12-04', 1],
    ])
  })
  test('every day appears once, and separate lines of whole days are never adjacent', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 })), (offsets) => {
        const dates = offsets.map((by) => out(addDays('2027-02-10', by)))
        const list = groupBookedOutDays(dates)
        expect(list.flatMap((stretch) => stretch.dates.map(({ id }) => id)).toSorted()).toEqual(
          dates.map(({ id }) => id).toSorted(),
        )
        for (const [i, stretch] of list.slice(1).entries())
          expect(stretch.first > addDays(list[i]?.last ?? '', 1)).toBe(true)
      }),
    )
  })
})

describe('Selected pictures', () => {
  const picture = (key: string, more: Partial<QueuedPicture> = {}): QueuedPicture => ({
    key,
    name: `${key}.jpg`,
    blob: new Blob(),
    preview: '',
    hints: [],
    alt: 'A look',
    consent: true,
    state: 'chosen',
    share: 0,
    error: null,
    fileUrl: null,
    ...more,
  })
  test('pictures wait until each is described and agreed to; an invalid one needs nothing', () => {
    const queue = [
      picture('a'),
      picture('b', { state: 'refused', alt: '' }),
      picture('c', { consent: false }),
      picture('d', { alt: ' ' }),
    ]
    expect(findFirstGap(queue)).toEqual({ key: 'c', field: 'consent' })
    expect(findFirstGap(updateQueued(queue, 'c', { consent: true }))).toEqual({ key: 'd', field: 'alt' })
    expect(findFirstGap(removeQueued(updateQueued(queue, 'c', { consent: true }), 'd'))).toBeNull()
    expect(listUnsent(queue).map(({ key }) => key)).toEqual(['a', 'c', 'd'])
  })
  test('a failed picture waits again, one being uploaded does not', () => {
    expect(
      listUnsent([picture('a', { state: 'sending' }), picture('b', { state: 'failed' })]).map(({ key }) => key),
    ).toEqual(['b'])
  })
})
