import { describe as suite, expect, test } from 'vitest'
import { describe } from './describe.ts'
import { type Drawing, draw, type Kind } from './draw.ts'
import { cityOf, lessonOf, lookOf, type Skill, skills } from '#art/face/look.ts'
import { inkOf, lightnessOf, panFor, pansFor, type Skin, skinOf, skins } from './palette.ts'

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
const looks = Array.from({ length: 200 }, (_, place) => lookOf(artist(place)))
const all: Drawing[] = [
  ...looks.flatMap((look) => [look.cover, look.profile, ...look.gallery]),
  lessonOf('a lesson', 3),
  cityOf('London'),
]
const skinShown = (drawing: Drawing): Skin | undefined => ('skin' in drawing.options ? drawing.options.skin : undefined)

suite('drawings', () => {
  test('every kind of picture the interface asks for is drawn somewhere in the market', () => {
    expect(new Set(all.map((d) => d.kind))).toEqual(new Set(kinds))
  })

  test('the same record always looks the same', () => {
    expect(lookOf(artist(7))).toEqual(lookOf(artist(7)))
    for (const drawing of all.slice(0, 200))
      expect(draw(drawing, { id: 'm1' })).toBe(draw(structuredClone(drawing), { id: 'm1' }))
  })

  test('every drawing is one well-formed, small svg without script or outside address', () => {
    for (const [i, drawing] of all.entries()) {
      const svg = draw(drawing, { id: `m${i}`, frame: 'wide', alt: describe(drawing) })
      expect(svg.length).toBeLessThan(13_000)
      expect(svg).not.toMatch(/undefined|NaN|<script|https?:(?!\/\/www\.w3\.org\/2000\/svg)/)
      expect(unclosed(svg)).toEqual([])
    }
  })

  test('ids inside a drawing begin with the record id, so that two may share a page', () => {
    for (const [i, drawing] of all.slice(0, 400).entries()) {
      const svg = draw(drawing, { id: `m-${i}` })
      for (const [, id] of svg.matchAll(/ id="([^"]+)"/g)) expect(id).toMatch(new RegExp(`^am-${i}`))
      const made = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]))
      for (const [, used] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(made).toContain(used)
    }
  })

  test('skin never lies on a ground of the same lightness', () => {
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

  test('all ten skin shades stand in even measure among profile pictures and covers', () => {
    for (const set of [looks.map((l) => l.profile), looks.map((l) => l.cover)]) {
      const counts = skins.map((skin) => set.filter((d) => skinShown(d) === skin).length)
      const mean = counts.reduce((a, b) => a + b, 0) / 10
      for (const count of counts) expect(Math.abs(count - mean)).toBeLessThanOrEqual(mean * 0.6)
    }
    const profiles = skins.map((skin) => looks.filter((l) => skinShown(l.profile) === skin).length)
    expect(Math.max(...profiles) - Math.min(...profiles)).toBeLessThanOrEqual(2)
  })

  test('neighbours in a list have other faces and other covers', () => {
    const drawn = looks.map((l) => [draw(l.profile, { id: 'x' }), draw(l.cover, { id: 'x' })])
    expect(new Set(drawn.map(([face]) => face)).size).toBe(looks.length)
    for (let i = 1; i < looks.length; i++) {
      const [before, here] = [looks[i - 1], looks[i]]
      expect(skinShown(here?.profile as Drawing)).not.toBe(skinShown(before?.profile as Drawing))
      expect(before?.cover.kind === 'face' && here?.cover.kind === 'face').toBe(false)
    }
  })

  test('every drawing says what it shows in one plain sentence', () => {
    for (const drawing of all) {
      const alt = describe(drawing)
      expect(alt).toMatch(/^[A-Z]/)
      expect(alt).not.toMatch(/undefined|#[0-9a-f]{6}|\bNaN\b/)
      expect(alt.length).toBeGreaterThan(8)
    }
  })

  test('a pigment is its own ink and a hex colour stays itself', () => {
    expect(inkOf('marigold')).toBe('#fcb530')
    expect(inkOf('#123456')).toBe('#123456')
  })
})

/** Tags opened and not closed, or closed out of turn. */
function unclosed(svg: string): string[] {
  const open: string[] = []
  for (const [, close, name, self] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g)) {
    if (close) {
      if (open.pop() !== name) return [`</${name}>`]
    } else if (!self) open.push(name as string)
  }
  return open
}

test('a place whose landmarks are not known is drawn without any', () => {
  const landmarks = (city: string) => draw(cityOf(city), { frame: 'wide' }).split('<g transform="translate(').length - 1
  expect(landmarks('London')).toBe(3)
  for (const city of ['Prestwich', 'Soho', 'Hay-on-Wye', 'Bondi']) expect(landmarks(city), city).toBe(0)
})
