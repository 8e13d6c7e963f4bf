import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createCopy, deleteCopy } from '#server/test-databases.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const name = `${process.pid}_bench`

afterAll(() => deleteCopy(name))

/** Each command of `npm run bench` but `quick`, which CI runs, with a line that it prints when it has measured. */
const commands: readonly [kind: string, database: 'market' | 'reference' | null, printed: RegExp][] = [
  ['weight', null, /^ {2}\/content\/gallery +phone +[0-9.]+ /m],
  ['pages', null, /^ {2}\/ +cached [0-9]+\/s/m],
  ['drawing', null, /ms, [0-9.]+ of a calibration/],
  ['crawl', null, /^Crawl: [0-9]+ of [0-9]+ place pages.* 0 failed/m],
  ['indexed', null, /^ {2}0 that cannot be indexed/m],
  ['searches', 'market', /^ {2}50 +POST [0-9.]+ /m],
  ['sign-ins', 'market', /^ {2}[0-9]+ per second, p50 [0-9.]+ ms/m],
  ['tables', 'reference', /^ {2}reviews +found by words +[0-9.]+ /m],
  ['bookings', 'reference', /^ {2}16 +[0-9]+ per second \([1-9][0-9]* booked/m],
  ['streams', null, /^Streams: 100 open.* 0 lost/m],
  ['lighthouse', null, /^ {2}\/customer-dashboard +[0-9]+ /m],
  ['soak', 'reference', /^ {2}growth after the first 0 minutes.* 0 faults/m],
]

test.each(commands)(
  'npm run bench -- %s works at a small size',
  async (kind, database, printed) => {
    const ran = spawnSync(process.execPath, ['bench/run.ts', kind, '--small'], {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        BENCH_PORT: '4187',
        BENCH_EMBEDDED: database ? 'off' : 'on',
        BENCH_DATABASES: database ? await createCopy(name, database) : '',
      },
    })
    expect([ran.status, ran.stderr]).toEqual([0, expect.not.stringContaining('Error')])
    expect(ran.stdout).toMatch(printed)
  },
  300_000,
)
