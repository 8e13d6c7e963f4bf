import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { draw } from '#art/draw.ts'
import { openLetters } from '#server/gateways/letters/letters.ts'
import { toSvgImage, toPng } from '#server/gateways/pixels/draw-pixels.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { openRig } from '#server/test-rig.ts'
import { drawShareCard } from './share-card.ts'
import { shareRoutes } from './share-routes.ts'
import { siteDrawings } from './site-drawings.ts'

const pixels = async (svg: string) => sharp(await toPng(svg)).metadata()
const looks = ['hero-1', 'hero-2', 'hero-3', 'hero-5', 'hero-6'].map((name, i) =>
  draw(siteDrawings[name] as never, { id: `t-${i}` }),
)

describe('Text measurement', () => {
  test('computed text widths equal the drawn ones in both fonts, for every character of names', async () => {
    for (const face of ['display', 'text'] as const) {
      const set = await openLetters(face)
      expect(set('Primp', 40).width).toBeCloseTo(set('Primp', 20).width * 2, 3)
      for (const name of ['Montréal', 'Łódź', 'Trois-Rivières', '£552', 'O’Neill'])
        expect(set(name, 20).path.match(/M/g)?.length ?? 0, name).toBeGreaterThan(3)
      expect(set('漢', 20)).toEqual({ path: '', width: 0 })
    }
  })
})

describe('Share cards', () => {
  test('a share card is 1200 by 630 for any title', async () => {
    for (const title of [
      'Help',
      'Find Hair And Makeup Artists In Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
      'word '.repeat(60),
      '',
    ]) {
      expect(
        await pixels(
          await drawShareCard({
            title,
            facts: [
              { label: 'artists', value: '212' },
              { label: 'from, a person', value: '£30' },
            ],
            looks,
          }),
        ),
      ).toMatchObject({ format: 'png', width: 1200, height: 630 })
    }
  })

  test('a share card can contain uploaded pictures', async () => {
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#805037' } })
      .webp()
      .toBuffer()
    const card = await drawShareCard({ title: 'Temi Lark', facts: [], looks: [await toSvgImage(photo)] })
    const { data, info } = await sharp(await toPng(card))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
    expect(at(920, 130).map((n, i) => Math.abs(n - ([0x80, 0x50, 0x37][i] ?? 0)) < 12)).toEqual([true, true, true])
  })
})

describe('Share picture of a page', () => {
  const page = (head: string, status = 200, more: Record<string, string> = {}) =>
    new Response(
      `<!doctype html><html><head>${head}</head><body><meta property="og:title" content="Body"></body></html>`,
      { status, headers: { 'content-type': 'text/html; charset=utf-8', ...more } },
    )
  const ask = async (path: string, answer: (path: string) => Response) => {
    const asked: string[] = []
    const routes = shareRoutes(
      await openRig(),
      async (of) => {
        asked.push(of)
        return answer(of)
      },
      async () => new Response(null, { status: 404 }),
    )
    return { asked, response: await routes.request(path) }
  }
  const titled = '<meta property="og:title" content="Looks &amp; more"/>'

  test('the picture shows the title and description of the page', async () => {
    const { asked, response } = await ask('/pictures/share/gb/nails/hackney.png?v=1', () => page(titled))
    expect(asked).toEqual(['/gb/nails/hackney'])
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await ask('/pictures/share/index.png', () => page(titled))).asked).toEqual(['/'])
  })

  test('beyond a limit of concurrent drawings clients must retry later', async () => {
    const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#805037' } })
      .png()
      .toBuffer()
    const thumbnails = '<meta name="thumbnail" content="/pictures/plain.png"/>'.repeat(6)
    const routes = shareRoutes(
      await openRig(),
      async (path) => page(`<meta property="og:title" content="Page ${path}"/>${thumbnails}`),
      async () => new Response(new Uint8Array(plain), { headers: { 'content-type': 'image/png' } }),
    )
    const said = (
      await Promise.all(Array.from({ length: 24 }, (_, i) => routes.request(`/pictures/share/p${i}.png`)))
    ).map(({ status }) => status)
    expect([said.filter((status) => status === 200).length, said.filter((status) => status === 503).length]).toEqual([
      16, 8,
    ])
  })

  test('a picture is refused for an unknown page, a page that is not indexable and an invalid path', async () => {
    for (const answer of [
      () => page(titled, 404),
      () => page(''),
      () => page(`${titled}<meta name="robots" content="noindex"/>`),
      () => page(titled, 200, { 'x-robots-tag': 'noindex' }),
      () => new Response('{}'),
    ]) {
      expect((await ask('/pictures/share/anything.png', answer)).response.status).toBe(404)
    }
    for (const path of [
      '/pictures/share/a%2F..%2Fb.png',
      '/pictures/share/.png',
      '/pictures/share/x.svg',
      `/pictures/share/${'a'.repeat(300)}.png`,
    ]) {
      expect(
        (
          await ask(path, () => {
            throw new Refusal('fault')
          })
        ).response.status,
      ).toBe(404)
    }
  })
})
