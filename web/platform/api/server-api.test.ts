import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { nullWhenMissing } from './server-api.ts'

test('404 and 410 return no answer, and any other failure throws', async () => {
  const refused = (status: number) => Promise.reject(new ApiError(status, {}))
  expect(await nullWhenMissing(Promise.resolve('found'))).toBe('found')
  expect(await nullWhenMissing(refused(404))).toBeNull()
  expect(await nullWhenMissing(refused(410))).toBeNull()
  await expect(nullWhenMissing(refused(500))).rejects.toMatchObject({ status: 500 })
})
