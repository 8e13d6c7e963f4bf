import { expect, test } from 'vitest'
import { DataUri, FileUrl } from './uploads.ts'

test('a data URI is a type and base64', () => {
  for (const head of [
    'data:image/png;base64,',
    'data:image/svg+xml;base64,',
    'DATA:Image/HEIC;base64,',
    'data:;base64,',
  ])
    expect(DataUri.safeParse(`${head}AAAA`).success, head).toBe(true)
  for (const text of ['', 'data:image/png,AAAA', 'data:image/png;charset=a;base64,AAAA', ' data:image/png;base64,AAAA'])
    expect(DataUri.safeParse(text).success, text).toBe(false)
})

test('malicious text is rejected in linear time', () => {
  const attacks = ['data:', 'data:image/', 'data:a/', '/pictures/'].flatMap((head) =>
    ['a', 'a/', '+', ';base64'].map((part) => head + part.repeat(200_000 / part.length)),
  )
  const from = process.cpuUsage()
  for (const text of attacks) {
    expect(DataUri.safeParse(text).success).toBe(false)
    expect(FileUrl.safeParse(text).success).toBe(false)
  }
  expect(process.cpuUsage(from).user / 1_000).toBeLessThan(2_000)
})
