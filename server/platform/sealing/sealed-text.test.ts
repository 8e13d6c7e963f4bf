import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isNewest, openText, sealText } from './sealed-text.ts'
import type { SiteKey } from './site-keys.ts'

const key = (kid: string): SiteKey => ({ kid, bytes: randomBytes(32) })
const [one, other] = [key('one'), key('other')]

test('a text can be decrypted with the key that encrypted it, also after a newer key was added', async () => {
  const kept = await sealText('Latex, since 2019', 'a booking', [one])
  expect(JSON.stringify(kept)).not.toContain('Latex')
  expect(await openText(kept, 'a booking', [one])).toBe('Latex, since 2019')
  expect(await openText(kept, 'a booking', [other, one])).toBe('Latex, since 2019')
  expect(isNewest(kept, [one])).toBe(true)
  expect(isNewest(kept, [other, one])).toBe(false)
  await expect(openText(kept, 'a booking', [other])).rejects.toThrow('none of the site')
})

test('an encrypted text can only be opened for its own subject and with its own key', async () => {
  const kept = await sealText('Latex', 'a booking', [one])
  const second = await sealText('Nothing', 'a booking', [one])
  await expect(openText(kept, 'another booking', [one])).rejects.toThrow()
  await expect(openText({ ...kept, wrappedKey: second.wrappedKey }, 'a booking', [one])).rejects.toThrow()
  await expect(openText({ ...kept, wrappedKey: '' }, 'a booking', [one])).rejects.toThrow()
})
