import { type Minor, splitByWeights, toMinor } from '#contract/money.ts'
import type { PriceLine } from '#contract/search/quotes.ts'

/** A line of a person's share: their own service, or their part of a common cost. */
export type ShareLine = {
  kind: PriceLine['kind']
  label: string
  amountMinor: Minor
  of: number
}
/** A person's lines, their sum, the part that is due now, and the fee in that part. */
export type PersonShare = { person: number; lines: ShareLine[]; totalMinor: Minor; dueMinor: Minor; feeMinor: Minor }

export const LEAST_SHARE_MINOR: Minor = 100

/**
 * Divides a price among a party. Each person pays for their own services and an equal part of travel, top-up and early
 * start; reductions are split in proportion to what each pays. The shares add up to price, amount due and fee. Returns
 * null if there is no one to share with, or if a share is too small for a card.
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
