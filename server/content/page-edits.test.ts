import { getTextDate, getTextVersion } from '#contract/terms.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mergeFaqs, noFields } from '#contract/content/page-edit.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let olu: string
let ana: string
let second: string
let calls = 0
const address = () => `127.12.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`
const signIn = async (email: string, password = 'primp-sample-1'): Promise<string> =>
  (await rig.call('/v1/accounts/login', { method: 'POST', body: { email, password }, address: address() })).body.data
    .token
const call = (method: string, path: string, body?: unknown, bearer = olu) =>
  rig.call(path, { method, bearer, address: address(), ...(body === undefined ? {} : { body }) })
const manchester = '/gb/makeup-hair-styling/manchester'
const reason = 'for a test of the editor'
const read = async (path: string) => (await call('GET', `/v1/operator/page?path=${path}`)).body.data
const save = (path: string, fields: object, mark: string | null = null, bearer = olu) =>
  call('PUT', '/v1/operator/page/draft', { path, fields, mark }, bearer)
const publish = async (path: string, fields: object): Promise<number> => {
  const { number, draft } = await read(path)
  const { body } = await save(path, fields, draft?.mark ?? null)
  expect(body.data, JSON.stringify(body)).toBeTruthy()
  return (await call('POST', '/v1/operator/page/publish', { path, mark: body.data.draft.mark, seen: number, reason }))
    .body.data.number
}
const page = async () => (await rig.call(`/v1/seo/gatsby/pages?link=${manchester}`)).body.data.seoPage
const text = async (slug: string, version = '') =>
  (await rig.call(`/v1/content/${slug}${version && `?version=${version}`}`)).body.data?.page
const lastAct = () =>
  rig.database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

async function clear(): Promise<void> {
  const { db } = rig.database
  await db.deleteFrom('page_version').execute()
  await db.deleteFrom('help_count').execute()
  await db.deleteFrom('setting').where('key', '=', 'terms').execute()
}
beforeAll(async () => {
  rig = await openRig()
  olu = await signIn('olu@primp.test')
  ana = await signIn('ana@primp.test')
  const { body } = await rig.call('/v1/accounts/register', {
    method: 'POST',
    body: {
      name: 'Second Operator',
      email: 'second@pages.example',
      password: 'three plain words',
      acceptTerms: true,
      adult: true,
      country: 'GB',
    },
    address: address(),
  })
  await rig.database.db
    .updateTable('account')
    .set({ roles: ['customer', 'operator'], duties: ['owner'] })
    .where('id', '=', body.data.user.id)
    .execute()
  second = await signIn('second@pages.example', 'three plain words')
})
beforeEach(clear)
afterAll(async () => {
  await clear()
  const { db } = rig.database
  const mine = db.selectFrom('account').select('id').where('email', '=', 'second@pages.example')
  await db.deleteFrom('outbox').execute()
  await db
    .updateTable('account')
    .set({ deleted_at: new Date(), roles: ['customer'], duties: [] })
    .where('id', 'in', mine)
    .execute()
})

describe('Edits of a place page', () => {
  test('edited text, picture and questions replace the computed ones and their structured data, until they are reset', async () => {
    const made = (await read(manchester)).made
    const [first, ...others] = made.faqs as { _id: string; question: string; answer: string }[]
    const faqs = [
      { id: 'own-parking', question: 'Where can my artist park?', answer: 'On the drive, or say where at checkout.' },
      { id: others[0]?._id, question: null, answer: 'Yes, most of them.' },
      { id: first?._id, hidden: true },
    ]
    expect(
      await publish(manchester, { title: 'Manchester, ready on time', bannerTitle: 'Manchester, ready', faqs }),
    ).toBe(1)
    const shown = await page()
    expect(shown).toMatchObject({
      edited: true,
      title: 'Manchester, ready on time',
      seoTitle: 'Manchester, ready on time',
      seoDescription: made.description,
      banner: { title: 'Manchester, ready', subTitle: made.bannerText },
    })
    expect(shown.faqs[0]).toEqual({
      _id: 'own-parking',
      question: 'Where can my artist park?',
      answer: 'On the drive, or say where at checkout.',
    })
    expect(shown.faqs[1]).toMatchObject({ question: others[0]?.question, answer: 'Yes, most of them.' })
    expect(shown.faqs.map(({ _id }: { _id: string }) => _id)).not.toContain(first?._id)
    expect(shown.faqs).toHaveLength(made.faqs.length)
    const told = shown.schemas.find((schema: Record<string, unknown>) => schema['@type'] === 'FAQPage')
    expect(told.mainEntity.map((asked: { name: string }) => asked.name)).toEqual(
      shown.faqs.map(({ question }: { question: string }) => question),
    )
    expect(await lastAct()).toMatchObject({
      act: 'page.publish',
      subject_id: manchester,
      reason,
      before: { title: null },
      after: { title: 'Manchester, ready on time' },
    })
    expect((await read(manchester)).made).toEqual(made)
    expect(
      (await call('POST', '/v1/operator/page/restore', { path: manchester, number: 0, seen: 1, reason })).body.data,
    ).toEqual({ number: 2 })
    expect(await page()).toMatchObject({ edited: false, seoTitle: made.title })
    expect(await lastAct()).toMatchObject({ act: 'page.revert', before: { title: 'Manchester, ready on time' } })
  })

  test('one call undoes an edit, and undoing that call redoes the edit', async () => {
    const { made } = await read(manchester)
    await publish(manchester, { title: 'One' })
    await publish(manchester, { title: 'Two' })
    const undo = (seen: number) => call('POST', '/v1/operator/page/undo', { path: manchester, seen })
    expect((await undo(2)).body.data).toEqual({ number: 3 })
    expect((await page()).seoTitle).toBe('One')
    expect((await undo(2)).body.code).toBe('state_changed')
    expect((await undo(3)).body.data).toEqual({ number: 4 })
    expect((await page()).seoTitle).toBe('Two')
    await call('POST', '/v1/operator/page/restore', { path: manchester, number: 1, seen: 4, reason })
    expect((await page()).seoTitle).toBe('One')
    const { versions } = await read(manchester)
    expect(
      versions.map(({ number, state, changed }: { number: number; state: string; changed: string[] }) => [
        number,
        state,
        changed,
      ]),
    ).toEqual([
      [5, 'published', ['title']],
      [4, 'past', ['title']],
      [3, 'past', ['title']],
      [2, 'past', ['title']],
      [1, 'past', ['title']],
    ])
    expect(versions[0]).toMatchObject({ reason, publisher: expect.any(String) })
    await clear()
    await publish(manchester, { title: 'Alone' })
    await undo(1)
    expect((await page()).seoTitle).toBe(made.title)
    expect((await undo(0)).body.code).toBe('not_found')
  })

  test('an uploaded picture is shown, and stays when the operator’s account is deleted', async () => {
    const png = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#805037' } })
      .png()
      .toBuffer()
    const { fileUrl } = (
      await call('POST', '/v1/uploads', {
        fileName: 'pages',
        dataUri: `data:image/png;base64,${png.toString('base64')}`,
      })
    ).body.data
    const { fileUrl: anas } = (
      await call(
        'POST',
        '/v1/uploads',
        { fileName: 'pages', dataUri: `data:image/png;base64,${png.toString('base64')}` },
        ana,
      )
    ).body.data
    expect((await save(manchester, { picture: { src: anas, alt: 'A brush' } })).body.code).toBe('not_yours')
    expect((await save(manchester, { picture: { src: fileUrl, alt: ' ' } })).body.code).toBe('invalid_input')
    expect(
      (await save(manchester, { picture: { src: '/pictures/pages/aaaaaaaaaaaaaaaaaaaaaa/1200.webp', alt: 'A brush' } }))
        .body.code,
    ).toBe('not_found')
    await publish(manchester, { picture: { src: fileUrl, alt: 'A brush' } })
    expect((await page()).banner).toMatchObject({ img: fileUrl, alt: 'A brush' })
    const { number } = await read(manchester)
    const { body } = await save(manchester, { picture: { src: fileUrl, alt: 'A brush in a hand' } }, null, second)
    expect(
      (
        await call(
          'POST',
          '/v1/operator/page/publish',
          { path: manchester, mark: body.data.draft.mark, seen: number, reason },
          second,
        )
      ).status,
    ).toBe(200)
    const id = fileUrl.split('/')[3]
    expect(
      await rig.database.db
        .selectFrom('upload')
        .select(['account_id', 'used_at'])
        .where('id', '=', id)
        .executeTakeFirst(),
    ).toMatchObject({ account_id: null, used_at: expect.any(Date) })
  }, 30_000)

  test('an unknown page cannot be edited', async () => {
    expect((await save('/gb/makeup-hair-styling/nowhere-at-all', { title: 'x' })).status).toBe(404)
    expect((await save('/operator', { title: 'x' })).status).toBe(400)
    expect((await save('/content/nothing', { title: 'x' })).status).toBe(404)
    expect((await call('GET', '/v1/operator/page?path=/gb/makeup-hair-styling/nowhere-at-all')).status).toBe(404)
    expect(
      (await call('POST', '/v1/operator/page/restore', { path: manchester, number: 0, seen: 0, reason })).status,
    ).toBe(404)
    expect(
      (await call('POST', '/v1/operator/page/restore', { path: manchester, number: 7, seen: 0, reason })).status,
    ).toBe(404)
    expect(
      (
        await call('POST', '/v1/operator/page/publish', {
          path: manchester,
          mark: crypto.randomUUID(),
          seen: 0,
          reason,
        })
      ).status,
    ).toBe(404)
  })
})

describe('Drafts', () => {
  test('a draft changes nothing until it is published, and its preview shows the result', async () => {
    const before = await page()
    const { body } = await save(manchester, { title: 'A draft' })
    expect(body.data.draft).toMatchObject({ fields: { ...noFields, title: 'A draft' }, author: expect.any(String) })
    expect(await page()).toEqual(before)
    const { place } = (
      await call('POST', '/v1/operator/page/preview', { path: manchester, fields: { title: 'Typed', faqs: [] } })
    ).body.data
    expect(place).toMatchObject({ seoTitle: 'Typed', edited: true })
    expect(
      (
        await call('POST', '/v1/operator/page/preview', {
          path: '/content/about',
          fields: { body: '# Other\n\nRun by {legalName}.' },
        })
      ).body.data.text,
    ).toMatchObject({
      blocks: [
        { kind: 'title', text: 'Other' },
        { kind: 'paragraph', text: ['Run by Primp.'] },
      ],
    })
    expect(
      (await call('POST', '/v1/operator/page/preview', { path: '/', fields: { title: 'Typed' } })).body.data,
    ).toEqual({ place: null, text: null })
    expect((await call('GET', '/v1/operator/pages')).body.data.pages[0]).toMatchObject({
      path: manchester,
      number: null,
      draft: { author: expect.any(String) },
    })
    expect(
      (await call('DELETE', `/v1/operator/page/draft?path=${manchester}&mark=${crypto.randomUUID()}`)).body.code,
    ).toBe('state_changed')
    expect(
      (await call('DELETE', `/v1/operator/page/draft?path=${manchester}&mark=${body.data.draft.mark}`)).body.data,
    ).toEqual({ done: true })
    expect((await read(manchester)).draft).toBeNull()
  })

  test('a draft is never overwritten: the editor shows the newer draft, and the replaced draft is saved', async () => {
    const mine = (await save(manchester, { title: 'Mine' })).body.data.draft
    const theirs = await save(manchester, { title: 'Theirs' }, null, second)
    expect(theirs).toMatchObject({
      status: 409,
      body: { code: 'state_changed', detail: { draft: { mark: mine.mark, fields: { title: 'Mine' } } } },
    })
    const newer = (await save(manchester, { title: 'Theirs' }, mine.mark, second)).body.data.draft
    expect((await save(manchester, { title: 'Mine again' }, mine.mark)).body).toMatchObject({
      code: 'state_changed',
      detail: { draft: { fields: { title: 'Theirs' } } },
    })
    expect(
      (await call('POST', '/v1/operator/page/publish', { path: manchester, mark: mine.mark, seen: 0, reason })).body
        .code,
    ).toBe('state_changed')
    const page = await read(manchester)
    expect(page.draft).toMatchObject({ mark: newer.mark, author: 'Second Operator' })
    expect(page.versions).toMatchObject([{ number: null, state: 'aside', fields: { title: 'Mine' } }])
  })

  test('drafts of one operator in two tabs are both saved', async () => {
    const { mark } = (await save(manchester, { title: 'In one tab' })).body.data.draft
    expect((await save(manchester, { title: 'In another' })).body.code).toBe('state_changed')
    await call('PUT', '/v1/operator/page/draft', {
      path: manchester,
      fields: { title: 'In another' },
      mark,
      aside: true,
    })
    expect(await read(manchester)).toMatchObject({
      draft: { fields: { title: 'In another' } },
      versions: [{ state: 'aside', fields: { title: 'In one tab' } }],
    })
  })

  test('a draft based on an older publication is refused', async () => {
    const { mark } = (await save(manchester, { title: 'Slow' })).body.data.draft
    expect(
      (await call('POST', '/v1/operator/page/publish', { path: manchester, mark, seen: 3, reason })).body.code,
    ).toBe('state_changed')
    expect(
      (await call('POST', '/v1/operator/page/publish', { path: manchester, mark, seen: 0, reason: 'no' })).body.code,
    ).toBe('invalid_input')
  })

  test('two concurrent publications of a draft publish it once', async () => {
    const { mark } = (await save(manchester, { title: 'Once' })).body.data.draft
    const answers = await Promise.all(
      [olu, second].map((bearer) =>
        call('POST', '/v1/operator/page/publish', { path: manchester, mark, seen: 0, reason }, bearer),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      expect.toSatisfy((status: number) => status === 404 || status === 409),
    ])
    expect((await read(manchester)).number).toBe(1)
  })

  test('a draft that the page cannot show is refused at its field', async () => {
    const wrong = async (path: string, fields: object) => (await save(path, fields)).body
    expect(await wrong(manchester, { title: 'In {city}' })).toMatchObject({
      code: 'page_text_invalid',
      errors: [{ path: 'fields.title', message: 'You can use {city} only in the text of a content page.' }],
    })
    expect((await wrong(manchester, { faqs: [{ id: 'own-1', question: 'Only asked?' }] })).errors).toEqual([
      { path: 'fields.faqs.0.answer', message: 'Enter the answer.' },
    ])
    expect((await wrong(manchester, { faqs: [{ id: 'price' }, { id: 'price' }] })).errors).toEqual([
      { path: 'fields.faqs.1.question', message: 'This question appears twice.' },
    ])
    expect(await wrong(manchester, { title: 'x'.repeat(71) })).toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'fields.title' }],
    })
    const lines = await wrong('/content/about', {
      body: '# About\n\n<b>bold</b>\n\nSee [this](/content/abuot) and [that](/content/help), or [her](/@/mia-hollis).\n\n{legalNam} runs it.',
    })
    expect(lines.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Line 3: HTML is not allowed on a page.',
      'Line 5: /content/abuot is not a page of this site.',
      expect.stringMatching(/^Line 7: \{legalNam\} is not a placeholder of this page\. You can use \{legalName\}/),
    ])
    expect(
      (
        await save('/content/about', {
          body: `# About\n\nSee [a place](${manchester}), [her](/@/mia-hollis) and [terms](/content/legals-customers/versions).`,
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await wrong('/content/about', {
          body: '# About\n\n[no](/gb/makeup-hair-styling/nowhere-at-all) [one](/@/nobody-there)',
        })
      ).errors,
    ).toHaveLength(2)
  })
})

// Texts changed after the others.
const changedSince = new Map([
  ['about', '2026-11-30'],
  ['cancellation', '2026-11-30'],
  ['gallery', '2026-11-30'],
  ['legals-customers', getTextDate('customer')],
  ['legals-providers', getTextDate('provider')],
  ['privacy-policy', getTextDate('privacy')],
  ['credits', '2026-11-30'],
  ['ranking', '2026-11-30'],
  ['reviews', '2026-11-30'],
  ['help', '2026-11-30'],
])

describe('Text pages', () => {
  test('a text page returns blocks with values filled in and without markup', async () => {
    for (const slug of [
      'about',
      'help',
      'legals-customers',
      'legals-providers',
      'privacy-policy',
      'reviews',
      'gallery',
      'cancellation',
      'ranking',
      'credits',
    ]) {
      const shown = await text(slug)
      expect(shown, slug).toMatchObject({
        slug,
        title: expect.any(String),
        updated: changedSince.get(slug) ?? '2026-11-20',
        blocks: [{ kind: 'title' }, ...Array(shown.blocks.length - 1).fill(expect.anything())],
      })
      expect(JSON.stringify(shown), slug).not.toMatch(/\{[a-zA-Z.]+\}|<|\*\*/)
    }
    expect(JSON.stringify(await text('ranking'))).toContain('34%')
    expect(JSON.stringify(await text('legals-providers'))).toContain('15% at the time of this version')
    expect(JSON.stringify(await text('privacy-policy'))).toContain('24 months after your last visit')
    expect((await rig.call('/v1/content/nothing')).body.code).toBe('not_found')
  })

  test('the terms have increasing versions that can be looked up, and customers accept the latest', async () => {
    const first = getTextVersion('customer')
    const second = String(Number(first) + 1)
    expect((await text('legals-customers')).version).toEqual({ name: first, past: false })
    await publish('/content/legals-customers', {
      body: '# Customer terms\n\nVersion {version}, in force from {date}. New ones.',
    })
    const now = await text('legals-customers')
    expect(now).toMatchObject({ version: { name: second, past: false }, updated: '2026-11-20' })
    expect(now.blocks[1]).toEqual({
      kind: 'paragraph',
      text: [`Version ${second}, in force from Fri 20 November 2026. New ones.`],
    })
    expect(await text('legals-customers', first)).toMatchObject({ version: { name: first, past: true } })
    expect(await text('legals-customers', second)).toMatchObject({ version: { name: second, past: false } })
    expect((await rig.call('/v1/content/legals-customers?version=9')).body.code).toBe('not_found')
    expect((await rig.call('/v1/content/about?version=1')).body.code).toBe('not_found')
    expect((await rig.call('/v1/content/legals-customers/versions')).body.data).toEqual({
      title: 'Customer terms',
      versions: [
        { name: second, from: '2026-11-20', past: false },
        { name: first, from: getTextDate('customer'), past: true },
      ],
    })
    expect((await rig.call('/v1/content/about/versions')).body.code).toBe('not_found')
    const { body } = await rig.call('/v1/accounts/register', {
      method: 'POST',
      body: {
        name: 'New Terms',
        email: 'terms@pages.example',
        password: 'three plain words',
        acceptTerms: true,
        adult: true,
        country: 'GB',
      },
      address: address(),
    })
    expect(
      (
        await rig.database.db
          .selectFrom('terms_acceptance')
          .select('version')
          .where('account_id', '=', body.data.user.id)
          .execute()
      ).map(({ version }) => version),
    ).toEqual([second])
  })
})

describe('Landing pages of the site', () => {
  test('a landing page shows its edited text', async () => {
    expect((await rig.call('/v1/seo/words?path=/halloween')).body.data).toEqual({ edit: null })
    await publish('/halloween', { bannerTitle: 'Boo. At eight.', faqs: [{ id: '2', hidden: true }] })
    expect((await rig.call('/v1/seo/words?path=/halloween')).body.data.edit).toMatchObject({
      bannerTitle: 'Boo. At eight.',
      title: null,
    })
    for (const path of ['/operator', manchester, '/content/about', 'x'])
      expect((await rig.call(`/v1/seo/words?path=${encodeURIComponent(path)}`)).body.data).toEqual({ edit: null })
  })
  test('questions can be left unchanged, changed, hidden, added and ordered', () => {
    const made = ['1', '2', '3'].map((_id) => ({ _id, question: `Q${_id}`, answer: `A${_id}` }))
    expect(mergeFaqs(made, null)).toEqual(made)
    const own = { id: 'own-a', question: 'New', answer: 'Yes', hidden: false }
    expect(
      mergeFaqs(made, [
        { id: '3', question: 'Third', answer: null, hidden: false },
        own,
        { id: '1', question: null, answer: null, hidden: true },
      ]),
    ).toEqual([
      { _id: '3', question: 'Third', answer: 'A3' },
      { _id: 'own-a', question: 'New', answer: 'Yes' },
      { _id: '2', question: 'Q2', answer: 'A2' },
    ])
    expect(mergeFaqs(made, [{ id: 'gone', question: 'Was it?', answer: null, hidden: false }])).toEqual(made)
  })
})

describe('Help', () => {
  test('helpful votes are counted for existing questions only', async () => {
    const say = (topic: string, useful: boolean) =>
      rig.call('/v1/content/help/helped', { method: 'POST', body: { topic, useful }, address: address() })
    expect((await say('nobody-asked-this', false)).body.code).toBe('not_found')
    const { blocks } = await text('help')
    const topic = blocks.find((block: { question?: string }) => block.question === 'My payment failed.').id
    for (const useful of [false, false, true]) expect((await say(topic, useful)).body.data).toEqual({ counted: true })
    expect((await call('GET', '/v1/operator/pages/help')).body.data.topics[0]).toMatchObject({
      topic,
      question: 'My payment failed.',
      useful: 1,
      useless: 2,
    })
    expect(
      (
        await rig.call('/v1/content/help/helped', {
          method: 'POST',
          body: { topic: '<b>', useful: true },
          address: address(),
        })
      ).body.code,
    ).toBe('invalid_input')
  })
})

test('the pages of a place are found by the place’s name', async () => {
  const { places } = (await call('GET', '/v1/operator/pages/find?text=Manchester')).body.data
  expect(places.map(({ path }: { path: string }) => path)).toContain(manchester)
  const paths = async (typed: string) =>
    (await call('GET', `/v1/operator/pages/find?text=${encodeURIComponent(typed)}`)).body.data.places.map(
      ({ path }: { path: string }) => path,
    )
  expect(await paths('Manchester wedding')).toContain(`${manchester}/wedding`)
  expect(await paths(`https://primp.example${manchester}/prom/`)).toEqual([`${manchester}/prom`])
  expect([await paths('/gb/makeup-hair-styling/nowhere-at-all'), await paths('///')]).toEqual([[], []])
  expect(
    (await call('GET', '/v1/operator/pages?text=privacy')).body.data.pages.map(({ path }: { path: string }) => path),
  ).toEqual(['/content/privacy-policy'])
  expect((await call('GET', '/v1/operator/pages/find?text=Manchester', undefined, ana)).body.code).toBe('not_yours')
})
