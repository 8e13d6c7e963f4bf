import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
const home = mkdtempSync(join(tmpdir(), 'khal-'))
beforeAll(async () => {
  rig = await openRig()
  await clearTestTown(rig)
})
afterAll(async () => {
  await clearTestTown(rig)
  rmSync(home, { recursive: true })
})

const env = { ...process.env, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home, LC_ALL: 'C.UTF-8' }
const hasKhal = spawnSync('khal', ['--version']).status === 0
const khal = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('khal', args, { encoding: 'utf8', env })
  expect(status, stderr).toBe(0)
  return stdout
}

// khal is a third-party calendar program; it runs in a zone on the other side of the world. Install it with apt-get
// install khal.
test.skipIf(!hasKhal)('khal imports the feed and shows each job at its time in the zone of the reader', async () => {
  mkdirSync(join(home, 'khal'))
  writeFileSync(
    join(home, 'khal', 'config'),
    `[calendars]\n[[primp]]\npath = ${home}/primp\n[locale]\nlocal_timezone = Australia/Sydney\ndefault_timezone = Australia/Sydney\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n`,
  )
  const artist = await createTestProviderWithAccount(rig, { slug: 'khal' })
  const booked = await (await createTestVisitor(rig)).book('khal')
  const theirs = await createTestClient(rig, artist.accountId)
  const { address } = (await theirs('/v1/calendar-address', 'POST', { side: 'provider' })).body.data
  writeFileSync(join(home, 'feed.ics'), (await rig.call(new URL(address).pathname)).body as string)
  khal('import', '--batch', join(home, 'feed.ics'))
  const inSydney = (instant: string) =>
    new Date(instant).toLocaleString('sv', { timeZone: 'Australia/Sydney' }).slice(0, 16)
  const listed = khal('list', '--format', '{uid} {start-long-full} {end-long-full} {title}', '2027-06-11', '4d')
  expect(listed).toContain(`${booked.id}@primp ${inSydney(booked.startsAt)} ${inSydney(booked.endsAt)} Leila Haddad`)
})
