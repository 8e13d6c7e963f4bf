import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { deleteUnusedUploads } from './save-picture.ts'
import { readPicture } from './read-picture.ts'

let rig: TestRig
let mia: string
let album: string
let calls = 0
const call = (path: string, method: string, body?: unknown) =>
  rig.call(path, { method, body, bearer: mia, address: `127.63.0.${++calls}` })

beforeAll(async () => {
  rig = await openRig()
  mia = (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: 'mia@primp.test', password: 'primp-sample-1' },
      address: '127.63.1.1',
    })
  ).body.data.token
  album = (await call('/v1/providers/albums', 'POST', { title: 'Swept or kept' })).body.data.album._id
})
afterAll(async () => {
  await call(`/v1/providers/albums/${album}?withPictures=true`, 'DELETE')
  await rig.database.db.deleteFrom('media').where('album_id', '=', Number(album)).execute()
  await rig.database.db.deleteFrom('album').where('id', '=', Number(album)).execute()
  await rig.database.db.deleteFrom('upload').execute()
})

test('an upload that is attached while expired uploads are purged is either complete, or deleted and refused', async () => {
  const dataUri = `data:image/png;base64,${(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#805037' } })
      .png()
      .toBuffer()
  ).toString('base64')}`
  const urls: string[] = []
  for (let n = 0; n < 8; n++) urls.push((await call('/v1/uploads', 'POST', { dataUri })).body.data.fileUrl)
  await rig.database.db
    .updateTable('upload')
    .set({ created_at: new Date(testNow.getTime() - 3 * 86_400_000) })
    .execute()
  const swept = Promise.all([1, 2].map(() => deleteUnusedUploads(createJobContext(rig, 'sweep-uploads'))))
  const shown = await Promise.all(
    urls.map((fileUrl) =>
      call(`/v1/providers/albums/${album}/media`, 'POST', { fileUrl, alt: 'Plain brown', consent: true }),
    ),
  )
  await swept
  for (const [n, { status, body }] of shown.entries()) {
    const there = await rig.call((urls[n] ?? '').split('?')[0] ?? '')
    if (status === 200) expect(there.status).toBe(200)
    else expect([body.code, there.status]).toEqual(['not_found', 404])
  }
}, 60_000)

test('of many concurrent uploads, at most two are processed at a time', async () => {
  const dataUri = `data:image/heic;base64,${readFileSync(new URL('../../tests/pictures/portrait.heic', import.meta.url)).toString('base64')}`
  let [open, most] = [0, 0]
  const second = Promise.withResolvers<void>()
  await Promise.all(
    Array.from({ length: 8 }, () =>
      readPicture(dataUri, async () => {
        most = Math.max(most, ++open)
        if (open === 2) second.resolve()
        // The first upload waits until the second is being processed.
        await second.promise
        await new Promise((done) => setTimeout(done, 50))
        open -= 1
      }),
    ),
  )
  expect(most).toBe(2)
}, 60_000)
