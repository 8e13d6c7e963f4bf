/** What is wrong with a card as typed, by field; its name is the word that says so. The shape only: what the card is worth its bank says. */
export function cardErrors(
  { number, expiry, code }: { number: string; expiry: string; code: string },
  now: Date,
): Readonly<Record<string, 'pay.error.number' | 'pay.error.expiry' | 'pay.error.code'>> {
  return {
    ...(/^\d{12,19}$/.test(number.replace(/[\s-]/g, '')) ? {} : { number: 'pay.error.number' }),
    ...(isAhead(expiry, now) ? {} : { expiry: 'pay.error.expiry' }),
    ...(/^\d{3,4}$/.test(code.trim()) ? {} : { code: 'pay.error.code' }),
  }
}

function isAhead(expiry: string, now: Date): boolean {
  const [, month, year] = expiry.trim().match(/^(0?[1-9]|1[0-2])\s*(?:[/-]\s*)?(\d{2}|20\d{2})$/) ?? []
  return Boolean(month && year && Date.UTC(2000 + (Number(year) % 100), Number(month), 1) > now.getTime())
}

/** Digits in groups of four, as they stand on a card. */
export const groupedNumber = (typed: string): string =>
  typed
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ')

/** Month and year with the stroke between, as it is typed. */
export const strokedExpiry = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

/** A test card with an expiry that is ahead and a code, ready to be sent. */
export const filledCard = (number: string, now: Date) => ({
  number: groupedNumber(number),
  expiry: `12 / ${String((now.getUTCFullYear() + 3) % 100).padStart(2, '0')}`,
  code: '123',
})
