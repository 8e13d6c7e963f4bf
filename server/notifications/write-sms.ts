import { truncate } from '#contract/text.ts'
import { formatTemplate } from '#contract/templates.ts'
import type { Values } from '#contract/i18n/messages.ts'
import { type SmsKind, smsTexts } from '#server/notifications/words/notice-texts.ts'
import { type DayVariant, varyPhrase } from '#server/notifications/words/vary.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { randomUUID } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { insertNotices } from './notifications.queries.ts'
import { getTextBudget } from './text-budget.ts'
import { countTextsSince } from './outbox.queries.ts'

export const SMS_LENGTH = 160

const NAME_LENGTH = 14
const stopLine = ' STOP to end'
// Characters outside the GSM alphabet. A single one would halve the length of a text.
const strange = /[^\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z£¥èéùìòÇØøÅåÆæßÉÄÖÑÜ§¿äöñüà¡]/g
const likenesses: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚′]/g, "'"],
  [/[“”„″]/g, '"'],
  [/[‐-―−]/g, '-'],
  [/…/g, '...'],
  [/[\u00a0\u2000-\u200a\u202f]/g, ' '],
  [/·/g, '.'],
]

export function toPlainSms(text: string): string {
  const alike = likenesses.reduce((now, [pattern, by]) => now.replace(pattern, by), text)
  return [...alike]
    .map((character) => (character.match(strange) ? character.normalize('NFKD').replace(strange, '') : character))
    .join('')
    .replace(/ {2,}/g, ' ')
}

// Values to shorten, in this order.
const shortened = ['place', 'area', 'people', 'name'] as const
const cut = (text: string, most: number): string => (text.length > most ? truncate(text, most).trimEnd() : text)

/**
 * Writes an SMS and shortens names so that it has a single part. The first SMS to a number has opt-out instructions if
 * the law requires them.
 */
export function writeSms(
  kind: SmsKind,
  values: Values,
  { how = 'mobile', stop = false }: { how?: DayVariant; stop?: boolean } = {},
): string {
  const short = Object.fromEntries(
    Object.entries(values).map(([slot, value]) => [
      slot,
      typeof value === 'string' && slot !== 'link' ? toPlainSms(value) : value,
    ]),
  )
  if (typeof short['name'] === 'string') short['name'] = cut(short['name'], NAME_LENGTH)
  const written = () =>
    toPlainSms(formatTemplate(varyPhrase(smsTexts[kind].text, how), short).replace(/\s?\{\w+\}/g, '')).trim()
  const most = SMS_LENGTH - (stop ? stopLine.length : 0)
  for (const least of [20, 12, 6]) {
    for (const slot of shortened) {
      const value = short[slot]
      if (written().length > most && typeof value === 'string') short[slot] = cut(value, least)
    }
  }
  return `${cut(written(), most)}${stop ? stopLine : ''}`
}

export const needsStopInstructions = (mobile: string): boolean => /^\+(1|61)\d/.test(mobile)

const mostCodes = { hour: 3, day: 6 } as const
const HOUR_MS = 3_600_000

/**
 * Queues a text with a verification code, the only text to unverified numbers. Returns false above the number's limit
 * or the daily budget. Runs in the caller's transaction; texts to one number are queued one after another.
 */
export async function writeCodeText(
  ctx: Context,
  { accountId, mobile, code }: { accountId: string; mobile: string; code: string },
): Promise<boolean> {
  const to = { mobile, kind: 'sms.code' }
  const since = (hours: number) => new Date(ctx.now.getTime() - hours * HOUR_MS)
  if ((await countTextsSince(ctx.db, since(1), to)) >= mostCodes.hour) return false
  if ((await countTextsSince(ctx.db, since(24), to)) >= mostCodes.day) return false
  await lockLimit(ctx.db, 'texts of the day')
  const { written, budget } = await getTextBudget(ctx.db, ctx.now)
  if (written >= budget) return false
  const id = randomUUID()
  await insertNotices(ctx.db, [
    {
      id,
      channel: 'sms',
      kind: 'sms.code',
      account_id: accountId,
      address: mobile,
      body: formatTemplate(smsTexts['sms.code'].text, { code }),
      secret: true,
      urgent: true,
      next_at: ctx.now,
      created_at: ctx.now,
      message_id: `<${id}@${new URL(ctx.env.publicUrl).hostname}>`,
      sample: ctx.env.sampleMarket,
    },
  ])
  return true
}
