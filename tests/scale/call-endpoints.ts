import { sql } from 'kysely'
import { contract } from '#contract/contract.ts'
import { type Endpoint, listPathFields } from '#contract/endpoint.ts'
import type { TestRig } from '#server/test-rig.ts'
import { findProbes, probeOverrides } from './probes.ts'

/** All GET endpoints by `domain.name`. */
export const getEndpoints = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries(all)
    .map(([name, endpoint]) => [`${domain}.${name}`, endpoint as Endpoint] as const)
    .filter(([, { method }]) => method === 'GET'),
)

/**
 * Calls each GET endpoint as the sample customer, artist or operator, with fields of the sample market. Calls `begin`
 * before the first one and `called` after each one with its name and status.
 */
export async function callEndpoints(
  rig: TestRig,
  begin: () => void,
  called: (name: string, status: number) => void,
): Promise<void> {
  const bearers: Record<string, string> = {}
  for (const who of ['ana', 'mia', 'olu']) {
    const { id } = await rig.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', `${who}@primp.test`)
      .executeTakeFirstOrThrow()
    bearers[who] = await rig.sessionOf(id)
  }
  // Stands for the second factor, which the console asks of an operator.
  await sql`update session set strong_at = created_at`.execute(rig.database.db)
  const probes = await findProbes(rig.database.db)
  begin()
  for (const [name, endpoint] of getEndpoints) {
    const who = { operator: 'olu', provider: 'mia' }[endpoint.access as string] ?? 'ana'
    const { status } = await rig.call(addressOf(endpoint, { ...probes, ...probeOverrides[name] }), {
      bearer: bearers[who] as string,
    })
    called(name, status)
  }
}

function addressOf({ path, input }: Endpoint, probes: Record<string, string>): string {
  const fields = listPathFields(path)
  const filled = fields.reduce((p, field) => p.replace(`{${field}}`, probes[field] ?? 'none'), path as string)
  const shape = (input as { shape?: Record<string, { isOptional: () => boolean }> }).shape ?? {}
  const query = Object.entries(shape)
    .filter(([name, type]) => !fields.includes(name) && !type.isOptional())
    .map(([name]) => [name, probes[name] ?? ''])
  return query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled
}
