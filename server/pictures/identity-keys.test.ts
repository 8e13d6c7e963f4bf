import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { getFileStore } from '#server/gateways/files/files.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { changeIdentityKey, getIdentityKeys, newIdentityKey } from './identity-keys.ts'
import { deleteSealed, openSealed, resealPictures, sealPicture } from './sealed.ts'

let rig: TestRig
let picture = ''
const made: string[] = []
beforeAll(async () => {
  rig = await openRig()
  const jpeg = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#a63' } })
    .jpeg()
    .toBuffer()
  picture = `data:image/jpeg;base64,${jpeg.toString('base64')}`
})
// A picture with a lost key would break the next re-encryption.
afterEach(async () => {
  for (const file of made.splice(0)) await deleteSealed(createJobContext(rig, 'test'), file)
})
afterAll(async () => {
  await rig.database.db.deleteFrom('setting').where('key', '=', 'identity_keys_before').execute()
})

const ctxOf = (more: Partial<TestRig['env']> = {}) => createJobContext({ ...rig, env: { ...rig.env, ...more } }, 'test')
const headerOf = async (file: string) =>
  JSON.parse(
    Buffer.from(
      (await getFileStore(rig.env).get(file))?.toString('latin1').split('.')[0] ?? '',
      'base64url',
    ).toString(),
  ) as { kid?: string }

test('the identity key in the database can be rotated, and every picture stays readable', async () => {
  const { file } = await sealPicture(ctxOf(), picture)
  made.push(file)
  const [old] = await getIdentityKeys(rig)
  expect(await headerOf(file)).toMatchObject({ kid: old.kid })
  const before = await openSealed(ctxOf(), file)
  await changeIdentityKey(rig.database.db)
  const [now, then] = await getIdentityKeys(rig)
  expect([now.kid === old.kid, then?.kid]).toEqual([false, old.kid])
  expect(await openSealed(ctxOf(), file)).toEqual(before)
  expect((await resealPictures(rig)).lost).toBe(0)
  expect(await headerOf(file)).toMatchObject({ kid: now.kid })
  expect(await openSealed(ctxOf(), file)).toEqual(before)
  expect(await resealPictures(rig)).toEqual({ sealed: 0, lost: 0 })
})

test('a configured key is rotated in two steps; after it is removed, it decrypts nothing', async () => {
  const [old, now] = [newIdentityKey(), newIdentityKey()]
  const { file } = await sealPicture(ctxOf({ IDENTITY_KEY: old }), picture)
  const { file: other } = await sealPicture(ctxOf(), picture)
  made.push(file, other)
  const both = { IDENTITY_KEY: now, IDENTITY_KEYS_BEFORE: [old] }
  expect(await openSealed(ctxOf(both), file)).not.toBeNull()
  await expect(openSealed(ctxOf({ IDENTITY_KEY: now }), file)).rejects.toThrow('none of the site')
  expect((await resealPictures({ ...rig, env: { ...rig.env, ...both } })).sealed).toBe(1)
  expect(await openSealed(ctxOf(), other)).not.toBeNull()
  expect(await openSealed(ctxOf({ IDENTITY_KEY: now }), file)).not.toBeNull()
  await expect(openSealed(ctxOf({ IDENTITY_KEY: old }), file)).rejects.toThrow('none of the site')
})
