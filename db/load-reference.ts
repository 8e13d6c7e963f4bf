import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Bulk, bulkLoad, copyLine, type CopyValue } from './bulk.ts'
import { categories, checks, markets, services, skills, store, taxRates } from './catalog/catalogue.ts'
import type { Database } from './database.ts'
import { columns, readGazetteerLines } from './gazetteer/places.ts'

export async function loadReference(database: Database): Promise<boolean> {
  const parts = [
    {
      name: 'catalogue',
      of: ['./catalog/catalogue.json', './catalog/catalogue.ts', './load-reference.ts'],
      write: writeCatalogue,
    },
    { name: 'gazetteer', of: ['./gazetteer/places.tsv.gz', './gazetteer/places.ts'], write: writeGazetteer },
  ]
  const known = new Map(
    (await database.db.selectFrom('data_load').select(['name', 'fingerprint']).execute()).map((row) => [
      row.name,
      row.fingerprint,
    ]),
  )
  let written = false
  for (const { name, of, write } of parts) {
    const fingerprint = computeFingerprint(of)
    if (known.get(name) === fingerprint) continue
    await bulkLoad(database, async (bulk) => {
      await write(bulk)
      await markLoaded(bulk, name, fingerprint)
    })
    written = true
  }
  return written
}

export function computeFingerprint(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(new URL(file, import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}

/** Records a load in its own transaction, so that a partial load never counts. */
export async function markLoaded(bulk: Bulk, name: string, fingerprint: string): Promise<void> {
  await bulk.rows(
    'insert into data_load (name, fingerprint) values ($1, $2) on conflict (name) do update set fingerprint = excluded.fingerprint, loaded_at = now()',
    [name, fingerprint],
  )
}

async function writeGazetteer(bulk: Bulk): Promise<void> {
  const lines = readGazetteerLines().map((line, i) => `${i + 1}\t${fillNulls(line)}`)
  const indexes = await bulk.rows<{ indexdef: string; indexname: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = current_schema() and tablename = 'place' and indexname <> 'place_pkey'`,
  )
  await bulk.run('truncate place, place_page')
  for (const { indexname } of indexes) await bulk.run(`drop index ${indexname}`)
  await bulk.copy('place', ['id', ...columns], lines)
  await bulk.run('select place_of_area(area) from made_area area where closed_at is null')
  await bulk.run('select name_places(); select pages_due(array(select cell from match_cell))')
  for (const { indexdef } of indexes) await bulk.run(indexdef)
  await bulk.run('analyze place')
}

const mayBeEmpty = (['locality', 'area', 'metres'] as const).map((column) => columns.indexOf(column))

function fillNulls(line: string): string {
  const fields = line.split('\t')
  for (const at of mayBeEmpty) if (fields[at] === '') fields[at] = '\\N'
  return fields.join('\t')
}

// Fees, checks and market switches are operators' settings, so a newer catalogue does not overwrite them.
async function writeCatalogue(bulk: Bulk): Promise<void> {
  const upsert = async (
    table: string,
    key: string,
    names: readonly string[],
    rows: readonly (readonly CopyValue[])[],
    kept: readonly string[] = [],
  ) => {
    await bulk.run(`create temporary table incoming (like ${table} including defaults) on commit drop`)
    await bulk.copy('incoming', names, rows.map(copyLine))
    const set = names.filter((name) => name !== key && !kept.includes(name)).map((name) => `${name} = excluded.${name}`)
    await bulk.run(
      `insert into ${table} (${names}) select ${names} from incoming on conflict (${key}) ${set.length ? `do update set ${set}` : 'do nothing'}; drop table incoming`,
    )
  }
  await upsert(
    'market',
    'country_code',
    ['country_code', 'name', 'currency', 'distance_unit', 'week_start', 'default_tz'],
    markets.map((m) => [m.country, m.name, m.currency, m.unit, m.weekStart, m.tz]),
  )
  const checked = ['label', 'asked', 'holds_months', 'proves']
  await upsert(
    'market_check',
    'country_code, kind',
    ['country_code', 'kind', ...checked],
    checks.map((check) => [check.country, check.kind, check.label, check.asked, check.months, check.proves]),
    ['country_code', 'kind', ...checked],
  )
  await upsert(
    'tax_rate',
    'country_code, region, starts_on',
    ['country_code', 'region', 'name', 'percent', 'starts_on'],
    taxRates.map((rate) => [rate.country, rate.region, rate.name, rate.percent, rate.from]),
  )
  await upsert(
    'voucher_terms',
    'country_code',
    ['country_code', 'amounts', 'least', 'most', 'months', 'return_days'],
    markets.map(({ country, voucher: v }) => [country, v.amounts, v.least, v.most, v.months, v.returnDays]),
  )
  for (const [table, slugs] of [
    ['store', [store.slug]],
    ['category', categories.map(({ slug }) => slug)],
  ] as const)
    await bulk.rows(`update ${table} set slug = slug || '-' || id where made and slug = any($1)`, [slugs])
  await upsert('store', 'id', ['id', 'slug', 'label'], [[1, store.slug, store.label]])
  await upsert(
    'category',
    'id',
    ['id', 'store_id', 'slug', 'label', 'position', 'fee_percent'],
    categories.map((c, i) => [i + 1, 1, c.slug, c.label, i, c.feePercent]),
    ['fee_percent'],
  )
  await upsert(
    'service_type',
    'id',
    ['id', 'category_id', 'label', 'position'],
    categories.flatMap((c, i) => c.serviceTypes.map((type, position) => [type.id, i + 1, type.label, position])),
  )
  const categoryIds = new Map(categories.map((c, i) => [c.slug, i + 1]))
  await upsert(
    'service',
    'id',
    [
      'id',
      'no',
      'service_type_id',
      'category_id',
      'label',
      'phrase',
      'position',
      'minutes',
      'setup_minutes',
      'sequence',
      'trial',
      'is_for_minors',
      'markets',
    ],
    services.map((s, i) => [
      s.id,
      s.no,
      s.type,
      categoryIds.get(s.category) ?? 0,
      s.label,
      s.phrase,
      i,
      s.minutes,
      s.setupMinutes,
      s.sequence,
      s.trial ?? false,
      s.forMinors ?? false,
      s.markets,
    ]),
  )
  await upsert(
    'skill',
    'id',
    ['id', 'label', 'position'],
    skills.map((s, i) => [s.id, s.label, i]),
  )
  await bulk.run('select refresh_match(array(select id from provider))')
}
