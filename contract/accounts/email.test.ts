import { describe, expect, test } from 'vitest'
import { Email, LoginEmail } from './email.ts'
import { normaliseEmail, parseEmail } from './parse-email.ts'

describe('Email addresses', () => {
  test.each([
    ['leila@mail.example', 'leila@mail.example'],
    ['  Leila.Haddad+wedding@Mail.Example ', 'Leila.Haddad+wedding@mail.example'],
    ["o'brien@mail.example", "o'brien@mail.example"],
    ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
    ['ana@xn--bcher-kva.example', 'ana@xn--bcher-kva.example'],
    ['ana@пример.рф', 'ana@xn--e1afmkfd.xn--p1ai'],
    ['ana@mail.xn--p1ai', 'ana@mail.xn--p1ai'],
    ['ana@例え.テスト', 'ana@xn--r8jz45g.xn--zckzah'],
    ['zoë@mail.example', 'zoë@mail.example'],
    ['a@b.museum', 'a@b.museum'],
  ])('%s is accepted', (typed, kept) => {
    expect(Email.parse(typed)).toBe(kept)
  })

  test.each([
    'a@b..c',
    'a@b..example',
    '7,victim@host.example',
    '7,victim@host',
    '"a b"@mail.example',
    'a"b@mail.example',
    'a b@mail.example',
    'a@mail .example',
    'a\u0000@mail.example',
    'a@mail.example\r\nBcc: b@mail.example',
    'a(comment)@mail.example',
    'a@mail.example(comment)',
    'Ana <a@mail.example>',
    '<a@mail.example>',
    'a@mail.example;b@mail.example',
    'a@mail.example,b@mail.example',
    'a@b@mail.example',
    '@mail.example',
    'a@',
    'a@mail',
    'a@-mail.example',
    'a@mail-.example',
    'a@.example',
    'a@example.',
    '.a@mail.example',
    'a.@mail.example',
    'a..b@mail.example',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a@1.2',
    'a@mail.example/path',
    'a@mail.example:25',
    'a@mail%2eexample.test%00',
    'a\u202e@mail.example',
    'a\u200b@mail.example',
    `${'a'.repeat(65)}@mail.example`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'b.'.repeat(130)}example`,
  ])('%j is rejected', (typed) => {
    expect(parseEmail(typed)).toBeNull()
    expect(Email.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(['Email address is not valid'])
  })

  test('an empty address is reported as missing', () => {
    for (const typed of ['', '   '])
      expect(Email.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(['Email is required'])
  })

  test('addresses are compared in lower case, with an ASCII domain', () => {
    expect(normaliseEmail('ANA@BÜCHER.example')).toBe('ana@xn--bcher-kva.example')
    expect(normaliseEmail('Ana@xn--bcher-kva.example')).toBe('ana@xn--bcher-kva.example')
    expect(normaliseEmail(' Not An Address ')).toBe('not an address')
  })

  test('parsing an address takes linear time', () => {
    const from = process.cpuUsage()
    for (const typed of ['a'.repeat(1e6), 'a@'.repeat(5e5), `a@${'.'.repeat(1e6)}`, `${'a.'.repeat(5e5)}@`])
      expect(Email.safeParse(typed).success).toBe(false)
    expect(process.cpuUsage(from).user / 1_000).toBeLessThan(2_000)
  })
})

test.each(['a..b@example.com', '.a@example.com', 'a.@example.com', 'a@my_host.example.com', 'ana@example.com'])(
  'the owner of an earlier account can log in with %s',
  (address) => {
    expect(LoginEmail.parse(` ${address} `)).toBe(address)
  },
)

test.each([
  '',
  'ana',
  'ana@host',
  'a b@example.com',
  '7,victim@host',
  'a@b@example.com',
  `${'a'.repeat(250)}@example.com`,
])('logging in with %j fails', (address) => {
  expect(LoginEmail.safeParse(address).success).toBe(false)
})
