import { expect, test } from 'vitest'
import { findBrightness, findHints, type GreyPicture, measureSharpness, smallBelow, toGrey } from './picture-quality.ts'

const large = { width: 1600, height: 1200 }
const paint = (width: number, height: number, at: (x: number, y: number) => number): GreyPicture => ({
  width,
  height,
  values: Uint8Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))),
})
const checks = (low: number, high: number) => paint(256, 192, (x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? low : high))
/** Averages each pixel with those up to `reach` pixels away. */
const blur = ({ width, height, values }: GreyPicture, reach: number): GreyPicture =>
  paint(width, height, (x, y) => {
    let [sum, count] = [0, 0]
    for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++)
      for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) {
        sum += values[v * width + u] as number
        count++
      }
    return sum / count
  })

test('a sharp picture with light and shadow has no hints', () => {
  expect(findHints(large, checks(30, 220))).toEqual([])
})

test('the same picture out of focus is blurred, and is less sharp the more it is out of focus', () => {
  const sharp = checks(60, 180)
  expect(findHints(large, blur(sharp, 6))).toEqual(['blurred'])
  expect(measureSharpness(blur(sharp, 1))).toBeLessThan(measureSharpness(sharp))
  expect(measureSharpness(blur(sharp, 3))).toBeLessThan(measureSharpness(blur(sharp, 1)))
})

test('a sharp face in front of an unfocused background is not blurred', () => {
  const [sharp, soft] = [checks(60, 180), blur(checks(60, 180), 6)]
  const portrait = paint(256, 192, (x, y) => (x > 64 && x < 192 ? sharp : soft).values[y * 256 + x] as number)
  expect(findHints(large, portrait)).toEqual([])
})

test('a picture is small by its shorter side', () => {
  expect(findHints({ width: 2400, height: smallBelow - 1 }, checks(30, 220))).toEqual(['small'])
  expect(findHints({ width: smallBelow, height: smallBelow }, checks(30, 220))).toEqual([])
})

test('a picture is dark if its lights are dark, and bright if its shadows are bright', () => {
  expect(findHints(large, checks(0, 50))).toEqual(['dark'])
  expect(findHints(large, checks(215, 255))).toEqual(['bright'])
})

test('deep skin that fills the picture is not dark if the light falls on a tenth of it', () => {
  const skin = paint(256, 192, (x, y) => (y < 24 ? 150 : ((x >> 2) + (y >> 2)) % 2 ? 35 : 55))
  expect(findHints(large, skin)).toEqual([])
})

test('brightness follows Rec. 709, and a share of the pixels is at or below its brightness', () => {
  const data = Uint8ClampedArray.from([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255])
  expect([...toGrey({ width: 2, height: 2, data }).values]).toEqual([54, 182, 18, 255])
  const steps = paint(100, 1, (x) => x)
  expect([findBrightness(steps, 0.05), findBrightness(steps, 0.95), findBrightness(steps, 1)]).toEqual([4, 94, 99])
})
