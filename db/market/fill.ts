import { parseArgs } from 'node:util'
import { loadReference } from '#db/cast/load.ts'
import { openPostgres } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { listCitiesByPeople, listCitiesOfEqualDensity } from './cities.ts'
import { fillMarket } from './fill-market.ts'

const usage = 'Usage: DATABASE_URL=postgres://… npm run market -- --providers 1000000 [--metros 200 | --per-metro 1500]'

const { values } = parseArgs({
  options: { providers: { type: 'string' }, metros: { type: 'string' }, 'per-metro': { type: 'string' } },
})
const whole = (text: string | undefined): number | undefined =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
const [providers, metros, perMetro] = [whole(values.providers), whole(values.metros), whole(values['per-metro'])]
const url = process.env['DATABASE_URL']

if (!url || !providers || (values.metros && !metros) || (values['per-metro'] && !perMetro) || (metros && perMetro)) {
  console.error(usage)
  process.exit(2)
}

const started = performance.now()
const say = (line: string) => console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${line}`)
const database = await openPostgres(url)
try {
  const cities = perMetro ? listCitiesOfEqualDensity(providers, perMetro) : listCitiesByPeople(providers, metros ?? 200)
  await migrate(database)
  await loadReference(database)
  say(`${providers.toLocaleString('en')} providers around ${cities.length} cities`)
  await fillMarket(database, cities, say)
} catch (fault) {
  console.error((fault as Error).message)
  process.exitCode = 1
} finally {
  await database.close()
}
