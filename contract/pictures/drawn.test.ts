import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadScenes, artVersion, spreadCoverScenes, getDrawingUrl, setPictureFrame, sceneReach } from './drawn.ts'

const sceneOf = (src: string) => /&scene=(\d+)/.exec(src)?.[1]
const drawn = fc.integer({ min: 1, max: 9_999 }).map((id) => ({ src: getDrawingUrl(id, 'wide'), alt: 'x' }))
const photo = fc.constant({ src: '/pictures/albums/AAAAAAAAAAAAAAAAAAAAAA/1200.webp', alt: 'y' })

test('in a list of any artists in any order no drawing has the composition of one of the eight drawings before it', () => {
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

test('a picture that has no such neighbour keeps the composition it has on its own page', () => {
  const list = [11, 12, 13].map((id) => ({ src: getDrawingUrl(id, 'wide') }))
  expect(spreadScenes(list)).toEqual(list)
})

test('the list can grow at its end without any picture before changing', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 30 }), fc.array(drawn, { maxLength: 30 }), (first, more) => {
      expect(spreadScenes([...first, ...more]).slice(0, first.length)).toEqual(spreadScenes(first))
    }),
  )
})

test('every address of a drawing says which version it is of', () => {
  for (const frame of ['wide', 'square', 'tall'] as const) expect(getDrawingUrl(7, frame)).toMatch(`v=${artVersion}`)
})

test('a card whose cover is set anew shows the same one first among its pictures', () => {
  const card = (id: number) => {
    const coverImg = { src: getDrawingUrl(id, 'wide') }
    return { name: `Artist ${id}`, coverImg, pictures: [coverImg, { src: getDrawingUrl(id + 1, 'wide') }] }
  }
  const [first, second] = spreadCoverScenes([card(20), card(30)])
  expect(first).toEqual(card(20))
  expect(second?.coverImg.src).not.toBe(card(30).coverImg.src)
  expect(second?.pictures.map(({ src }) => src)).toEqual([second?.coverImg.src, getDrawingUrl(31, 'wide')])
})

test('a drawing is asked for in another frame, a photograph is not', () => {
  expect(setPictureFrame(getDrawingUrl(12, 'wide'), 'tall')).toBe(getDrawingUrl(12, 'tall'))
  const photo = '/pictures/albums/AAAAAAAAAAAAAAAAAAAAAA/1200.webp?th=x'
  expect(setPictureFrame(photo, 'square')).toBe(photo)
})
