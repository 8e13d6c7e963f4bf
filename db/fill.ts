import { convertMailDomains } from './ascii-mail-domains.ts'
import type { Database } from './database.ts'
import { loadSampleLife } from './cast/history/life.ts'
import { loadReference, loadSampleMarket } from './cast/load.ts'

export async function fillDatabase(
  database: Database,
  { sample, now, say }: { sample: boolean; now: () => Date; say: (line: string) => void },
): Promise<void> {
  const started = performance.now()
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
  await convertMailDomains(database)
  if (await loadReference(database)) say(`Gazetteer and catalogue loaded after ${seconds()}.`)
  if (!sample) return
  const strangers = await database.db
    .selectFrom('account')
    .select('id')
    .where('sample', '=', false)
    .limit(1)
    .executeTakeFirst()
  const loaded = await database.db
    .selectFrom('data_load')
    .select('name')
    .where('name', '=', 'sample-market')
    .executeTakeFirst()
  if (strangers && !loaded)
    throw new Error('Configuration: SAMPLE_MARKET: this database contains real accounts. Turn the sample market off')
  if (await loadSampleMarket(database)) say(`Sample market loaded after ${seconds()}.`)
  if (!strangers) await loadSampleLife(database, now())
}
