import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hasCluster } from '#server/test-cluster.ts'

const script = fileURLToPath(new URL('../../deploy/rehearse-restore.sh', import.meta.url))

test.skipIf(!hasCluster())(
  'PostgreSQL is restored to the moment before an accident, as the guide describes',
  () => {
    // The whole script takes half a minute and changes only with the PostgreSQL version.
    if (!process.env['PROVE']) return void execFileSync('bash', ['-n', script])
    const said = execFileSync(script, { encoding: 'utf8', env: { ...process.env, PORT: '54980' } })
    expect(said).toMatch(/^Restored to the moment before the accident: 1500 bookings, all equal/)
  },
  120_000,
)
