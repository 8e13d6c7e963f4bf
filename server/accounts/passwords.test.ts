import { describe, expect, test } from 'vitest'
import { checkPassword } from './password-hash.ts'

const refused = (password: string, production = false, about = ['Leila Marsh', 'leila.marsh@mail.example']) =>
  checkPassword({ production }, password, about).then(
    () => false,
    () => true,
  )

describe('Passwords', () => {
  test('a common password is refused however it is disguised', async () => {
    for (const password of ['Password123!', 'Summer2026!', 'password1!', 'P@ssw0rd123', 'Manchester1!', 'Iloveyou2024'])
      expect(await refused(password), password).toBe(true)
    for (const password of ['short', 'aaaaaaaaaaaa', '0123456789', 'qwertyuiop', 'Primp2026!'])
      expect(await refused(password), password).toBe(true)
  })
  test('a password made of the person’s name or address is refused', async () => {
    for (const password of ['Leila.Marsh2026', 'leilamarsh!1', 'marsh-leila', 'leila.marsh@mail.example'])
      expect(await refused(password), password).toBe(true)
    expect(await refused('Leila.Marsh2026', false, [])).toBe(false)
  })
  test('a password of a few words, or a long one without a pattern, is accepted', async () => {
    for (const password of [
      'three plain words',
      'x7Kp!2mQz9vR',
      'lemon tree road',
      `${'q8'.repeat(5)} wandering otters`.repeat(4),
    ])
      expect(await refused(password), password).toBe(false)
  })
  test('a production site refuses the password of the sample people', async () => {
    expect(await refused('primp-sample-1', true)).toBe(true)
    expect(await refused('primp-sample-1')).toBe(false)
  })
})
