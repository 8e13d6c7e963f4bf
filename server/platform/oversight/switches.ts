import type { Endpoint } from '#contract/endpoint.ts'
import type { SwitchKind } from '#contract/operator/switches.ts'
import type { Database, Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { getNetwork } from '#server/platform/network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

export type ActiveSwitches = ReadonlySet<string>

const FRESH_MS = 1_000
const held = new WeakMap<Database, { readAt: number; stopped: Promise<ActiveSwitches> }>()

const nameOf = (kind: SwitchKind, value = ''): string => (value ? `${kind} ${value}` : kind)

/**
 * Returns the active switches as `kind` or `kind value`, cached for a second per process. Must not run inside a
 * transaction.
 */
export function getActiveSwitches(database: Database): Promise<ActiveSwitches> {
  const known = held.get(database)
  const now = performance.now()
  if (known && now - known.readAt < FRESH_MS) return known.stopped
  const stopped = database.fresh
    .selectFrom('kill_switch')
    .select(['kind', 'value'])
    .execute()
    .then((rows) => new Set(rows.map(({ kind, value }) => nameOf(kind as SwitchKind, value))))
  held.set(database, { readAt: now, stopped })
  stopped.catch(() => held.delete(database))
  return stopped
}

/** Must not run inside a transaction. */
export const isStopped = async (database: Database, kind: SwitchKind, value = ''): Promise<boolean> =>
  (await getActiveSwitches(database)).has(nameOf(kind, value))

export const isNetworkStopped = (stopped: ActiveSwitches, address: string): boolean =>
  stopped.has(nameOf('network', getNetwork(address)))

export const isMailStopped = (stopped: ActiveSwitches, email: string): boolean =>
  domainsOf(email).some((domain) => stopped.has(nameOf('mail_domain', domain)))

/** Throws if a call or an email domain in its input is stopped. Must not run inside a transaction. */
export async function assertNotStopped(ctx: Context, { stops, access }: Endpoint, input: unknown): Promise<void> {
  if (access === 'operator') return
  const stopped = await getActiveSwitches(ctx.database)
  if (stopped.size === 0) return
  if (stops && stopped.has(nameOf(stops))) throw new Refusal('stopped')
  if (emailsIn(input).some((email) => isMailStopped(stopped, email))) throw new Refusal('mail_domain_stopped')
}

/** Returns whether the switch changed. Runs in the operator's transaction. */
export async function setSwitch(
  ctx: Context,
  { kind, value, on, reason }: { kind: SwitchKind; value: string; on: boolean; reason: string },
): Promise<boolean> {
  // After commit: an earlier read would cache the old state.
  ctx.afterCommit(() => held.delete(ctx.database))
  return on ? lift(ctx.db, kind, value) : stop(ctx, kind, value, reason)
}

async function stop({ db, now, viewer }: Context, kind: SwitchKind, value: string, reason: string): Promise<boolean> {
  if (!viewer.accountId) throw new Error(`the switch ${kind} has no operator`)
  const row = await db
    .insertInto('kill_switch')
    .values({ kind, value, stopped_at: now, stopped_by: viewer.accountId, reason })
    .onConflict((oc) => oc.doNothing())
    .returning('kind')
    .executeTakeFirst()
  return row !== undefined
}

async function lift(db: Db, kind: SwitchKind, value: string): Promise<boolean> {
  const row = await db
    .deleteFrom('kill_switch')
    .where('kind', '=', kind)
    .where('value', '=', value)
    .returning('kind')
    .executeTakeFirst()
  return row !== undefined
}

export const listSwitches = (db: Db) =>
  db
    .selectFrom('kill_switch')
    .innerJoin('account', 'account.id', 'kill_switch.stopped_by')
    .select(['kind', 'value', 'stopped_at', 'reason', 'account.name as by'])
    .orderBy('stopped_at', 'desc')
    .execute()

function domainsOf(email: string): string[] {
  const address = normaliseEmail(email)
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.')
  return labels.slice(0, -1).map((_, n) => labels.slice(n).join('.'))
}

function emailsIn(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]) =>
    /email$/i.test(name) && typeof value === 'string' ? [value] : emailsIn(value),
  )
}
