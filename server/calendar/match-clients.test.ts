import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canBeSameName, ClientMatcher, normaliseName, normalisePhone } from './match-clients.ts'

const find = (
  known: { name: string; email?: string; phone?: string }[],
  who: { name: string; email?: string; phone?: string },
) => {
  const matcher = new ClientMatcher<number>('GB')
  for (const [i, one] of known.entries()) matcher.set(i, { email: '', phone: '', ...one })
  return matcher.find({ email: '', phone: '', ...who })
}

test('names are compared without case, accents, titles, initials and order', () => {
  for (const [one, other] of [
    ['Zoë O’Brien', "zoe o'brien"],
    ['Obi, Ada', 'Ada Obi'],
    ['Priyanka N', 'Priyanka Natarajan'],
    ['P. Natarajan', 'Priyanka Natarajan'],
    ['Ada', 'Ada Obi'],
    ['Mrs Ada Obi', 'Ada Obi'],
    ['Anne-Marie Bjørk', 'anne marie bjork'],
  ] as const)
    expect([one, other, canBeSameName(one, other), canBeSameName(other, one)]).toEqual([one, other, true, true])
  for (const [one, other] of [
    ['Ada Obi', 'Ann Obi'],
    ['Ann Lee', 'Anna Lee'],
    ['Ada Obi', 'Ada Okafor'],
    ['Ada Obi', 'Obi Obi'],
  ] as const)
    expect([one, other, canBeSameName(one, other)]).toEqual([one, other, false])
})

test('phone numbers are compared by the rules of their country', () => {
  const keys = ['07700 900123', '+44 7700 900123', '0044 7700 900123', '(07700) 900-123', '7700900123']
  expect(new Set(keys.map((phone) => normalisePhone(phone, 'GB')))).toEqual(new Set(['+447700900123']))
  expect(normalisePhone('12', 'GB')).toBe('12')
  expect(normalisePhone('none', 'GB')).toBe('')
})

test('a client matches only by a shared contact and a fitting name', () => {
  const ada = { name: 'Ada Obi', email: 'ada@mail.example', phone: '07700 900123' }
  expect(find([ada], { name: 'OBI, Ada', phone: '+447700900123' })).toEqual({ kind: 'same', id: 0 })
  expect(find([ada], { name: 'Ada', email: 'ADA@mail.example', phone: '07700 900999' })).toEqual({
    kind: 'same',
    id: 0,
  })
  expect(find([ada], { name: 'Ife Obi', phone: '07700 900123' })).toEqual({ kind: 'new' })
  expect(find([ada], { name: 'Ada Obi', email: 'other@mail.example', phone: '07700 900999' })).toEqual({ kind: 'new' })
  expect(find([ada], { name: 'Ada Obi', email: 'other@mail.example' })).toEqual({ kind: 'new' })
  expect(find([ada], { name: 'Ada Obi' })).toEqual({ kind: 'ask', ids: [0] })
  expect(find([{ name: 'Ada Obi' }], { name: 'ada obi', phone: '07700 900123' })).toEqual({ kind: 'ask', ids: [0] })
  const two = [
    { name: 'Amy Obi', phone: '07700 900123' },
    { name: 'Ada Obi', phone: '07700 900123' },
  ]
  expect(find(two, { name: 'A. Obi', phone: '07700 900123' })).toEqual({ kind: 'ask', ids: [0, 1] })
  expect(find(two, { name: 'Ada Obi', phone: '07700 900123' })).toEqual({ kind: 'same', id: 1 })
})

test('for random clients, two never match without a shared contact and a fitting name', () => {
  const contact = fc.record({
    name: fc.constantFrom('Ada Obi', 'Obi Ada', 'A Obi', 'Ife Obi', 'Zoë', 'Zoe Marsh', 'ada obi'),
    email: fc.constantFrom('', 'a@mail.example', 'A@mail.example', 'b@mail.example'),
    phone: fc.constantFrom('', '07700 900123', '+447700900123', '07700 900124'),
  })
  fc.assert(
    fc.property(fc.array(contact, { maxLength: 6 }), contact, (known, who) => {
      const matcher = new ClientMatcher<number>('GB')
      for (const [i, one] of known.entries()) matcher.set(i, one)
      const match = matcher.find(who)
      if (match.kind !== 'same') return
      const one = known[match.id] as typeof who
      const shares =
        (one.email !== '' && one.email.toLowerCase() === who.email.toLowerCase()) ||
        (one.phone !== '' && normalisePhone(one.phone, 'GB') === normalisePhone(who.phone, 'GB'))
      expect(shares && canBeSameName(one.name, who.name)).toBe(true)
    }),
  )
})

test('the key of a name ignores the order of its words', () => {
  expect(normaliseName('Obi, Ada')).toBe(normaliseName('ADA OBI'))
})
