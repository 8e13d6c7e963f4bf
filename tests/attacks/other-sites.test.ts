import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { openSite } from './site-of-routes.ts'

let rig: TestRig
let site: Awaited<ReturnType<typeof openSite>>
beforeAll(async () => {
  rig = await openRig()
  site = await openSite(rig)
})
afterAll(() => site.close())

const acts = Object.values(contract)
  .flatMap((calls) => Object.values(calls))
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/g, 'a1') }))
const evil = 'https://evil.example'
const cookie = `primp_visitor=${'v'.repeat(32)}`
const codeOf = async (path: string, method: string, headers: Record<string, string>, body = '{}') => {
  const response = await rig.api.request(path, { method, headers, body }, { address: '127.33.0.1' })
  return ((await response.json()) as { code: string }).code
}

test('a page of another site cannot perform any action', async () => {
  expect(acts.length).toBeGreaterThan(100)
  const json = { 'content-type': 'application/json', host: 'localhost:3000' }
  for (const { method, path } of acts) {
    for (const headers of [
      { ...json, origin: evil },
      { ...json, origin: 'null', cookie },
      { ...json, 'sec-fetch-site': 'cross-site' },
      { ...json, 'sec-fetch-site': 'same-site', cookie },
      { ...json, origin: `${rig.env.publicUrl}.evil.example`, cookie },
      { ...json, cookie },
    ] as Record<string, string>[])
      expect([method, path, headers['origin'], await codeOf(path, method, headers)]).toEqual([
        method,
        path,
        headers['origin'],
        'cross_origin',
      ])
  }
})

test('every mutation requires a JSON body and content type, which an HTML form cannot send', async () => {
  const own = { origin: rig.env.publicUrl, 'sec-fetch-site': 'same-origin', cookie }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])
    for (const { method, path } of acts) {
      const headers = { ...own, 'content-length': '2', ...(type ? { 'content-type': type } : {}) }
      expect([path, type, await codeOf(path, method, headers)]).toEqual([path, type, 'not_json'])
    }
})

test("the site's own pages and API clients can perform actions", async () => {
  const body = JSON.stringify({ email: 'nobody@primp.test', password: 'not the password' })
  const json = { 'content-type': 'application/json; charset=utf-8' }
  for (const headers of [
    { ...json, origin: rig.env.publicUrl, cookie },
    { ...json, 'sec-fetch-site': 'same-origin', cookie },
    json,
  ] as Record<string, string>[])
    expect(await codeOf('/v1/accounts/login', 'POST', headers, body)).toBe('wrong_credentials')
})

test('no page accepts a form sent from another site', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (headers: Record<string, string>) => site.ask('/coming-soon', { ...form, ...headers }, 'POST', 'email=a')
  expect((await post({ origin: evil })).status).toBe(403)
  expect((await post({ 'sec-fetch-site': 'cross-site', cookie })).status).toBe(403)
  expect((await post({ cookie })).status).toBe(403)
  expect((await post({ origin: `http://127.0.0.1:${site.port}`, cookie })).status).not.toBe(403)
})
