import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hidden, maskContacts } from './contact-details.ts'
import {
  disguisedHandles,
  disguisedLinks,
  disguisedMails,
  disguisedNumbers,
  disguisedWays,
  innocentSentences,
} from './test-contacts.ts'

const runs = { numRuns: process.env['PROVE'] ? 20_000 : 400 }
const around = fc.constantFrom('', 'Call me on ', 'Hello! ', 'Write to me: ', 'my number is ')
const after = fc.constantFrom('', ' please', '. Thank you', ', see you on the 12th')
const gap = fc.constantFrom('', ' ', '-', '.', ' - ', ') ')
const phone = fc
  .tuple(
    fc.constantFrom('', '+', '+44 ', '(0'),
    fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), gap), { minLength: 9, maxLength: 13 }),
  )
  .map(
    ([start, digits]) =>
      start + digits.map(([n, between], i) => `${n}${i === digits.length - 1 ? '' : between}`).join(''),
  )
const wide = (text: string) =>
  text.replace(/[0-9a-z@.]/gi, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0))
const name = fc.stringMatching(/^[a-z]{3,10}$/)
const mail = fc
  .tuple(name, name, fc.constantFrom('com', 'co.uk', 'net', 'studio'))
  .map(([who, where, end]) => `${who}@${where}.${end}`)
const link = fc
  .tuple(
    fc.constantFrom('https://', 'http://', 'www.'),
    name,
    fc.constantFrom('com', 'net', 'org'),
    fc.constantFrom('', '/book', '/a?b=1'),
  )
  .map(([start, where, end, path]) => `${start}${where}.${end}${path}`)
const bare = fc.tuple(name, fc.constantFrom('com', 'co.uk', 'net', 'shop')).map(([where, end]) => `${where}.${end}`)

test('no phone number passes the check, in any spelling or width', () => {
  fc.assert(
    fc.property(around, phone, after, fc.boolean(), (before, number, behind, isWide) => {
      const { text, masked } = maskContacts(before + (isWide ? wide(number) : number) + behind)
      expect(masked).toBe(true)
      const left = text
        .normalize('NFKC')
        .replace(/the 12th/, '')
        .replace(/\D/g, '')
      expect(left.length, text).toBeLessThan(7)
    }),
    runs,
  )
})

test('no email address, link or user name on another site passes the check', () => {
  fc.assert(
    fc.property(
      around,
      fc.oneof(
        mail,
        link,
        bare,
        name.map((who) => `@${who}`),
      ),
      after,
      fc.boolean(),
      (before, contact, behind, isWide) => {
        const { text, masked } = maskContacts(before + (isWide ? wide(contact) : contact) + behind)
        expect(masked, contact).toBe(true)
        expect(text).toContain(hidden)
        const core = contact.replace(/^(https?:\/\/|www\.|@)/, '')
        // Surrounding words may contain a name: 'please' has 'ple'.
        const pieces = (written: string) => written.split(/[.,:!]*(?:\s+|$)/)
        const ours = new Set(pieces(`${before} ${behind}`))
        const left = pieces(text.normalize('NFKC')).filter((piece) => !ours.has(piece))
        expect(left.join(' ')).not.toContain(core)
      },
    ),
    runs,
  )
})

test.each([
  'anna at mail dot com',
  'anna (at) mail [dot] co',
  'oh seven seven zero zero nine zero zero one two three',
  'zero 7 seven 0 zero nine 0 0',
  'find me on Instagram',
  'come to 12 Mare Street',
])('%s is hidden', (text) => expect(maskContacts(text)).toMatchObject({ masked: true }))

test.each([
  'See you on 12.06.2027 at 8:00',
  'On 12/06/2027 8:30 then',
  'That is £1,250.00 for 5 people',
  'The ceremony is at 1:30 PM, photos at 12:45',
  'I use shades 110, 120 and 130',
  'We are five at one table',
  '2027-06-12 works for me',
])('%s is left unchanged', (text) => expect(maskContacts(text)).toEqual({ text, masked: false }))

test('the check takes a short time for any text', () => {
  const made = [
    'a',
    'a.',
    'a-',
    '1',
    '1 ',
    'one ',
    'aa at ',
    'aa dot ',
    'aa       ',
    '@',
    ':',
    'a://',
    '2020-',
    '1-',
    '£1,1',
    'one, . - ',
    '1 ab cd ',
    '\ue000',
  ]
  for (const piece of made) {
    // CPU time, which other processes do not affect.
    const from = process.cpuUsage()
    maskContacts(piece.repeat(4_000 / piece.length))
    expect(process.cpuUsage(from).user / 1_000, piece).toBeLessThan(2_000)
  }
})

const digitsLeft = (text: string) => text.normalize('NFKC').replace(/\P{Nd}/gu, '').length

test('200 disguised numbers are hidden', () => {
  const all = [disguisedNumbers, disguisedMails, disguisedLinks, disguisedHandles, disguisedWays].flat()
  expect(new Set(all).size).toBeGreaterThanOrEqual(200)
  const shown = disguisedNumbers.filter((number) => {
    const { text, masked } = maskContacts(`You can reach me: ${number} any time`)
    return !masked || digitsLeft(text) >= 5 || !text.startsWith('You can reach me')
  })
  expect(shown).toEqual([])
})

test('200 disguised addresses and links are hidden', () => {
  const shown = [...disguisedMails, ...disguisedLinks, ...disguisedWays].filter(
    (contact) => !maskContacts(`Hello, ${contact} is best for us`).masked,
  )
  expect(shown).toEqual([])
  const named = disguisedMails.filter((contact) => /\bmail\b|gmail/i.test(maskContacts(`so ${contact}`).text))
  expect(named).toEqual([])
})

test('in 200 disguised user names the user name is hidden and the name of the network stays', () => {
  const wrong = disguisedHandles
    .map((contact) => maskContacts(`Hi, ${contact}`).text)
    .filter((text) => {
      const network =
        /^Hi, @|it is @/.test(text) ||
        /snap|insta|ig|i\.g|fb|face|tik|tele|tg|whats|chat|viber|discord|skype|kik|twit|thread|messenger|tube|venmo|cash|pay|•••$/i.test(
          text,
        )
      return /miah|mia_h|mia\.h/i.test(text) || !text.includes(hidden) || !network
    })
  expect(wrong).toEqual([])
})

test('200 innocent sentences are left unchanged', () => {
  expect(new Set(innocentSentences).size).toBeGreaterThanOrEqual(200)
  expect(innocentSentences.map((text) => maskContacts(text).text)).toEqual(innocentSentences)
})
