import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadScenes, artVersion, spreadCoverScenes, getDrawingUrl, setPictureFrame, sceneReach } from './drawn.ts'

const sceneOf = (src: string) => /&scene=(\d+)/.exec(src)?.[1]
const drawn = fc.integer({ min: 1, max: 9_999 }).map((id) => ({ src: getDrawingUrl(id, 'wide'), alt: 'x' }))
const photo = fc.constant({ src: '/pictures/albums/AAAAAAAAAAAAAAAAAAAAAA/1200.webp', alt: 'y' })

test('no drawing in a list of artists in any order has the composition of one of the eight before it', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 5, arbitrary: drawn }, photo), { maxLength: 60 }), (list) => {
      const set = spreadScenes(list)
      expect(set.map(({ alt }) => alt)).toEqual(list.map(({ alt }) => alt))
      const scenes = set.map(({ src }) => sceneOf(src)).filter((scene) => scene !== undefined)
      for (const [i, scene] of scenes.entries())
        expect(scenes.slice(Math.max(0, i - sceneReach), i)).not.toContain(scene)
    }),
  )
})

test('a picture without such a neighbour keeps the composition of its own page', () => {
  const list = [11, 12, 13].map((id) => ({ src: getDrawingUrl(id, 'wide') }))
  expect(spreadScenes(list)).toEqual(list)
})

test('a list can grow at its end without changing earlier pictures', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 30 }), fc.array(drawn, { maxLength: 30 }), (first, more) => {
      expect(spreadScenes([...first, ...more]).slice(0, first.length)).toEqual(spreadScenes(first))
    }),
  )
})

test('every URL of a drawing contains its version', () => {
  for (const frame of ['wide', 'square', 'tall'] as const) expect(getDrawingUrl(7, frame)).toMatch(`v=${artVersion}`)
})

test('a card with a changed cover shows that cover first among its pictures', () => {
  const card = (id: number) => {
    const coverImg = { src: getDrawingUrl(id, 'wide') }
    return { name: `Artist ${id}`, coverImg, pictures: [coverImg, { src: getDrawingUrl(id + 1, 'wide') }] }
  }
  const [first, second] = spreadCoverScenes([card(20), card(30)])
  expect(first).toEqual(card(20))
  expect(second?.coverImg.src).not.toBe(card(30).coverImg.src)
  expect(second?.pictures.map(({ src }) => src)).toEqual([second?.coverImg.src, getDrawingUrl(31, 'wide')])
})

test('the frame of a drawing can be changed, that of a photograph cannot', () => {
  expect(setPictureFrame(getDrawingUrl(12, 'wide'), 'tall')).toBe(getDrawingUrl(12, 'tall'))
  const photo = '/pictures/albums/AAAAAAAAAAAAAAAAAAAAAA/1200.webp?th=x'
  expect(setPictureFrame(photo, 'square')).toBe(photo)
})
