import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, missingPackages, openPatroni } from '#tests/rehearsal/cluster.ts'
import { faults } from '#tests/rehearsal/faults.ts'
import { rehearse } from '#tests/rehearsal/rehearse.ts'
import { openSite, type Site } from '#tests/rehearsal/site.ts'
import { copyDatabase } from '#server/test-cluster.ts'
import { createCopy, deleteCopy } from '#server/test-databases.ts'

const name = `${process.pid}_rehearsal`
const possible = missingPackages().length === 0
let cluster: Cluster | undefined
let site: Site | undefined

beforeAll(async () => {
  if (!possible) return
  const market = await createCopy(name)
  cluster = await openPatroni({ small: true, fill: (url) => copyDatabase(market, url) })
  site = await openSite(cluster, { small: true })
}, 180_000)
afterAll(async () => {
  await site?.close()
  await cluster?.close()
  if (possible) await deleteCopy(name)
})

test.skipIf(!possible)(
  'a site on a cluster survives the loss of its pooler and its primary: no wrong response, no lost booking, no manual restart',
  async () => {
    if (!cluster || !site) throw new Error('Nothing is running.')
    const small = faults.filter((fault) => fault.small)
    const { rows, told, acknowledged, lostBookings, doubles } = await rehearse(cluster, site, small, {
      settleMs: 500,
      few: true,
      say: () => {},
    })
    expect(rows.map(({ fault, held, wrong }) => ({ fault, held, wrong })).filter(({ held }) => !held)).toEqual([])
    // A connection that breaks with its process may lose a few requests.
    const lost = rows.reduce((sum, row) => sum + row.lost, 0)
    expect(lost, told.join('\n')).toBeLessThanOrEqual(3)
    expect(rows.length).toBe(2)
    expect(acknowledged).toBeGreaterThan(rows.length)
    expect({ lostBookings, doubles }).toEqual({ lostBookings: 0, doubles: 0 })
    expect(site.web.map(({ again }) => again)).toEqual([0, 0])
  },
  120_000,
)
