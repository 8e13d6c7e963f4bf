import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import type { Site } from './site.ts'

export type Fault = {
  name: string
  /** Also tried in the small form. */
  small?: true
  /** Injects the fault; resolves when it ends. */
  strike: (cluster: Cluster, site: Site) => Promise<void>
  /** Repairs what does not recover automatically. */
  mend?: (cluster: Cluster, site: Site) => Promise<void> | void
  /** Seconds until the next booking: after the start if a fail-over is part of it, otherwise after the end. */
  within: { ofStrike: number } | { ofEnd: number }
}

const replicaOf = ({ members }: Cluster) => {
  const found = members.find(({ name }) => name === 'replica')
  if (!found) throw new Error('The cluster has no replica.')
  return found
}
const standbyOf = async (cluster: Cluster) => {
  const primary = await cluster.primary()
  const found = cluster.members.find(({ name }) => name !== primary.name && name !== 'replica')
  if (!found) throw new Error('The cluster has no standby.')
  return found
}
async function ask(port: number, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: `postgres://primp@127.0.0.1:${port}/primp` })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

let struck: Awaited<ReturnType<Cluster['primary']>> | undefined

export const faults: Fault[] = [
  { name: 'pooler restarted', small: true, strike: (_, site) => site.restartPooler(), within: { ofEnd: 3 } },
  { name: 'primary restarted', strike: async (cluster) => (await cluster.primary()).restart(), within: { ofEnd: 3 } },
  {
    name: 'primary killed',
    small: true,
    strike: async (cluster) => (await cluster.primary()).signal('SIGKILL', 'postmaster'),
    within: { ofStrike: 23 },
  },
  {
    name: 'machine of the primary gone',
    strike: async (cluster) => {
      struck = await cluster.primary()
      struck.die()
    },
    mend: () => struck?.boot(),
    within: { ofStrike: 26 },
  },
  {
    name: 'primary frozen for 20 s',
    strike: async (cluster) => {
      const frozen = await cluster.primary()
      frozen.signal('SIGSTOP', 'all')
      await setTimeout(20_000)
      frozen.signal('SIGCONT', 'all')
    },
    within: { ofEnd: 23 },
  },
  {
    name: 'disk of the primary full for 20 s',
    strike: async (cluster) => {
      const { disk } = await cluster.primary()
      if (!disk) throw new Error('Mounting disks needs root.')
      disk.fill()
      await setTimeout(20_000)
      disk.free()
    },
    within: { ofEnd: 23 },
  },
  {
    name: 'standby cut off for 15 s',
    strike: async (cluster) => {
      const { line } = await cluster.primary()
      line.cut()
      await setTimeout(15_000)
      line.mend()
    },
    within: { ofEnd: 3 },
  },
  {
    name: 'standby killed',
    strike: async (cluster) => (await standbyOf(cluster)).signal('SIGKILL', 'postmaster'),
    within: { ofStrike: 23 },
  },
  {
    name: 'replica stopped for 8 s',
    strike: async (cluster) => {
      replicaOf(cluster).die()
      await setTimeout(8_000)
      replicaOf(cluster).boot()
    },
    within: { ofEnd: 3 },
  },
  {
    name: 'replica 8 s behind',
    strike: async (cluster) => {
      await ask(replicaOf(cluster).port, 'select pg_wal_replay_pause()')
      await setTimeout(8_000)
      await ask(replicaOf(cluster).port, 'select pg_wal_replay_resume()')
    },
    within: { ofEnd: 3 },
  },
  {
    name: 'notifications cut',
    strike: async (_, { listening }) => {
      listening.cut()
      await setTimeout(3_000)
      listening.mend()
    },
    within: { ofEnd: 3 },
  },
  {
    name: 'notifications swallowed for 15 s',
    strike: async (_, { listening }) => {
      listening.hang()
      await setTimeout(15_000)
      listening.mend()
    },
    within: { ofEnd: 3 },
  },
  { name: 'a web process killed', strike: async (_, { web }) => web[0].signal('SIGKILL'), within: { ofStrike: 3 } },
  { name: 'the worker killed', strike: async (_, { worker }) => worker.signal('SIGKILL'), within: { ofStrike: 3 } },
  {
    name: 'bucket refuses for 8 s',
    strike: async (_, { bucket }) => {
      bucket?.refuse()
      await setTimeout(8_000)
      bucket?.mend()
    },
    within: { ofEnd: 3 },
  },
  {
    name: 'a clock 5 minutes ahead',
    strike: async (_, { web }) => {
      await web[1].exchange({ CLOCK: '2026-11-20T09:05:00Z' })
      await setTimeout(5_000)
    },
    mend: (_, { web }) => web[1].exchange({}),
    within: { ofEnd: 3 },
  },
]
