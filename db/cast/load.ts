import { dropTableIndexes } from '#db/bare-tables.ts'
import { type Bulk, bulkLoad, copyLine } from '#db/bulk.ts'
import type { Database } from '#db/database.ts'
import { computeFingerprint, markLoaded } from '#db/load-reference.ts'
import { buildAnaSearch, faceOf, generateSampleAccounts } from '#db/cast/people/accounts.ts'
import { anchor } from './calendar.ts'
import { writeHours } from '#db/cast/history/hours.ts'
import { writeKept } from '#db/cast/history/kept.ts'
import { generateSampleMarket } from './market.ts'
import { people } from './material.ts'
import { writeSeen } from '#db/cast/history/seen.ts'
import { writePaid } from '#db/cast/history/paid.ts'
import { writeCheckedDocuments } from '#db/cast/people/checked-documents.ts'
import { writeEarlyVisits } from '#db/cast/people/early-visits.ts'
import { writePayoutDetails } from '#db/cast/people/payout-details.ts'
import { type Bases, type Faces, bookedArtistSlug, generateRows } from './rows.ts'

export { loadReference } from '#db/load-reference.ts'

/** Loads the sample market once, in one transaction. Returns whether it was missing. */
export async function loadSampleMarket(database: Database): Promise<boolean> {
  const loaded = await database.db
    .selectFrom('data_load')
    .select('name')
    .where('name', '=', 'sample-market')
    .executeTakeFirst()
  if (loaded) return false
  const [market, accounts] = [generateSampleMarket(), await generateSampleAccounts()]
  return bulkLoad(database, async (bulk) => {
    // Another process may have loaded it while this one waited for the lock.
    if ((await bulk.rows(`select from data_load where name = 'sample-market'`)).length) return false
    const bases = await basesOf(bulk)
    const base = bases.provider
    await bulk.copy(
      'account',
      [
        'id',
        'email',
        'name',
        'mobile',
        'password_hash',
        'roles',
        'duties',
        'email_verified_at',
        'sample',
        'created_at',
      ],
      accounts.map((a) =>
        copyLine([
          a.id,
          a.email,
          a.name,
          a.mobile,
          a.passwordHash,
          a.roles,
          a.roles.includes('operator') ? ['owner'] : [],
          `${anchor}T09:00:00Z`,
          true,
          `${anchor}T09:00:00Z`,
        ]),
      ),
    )
    await bulk.run(
      `insert into number_proof (account_id, mobile, proven_at) select id, mobile, '${anchor}T09:00:00Z' from account where sample and mobile is not null`,
    )
    const faces = await writeFaces(bulk, bases)
    const byKey = new Map(accounts.map(({ key, id }) => [key, id]))
    const tables = generateRows(market, { ...bases, media: bases.media + faces.size }, faces, byKey)
    // Building the indexes of a filled market again would take longer than adding to them.
    const names = tables.map(({ name }) => name)
    const restore = await dropTableIndexes(bulk, names, { keepIndexes: base > 0 })
    for (const { name, columns, lines } of tables) await bulk.copy(name, columns, lines)
    await restore()
    await writeHours(bulk, base)
    await writeSeen(bulk, base)
    await writeSearch(bulk, byKey.get('ana') ?? '')
    await bulk.run(`
      ${writePayoutDetails(base)};
      ${writeCheckedDocuments(base)};
      ${writeEarlyVisits(base)};
      update market set covid_trained = true, vaccinated = true where country_code = 'GB';
      select refresh_match(array(select id from provider where no > ${base}));
      select count_review_cells();
      ${['provider.no', 'album.id', 'media.id', 'busy.id'].map(nextNumber).join(';')};
      analyze`)
    await writeKept(bulk, bookedArtistSlug, await writePaid(bulk, bookedArtistSlug))
    await bulk.run(nextNumber('ledger_movement.id'))
    await markLoaded(
      bulk,
      'sample-market',
      computeFingerprint([
        './cast/market.ts',
        './cast/people/provider.ts',
        './cast/people/early-visits.ts',
        './cast/rows.ts',
        './cast/history/hours.ts',
      ]),
    )
    return true
  })
}

const nextNumber = (of: string): string => {
  const [table, column] = of.split('.') as [string, string]
  return `select setval(pg_get_serial_sequence('${table}', '${column}'), (select max(${column}) from ${table}))`
}

async function basesOf(bulk: Bulk): Promise<Bases> {
  const [bases] =
    await bulk.rows<Bases>(`select (select coalesce(max(no), 0) from provider)::int as provider, (select coalesce(max(id), 0) from album)::int as album,
    (select coalesce(max(id), 0) from media)::int as media, (select coalesce(max(id), 0) from busy)::int as busy`)
  if (!bases) throw new Error('the database returned no numbers')
  return bases
}

async function writeFaces(bulk: Bulk, bases: Bases): Promise<Faces> {
  const faces = new Map(people.customers.map(({ id }, i) => [id, bases.media + i + 1]))
  const lines = people.customers.map((customer, i) => {
    const { alt, drawing } = faceOf(customer, i)
    return copyLine([faces.get(customer.id) ?? 0, 0, alt, { json: drawing }, true])
  })
  await bulk.copy('media', ['id', 'position', 'alt', 'drawing', 'sample'], lines)
  return faces
}

async function writeSearch(bulk: Bulk, account: string): Promise<void> {
  const search = { ...buildAnaSearch(), account_id: account, sample: true, created_at: `${anchor}T08:40:00Z` }
  const columns = Object.keys(search) as (keyof typeof search)[]
  const values = columns.map((column) => {
    const value = search[column]
    return typeof value === 'object' ? { json: value } : value
  })
  await bulk.copy('search', columns, [copyLine(values)])
}
