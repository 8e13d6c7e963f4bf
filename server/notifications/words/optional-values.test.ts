import { describe, expect, test } from 'vitest'
import { listOptionalSlots, listSlots } from '#contract/templates.ts'
import type { Template } from '#contract/templates.ts'
import type { Values } from '#contract/i18n/messages.ts'
import { writeMail } from '#server/notifications/write-mail.ts'
import type { MailPhrases } from './mail-kind.ts'
import { type MailKind, mailKinds, mailTexts } from './mail-texts.ts'
import { sampleValues } from './sample-values.ts'
import { type DayVariant, varyPhrase } from './vary.ts'

const hows: readonly DayVariant[] = ['mobile', 'studio', 'start', 'none']
const business = { legalName: 'Primp Ltd', supportEmail: 'team@primp.test', supportPhone: '020 7946 0018', chat: '' }

const formsOf = (phrase: Template | undefined): string[] => {
  if (phrase === undefined) return []
  if (typeof phrase === 'string') return [phrase]
  if ('fixed' in phrase) return [phrase.fixed]
  if ('text' in phrase) return Object.values(phrase).flatMap((form) => formsOf(form as Template))
  return Object.values(phrase).filter((form): form is string => typeof form === 'string')
}

const textsOf = (kind: MailKind, how: DayVariant): string[] => {
  const { subject, preview, body, button }: MailPhrases = mailTexts[kind]
  return [subject, preview, body, button].flatMap((phrase) => (phrase ? formsOf(varyPhrase(phrase, how)) : []))
}

const write = (kind: MailKind, how: DayVariant, values: Values, of = business) =>
  writeMail({
    kind,
    you: 'Leila',
    values,
    how,
    link: 'https://primp.example/go',
    country: 'GB',
    business: of,
    publicUrl: 'https://primp.example',
    sample: false,
  })

// Each value is a marker, which proves that an email contains the value.
const marked: Record<string, string> = Object.fromEntries(
  [...Object.keys(sampleValues), 'supportEmail', 'supportPhone', 'legalName'].map((slot, i) => [slot, `v${i + 100}v`]),
)
const bodyOf = (kind: MailKind, how: DayVariant): string => formsOf(varyPhrase(mailTexts[kind].body, how))[0] ?? ''

describe('Every kind of email', () => {
  test('all required values are in text and HTML, whichever optional values are missing, empty or set', async () => {
    let written = 0
    for (const kind of mailKinds)
      for (const how of hows) {
        if (how !== 'mobile' && textsOf(kind, how).join() === textsOf(kind, 'mobile').join()) continue
        const texts = textsOf(kind, how)
        const optional = listOptionalSlots(texts)
        const required = listSlots([bodyOf(kind, how)]).filter((slot) => !optional.includes(slot))
        for (const empty of how === 'mobile' ? [undefined, null, ''] : [''])
          for (const gone of [[], optional, ...(empty === '' ? optional.map((slot) => [slot]) : [])]) {
            const without = Object.fromEntries(gone.map((slot) => [slot, empty]))
            const mail = await write(
              kind,
              how,
              { ...marked, n: 2, ...without },
              {
                legalName: 'legalName' in without ? '' : (marked['legalName'] ?? ''),
                supportEmail: 'supportEmail' in without ? '' : (marked['supportEmail'] ?? ''),
                supportPhone: 'supportPhone' in without ? '' : (marked['supportPhone'] ?? ''),
                chat: '',
              },
            )
            written += 1
            const about = `${kind} ${how} without ${gone.join()}`
            expect(mail.missing, about).toEqual([])
            for (const said of [mail.text, mail.html]) {
              const shown = required.filter((slot) => slot !== 'n' && !said.includes(marked[slot] ?? slot))
              expect([about, shown]).toEqual([about, []])
            }
            expect(`${mail.subject} ${mail.text}`, about).not.toMatch(/\{\w+\}|\[\[|\]\]/)
            expect(mail.html.replace(/<style>.*?<\/style>/s, ''), about).not.toMatch(/\{\w+\}|\[\[|\]\]/)
            expect(mail.text, about).not.toMatch(/ {2}| [,.;]/)
          }
      }
    expect(written).toBeGreaterThan(600)
  })

  test('an empty optional value removes only its own part', async () => {
    for (const kind of mailKinds) {
      const body = bodyOf(kind, 'mobile')
      for (const slot of listOptionalSlots([body])) {
        const sentences = body
          .replace(/ ?\[\[[^\]]*\]\]/g, '')
          .split(/(?<=[.?!]) /)
          .filter((sentence) => !/[{[]/.test(sentence) && sentence.trim() !== '')
        const { text } = await write(kind, 'mobile', { ...sampleValues, [slot]: '' })
        expect([kind, slot, sentences.filter((sentence) => !text.includes(sentence.trim()))]).toEqual([kind, slot, []])
      }
    }
  })

  test('no sentence ends with two full stops, also after a name or a text that ends with one', async () => {
    const ended = Object.fromEntries(
      Object.entries(sampleValues).map(([slot, value]) => [
        slot,
        typeof value === 'string' && !/Link$|^code$/.test(slot) ? value.replace(/\.?$/, '.') : value,
      ]),
    )
    const named = {
      ...sampleValues,
      name: 'Leila Inc.',
      artist: 'Leila Inc.',
      other: 'Leila Inc.',
      newName: 'Leila Inc.',
    }
    const company = { ...business, legalName: 'Primp Inc.' }
    for (const kind of mailKinds)
      for (const how of hows)
        for (const values of [sampleValues, named, ended]) {
          const { subject, text, html } = await write(kind, how, values, company)
          for (const said of [subject, text, html])
            expect([kind, how, /.{0,40}\.\s?\.(?!\.)/.exec(said)?.[0]]).toEqual([kind, how, undefined])
        }
  }, 120_000)

  test('the log names missing required values, and no brace remains in the text', async () => {
    const mail = await write('reminder.24h.provider', 'mobile', { ...sampleValues, address: '' })
    expect(mail.missing).toEqual(['address'])
    expect(mail.text).not.toContain('{')
  })
})

describe('Emails with optional sentences', () => {
  const without = async (kind: MailKind, gone: Values) =>
    (await write(kind, 'mobile', { ...sampleValues, ...gone })).text

  test('a reminder to the artist has the address and the balance without an entrance or parking', async () => {
    for (const empty of [null, '', undefined]) {
      const text = await without('reminder.24h.provider', { entrance: empty, parking: empty })
      expect(text).toContain('done by 1:20 PM. 12 Mare Street. Balance £414. Allergies')
    }
    expect(await without('reminder.24h.provider', {})).toContain(
      '12 Mare Street, Blue door. Parking: Behind the house. Balance £414.',
    )
  })

  test('a gift voucher email has its code and message for any recipient', async () => {
    const values = { only: null, message: 'Enjoy {this} day!', ends: 'It never expires.' }
    expect(await without('voucher.for.you', values)).toContain('Enjoy {this} day! Your code is 482913.')
    expect(await without('voucher.for.you', { ...values, message: '' })).toContain('come to you. Your code is 482913.')
    expect(await without('voucher.bought', { ...values, sends: null })).toContain(
      'The code is 482913. It never expires.',
    )
  })

  test('user text never removes a sentence', async () => {
    expect(await without('voucher.for.you', { only: null, ends: 'x', message: 'See {you} [[soon]]' })).toContain(
      'See {you} [[soon]] Your code is 482913.',
    )
  })
})
