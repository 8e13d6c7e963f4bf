import { expect, test } from 'vitest'
import { artVersion } from '#contract/pictures/drawn.ts'
import { createPlaceholder } from './picture.ts'
import { sortForMosaic } from './profile.ts'

const drawn = (id: number, kind: string) => ({ id, file: null, kind })
const photo = (id: number) => ({ id, file: `/pictures/uploads/${id}`, kind: null })
const idsOf = (pictures: readonly { id: number }[]) => pictures.map(({ id }) => id)

test('the gallery shows one picture of each subject next to the cover, then the rest in order', () => {
  const all = [
    drawn(1, 'face'),
    drawn(2, 'face'),
    drawn(3, 'flatLay'),
    drawn(4, 'eye'),
    drawn(5, 'eye'),
    drawn(6, 'lips'),
    drawn(7, 'updo'),
    drawn(8, 'waves'),
  ]
  expect(idsOf(sortForMosaic(all, 2))).toEqual([2, 4, 7, 6, 3, 1, 5, 8])
})

test('an artist’s own photos come before any drawing, and no picture is left out', () => {
  const all = [drawn(1, 'face'), drawn(2, 'nails'), photo(3), drawn(4, 'nails'), photo(5)]
  expect(idsOf(sortForMosaic(all, 1))).toEqual([1, 3, 5, 2, 4])
  expect(idsOf(sortForMosaic(all, null)).toSorted()).toEqual([1, 2, 3, 4, 5])
  const many = [drawn(1, 'face'), ...[2, 3, 4, 5].map(photo), drawn(6, 'eye'), photo(7)]
  expect(idsOf(sortForMosaic(many, 2))).toEqual([2, 3, 4, 5, 7, 1, 6])
  expect(sortForMosaic([], 1)).toEqual([])
})

test('an artist without pictures has a tile with the initials of the first and last word of the name', () => {
  const tile = (letters: string) => ({ src: `/pictures/initials-${letters}.svg?v=${artVersion}`, alt: '' })
  expect(createPlaceholder('Mia Hollis')).toEqual(tile('mh'))
  expect(createPlaceholder('Zoë van der Ábel')).toEqual(tile('za'))
  expect(createPlaceholder('Temi')).toEqual(tile('t'))
  expect(createPlaceholder('美').src).toBe('/pictures/none.svg')
})
