import pg from 'pg'
import { vi } from 'vitest'

/** Pages, rows and scans of a statement, from the plan with which it was executed. */
export type PlanRead = {
  text: string
  /** Pages of 8 KB that were read from memory or disk. */
  pages: number
  rows: number
  /** Tables that were read from start to end, with the number of rows read. */
  scans: { table: string; rows: number }[]
  /** The reading of one table that took the most pages. */
  most: { what: string; pages: number }
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Node[]
}

/**
 * Lets PostgreSQL send the plan of every statement in this database, also of those inside functions and triggers. With
 * `byIndex` it reads by index what fits into a few pages too, as it would in a larger table.
 */
export async function sendPlans(url: string, byIndex: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const name = client.escapeIdentifier(client.database ?? '')
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    enable_seqscan: byIndex ? 'off' : 'on',
  }
  for (const [setting, value] of Object.entries(settings))
    await client.query(`alter database ${name} set ${setting} = ${client.escapeLiteral(value)}`)
  await client.end()
}

/** Collects the plans that connections opened from now on receive. `take` returns those since its last call. */
export function collectPlans(): { take: () => PlanRead[]; stop: () => void } {
  let plans: PlanRead[] = []
  const connect = pg.Client.prototype.connect
  const spy = vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    this.on('notice', ({ message = '' }) => {
      const [, json] = /^duration: .* plan:\n([\s\S]*)$/.exec(message) ?? []
      if (json) plans.push(readPlan(JSON.parse(json)))
    })
    return (connect as (...given: unknown[]) => unknown).apply(this, given) as never
  } as never)
  return {
    take: () => {
      const taken = plans
      plans = []
      return taken
    },
    stop: () => spy.mockRestore(),
  }
}

function readPlan({ 'Query Text': text, Plan: plan }: { 'Query Text': string; Plan: Node }): PlanRead {
  const scans: PlanRead['scans'] = []
  let most: PlanRead['most'] = { what: '', pages: 0 }
  const visit = (node: Node) => {
    const [rows = 0, loops = 1, removed = 0] = [
      node['Actual Rows'],
      node['Actual Loops'],
      node['Rows Removed by Filter'],
    ]
    if (node['Node Type'] === 'Seq Scan' && node['Relation Name'])
      scans.push({ table: node['Relation Name'], rows: (rows + removed) * loops })
    const own = pagesOf(node) - (node.Plans ?? []).reduce((sum, child) => sum + pagesOf(child), 0)
    if (own > most.pages)
      most = {
        what: [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' '),
        pages: own,
      }
    node.Plans?.forEach(visit)
  }
  visit(plan)
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    pages: pagesOf(plan),
    rows: plan['Actual Rows'] ?? 0,
    scans,
    most,
  }
}

const pagesOf = (node: Node): number => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)
