import { type Minor, splitByWeights, toMinor } from '#contract/money.ts'
import type { PriceLine } from '#contract/search/quotes.ts'

/** A line of one person's share: what is done for them, or their part of what is everybody's. */
export type ShareLine = {
  kind: PriceLine['kind']
  label: string
  amountMinor: Minor /** Between how many it is divided. */
  of: number
}
/** What one person of a party has to pay: their lines, the sum of them, what of it is due now and the fee in that. */
export type PersonShare = { person: number; lines: ShareLine[]; totalMinor: Minor; dueMinor: Minor; feeMinor: Minor }

/** No card is asked for less than this. */
export const LEAST_SHARE_MINOR: Minor = 100

/**
 * Divides a price among the people of a party: each pays what is done for them and an equal part of travel, top-up and early
 * start; what comes off the price comes off each by what they pay. All shares add up to the price, to what is due and to the
 * fee in it. Null where there is nobody to share with, or a part is too small for a card.
 */
export function divideIntoShares(
  lines: readonly PriceLine[],
  due: { dueMinor: Minor; feeMinor: Minor },
): PersonShare[] | null {
  const people = Math.max(0, ...lines.map(({ people }) => people?.[1] ?? 0))
  if (people < 2 || lines.some((line) => line.kind === 'look' && !line.people)) return null
  const shares = Array.from({ length: people }, (): ShareLine[] => [])
  const give = (line: PriceLine, parts: readonly Minor[], of: number) =>
    parts.forEach((amountMinor, i) => {
      if (amountMinor !== 0) shares[i]?.push({ kind: line.kind, label: line.label, amountMinor, of })
    })
  const totals = () => shares.map((of) => of.reduce((sum, { amountMinor }) => sum + amountMinor, 0))
  for (const line of lines) {
    const [first, last] = line.people ?? [0, 0]
    const theirs = shares.map((_, i) => i + 1 >= first && i + 1 <= last)
    if (line.people) give(line, splitByWeights(toMinor(line.amount), theirs.map(Number)), 1)
  }
  const everybodys = lines.filter((line) => !line.people)
  for (const line of everybodys.filter(({ amount }) => amount > 0))
    give(
      line,
      splitByWeights(
        toMinor(line.amount),
        shares.map(() => 1),
      ),
      people,
    )
  for (const line of everybodys.filter(({ amount }) => amount < 0))
    give(
      line,
      splitByWeights(toMinor(-line.amount), totals()).map((part) => -part),
      people,
    )
  const whole = totals()
  const dues = splitByWeights(due.dueMinor, whole)
  const fees = splitByWeights(due.feeMinor, dues)
  if (dues.some((amount) => amount < LEAST_SHARE_MINOR)) return null
  return shares.map((of, i) => ({
    person: i + 1,
    lines: of,
    totalMinor: whole[i] ?? 0,
    dueMinor: dues[i] ?? 0,
    feeMinor: fees[i] ?? 0,
  }))
}
