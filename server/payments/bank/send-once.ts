import { GatewayFault, GatewayRefused, type Once } from '#server/gateways/payments/gateway.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { type Claimed, claimNext, giveUpKey, letGoClaim, type Work } from './claim-queries.ts'

/** What moves money: each has one key, and another one only after the service has given the first up. */
type Moving = Exclude<keyof Work, 'payment'>
type Sendable = Claimed & { key_no: number; attempts: number; faulted_at: Date | string | null }

const HOUR_MS = 3_600_000

/** Minutes until a gateway is told again, by how often it has failed; the last one repeats. */
const backOff = [0.5, 1, 2, 5, 15, 60] as const
export const nextTry = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + (backOff[Math.min(attempts, backOff.length) - 1] ?? 0.5) * 60_000)

/** Works on what is due, one by one, each claimed right before: `work` says when it is to be tried again, or that it is done. Not inside a transaction. */
export async function workOff<T extends keyof Work>(
  ctx: Context,
  table: T,
  work: (row: Work[T]) => Promise<Date | null>,
  most = 200,
): Promise<void> {
  for (let done = 0; done < most; done++) {
    const row = await claimNext(ctx.db, table, ctx.now)
    if (!row) return
    const { id, attempts } = row
    try {
      await letGoClaim(ctx.db, table, row, await work(row))
    } catch (fault) {
      ctx.log.warn({ ...faultFields(fault), [table]: id }, 'the payment service did not answer')
      await letGoClaim(ctx.db, table, row, nextTry(ctx.now, attempts), keptByKey(fault) ? ctx.now : null)
    }
  }
}

// A service that fails in the middle of a call keeps its answer by the key, and may yet finish what it had begun.
const keptByKey = (fault: unknown): boolean => fault instanceof GatewayFault

type Asked<T> = {
  send: (once: Once) => Promise<T>
  find: (once: Once) => Promise<T | null>
  /** What the service knows it by, the same for every try. */
  name: string
  /** What its key begins with, where that says more. */
  key?: string
}

/**
 * Has the service do something once. After a first try it is looked for before it is sent again, always under the same
 * key; under another only where the service has said from memory that the one before will not be done, and after a
 * fault of its own only an hour later, when what it had begun is to be seen.
 */
export async function sendOnce<T>(ctx: Context, table: Moving, row: Sendable, asked: Asked<T>): Promise<T> {
  const { name, key = name } = asked
  const once = { key: keyOf(key, row.key_no), name }
  const known = row.attempts > 1 || row.key_no > 0 ? await asked.find(once) : null
  if (known) return known
  try {
    return await asked.send(once)
  } catch (fault) {
    if (!isGivenUp(fault, row, ctx.now)) throw fault
    const late = await asked.find(once)
    if (late) return late
    const keyNo = await giveUpKey(ctx.db, table, row)
    // Somebody else has it in hand by now, and will say how it went.
    if (keyNo === null) throw fault
    return asked.send({ key: keyOf(key, keyNo), name })
  }
}

const keyOf = (key: string, keyNo: number): string => (keyNo ? `${key}:${keyNo}` : key)

function isGivenUp(fault: unknown, { faulted_at }: Sendable, now: Date): boolean {
  if (fault instanceof GatewayRefused) return fault.remembered
  if (!(fault instanceof GatewayFault) || !fault.remembered || !faulted_at) return false
  return now.getTime() - new Date(faulted_at).getTime() >= HOUR_MS
}
