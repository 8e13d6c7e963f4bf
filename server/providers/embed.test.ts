import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashScript } from '#server/platform/http/security-headers.ts'
import { clearTestTown, createTestProvider } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { embedScript, getReadableInk, readLook } from './embed.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(() => clearTestTown(rig))

const ask = (path: string, headers: Record<string, string> = {}) =>
  rig.api.request(path, { headers }, { address: '127.0.0.1' })

test('the embedded form may be framed anywhere, has no session, and may only run its own script and link to the site', async () => {
  await createTestProvider(rig, { slug: 'embedded', instant: true })
  const answer = await ask('/embed/embedded?from=https://blog.example&theme=dark&color=00aa55&open=top', {
    cookie: 'primp_session=stolen; primp_visitor=somebody',
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(answer.headers.get('x-frame-options')).toBeNull()
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hashScript(embedScript)}`,
    "style-src 'unsafe-inline'",
    "form-action 'self'",
    "base-uri 'none'",
    'frame-ancestors *',
  ])
  const text = await answer.text()
  expect(text).toContain('data-around="https://blog.example"')
  expect(text).toContain('target="_top"')
  expect(text).toContain('action="/@/embedded/book"')
  expect(text).toContain('--accent:#00aa55')
  expect(text).toContain('name="n.makeup"')
  expect(text).toContain(`<script>${embedScript}</script>`)
  expect(text).toMatch(/Makeup<small>£\d\d[\d.]* per person/)
  expect(text).toMatch(/name="n\.makeup" min="0" max="12" value="0" inputmode="numeric" data-price="\d/)
})

test('query parameters and names are escaped in the embedded form', async () => {
  const evil = encodeURIComponent('"><script>stolen()</script>')
  for (const query of [`from=${evil}`, `color=${evil}`, `theme=${evil}`, `open=${evil}`, 'from=javascript:alert(1)'])
    expect(await (await ask(`/embed/embedded?${query}`)).text(), query).not.toMatch(/stolen|javascript/)
  await rig.database.db.updateTable('provider').set({ name: evil }).where('slug', '=', 'embedded').execute()
  await createTestProvider(rig, { slug: 'named' })
  await rig.database.db
    .updateTable('provider')
    .set({ name: '<script>stolen()</script>' })
    .where('slug', '=', 'named')
    .execute()
  expect(await (await ask('/embed/named')).text()).not.toContain('<script>stolen')
})

test('for a paused artist the page has no form, and for an unknown artist it returns 404; other sites may frame both', async () => {
  await createTestProvider(rig, { slug: 'resting' })
  await rig.database.db.updateTable('provider').set({ state: 'paused' }).where('slug', '=', 'resting').execute()
  expect(await (await ask('/embed/resting')).text()).not.toContain('<form')
  for (const slug of ['nobody-there', 'No_Slug', '..%2f']) {
    const answer = await ask(`/embed/${slug}`)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *')
  }
})

test('a theme setting is parsed, or ignored when invalid', () => {
  const read = (query: string) => readLook(new URLSearchParams(query))
  expect(read('')).toEqual({ theme: 'auto', color: null, opens: 'tab', around: null })
  expect(read('theme=light&color=FFB52E&open=top&from=http://localhost:3000')).toEqual({
    theme: 'light',
    color: 'ffb52e',
    opens: 'top',
    around: 'http://localhost:3000',
  })
  for (const from of ['https://blog.example/page', 'blog.example', '*', 'null', 'file:///etc'])
    expect(read(`from=${from}`).around, from).toBeNull()
  expect([
    getReadableInk('4d1534'),
    getReadableInk('ffb52e'),
    getReadableInk('ffffff'),
    getReadableInk('000000'),
  ]).toEqual(['#ffffff', '#000000', '#000000', '#ffffff'])
})

test('the script for other sites is small', () => {
  const script = readFileSync(new URL('../../public/widget.js', import.meta.url))
  expect(script.byteLength).toBeLessThan(10_000)
  expect(script.toString()).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB/)
})

test('the embedded form never shows less than the minimum booking', async () => {
  await createTestProvider(rig, { slug: 'with-minimum', minimum: 20_000, costs: { makeup: 4_000 } })
  const { minimumJob } = (await rig.call('/v1/@/with-minimum')).body.data
  expect(minimumJob).toBeGreaterThan(200)
  const text = await (await ask('/embed/with-minimum')).text()
  expect(text).toContain(`data-least="${minimumJob}"`)
  expect(text).toContain('the minimum booking')
  expect(embedScript).toContain('Math.max(sum, least)')
})

test('the embedded form offers days from today at the artist’s place', async () => {
  await createTestProvider(rig, { slug: 'in-sydney' })
  await rig.database.db
    .updateTable('provider')
    .set({ tz: 'Australia/Sydney' })
    .where('slug', '=', 'in-sydney')
    .execute()
  await createTestProvider(rig, { slug: 'in-london' })
  // 8 PM in London, 7 AM of the next day in Sydney.
  rig.at(new Date('2026-11-20T20:00:00Z'))
  const firstDay = async (slug: string) =>
    /id="date"[^>]* min="([^"]*)"/.exec(await (await ask(`/embed/${slug}`)).text())?.[1]
  expect([await firstDay('in-sydney'), await firstDay('in-london')]).toEqual(['2026-11-21', '2026-11-20'])
  rig.at(testNow)
})
