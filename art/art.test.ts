import { describe as suite, expect, test } from 'vitest'
import { describe } from './describe.ts'
import { type Drawing, draw, type Kind } from './draw.ts'
import { cityOf, lessonOf, createLook, type Skill, skills } from '#art/face/look.ts'
import {
  contrastOf,
  hairOf,
  inkOf,
  lidInk,
  lightnessOf,
  lineOn,
  panFor,
  pansFor,
  pigments,
  type Skin,
  skinOf,
  skins,
  tint,
} from './palette.ts'
import { earLobe, earOutline, mouth } from '#art/face/features.ts'
import type { HairStyle } from '#art/hair/hairstyles.ts'
import { sceneCount } from '#art/face/scene.ts'

const kinds: readonly Kind[] = [
  'eye',
  'lips',
  'nails',
  'updo',
  'coils',
  'braids',
  'waves',
  'straight',
  'locs',
  'swatches',
  'powder',
  'stroke',
  'drape',
  'face',
  'flatLay',
  'bouquet',
  'mehndiHand',
  'braidCrown',
  'skyline',
  'lesson',
]
const artist = (place: number) => ({
  id: `artist-${place}`,
  place,
  skills: [skills[place % skills.length], skills[(place * 5 + 3) % skills.length]] as Skill[],
})
const looks = Array.from({ length: 200 }, (_, place) => createLook(artist(place)))
const all: Drawing[] = [
  ...looks.flatMap((look) => [look.cover, look.profile, ...look.gallery]),
  lessonOf('a lesson', 3),
  cityOf('London'),
]
const skinShown = (drawing: Drawing): Skin | undefined => ('skin' in drawing.options ? drawing.options.skin : undefined)

suite('Drawings', () => {
  test('the market contains a drawing of every picture kind that the interface uses', () => {
    expect(new Set(all.map((d) => d.kind))).toEqual(new Set(kinds))
  })

  test('the same record always renders the same drawing', () => {
    expect(createLook(artist(7))).toEqual(createLook(artist(7)))
    for (const drawing of all.slice(0, 200))
      expect(draw(drawing, { id: 'm1' })).toBe(draw(structuredClone(drawing), { id: 'm1' }))
  })

  test('every drawing is one well-formed, small SVG without scripts or external URLs', () => {
    for (const [i, drawing] of all.entries()) {
      const svg = draw(drawing, { id: `m${i}`, frame: 'wide', alt: describe(drawing) })
      expect(svg.length).toBeLessThan(13_000)
      expect(svg).not.toMatch(/undefined|NaN|<script|https?:(?!\/\/www\.w3\.org\/2000\/svg)/)
      expect(unclosed(svg)).toEqual([])
    }
  })

  test('ids inside a drawing begin with the record id, so that two drawings can share a page', () => {
    for (const [i, drawing] of all.slice(0, 400).entries()) {
      const svg = draw(drawing, { id: `m-${i}` })
      for (const [, id] of svg.matchAll(/ id="([^"]+)"/g)) expect(id).toMatch(new RegExp(`^am-${i}`))
      const made = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]))
      for (const [, used] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(made).toContain(used)
    }
  })

  test('skin never has a background of the same lightness', () => {
    for (const skin of skins) {
      expect(pansFor(skin).length).toBeGreaterThan(0)
      for (const drawing of all) {
        const { options } = drawing
        if (!('skin' in options) || !('background' in options) || !options.background || options.skin !== skin) continue
        const ground = panFor(skin, options.background)
        expect(Math.abs(lightnessOf(ground) - lightnessOf(skinOf(skin)))).toBeGreaterThanOrEqual(0.12)
      }
    }
  })

  test('the ten skin shades are evenly distributed among profile pictures and covers', () => {
    for (const set of [looks.map((l) => l.profile), looks.map((l) => l.cover)]) {
      const counts = skins.map((skin) => set.filter((d) => skinShown(d) === skin).length)
      const mean = counts.reduce((a, b) => a + b, 0) / 10
      for (const count of counts) expect(Math.abs(count - mean)).toBeLessThanOrEqual(mean * 0.6)
    }
    const profiles = skins.map((skin) => looks.filter((l) => skinShown(l.profile) === skin).length)
    expect(Math.max(...profiles) - Math.min(...profiles)).toBeLessThanOrEqual(2)
  })

  test('neighbours in a list have different faces, skin and covers', () => {
    const drawn = looks.map((l) => [draw(l.profile, { id: 'x' }), draw(l.cover, { id: 'x' })])
    expect(new Set(drawn.map(([face]) => face)).size).toBe(looks.length)
    expect(new Set(drawn.map(([, cover]) => cover)).size).toBe(looks.length)
    for (let i = 1; i < looks.length; i++)
      expect(skinShown(looks[i]?.profile as Drawing)).not.toBe(skinShown(looks[i - 1]?.profile as Drawing))
  })

  test('every cover is a portrait with a visible face', () => {
    for (const { cover } of looks.slice(0, 40)) {
      expect(cover.kind).toBe('face')
      for (let scene = 0; scene < sceneCount; scene++)
        for (const frame of ['wide', 'square', 'tall'] as const) {
          const [x = 0, y = 0, width = 0, height = 0] = viewOf(draw(cover, { id: 'x', frame, scene }))
          // Brows, cheeks and chin are within 130 to 270 and 160 to 315 for any lean of the head.
          expect([x < 118, x + width > 282, y < 150, y + height > 318]).toEqual([true, true, true, true])
          // The background is drawn from -99 to 499.
          expect([x >= -99, y >= -99, x + width <= 499, y + height <= 499]).toEqual([true, true, true, true])
        }
    }
  })

  test('each composition draws the same record differently, and without a composition the drawing stays the same', () => {
    for (const drawing of [looks[3]?.cover, looks[5]?.gallery[0], looks[6]?.gallery[1]] as Drawing[]) {
      const drawn = Array.from({ length: sceneCount }, (_, scene) => draw(drawing, { id: 'x', scene }))
      expect(new Set(drawn).size).toBe(sceneCount)
      for (const svg of drawn)
        expect([unclosed(svg), /undefined|NaN/.test(svg), svg.length < 13_500]).toEqual([[], false, true])
    }
  })

  test('nose and jaw are visible on each of the ten skin shades: their line has a contrast of 1.7 to 1 and stays a line', () => {
    for (const skin of skins) {
      const line = lineOn(skin)
      expect(contrastOf(line, skinOf(skin))).toBeGreaterThanOrEqual(1.7)
      expect(contrastOf(line, skinOf(skin))).toBeLessThan(2.4)
      const svg = draw({ kind: 'face', options: { seed: 'x', skin, style: 'bald', hair: 'black', background: 'sky' } })
      // The jaw, the nose wings and both ears, all opaque.
      expect(svg.split(`stroke="${line}" stroke-width="2.4"/>`).length - 1).toBeGreaterThanOrEqual(3)
      expect(svg).toContain(`stroke="${line}" stroke-width="2.8"/>`)
    }
    // On the deepest skins only a lighter line is visible.
    for (const skin of [1, 2, 3] as const) expect(lightnessOf(lineOn(skin))).toBeGreaterThan(lightnessOf(skinOf(skin)))
  })

  test('a closed lid is never as light as the white of an eye, on any skin and in any colour', () => {
    for (const skin of skins)
      for (const ink of Object.values(pigments))
        expect(lightnessOf(lidInk(ink, skinOf(skin)))).toBeLessThanOrEqual(0.785)
  })

  test('a closed eye has lashes and no white, and a brow is one shape with hairs', () => {
    for (const skin of skins)
      for (const open of [false, true]) {
        const svg = draw({
          kind: 'eye',
          options: { seed: 'x', skin, pigment: 'bone', second: 'bone', brow: 'auburn', open },
        })
        expect(svg.includes('#f6efe8')).toBe(open)
        expect(svg.split(' q').length + svg.split(/\dq/).length).toBeGreaterThan(60)
        expect(svg.split(`fill="${hairOf('auburn')}"`).length - 1).toBe(1)
        expect(svg.split(`stroke="${tint(hairOf('auburn'), -0.04)}" stroke-width="1.9"`).length - 1).toBe(1)
      }
  })

  test('a mouth shows no teeth: parted lips show only darkness, and the widest smile stays closed', () => {
    const pale = (svg: string) =>
      [...svg.matchAll(/fill="(#[\da-f]{6}|#fff)"/g)].filter(
        ([, colour]) => colour === '#fff' || lightnessOf(colour ?? '') > 0.85,
      )
    const lips = { skin: 2, pigment: 'lacquer', parted: true, finish: 'matte' } as const
    for (const shape of ['classic', 'full', 'bow', 'wide'] as const) {
      const close = draw({ kind: 'lips', options: { ...lips, seed: shape, shape } })
      expect(close).toContain('fill="#2a0d10"')
      expect(pale(close)).toEqual([])
    }
    for (const smile of ['rest', 'smile', 'grin'] as const) {
      const face = { seed: 'x', skin: 2, style: 'bald', hair: 'black', background: 'sky', mouth: smile } as const
      const drawn = mouth(face, { lip: inkOf('lacquer') } as Parameters<typeof mouth>[1])
      expect(pale(drawn)).toEqual([])
      // An upper and a lower lip, and nothing between them.
      expect(drawn.match(/fill="#/g)).toHaveLength(2)
    }
  })

  test('every drawing has an alternative text of one plain sentence', () => {
    for (const drawing of all) {
      const alt = describe(drawing)
      expect(alt).toMatch(/^[A-Z]/)
      expect(alt).not.toMatch(/undefined|#[0-9a-f]{6}|\bNaN\b/)
      expect(alt.length).toBeGreaterThan(8)
    }
  })

  test('a pigment has its own ink, and a hex colour stays unchanged', () => {
    expect(inkOf('marigold')).toBe('#fcb530')
    expect(inkOf('#123456')).toBe('#123456')
  })
})

const viewOf = (svg: string) => (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)

/** Tags that are not closed, or closed in the wrong order. */
function unclosed(svg: string): string[] {
  const open: string[] = []
  for (const [, close, name, self] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g)) {
    if (close) {
      if (open.pop() !== name) return [`</${name}>`]
    } else if (!self) open.push(name as string)
  }
  return open
}

test('a place without known landmarks is drawn without landmarks', () => {
  const landmarks = (city: string) => draw(cityOf(city), { frame: 'wide' }).split('<g transform="translate(').length - 1
  expect(landmarks('London')).toBe(3)
  for (const city of ['Prestwich', 'Soho', 'Hay-on-Wye', 'Bondi']) expect(landmarks(city), city).toBe(0)
})

test('earrings hang from the lobe of a visible ear, and hair or cloth over the ears hides them', () => {
  const numbers = [...earOutline.matchAll(/(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
  const [xs, ys] = [numbers.map(([x]) => x), numbers.map(([, y]) => y)]
  const bottom = Math.max(...ys)
  expect(earLobe.x).toBeGreaterThan(Math.min(...xs))
  expect(earLobe.x).toBeLessThan(Math.max(...xs))
  expect(earLobe.y).toBeLessThan(bottom)
  expect(earLobe.y).toBeGreaterThan(Math.min(...ys) + (bottom - Math.min(...ys)) * 0.7)
  const portrait = (style: HairStyle, earrings: 'hoops' | 'studs' | 'drops' | 'jhumka' | 'none') =>
    draw(
      { kind: 'face', options: { seed: 'ear', skin: 5, style, hair: 'petrol', background: 'bone', earrings } },
      { id: 'ear' },
    )
  for (const earrings of ['hoops', 'studs', 'drops', 'jhumka'] as const) {
    expect(portrait('low-bun', earrings)).not.toBe(portrait('low-bun', 'none'))
    for (const style of ['hijab', 'hijab-wrap', 'afro', 'bob', 'long', 'waves'] as const)
      expect(portrait(style, earrings), `${style} ${earrings}`).toBe(portrait(style, 'none'))
  }
  // A hoop goes through the lobe: its top is there.
  expect(portrait('low-bun', 'hoops')).toContain(`M${earLobe.x - 12} ${earLobe.y + 13}`)
  for (const earrings of ['studs', 'drops', 'jhumka'] as const)
    expect(portrait('low-bun', earrings)).toMatch(new RegExp(`cx="${earLobe.x}" cy="${earLobe.y}"`))
})

test('shade and shine of a nail are clipped to the nail', () => {
  for (const shape of ['short', 'oval', 'stiletto'] as const) {
    const svg = draw({
      kind: 'nails',
      options: { seed: 'shine', skin: 4, background: 'bone', colours: ['lilac'], shape },
    })
    const clipped = [...svg.matchAll(/<g clip-path="url\(#[^"]*n\)">(.*?)<\/g>/g)].map(([, inside]) => inside)
    expect(clipped).toHaveLength(4)
    for (const inside of clipped) expect(inside).toMatch(/M18 58C22 20.*#fff/s)
    expect(svg.match(/M18 58C22 20/g)).toHaveLength(4)
  }
})

test('face paint covers half of a face, and the description names it', () => {
  const options = { seed: 'paint', skin: 3, style: 'coily-crop', hair: 'black', background: 'lacquer' } as const
  const plain = draw({ kind: 'face', options })
  for (const [paint, words] of [
    ['skull', 'half painted as a skull'],
    ['scales', 'painted scales'],
    ['stitches', 'painted stitches'],
  ] as const) {
    const drawing = { kind: 'face', options: { ...options, paint } } as const
    expect(draw(drawing)).not.toBe(plain)
    expect(describe(drawing)).toContain(words)
  }
})
